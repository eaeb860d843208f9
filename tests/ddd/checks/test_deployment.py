"""Deployables, resources, channels and timers."""

from __future__ import annotations

import pytest

from checking import told, told_of
from loomsmith.ddd.analysis import Analysis
from loomsmith.ddd.checks.channels import is_cron, is_cron_interval, milliseconds
from loomsmith.ddd.diagnostics import Addition, Choice
from loomsmith.ddd.vocabulary.platforms import DESIGN_PACKS, PLATFORMS
from loomsmith.ddd.vocabulary.storages import CHANNEL_TRANSPORTS, RESOURCE_KINDS, STORAGES

CARS = "subdomain Cars { context Depot { aggregate Van { plate: string } event Sold { plate: string } } }"
DESK = 'ui Desk { page Home { route: "/" body: Text { "hi" } } }'
BOUND = 'ui Desk { api c: CarApi api d: VanApi page Home { route: "/" body: Text { "hi" } } }'
STATE = "storage db { type: postgres } resource vans { for: Depot, kind: state, use: db }"
BACK = "deployable back { platform: node, contexts: [Depot], dataSources: [vans], serves: CarApi, VanApi }"
APIS = "api CarApi from Cars api VanApi from Cars"


def fleet(*members: str) -> str:
    return " ".join(("system Fleet {", CARS, APIS, STATE, *members, BACK, "}"))


# Platforms


@pytest.mark.parametrize(
    ("platform", "expected"),
    [
        ('"node"', []),
        ('"node@v5"', []),
        ('"node@v6"', [("platform-version-unknown", '"node@v6"')]),
        ('"java@"', [("platform-version-unknown", '"java@"')]),
        ('"ruby"', [("platform-unknown", '"ruby"')]),
        ('"ruby@v1"', [("platform-unknown", '"ruby@v1"')]),
        ('"react@v1"', [("platform-unknown", '"react@v1"')]),
        ("node { persistence: mikroorm, directoryLayout: byFeature }", []),
        ("node { persistence: ecto }", [("platform-knob-out-of-menu", "ecto")]),
        ("elixir { directoryLayout: byLayer }", [("platform-knob-out-of-menu", "byLayer")]),
        ("python { persistence: efcore }", [("platform-knob-out-of-menu", "efcore")]),
    ],
)
def test_platforms_are_known(platform: str, expected: list[tuple[str, str]]) -> None:
    assert told(fleet(f"deployable d {{ platform: {platform} }}")) == expected


def test_nothing_else_is_said_of_an_unknown_platform() -> None:
    text = fleet(
        'deployable d { platform: "ruby", targets: d, auth: ui, design: mui, serves: CarApi, CarApi }'
    )
    assert told(text) == [("platform-unknown", '"ruby"')]


@pytest.mark.parametrize("platform", ["static", "react", "svelte", "vue", "angular"])
def test_what_shows_a_ui_needs_one(platform: str) -> None:
    code = f"{platform}-deployable-missing-ui"
    assert told(fleet(DESK, f"deployable d {{ platform: {platform}, targets: back }}")) == [(code, "d")]
    assert told(fleet(DESK, f"deployable d {{ platform: {platform}, targets: back, ui: Desk }}")) == []
    assert told(fleet(DESK, f"deployable d {{ platform: {platform}, targets: back, hosts: Desk }}")) == []


@pytest.mark.parametrize("platform", ["feliz", "flutter"])
def test_some_frontends_may_show_nothing(platform: str) -> None:
    assert told(fleet(f"deployable d {{ platform: {platform}, targets: back }}")) == []


def test_the_uis_of_the_system_are_offered_for_a_frontend_without() -> None:
    frontend = "deployable d { platform: vue, targets: back }"

    def hint(*members: str) -> object:
        return next(
            found.hint for found in Analysis(fleet(*members)).source_findings if "missing-ui" in found.code
        )

    assert hint(frontend) is None
    one = hint("ui One { }", frontend)
    assert isinstance(one, Addition)
    assert one.text == "ui: One"
    both = hint("ui One { }", "ui Two { }", frontend)
    assert isinstance(both, Choice)
    assert [option.text for option in both.options if isinstance(option, Addition)] == ["ui: One", "ui: Two"]
    assert hint("ui One { }", "deployable d { platform: static, targets: back }") is None


