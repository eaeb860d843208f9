# make demo and make test need Python 3.11 or newer, git, and nothing else; they make their own .venv.
# With Node.js 20 or newer, make test also runs the Node clients, fetched at pinned versions.

PYTHON ?= python3
BIN := .venv/bin
NODE_MAJOR := $(shell node --version 2>/dev/null | sed -n 's/^v\([0-9]*\).*/\1/p')
NODE_OK := $(shell [ "$(NODE_MAJOR)" -ge 20 ] 2>/dev/null && echo yes)
CLIENTS := .cache/mcp1/.stamp $(if $(NODE_OK),tests/clients/node_modules/.stamp)

.PHONY: help setup demo test test-deep check lint types contracts conformance bench docs format clean

help: ## Say what there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

.venv/.stamp: requirements/dev.txt requirements/build.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("loomsmith needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@touch $@

.venv/.demo-stamp: pyproject.toml requirements/build.txt
	$(PYTHON) -c 'import sys; sys.exit("loomsmith needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/build.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation -c requirements/dev.txt -e .
	@touch $@

# The first version line of the MCP SDK has an environment of its own: both cannot live in one.
.cache/mcp1/.stamp: requirements/mcp1.txt
	$(PYTHON) -m venv .cache/mcp1
	.cache/mcp1/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/mcp1.txt
	@touch $@

tests/clients/node_modules/.stamp: tests/clients/package.json tests/clients/package-lock.json
	cd tests/clients && npm ci --silent --no-audit --no-fund
	@touch $@

setup: .venv/.stamp $(CLIENTS) ## Make the environments of the workshop

demo: .venv/.demo-stamp ## See an agent ask the gate, be refused, be satisfied, and lose it again
	@$(BIN)/python examples/demo.py

test: setup ## Run all tests
	$(BIN)/python -m pytest -n auto --dist worksteal -q

test-deep: setup ## Run the fuzzing and property tests with a large budget
	LOOMSMITH_DEEP=1 $(BIN)/python -m pytest -n auto --dist worksteal -q

lint: .venv/.stamp ## Check style and layout
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/.stamp ## Check types
	$(BIN)/mypy

contracts: .venv/.stamp ## Check that the layers import downwards only
	$(BIN)/lint-imports

check: lint types contracts ## Lint, types and import contracts

conformance: .venv/.stamp ## Run the conformance cases against the real servers, over stdio
	$(BIN)/python tests/conformance/run_ddd.py --server "$(BIN)/ddd-mcp"
	$(BIN)/python tests/conformance/loop/over_mcp.py --server "$(CURDIR)/$(BIN)/loopsmith mcp"

bench: .venv/.stamp ## Measure, each figure beside a peer in the same run
	$(BIN)/python -m bench

docs: .venv/.stamp ## Write the generated pages again
	$(BIN)/python scripts/generate_docs.py

format: .venv/.stamp ## Lay out the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean: ## Remove what make made
	rm -rf .venv .cache tests/clients/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
