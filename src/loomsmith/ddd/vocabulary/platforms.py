"""What is known of deployment platforms, ui frameworks and design packs.

A deployable's platform is written as a word (`node`) or as a quoted text that may carry a version
(`"node@v5"`). A *backend* runs contexts and has a database; a *frontend* shows a ui and targets a backend.
"""

from __future__ import annotations

from typing import NamedTuple

_BUNDLES = ("react", "static", "svelte", "vue", "angular")
_BUNDLES_AND_FELIZ = (*_BUNDLES, "feliz")


class Platform(NamedTuple):
    """One platform.

    `versions` are those that may follow `@`; `frameworks` the ui frameworks it can host; `framework` that of
    a mounted ui which declares none; `persistence` and `directory_layouts` the values of its two axes, the
    first persistence adapter being the default; `find_names` the repository methods it takes for itself.
    """

    name: str
    port: int
    backend: bool = False
    mounts_ui: bool = True
    frameworks: tuple[str, ...] = ()
    framework: str | None = None
    versions: tuple[str, ...] = ()
    persistence: tuple[str, ...] = ()
    directory_layouts: tuple[str, ...] = ()
    find_names: tuple[str, ...] = ()


_LAYOUTS = ("byLayer", "byFeature")
_SAVES = ("save", "findById", "getById", "delete")

PLATFORMS: dict[str, Platform] = {
    platform.name: platform
    for platform in (
        Platform(
            "dotnet",
            8080,
            backend=True,
            frameworks=_BUNDLES_AND_FELIZ,
            framework="react",
            versions=("v10",),
            persistence=("efcore", "dapper"),
            directory_layouts=_LAYOUTS,
            find_names=("saveAsync", "getByIdAsync"),
        ),
        Platform(
            "node",
            3000,
            backend=True,
            mounts_ui=False,
            versions=("v4", "v5"),
            persistence=("drizzle", "mikroorm"),
            directory_layouts=_LAYOUTS,
            find_names=_SAVES,
        ),
        Platform(
            "elixir",
            4000,
            backend=True,
            frameworks=("phoenixLiveView", *_BUNDLES_AND_FELIZ),
            framework="phoenixLiveView",
            versions=("v1",),
            persistence=("ecto",),
            directory_layouts=("byFeature",),
            find_names=("get", "read", "create", "update", "destroy"),
        ),
        Platform(
            "python",
            8000,
            backend=True,
            frameworks=_BUNDLES_AND_FELIZ,
            versions=("v1",),
            find_names=_SAVES,
        ),
        Platform(
            "java",
            8081,
            backend=True,
            frameworks=_BUNDLES_AND_FELIZ,
            framework="react",
            versions=("v1",),
            persistence=("jpa",),
            directory_layouts=_LAYOUTS,
            find_names=(*_SAVES, "findAll"),
        ),
        Platform("react", 3001, frameworks=_BUNDLES, framework="react"),
        Platform("static", 3001, frameworks=_BUNDLES, framework="react"),
        Platform("svelte", 3002, frameworks=_BUNDLES, framework="svelte"),
        Platform("vue", 3003, frameworks=_BUNDLES, framework="vue"),
        Platform("angular", 3004, frameworks=_BUNDLES, framework="angular"),
        Platform("feliz", 3005, frameworks=("feliz",), framework="feliz"),
        Platform("flutter", 3006, frameworks=("flutter",), framework="flutter"),
    )
}

# The port of a deployable whose platform is not known.
UNKNOWN_PLATFORM_PORT = 3000

PLATFORM_WORDS: tuple[str, ...] = tuple(
    "dotnet node react svelte vue angular feliz flutter static elixir python java".split()
)
FRAMEWORK_WORDS: tuple[str, ...] = tuple("react svelte vue angular feliz flutter phoenixLiveView".split())

BACKENDS: frozenset[str] = frozenset(name for name, platform in PLATFORMS.items() if platform.backend)


def platform_of(text: str) -> Platform | None:
    """The platform that a deployable's `platform:` names, whatever version it asks for, if it is known.

    Only a backend may carry a version: `"node@v9"` names node, `"react@v1"` names nothing.
    """
    family, at, _version = text.partition("@")
    platform = PLATFORMS.get(family)
    return platform if platform is not None and (platform.backend or not at) else None


class DesignPack(NamedTuple):
    """A family of ui components: the format of its templates and the versions that may follow `@`."""

    name: str
    format: str
    versions: tuple[str, ...]


DESIGN_PACKS: dict[str, DesignPack] = {
    pack.name: pack
    for pack in (
        DesignPack("mantine", "tsx", ("v7", "v9")),
        DesignPack("shadcn", "tsx", ("v3", "v4")),
        DesignPack("mui", "tsx", ("v5", "v7")),
        DesignPack("chakra", "tsx", ("v2", "v3")),
        DesignPack("coreComponents", "heex", ("v3",)),
        DesignPack("daisyui", "heex", ("v1",)),
        DesignPack("shadcnSvelte", "svelte", ("v1",)),
        DesignPack("flowbite", "svelte", ("v1",)),
        DesignPack("vuetify", "vue", ("v3",)),
        DesignPack("shadcnVue", "vue", ("v1",)),
        DesignPack("angularMaterial", "angular", ("v1",)),
        DesignPack("primeng", "angular", ("v1",)),
        DesignPack("spartanNg", "angular", ("v1",)),
    )
}

# The format a design pack must have, by the framework of the ui.
DESIGN_FORMATS: dict[str, str] = {
    "react": "tsx",
    "static": "tsx",
    "phoenixLiveView": "heex",
    "svelte": "svelte",
    "vue": "vue",
    "angular": "angular",
}

# What `design:` may be where the framework is feliz.
DAISYUI_THEMES: frozenset[str] = frozenset(
    """
    light dark cupcake bumblebee emerald corporate synthwave retro cyberpunk valentine halloween garden forest
    aqua lofi pastel fantasy wireframe black luxury dracula cmyk autumn business acid lemonade night coffee
    winter dim nord sunset
    """.split()
)