@pytest.mark.parametrize(
    ("mount", "where"),
    [("ui: Desk, port: 1", "ui: Desk,"), ("ui: Desk", "ui: Desk"), ("hosts: Desk", "Desk")],
)
def test_a_ui_is_not_mounted_where_none_is_shown(mount: str, where: str) -> None:
    text = fleet(DESK, f"deployable d {{ platform: node, {mount} }}")
    assert told(text) == [("deployable-ui-not-mountable", where)]


@pytest.mark.parametrize("platform", sorted(name for name in PLATFORMS if PLATFORMS[name].mounts_ui))
def test_platforms_show_only_the_frameworks_that_they_can(platform: str) -> None:
    for framework in ("react", "svelte", "vue", "angular", "feliz", "flutter", "phoenixLiveView"):
        target = "" if PLATFORMS[platform].backend else "targets: back, "
        text = fleet(
            f"ui Desk {{ framework: {framework} }}",
            f"deployable d {{ platform: {platform}, {target}ui: Desk }}",
        )
        fits = framework in PLATFORMS[platform].frameworks
        assert told(text) == ([] if fits else [("ui-framework-unhostable", "ui: Desk")])


# Designs


def test_the_format_of_a_design_is_that_of_the_framework() -> None:
    formats = {
        "platform: react, targets: back, ui: Desk": "tsx",
        "platform: static, targets: back, ui: Desk": "tsx",
        "platform: svelte, targets: back, ui: Desk": "svelte",
        "platform: vue, targets: back, ui: Desk": "vue",
        "platform: angular, targets: back, ui: Desk": "angular",
        "platform: flutter, targets: back, ui: Desk": None,
        "platform: elixir": "heex",
        "platform: elixir, ui: Desk": "heex",
        "platform: dotnet": None,
        "platform: dotnet, ui: Desk": "tsx",
        "platform: java, hosts: Desk": "tsx",
        "platform: python, ui: Desk": None,
        "platform: react, targets: back, ui: Vues": "vue",
        "platform: dotnet, ui: Vues": "vue",
    }
    for clauses, wanted in formats.items():
        for pack in DESIGN_PACKS.values():
            text = fleet(
                DESK, "ui Vues { framework: vue }", f"deployable d {{ {clauses}, design: {pack.name} }}"
            )
            fits = wanted in (None, pack.format)
            expected = [] if fits else [("design-format-mismatch", pack.name)]
            assert told(text) == expected, (clauses, pack)


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ('platform: node, design: "mui"', [("design-no-ui", '"mui"')]),
        ('platform: feliz, targets: back, ui: Desk, design: "nord"', []),
        ("platform: feliz, targets: back, ui: Desk, design: mui", [("design-theme-unknown", "mui")]),
        ('platform: vue, targets: back, ui: Desk, design: "./x"', [("design-custom-unchecked", '"./x"')]),
        ('platform: vue, targets: back, ui: Desk, design: "/x"', [("design-custom-unchecked", '"/x"')]),
        ('platform: vue, targets: back, ui: Desk, design: "ours"', [("design-custom-unchecked", '"ours"')]),
        ('platform: react, targets: back, ui: Desk, design: "mui@v7"', []),
        (
            'platform: react, targets: back, ui: Desk, design: "mui@v9"',
            [("design-version-unknown", '"mui@v9"')],
        ),
    ],
)
def test_designs_are_known(clauses: str, expected: list[tuple[str, str]]) -> None:
    assert told(fleet(DESK, f"deployable d {{ {clauses} }}")) == expected


