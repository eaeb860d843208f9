"""How a project is put together: what stands at file level beside a system, and what a system has once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.syntax import nodes as n

if TYPE_CHECKING:
    from loomsmith.ddd.syntax.node import Node

checks = Family()

_FOLDING: dict[type[Node], str] = {
    n.Subdomain: "subdomain",
    n.Deployable: "deployable",
    n.Storage: "storage",
    n.Resource: "resource",
    n.ChannelSource: "channel source",
    n.Ui: "ui",
    n.Theme: "theme",
    n.UserBlock: "user block",
    n.Api: "api",
    n.Layout: "layout",
    n.TestE2E: "end-to-end test",
}
"""What belongs to a system, in words; written at file level it belongs to the only system of the project."""


@checks.on(n.File)
def loose_members_have_a_system(file: n.File, inspection: Inspection) -> None:
    systems = inspection.links.declarations.of_kind(n.System)
    if len(systems) == 1:
        return
    for member in file.members:
        what = _FOLDING.get(type(member))
        if what is not None:
            count = "no system" if not systems else f"{len(systems)} systems"
            message = f"This {what} belongs to a system, and there is {count}: write it inside of one."
            if systems:
                message = message.replace("there is", "there are")
            inspection.report("loom.top-level-domain-needs-single-system", member, message)


@checks.on(n.System)
def users_and_themes_are_described_once(system: n.System, inspection: Inspection) -> None:
    declarations = inspection.links.declarations
    kinds: tuple[tuple[type[Any], str, str], ...] = (
        (n.UserBlock, "loom.duplicate-user-block", "user"),
        (n.Theme, "loom.duplicate-theme-block", "theme"),
    )
    if declarations.single_system is system:
        for kind, code, word in kinds:
            blocks = list(declarations.in_system(system, kind))
            for block in blocks if len(blocks) > 1 else ():
                inspection.report(code, block, f"{system.name} has more than one `{word}` block: keep one.")
    # Clients expect a second finding at each theme that is not the first of its system.
    for theme in list(declarations.in_system(system, n.Theme))[1:]:
        message = f"{system.name} has a `theme` block before this one."
        inspection.report("loom.duplicate-theme-block", theme, message)


@checks.on(n.System)
def apis_agree_about_their_subdomain(system: n.System, inspection: Inspection) -> None:
    styles: dict[str, str] = {}
    for api in inspection.links.declarations.in_system(system, n.Api):
        if api.source is None:
            continue
        if inspection.links.target_of(api.source) is None and api.source.text:
            message = f"There is no subdomain {api.source.text!r} from which {api.name} could be made."
            inspection.report("loom.api-unknown-subdomain", api.source, message)
        style = api.url_style or "literal"
        if styles.setdefault(api.source.text, style) != style:
            message = (
                f"Another api over {api.source.text} has urls in the style {styles[api.source.text]!r}: "
                "clients of one subdomain expect one."
            )
            inspection.report("loom.subdomain-conflicting-urlstyle", anchor(api, "url_style"), message)
