"""Codes of the checks on systems: how they are put together, deployed, stored and connected."""

from loomsmith.ddd.diagnostics.row import AST_WARNING, Row

_CONTEXT = "subdomain Cars { context Depot { aggregate Van { plate: string } event Sold { plate: string } } }"
_STATE = "storage db { type: postgres } resource vans { for: Depot, kind: state, use: db }"
_BACK = "deployable back { platform: node, contexts: [Depot], dataSources: [vans] }"
_UI = 'ui Desk { page Home { route: "/" body: Text { "hi" } } }'
_API = "api CarApi from Cars"
_BOUND_UI = 'ui Desk { api c: CarApi page Home { route: "/" body: Text { "hi" } } }'
_SERVING = "deployable back { platform: node, contexts: [Depot], dataSources: [vans], serves: CarApi }"


def _system(*members: str) -> str:
    return " ".join(("system Fleet {", _CONTEXT, _STATE, *members, "}"))


def _show(clauses: str) -> str:
    """A system with a frontend of these clauses."""
    return _system(_UI, f"deployable web {{ {clauses} }}", _BACK)


def _bound(mount: str) -> str:
    """A system with a ui that has a handle, mounted like this."""
    return _system(_API, _BOUND_UI, f"deployable web {{ platform: react, targets: back, {mount} }}", _SERVING)


def _missing_ui(platform: str) -> Row:
    return Row(
        f"loom.{platform}-deployable-missing-ui",
        f"A deployable on {platform} shows nothing: it has neither `ui:` nor `hosts:`.",
        wrong=_show(f"platform: {platform}, targets: back"),
        right=_show(f"platform: {platform}, targets: back, ui: Desk"),
    )


def _resource(clauses: str, storage: str = "db") -> str:
    return (
        "system Fleet { subdomain Cars { context Depot { aggregate Van { plate: string } } } storage db { "
        f"type: postgres }} storage hot {{ type: redis }} resource r {{ for: Depot, {clauses}".replace(
            "USE", f"use: {storage}"
        )
        + " } }"
    )


def _timer(clauses: str) -> str:
    return _system(f"timerSource tick {{ for: Sold, {clauses} }}")


def _carried(transport: str, clauses: str = "") -> str:
    return (
        "system Fleet { subdomain Cars { context Depot { event Sold { plate: string } channel Sales { "
        f"carries: Sold {clauses} }} }} }} storage bus {{ type: {transport} }} "
        "channelSource s { for: Sales, use: bus } }"
    )