# Whom a deployable talks to


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("ui: Desk", [("frontend-missing-target", "d")]),
        ("ui: Desk, targets: nobody", [("frontend-missing-target", "d")]),
        ("ui: Desk, serves: CarApi, contexts: [Depot]", [("frontend-missing-target", "d")]),
        ("ui: Desk, targets: d", [("frontend-targets-frontend", "d")]),
        ("ui: Desk, targets: back, auth: ui", [("auth-ui-target-open", "ui")]),
        ("ui: Desk, targets: safe, auth: ui", []),
        ("ui: Desk, targets: back, auth: required", []),
        ("contexts: [Depot], ui: Desk, targets: back", [("frontend-contexts-ignored", "Depot")]),
        ("ui: Desk, targets: back, serves: NoApi, NoApi", [("serves-on-frontend", "NoApi")]),
    ],
)
def test_frontends_talk_to_a_backend(clauses: str, expected: list[tuple[str, str]]) -> None:
    safe = "deployable safe { platform: node, contexts: [Depot], dataSources: [vans], auth: required }"
    assert told(fleet(DESK, f"deployable d {{ platform: react, {clauses} }}", safe)) == expected


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("targets: back", [("targets-on-backend", "back")]),
        ("auth: ui", [("auth-ui-misplaced", "ui")]),
        ("serves: CarApi, NoApi", [("serves-unknown-api", "CarApi")]),
        ("serves: VanApi, CarApi, CarApi", [("serves-duplicate", "VanApi")]),
        ("contexts: [Depot], dataSources: [vans]", []),
        ("dataSources: [vans]", [("resource-context-not-hosted", "vans")]),
        ("contexts: [Depot], dataSources: [vans, more]", [("resource-kind-duplicate", "vans")]),
        ("contexts: [Depot], dataSources: [vans, trail]", []),
    ],
)
def test_backends_serve(clauses: str, expected: list[tuple[str, str]]) -> None:
    state = "resource more { for: Depot, kind: state, use: db }"
    events = "resource trail { for: Depot, kind: eventLog, use: db }"
    assert told(fleet(f"deployable d {{ platform: node, {clauses} }}", state, events)) == expected


@pytest.mark.parametrize(
    ("mount", "expected"),
    [
        ("ui: Desk { c: back, d: back }", []),
        ("ui: Desk", [("ui-binding-required", "web")]),
        ("hosts: Desk", [("ui-binding-required", "web")]),
        ("ui: Desk { c: back }", [("ui-binding-missing", "web")]),
        ("ui: Desk { }", [("ui-binding-missing", "web"), ("ui-binding-missing", "web")]),
        ("ui: Desk { c: back, d: back, e: back }", [("ui-binding-unknown-parameter", "e")]),
        ("ui: Desk { c: back, d: back, c: back }", [("ui-binding-duplicate", "c")]),
        ("ui: Desk { c: nobody, d: back }", [("ui-binding-unknown-source", "nobody")]),
        ("ui: Desk { c: web, d: back }", [("ui-binding-source-not-serving", "web")]),
    ],
)
def test_the_handles_of_a_ui_are_bound_to_who_serves_them(
    mount: str, expected: list[tuple[str, str]]
) -> None:
    assert told(fleet(BOUND, f"deployable web {{ platform: react, targets: back, {mount} }}")) == expected


def test_deployables_at_file_level_are_those_of_the_only_system() -> None:
    loose = f"{DESK} deployable d {{ platform: node, auth: ui }}"
    assert told(fleet() + loose) == [("auth-ui-misplaced", "ui")]


# Resources


@pytest.mark.parametrize("kind", RESOURCE_KINDS)
def test_storages_back_the_kinds_that_they_can(kind: str) -> None:
    for name, storage in STORAGES.items():
        text = fleet(f"storage s {{ type: {name} }} resource r {{ for: Depot, kind: {kind}, use: s }}")
        code = "resource-kind-storage"
        assert told_of(text, code) == ([] if kind in storage.kinds else [(code, "s")])


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [
        ("kind: cache, use: CarApi", [("resource-api-target-kind", "CarApi")]),
        ("kind: api, use: CarApi", []),
        ("use: CarApi", []),
        ("kind: cache, use: hot, ttl: 60", []),
        ("kind: state, use: db, ttl: 60", [("resource-ttl-kind", "60")]),
        ("kind: eventLog, use: db, every: 5, retain: 6", []),
        (
            "kind: state, use: db, every: 5, retain: 6",
            [("resource-every-kind", "5"), ("resource-retain-kind", "6")],
        ),
        ('kind: state, use: db, schema: "a", tablePrefix: "b"', []),
        (
            'kind: cache, use: hot, schema: "a", tablePrefix: "b", isolationLevel: serializable',
            [
                ("resource-schema-storage", '"a"'),
                ("resource-table-prefix-storage", '"b"'),
                ("resource-isolation-kind", "serializable"),
                ("resource-isolation-storage", "serializable"),
            ],
        ),
        ('kind: cache, use: hot, keyPrefix: "a"', []),
        ('kind: state, use: db, keyPrefix: "a"', [("resource-key-prefix-storage", '"a"')]),
        ('kind: state, use: nothing, schema: "b", keyPrefix: "a"', []),
    ],
)
def test_settings_of_resources_mean_something(clauses: str, expected: list[tuple[str, str]]) -> None:
    assert told(fleet(f"storage hot {{ type: redis }} resource r {{ for: Depot, {clauses} }}")) == expected


