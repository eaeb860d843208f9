"""Deployables: platforms, what they mount and show, whom they talk to, and what they are given."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from loomsmith.ddd.checks.framework import Family, Inspection, anchor
from loomsmith.ddd.diagnostics import Addition, Choice
from loomsmith.ddd.syntax import nodes as n
from loomsmith.ddd.syntax.node import members_of
from loomsmith.ddd.vocabulary.platforms import (
    DAISYUI_THEMES,
    DESIGN_FORMATS,
    DESIGN_PACKS,
    PLATFORMS,
    Platform,
    platform_of,
)

if TYPE_CHECKING:
    from loomsmith.ddd.diagnostics import Hint
    from loomsmith.ddd.syntax.node import Node, Ref, Span

checks = Family()


@checks.on(n.System)
def deployables_hold_together(system: n.System, inspection: Inspection) -> None:
    handles = _Handles()
    for deployable in inspection.links.declarations.in_system(system, n.Deployable):
        if not deployable.platform:
            continue
        platform = _platform(deployable, inspection)
        if platform is None:
            continue
        uis = mounted_uis(deployable, inspection)
        _mounting(deployable, platform, uis, inspection)
        _design(deployable, platform, uis, inspection)
        if platform.backend:
            _backend(deployable, inspection)
        elif not _frontend(deployable, inspection):
            continue
        _serving(deployable, platform, inspection)
        _bindings(deployable, uis, handles, inspection)
        _data_sources(deployable, inspection)


def mounted_uis(deployable: n.Deployable, inspection: Inspection) -> list[n.Ui]:
    """The uis that a deployable shows, as far as they exist."""
    refs = [deployable.ui.ui] if deployable.ui is not None else []
    targets = (inspection.links.target_of(ref) for ref in [*refs, *deployable.hosts])
    return [target for target in targets if isinstance(target, n.Ui)]


# Platforms


def _platform(deployable: n.Deployable, inspection: Inspection) -> Platform | None:
    """The platform, if it is known; its version and its axes are checked."""
    written = deployable.platform
    platform = platform_of(written)
    if platform is None:
        message = f"There is no platform {written!r}: there are {', '.join(PLATFORMS)}."
        inspection.report("loom.platform-unknown", anchor(deployable, "platform"), message)
        return None
    _, at, version = written.partition("@")
    if at and version not in platform.versions:
        versions = ", ".join(platform.versions)
        message = f"{platform.name} has no version {version!r}: there is {versions}."
        inspection.report("loom.platform-version-unknown", anchor(deployable, "platform"), message)
    for field, word, menu in (
        ("persistence", "persistence", platform.persistence),
        ("directory_layout", "directoryLayout", platform.directory_layouts),
    ):
        value: str | None = getattr(deployable, field)
        if value is not None and value not in menu:
            choice = f"take one of {', '.join(menu)}" if menu else "it offers none"
            message = f"{platform.name} has no {word} {value!r}: {choice}."
            inspection.report("loom.platform-knob-out-of-menu", anchor(deployable, field), message)
    return platform


# Uis

_NEEDS_UI = ("static", "react", "svelte", "vue", "angular")
_MOST_OPTIONS = 20
"""How many uis a repair offers: more can nobody choose from, and each frontend would list them all."""


def _mount_anchor(deployable: n.Deployable) -> Node | Ref:
    return deployable.ui if deployable.ui is not None else deployable.hosts[0]


def _mounting(deployable: n.Deployable, platform: Platform, uis: list[n.Ui], inspection: Inspection) -> None:
    mounts = deployable.ui is not None or bool(deployable.hosts)
    if mounts and not platform.mounts_ui:
        message = f"{platform.name} shows no ui: mount it on a frontend that targets {deployable.name}."
        inspection.report("loom.deployable-ui-not-mountable", _mount_anchor(deployable), message)
    if not mounts and platform.name in _NEEDS_UI:
        hint = _ui_hint(deployable) if platform.name != "static" else None
        message = f"{deployable.name} has no ui to show: add `ui:` and the name of one."
        code = f"loom.{platform.name}-deployable-missing-ui"
        inspection.report(code, anchor(deployable, "name"), message, hint=hint)
    for ui in uis:
        if ui.framework is not None and ui.framework not in platform.frameworks:
            message = f"{platform.name} cannot show {ui.name}, which is made with {ui.framework}."
            inspection.report("loom.ui-framework-unhostable", _mount_anchor(deployable), message)


def _ui_hint(deployable: n.Deployable) -> Hint | None:
    """Mount the ui of the system around the deployable, or one of several."""
    system = deployable.parent
    if not isinstance(system, n.System) or deployable.span is None:
        return None
    names = (member.name for member in system.members if isinstance(member, n.Ui) and member.name)
    options = tuple(
        Addition(f"mount {name}", deployable.span, f"ui: {name}") for name in islice(names, _MOST_OPTIONS)
    )
    if len(options) > 1:
        return Choice("mount one of the uis", options)
    return options[0] if options else None


# Designs


def _framework(platform: Platform, uis: list[n.Ui]) -> str | None:
    """The framework of what is shown, as far as there is a rule for its design."""
    for ui in uis:
        if ui.framework is not None:
            return ui.framework
    if platform.backend and not uis and platform.framework == "react":
        return None
    return platform.framework


def _design(deployable: n.Deployable, platform: Platform, uis: list[n.Ui], inspection: Inspection) -> None:
    design = deployable.design
    if design is None:
        return
    where = anchor(deployable, "design")
    if not platform.mounts_ui and deployable.ui is None and not deployable.hosts:
        message = f"{platform.name} shows no ui: the design has nothing to dress."
        inspection.report("loom.design-no-ui", where, message)
        return
    framework = _framework(platform, uis)
    if framework == "feliz":
        if design not in DAISYUI_THEMES:
            message = f"There is no daisyUI theme {design!r}."
            inspection.report("loom.design-theme-unknown", where, message)
        return
    _design_pack(design, framework, where, inspection)


def _design_pack(design: str, framework: str | None, where: Span | None, inspection: Inspection) -> None:
    family, at, version = design.partition("@")
    pack = DESIGN_PACKS.get(family)
    if pack is None:
        message = f"Nothing is known of the design {design!r}: whether it fits is not checked."
        inspection.report("loom.design-custom-unchecked", where, message)
        return
    if at and version not in pack.versions:
        message = f"{family} has no version {version!r}: take one of {', '.join(pack.versions)}."
        inspection.report("loom.design-version-unknown", where, message)
        return
    wanted = DESIGN_FORMATS.get(framework) if framework is not None else None
    if wanted is not None and pack.format != wanted:
        fitting = ", ".join(name for name, other in DESIGN_PACKS.items() if other.format == wanted)
        message = f"{family} is made for {pack.format}, and the ui is {framework}: take one of {fitting}."
        inspection.report("loom.design-format-mismatch", where, message)


# Whom a deployable talks to


def _frontend(deployable: n.Deployable, inspection: Inspection) -> bool:
    """Check what a frontend shows the data of; whether it has a target at all."""
    target = inspection.links.target_of(deployable.targets)
    if not isinstance(target, n.Deployable):
        message = f"{deployable.name} shows data and has none: add `targets:` and the name of a backend."
        inspection.report("loom.frontend-missing-target", anchor(deployable, "name"), message)
        return False
    platform = platform_of(target.platform)
    if platform is not None and not platform.backend:
        message = f"{target.name} is a frontend too: target a backend."
        inspection.report("loom.frontend-targets-frontend", deployable.targets, message)
    if deployable.auth == "ui" and target.auth != "required":
        message = f"People sign in, but {target.name} serves everybody: it needs `auth: required`."
        inspection.report("loom.auth-ui-target-open", anchor(deployable, "auth"), message)
    if deployable.contexts:
        message = "A frontend runs no contexts; its target does. `contexts:` is ignored."
        inspection.report("loom.frontend-contexts-ignored", anchor(deployable, "contexts"), message)
    return True


def _backend(deployable: n.Deployable, inspection: Inspection) -> None:
    if deployable.targets is not None:
        message = f"{deployable.name} is a backend and serves data itself: it targets nothing."
        inspection.report("loom.targets-on-backend", deployable.targets, message)
    if deployable.auth == "ui":
        message = "A backend has no page to sign in on: write `auth: required`."
        inspection.report("loom.auth-ui-misplaced", anchor(deployable, "auth"), message)


def _serving(deployable: n.Deployable, platform: Platform, inspection: Inspection) -> None:
    if not deployable.serves:
        return
    where = anchor(deployable, "serves")
    if not platform.backend:
        message = "A frontend serves no api; its target does."
        inspection.report("loom.serves-on-frontend", where, message)
        return
    seen: set[str] = set()
    for ref in deployable.serves:
        if inspection.links.target_of(ref) is None:
            message = f"There is no api {ref.text!r} to serve."
            inspection.report("loom.serves-unknown-api", where, message)
        if ref.text in seen:
            inspection.report("loom.serves-duplicate", where, f"{ref.text!r} is served twice.")
        seen.add(ref.text)


# Handles of uis, bound to who serves them


class _Handles:
    """The api parameters of uis by name, collected once a ui."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[n.Ui, dict[str, n.UiApiParam]] = {}

    def of(self, ui: n.Ui) -> dict[str, n.UiApiParam]:
        known = self._known.get(ui)
        if known is None:
            params = members_of(ui, n.UiApiParam)
            known = self._known[ui] = {param.name: param for param in params}
        return known


