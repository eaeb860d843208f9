#!/bin/sh
# tests-untouched.sh BASE: exit 1 if anything below tests/ differs from the base branch, 2 if that cannot be told.
base=${1:-main}
if ! git rev-parse --verify --quiet "$base^{commit}" >/dev/null; then
  echo "cannot check: there is no branch $base here" >&2
  exit 2
fi
changed=$(git diff --name-only "$base" -- tests; git ls-files --others --exclude-standard -- tests)
if [ -n "$changed" ]; then
  echo "changed tests: $(echo "$changed" | tr '\n' ' ')" >&2
  exit 1
fi