# Channels


def test_a_channel_is_keyed_by_a_field_of_each_event() -> None:
    text = (
        "context C { event A { k: int } event B { n: int } event D { m: int } "
        "channel L { carries: A, B, D key: k } }"
    )
    assert told(text) == [("channel-key-missing-field", "k")] * 2


@pytest.mark.parametrize("storage", list(STORAGES))
def test_channels_are_carried_by_what_carries_messages(storage: str) -> None:
    def codes(clauses: str) -> list[str]:
        text = (
            "system S { subdomain D { context C { event A { k: int } "
            f"channel L {{ carries: A {clauses} }} }} }} "
            f"storage s {{ type: {storage} }} channelSource c {{ for: L, use: s }} }}"
        )
        return [code for code, where in told(text) if where == "s"]

    if storage not in CHANNEL_TRANSPORTS:
        assert codes("") == ["channelsource-transport-invalid"]
        return
    fine: list[str] = []
    wrong, later = ["channelsource-incompatible"], ["channelsource-not-yet-shipped"]
    table = {
        "": {"inMemory": fine, "redis": fine, "rabbitmq": wrong, "kafka": wrong},
        "retention: log": {"inMemory": wrong, "redis": wrong, "rabbitmq": wrong, "kafka": fine},
        "delivery: queue": {"inMemory": wrong, "redis": later, "rabbitmq": fine, "kafka": wrong},
        "delivery: queue retention: work": {
            "inMemory": wrong,
            "redis": wrong,
            "rabbitmq": fine,
            "kafka": fine,
        },
        "retention: work": {"inMemory": fine, "redis": later, "rabbitmq": later, "kafka": later},
    }
    for clauses, expected in table.items():
        assert codes(clauses) == expected[storage], clauses


# Timers


@pytest.mark.parametrize(
    "text",
    [
        "@daily", "* * * * *", "0 0 1 1 0", "59 23 31 12 7", "*/5 * * * *", "*/0 * * * *", "1,2,3 * * * *",
        "0-59/2 8-18 * * 1-5", "50-10 * * * *", "1-2-9 * * * *", "*/5/9 * * * *",
        "  5   4 *  * * ", "007 * * * *",
    ],
)  # fmt: skip
def test_cron_texts(text: str) -> None:
    assert is_cron(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "@midnight", "@Daily", "* * * *", "* * * * * *", "60 * * * *", "* 24 * * *", "* * 0 * *",
        "* * * 13 *",
        "* * * * 8", "a * * * *", "* * * * MON", "1, * * * *", "*/ * * * *", "*/x * * * *", "1- * * * *",
        "-1 * * * *", "1.5 * * * *", "*-5 * * * *", "٣ * * * *", "9" * 5000 + " * * * *", "5-99 * * * *",
    ],
)  # fmt: skip
def test_texts_that_are_no_cron(text: str) -> None:
    assert not is_cron(text)


@pytest.mark.parametrize(
    ("duration", "expected"),
    [
        ("1m", True), ("60s", True), ("7m", False), ("30m", True), ("45m", False), ("60m", True),
        ("90m", False), ("1h", True), ("5h", False), ("12h", True), ("24h", True), ("1d", True),
        ("48h", False), ("90s", False),
    ],
)  # fmt: skip
def test_intervals_that_cron_can_tell(duration: str, expected: bool) -> None:
    length = milliseconds(duration)
    assert length is not None
    assert is_cron_interval(length) is expected


@pytest.mark.parametrize(
    ("clauses", "where"),
    [
        ('cron: "* * * * *" every: 7m', "7m"),
        ("", "tick"),
        ('cron: "nonsense"', '"nonsense"'),
        ("every: 0s", "0s"),
        ("every: 999ms", "999ms"),
        ("every: 30m", "30m"),
        ("every: 7m", None),
        ("every: 1000ms", None),
        ('cron: "*/7 * * * *"', None),
    ],
)
def test_timers_tick(clauses: str, where: str | None) -> None:
    text = fleet(f"timerSource tick {{ for: Sold {clauses} }}")
    assert told(text) == ([] if where is None else [("timer-cadence", where)])