def _bindings(deployable: n.Deployable, uis: list[n.Ui], handles: _Handles, inspection: Inspection) -> None:
    mount = deployable.ui
    bound = inspection.links.target_of(mount.ui) if mount is not None and mount.has_block else None
    for place, ui in enumerate(uis):
        if mount is not None and ui is bound and place == 0:
            _bound_handles(deployable, mount, ui, handles.of(ui), inspection)
        elif handles.of(ui):
            first = next(iter(handles.of(ui)))
            message = (
                f"{ui.name} needs to know who serves its apis: write `ui: {ui.name} {{ {first}: ... }}`."
            )
            inspection.report("loom.ui-binding-required", anchor(deployable, "name"), message)


def _bound_handles(
    deployable: n.Deployable,
    mount: n.UiMount,
    ui: n.Ui,
    handles: dict[str, n.UiApiParam],
    inspection: Inspection,
) -> None:
    links = inspection.links
    seen: set[str] = set()
    for binding in mount.bindings:
        handle = handles.get(binding.name)
        if handle is None:
            message = f"{ui.name} has no api {binding.name!r} that could be bound."
            inspection.report("loom.ui-binding-unknown-parameter", anchor(binding, "name"), message)
        if binding.name in seen:
            message = f"{binding.name!r} is bound before."
            inspection.report("loom.ui-binding-duplicate", anchor(binding, "name"), message)
        seen.add(binding.name)
        source = links.target_of(binding.source)
        if not isinstance(source, n.Deployable):
            message = f"There is no deployable {binding.source.text!r} to serve {binding.name}."
            inspection.report("loom.ui-binding-unknown-source", binding.source, message)
            continue
        api = links.target_of(handle.api) if handle is not None else None
        if isinstance(api, n.Api) and all(links.target_of(served) is not api for served in source.serves):
            message = f"{source.name} does not serve {api.name}."
            inspection.report("loom.ui-binding-source-not-serving", binding.source, message)
    for name in handles:
        if name not in seen:
            message = f"{ui.name} needs {name!r} to be bound to a deployable that serves it."
            inspection.report("loom.ui-binding-missing", anchor(deployable, "name"), message)


# Resources


def _data_sources(deployable: n.Deployable, inspection: Inspection) -> None:
    where = anchor(deployable, "data_sources")
    hosted = {ref.text for ref in deployable.contexts}
    seen: set[tuple[str, str]] = set()
    for ref in deployable.data_sources:
        resource = inspection.links.target_of(ref)
        if not isinstance(resource, n.Resource) or resource.context is None:
            continue
        context = resource.context.text
        if context not in hosted:
            message = f"{resource.name} belongs to {context}, which {deployable.name} does not run."
            inspection.report("loom.resource-context-not-hosted", where, message)
        if resource.kind is None:
            continue
        if (context, resource.kind) in seen:
            message = f"{context} has another resource of kind `{resource.kind}` in {deployable.name}."
            inspection.report("loom.resource-kind-duplicate", where, message)
        seen.add((context, resource.kind))