ROWS: tuple[Row, ...] = (
    Row(
        "loom.top-level-domain-needs-single-system",
        "A member of a system stands at file level, and there is not exactly one system that it could belong "
        "to. Write it inside of a system.",
        wrong="context Depot { aggregate Van { plate: string } } storage db { type: postgres }",
        right="system Fleet { } storage db { type: postgres }",
    ),
    Row(
        "loom.duplicate-user-block",
        "A system says more than once what is known of its users.",
        wrong="system Fleet { user { name: string } user { firm: string } }",
        right="system Fleet { user { name: string firm: string } }",
    ),
    Row(
        "loom.duplicate-theme-block",
        "A system has more than one theme. Each is told, and once more each that is not the first.",
        wrong='system Fleet { theme { radius: "sm" } theme { primary: "#3355aa" } }',
        right='system Fleet { theme { radius: "sm" primary: "#3355aa" } }',
    ),
    Row(
        "loom.api-unknown-subdomain",
        "An api is made from a subdomain that does not exist.",
        wrong=_system("api CarApi from Cras"),
        right=_system("api CarApi from Cars"),
    ),
    Row(
        "loom.subdomain-conflicting-urlstyle",
        "Two apis over one subdomain differ in the style of their urls. Clients expect one.",
        wrong=_system("api One from Cars api Two from Cars { urlStyle: resource }"),
        right=_system("api One from Cars { urlStyle: resource } api Two from Cars { urlStyle: resource }"),
        variants=(AST_WARNING,),
    ),
    # Platforms
    Row(
        "loom.platform-unknown",
        "A deployable stands on a platform of which nothing is known. Nothing else of it is checked.",
        wrong=_system('deployable back { platform: "nodejs", contexts: [Depot], dataSources: [vans] }'),
        right=_system('deployable back { platform: "node@v5", contexts: [Depot], dataSources: [vans] }'),
    ),
    Row(
        "loom.platform-version-unknown",
        "A platform is asked for in a version that it does not have.",
        wrong=_system('deployable back { platform: "node@v1", contexts: [Depot], dataSources: [vans] }'),
        right=_system('deployable back { platform: "node@v5", contexts: [Depot], dataSources: [vans] }'),
    ),
    Row(
        "loom.platform-knob-out-of-menu",
        "A platform is asked for a way of persistence or a directory layout that it does not offer.",
        wrong=_system("deployable back { platform: node { persistence: jpa }, contexts: [Depot] }"),
        right=_system("deployable back { platform: node { persistence: drizzle }, contexts: [Depot] }"),
    ),
    # What is shown
    Row(
        "loom.deployable-ui-not-mountable",
        "A ui is mounted on a platform that shows none. Mount it on a frontend that targets the backend.",
        wrong=_system(_UI, "deployable back { platform: node, contexts: [Depot], ui: Desk }"),
        right=_show("platform: react, targets: back, ui: Desk"),
    ),
    Row(
        "loom.static-deployable-missing-ui",
        "A static deployable shows nothing: it has neither `ui:` nor `hosts:`.",
        wrong=_show("platform: static, targets: back"),
        right=_show("platform: static, targets: back, ui: Desk"),
    ),
    *map(_missing_ui, ("react", "svelte", "vue", "angular")),
    Row(
        "loom.ui-framework-unhostable",
        "A deployable mounts a ui that is made with a framework which its platform cannot show.",
        wrong=_system(
            "ui Desk { framework: phoenixLiveView page Home { } }",
            "deployable web { platform: react, targets: back, ui: Desk }",
            _BACK,
        ),
        right=_system(
            "ui Desk { framework: svelte page Home { } }",
            "deployable web { platform: react, targets: back, ui: Desk }",
            _BACK,
        ),
    ),
    Row(
        "loom.design-no-ui",
        "A design is given to a deployable that shows nothing and cannot.",
        wrong=_system("deployable back { platform: node, contexts: [Depot], design: mui }"),
        right=_system("deployable back { platform: node, contexts: [Depot] }"),
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.design-theme-unknown",
        "The design of a ui made with feliz is the name of a daisyUI theme, and this is none.",
        wrong=_show("platform: feliz, targets: back, ui: Desk, design: mui"),
        right=_show('platform: feliz, targets: back, ui: Desk, design: "nord"'),
    ),
    Row(
        "loom.design-custom-unchecked",
        "A design is a path or a name of which nothing is known: whether it fits is not checked.",
        wrong=_show('platform: react, targets: back, ui: Desk, design: "./ours"'),
        right=_show("platform: react, targets: back, ui: Desk, design: mui"),
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.design-version-unknown",
        "A design is asked for in a version that it does not have.",
        wrong=_show('platform: react, targets: back, ui: Desk, design: "mui@v2"'),
        right=_show('platform: react, targets: back, ui: Desk, design: "mui@v7"'),
    ),
    Row(
        "loom.design-format-mismatch",
        "A design is made for another framework than that of the ui.",
        wrong=_show("platform: react, targets: back, ui: Desk, design: vuetify"),
        right=_show("platform: vue, targets: back, ui: Desk, design: vuetify"),
    ),
    # Whom a deployable talks to
    Row(
        "loom.frontend-missing-target",
        "A frontend has no backend whose data it could show.",
        wrong=_show("platform: react, ui: Desk"),
        right=_show("platform: react, targets: back, ui: Desk"),
    ),
    Row(
        "loom.frontend-targets-frontend",
        "A frontend targets another frontend. Data comes from a backend.",
        wrong=_system(
            _UI,
            "deployable web { platform: react, targets: more, ui: Desk }",
            "deployable more { platform: react, targets: back, ui: Desk }",
            _BACK,
        ),
        right=_show("platform: react, targets: back, ui: Desk"),
    ),
    Row(
        "loom.auth-ui-target-open",
        "A frontend asks people to sign in, and its backend serves everybody.",
        wrong=_show("platform: react, targets: back, ui: Desk, auth: ui"),
        right=_system(
            _UI,
            "deployable web { platform: react, targets: back, ui: Desk, auth: ui }",
            "deployable back { platform: node, contexts: [Depot], dataSources: [vans], auth: required }",
        ),
    ),
    Row(
        "loom.frontend-contexts-ignored",
        "A frontend lists contexts. Its backend runs them, and the list is ignored.",
        wrong=_show("platform: react, contexts: [Depot], targets: back, ui: Desk"),
        right=_show("platform: react, targets: back, ui: Desk"),
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.targets-on-backend",
        "A backend targets a deployable. It serves data itself.",
        wrong=_system(_BACK, "deployable other { platform: node, targets: back }"),
        right=_system(_BACK, "deployable other { platform: node }"),
    ),
    Row(
        "loom.auth-ui-misplaced",
        "A backend has `auth: ui`, and no page to sign in on. It says `auth: required`.",
        wrong=_system("deployable back { platform: node, contexts: [Depot], auth: ui }"),
        right=_system("deployable back { platform: node, contexts: [Depot], auth: required }"),
    ),
    Row(
        "loom.serves-on-frontend",
        "A frontend serves an api. Its backend does.",
        wrong=_system(
            _API, _UI, "deployable web { platform: react, targets: back, serves: CarApi, ui: Desk }", _BACK
        ),
        right=_system(_API, _UI, "deployable web { platform: react, targets: back, ui: Desk }", _SERVING),
    ),
    Row(
        "loom.serves-unknown-api",
        "A backend serves an api that does not exist.",
        wrong=_system("deployable back { platform: node, contexts: [Depot], serves: CarsApi }", _API),
        right=_system("deployable back { platform: node, contexts: [Depot], serves: CarApi }", _API),
    ),
    Row(
        "loom.serves-duplicate",
        "A backend lists one api twice in `serves:`; keep one.",
        wrong=_system("deployable back { platform: node, contexts: [Depot], serves: CarApi, CarApi }", _API),
        right=_system("deployable back { platform: node, contexts: [Depot], serves: CarApi }", _API),
    ),
    Row(
        "loom.resource-context-not-hosted",
        "A deployable is given a resource of a context that it does not run.",
        wrong=_system("deployable back { platform: node, dataSources: [vans] }"),
        right=_system("deployable back { platform: node, contexts: [Depot], dataSources: [vans] }"),
    ),
    Row(
        "loom.resource-kind-duplicate",
        "A deployable is given two resources of one kind for one context.",
        wrong=_system(
            "resource more { for: Depot, kind: state, use: db }",
            "deployable back { platform: node, contexts: [Depot], dataSources: [vans, more] }",
        ),
        right=_system("deployable back { platform: node, contexts: [Depot], dataSources: [vans] }"),
    ),
    Row(
        "loom.ui-binding-required",
        "A ui reads apis by handles, and the deployable that mounts it does not say who serves them.",
        wrong=_bound("ui: Desk"),
        right=_bound("ui: Desk { c: back }"),
    ),
    Row(
        "loom.ui-binding-unknown-parameter",
        "A handle is bound that the ui does not have.",
        wrong=_bound("ui: Desk { c: back, d: back }"),
        right=_bound("ui: Desk { c: back }"),
    ),
    Row(
        "loom.ui-binding-duplicate",
        "A handle of a ui is bound to a deployable twice; keep one.",
        wrong=_bound("ui: Desk { c: back, c: back }"),
        right=_bound("ui: Desk { c: back }"),
    ),
    Row(
        "loom.ui-binding-unknown-source",
        "A handle of a ui is bound to a deployable that does not exist.",
        wrong=_bound("ui: Desk { c: bakc }"),
        right=_bound("ui: Desk { c: back }"),
    ),
    Row(
        "loom.ui-binding-source-not-serving",
        "A handle of a ui is bound to a deployable that does not serve its api.",
        wrong=_system(
            _API, _BOUND_UI, "deployable web { platform: react, targets: back, ui: Desk { c: back } }", _BACK
        ),
        right=_bound("ui: Desk { c: back }"),
    ),
    Row(
        "loom.ui-binding-missing",
        "A handle of a ui is bound to no deployable, while others are.",
        wrong=_bound("ui: Desk { }"),
        right=_bound("ui: Desk { c: back }"),
    ),
    # Resources
    Row(
        "loom.resource-api-target-kind",
        "A resource uses an api, and is of another kind than `api`.",
        wrong=_system(_API, "resource r { for: Depot, kind: cache, use: CarApi }"),
        right=_system(_API, "resource r { for: Depot, kind: api, use: CarApi }"),
    ),
    Row(
        "loom.resource-kind-storage",
        "A storage cannot do what a resource of this kind is for.",
        wrong=_resource("kind: cache, USE"),
        right=_resource("kind: cache, USE", "hot"),
    ),
    Row(
        "loom.resource-ttl-kind",
        "A resource that is no cache says when its content expires.",
        wrong=_resource("kind: state, USE, ttl: 60"),
        right=_resource("kind: cache, USE, ttl: 60", "hot"),
    ),
    Row(
        "loom.resource-every-kind",
        "A resource without events or snapshots says how often a snapshot is taken.",
        wrong=_resource("kind: state, USE, every: 50"),
        right=_resource("kind: snapshot, USE, every: 50"),
    ),
    Row(
        "loom.resource-retain-kind",
        "A resource without events or snapshots says how many snapshots are kept.",
        wrong=_resource("kind: state, USE, retain: 5"),
        right=_resource("kind: snapshot, USE, retain: 5"),
    ),
    Row(
        "loom.resource-isolation-kind",
        "A cache has an isolation level. It has no transactions.",
        wrong=_resource("kind: cache, USE, isolationLevel: serializable", "hot"),
        right=_resource("kind: state, USE, isolationLevel: serializable"),
    ),
    Row(
        "loom.resource-schema-storage",
        "A schema is named for a storage that is no relational database.",
        wrong=_resource('kind: cache, USE, schema: "cars"', "hot"),
        right=_resource('kind: state, USE, schema: "cars"'),
    ),
    Row(
        "loom.resource-table-prefix-storage",
        "A table prefix is given for a storage that has no tables.",
        wrong=_resource('kind: cache, USE, tablePrefix: "cars_"', "hot"),
        right=_resource('kind: state, USE, tablePrefix: "cars_"'),
    ),
    Row(
        "loom.resource-isolation-storage",
        "An isolation level is given for a storage that is no relational database.",
        wrong=_resource("kind: cache, USE, isolationLevel: serializable", "hot"),
        right=_resource("kind: state, USE, isolationLevel: serializable"),
    ),
    Row(
        "loom.resource-key-prefix-storage",
        "A key prefix is given for a storage that has no keys to prefix.",
        wrong=_resource('kind: state, USE, keyPrefix: "cars:"'),
        right=_resource('kind: cache, USE, keyPrefix: "cars:"', "hot"),
    ),
    # Channels and timers
    Row(
        "loom.channel-key-missing-field",
        "A channel is keyed by a field that one of its events does not have.",
        wrong="context Depot { event Sold { plate: string } channel Sales { carries: Sold key: number } }",
        right="context Depot { event Sold { plate: string } channel Sales { carries: Sold key: plate } }",
    ),
    Row(
        "loom.channelsource-transport-invalid",
        "A channel is to be carried by a storage that carries no messages.",
        wrong=_carried("postgres"),
        right=_carried("redis"),
    ),
    Row(
        "loom.channelsource-incompatible",
        "A channel is to be carried by a storage that cannot give what its delivery and retention promise.",
        wrong=_carried("kafka"),
        right=_carried("redis"),
    ),
    Row(
        "loom.channelsource-not-yet-shipped",
        "A channel is to be carried by a storage that could, but that no generator supports for it yet.",
        wrong=_carried("redis", "delivery: queue"),
        right=_carried("rabbitmq", "delivery: queue"),
    ),
    Row(
        "loom.timer-cadence",
        "Nothing, or nothing sensible, says when a timer ticks: it has either `cron` with five fields of "
        "numbers or one of the names for some, or `every` with a second at least that cron could not say.",
        wrong=_timer("every: 5m"),
        right=_timer('cron: "*/5 * * * *"'),
    ),
)
