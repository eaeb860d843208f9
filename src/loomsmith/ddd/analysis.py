"""One source text and all that is found out about it, each stage computed once, when it is first asked for.

A stage takes what the stages before it gave and never raises for anything a text may hold. Where a stage
fails all the same, that is a defect of ours: it is told as one finding, and later stages do without it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from loomsmith.base.collector import Paused
from loomsmith.ddd.addresses import TokenOwners
from loomsmith.ddd.diagnostics import Diagnostic, at_model, at_source
from loomsmith.ddd.editing.patches import PatchFault, PatchTargets
from loomsmith.ddd.editing.splice import TextEdit
from loomsmith.ddd.macros.expander import expand
from loomsmith.ddd.names.declarations import Declarations
from loomsmith.ddd.names.linker import link
from loomsmith.ddd.navigation.symbols import Symbols
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.text import Source

if TYPE_CHECKING:
    from loomsmith.ddd.macros.expander import Expansion
    from loomsmith.ddd.model.values import Model
    from loomsmith.ddd.names.linker import Links
    from loomsmith.ddd.navigation.rename import Refusal
    from loomsmith.ddd.syntax import nodes as n
    from loomsmith.ddd.syntax.node import Node
    from loomsmith.ddd.syntax.tokens import Tokens
    from loomsmith.ddd.types.inference import Typing
    from loomsmith.ddd.types.resolution import Resolution, Use

KEPT = 4
"""How many analyses are kept: the text at hand, its neighbours in an edit, and a baseline."""

KEPT_CHARACTERS = 2_000_000
"""How long the kept texts may be together, the latest aside; an analysis takes some 100 bytes a character."""

SOURCE_LABEL = "<source>"
"""What stands for the name of a text that has none."""

_recent: list[Analysis] = []


class Analysis:
    """What is known of one text. Everything below is computed at the first access and then kept.

    The tree is expanded while the object is made, so that nobody ever sees it half expanded; after that no
    stage changes it. `crashes` holds the findings about stages before the
    resolved model that failed; what a failure of the model is told as stands in `model_findings`.
    """

    def __init__(self, text: str) -> None:
        self.source = Source(text)
        self.crashes: list[Diagnostic] = []
        self._model_failure: Exception | None = None
        with Paused():
            self._read()

    def _read(self) -> None:
        parsed = parse(self.source)
        self.file: n.File = parsed.tree
        self.tokens: Tokens = parsed.tokens
        self.syntax_findings: list[Diagnostic] = [
            at_source(fault.code, fault.message, fault.span) for fault in parsed.faults
        ]
        self.expansion: Expansion | None = None
        try:
            self.expansion = expand(self.file)
        except Exception as failure:  # noqa: BLE001 the rest of the answer is worth having
            self._crashed("Expanding macros", failure)

    @property
    def has_syntax_errors(self) -> bool:
        """Whether the text does not follow the grammar, so that no model is resolved from it."""
        return bool(self.syntax_findings)

    @cached_property
    def links(self) -> Links | None:
        """What each reference means; None where linking failed."""
        try:
            with Paused():
                return link(self.file)
        except Exception as failure:  # noqa: BLE001
            self._crashed("Linking", failure)
            return None

    @cached_property
    def typing(self) -> Typing | None:
        """The types of expressions; None where linking failed."""
        from loomsmith.ddd.types.inference import Typing

        return None if self.links is None else Typing(self.links)

    @cached_property
    def source_findings(self) -> list[Diagnostic]:
        """The findings with a place in the text, in the order of the stages."""
        found = list(self.syntax_findings)
        if self.links is not None:
            found += self.links.diagnostics()
        if self.expansion is not None:
            found += self.expansion.faults
        if self.links is not None and self.typing is not None:
            from loomsmith.ddd.checks.suite import run

            with Paused():
                found += run(self.file, self.links, self.typing)
        return found + self.crashes

    @cached_property
    def model(self) -> Model | None:
        """The resolved model; None where the syntax has errors, or where resolving failed."""
        if self.has_syntax_errors or self.links is None or self.expansion is None:
            return None
        from loomsmith.ddd.model.resolve import resolve

        try:
            with Paused():
                return resolve(self.file, self.expansion, self.links)
        except Exception as failure:  # noqa: BLE001
            self._model_failure = failure
            return None

    @cached_property
    def model_findings(self) -> list[Diagnostic]:
        """The findings on the resolved model; none where the syntax has errors."""
        if self.has_syntax_errors:
            return []
        if self.model is not None:
            from loomsmith.ddd.model.checks.suite import run_model_checks

            try:
                with Paused():
                    return run_model_checks(self.model)
            except Exception as failure:  # noqa: BLE001
                self._model_failure = failure
        broken = self._model_failure
        reason = "an earlier stage failed" if broken is None else f"{type(broken).__name__}: {broken}"
        return [at_model("loom.ir-internal", f"The model could not be resolved: {reason}.", SOURCE_LABEL)]

    @cached_property
    def resolution(self) -> Resolution | None:
        """What every written name means; None where linking failed."""
        if self.links is None:
            return None
        from loomsmith.ddd.types.resolution import Resolution

        return Resolution(self.links)

    def uses_of(self, declaration: Node) -> list[Use]:
        """The uses of a declaration in document order, its own name not among them."""
        return [] if self.resolution is None else self.resolution.uses_of(declaration)

    @cached_property
    def symbols(self) -> Symbols:
        """The named declarations, to be found by their names."""
        nodes = self.links.nodes if self.links is not None else Declarations(self.file).nodes
        return Symbols(nodes)

    @cached_property
    def targets(self) -> PatchTargets:
        """What patches may name."""
        return PatchTargets(self.source, self.tokens, self.file, self._patch_rename)

    def rename(self, node: Node, name: str) -> list[TextEdit] | Refusal:
        """The edits that rename a declaration and all its uses, or why it cannot be renamed."""
        from loomsmith.ddd.navigation.rename import INVALID_NAME, Refusal, rename

        if self.links is None or self.resolution is None or self.expansion is None:
            return Refusal(INVALID_NAME, "The names of this model could not be resolved; validate it.")
        outcome = rename(node, name, self.source.text, self.links, self.resolution, self.expansion)
        return outcome if isinstance(outcome, Refusal) else [TextEdit(*span, name) for span in outcome]

    def _patch_rename(self, node: Node, name: str) -> list[TextEdit]:
        outcome = self.rename(node, name)
        if isinstance(outcome, list):
            return outcome
        found = f" In the way: {', '.join(outcome.candidates)}." if outcome.candidates else ""
        raise PatchFault(outcome.message + found)

    @cached_property
    def owners(self) -> TokenOwners:
        """Which node wrote the token at an offset."""
        return TokenOwners(self.file, self.tokens)

    def _crashed(self, what: str, failure: Exception) -> None:
        message = f"{what} failed: {type(failure).__name__}: {failure}"
        whole = (0, len(self.source.text))
        self.crashes.append(at_source("loom.validator-check-crashed", message, whole))


def analyse(text: str) -> Analysis:
    """The analysis of a text; asking again soon for the same text gives the same object."""
    for place, known in enumerate(_recent):
        if known.source.text == text:
            if place:
                _recent.insert(0, _recent.pop(place))
            return known
    del _recent[KEPT - 1 :]
    while _recent and sum(len(known.source.text) for known in _recent) > KEPT_CHARACTERS:
        _recent.pop()
    made = Analysis(text)
    _recent.insert(0, made)
    return made
