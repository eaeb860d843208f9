"""Codes of checks on the resolved model: uis where they are mounted, and stores."""

from loomsmith.ddd.diagnostics.model_frames import desk, start
from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.ui-projection-read-unsupported",
        "A page reads a projection that it cannot: a keyed one, one folded from events, or any "
        "in a ui without a client.",
        wrong=start(
            'QueryView { of: cars.Trips, data: d => Text { "Hello" } }',
            members=(
                "event Moved { van: Van id } aggregate Van { miles: int } channel Gate { "
                "carries: Moved } projection Trips keyed by van { van: Van id n: int on(m: "
                "Moved) { n := n + 1 } } projection Total { n: int from Van as v select n = "
                "count }"
            ),
        ),
        right=start(
            'QueryView { of: cars.Total, data: d => Text { "Hello" } }',
            members=(
                "event Moved { van: Van id } aggregate Van { miles: int } channel Gate { "
                "carries: Moved } projection Trips keyed by van { van: Van id n: int on(m: "
                "Moved) { n := n + 1 } } projection Total { n: int from Van as v select n = "
                "count }"
            ),
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.datagrid-unsupported-target",
        "A DataGrid stands in a ui that is mounted where no framework has one. Use a Table.",
        wrong=desk(
            'page Start { route: "/" body: DataGrid { rows: [], Column { "Miles", r => r.miles } } }',
            framework="framework: phoenixLiveView ",
            rest=(
                "deployable back { platform: elixir contexts: [Depot] serves: CarApi ui: "
                "Desk { cars: back } } "
            ),
        ),
        right=desk(
            'page Start { route: "/" body: DataGrid { rows: [], Column { "Miles", r => r.miles } } }',
            framework="framework: react ",
            rest=(
                "deployable back { platform: elixir contexts: [Depot] serves: CarApi ui: "
                "Desk { cars: back } } "
            ),
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.chart-unsupported-target",
        "A Chart stands in a ui that is mounted where no framework could draw it.",
        wrong=desk(
            'page Start { route: "/" body: Chart { kind: "bar", of: cars.ByLabel, x: r => '
            "r.label, y: r => r.n } }",
            "aggregate Van { label: string miles: int } projection ByLabel { label: string "
            "n: int from Van as v group by v.label select label = v.label, n = count } "
            "projection Total { n: int from Van as v select n = count }",
            "storage db { type: postgres } resource rows { for: Depot kind: state use: db } "
            "deployable back { platform: python contexts: [Depot] dataSources: [rows] "
            "serves: CarApi ui: Desk { cars: back } } ",
        ),
        right=desk(
            'page Start { route: "/" body: Chart { kind: "bar", of: cars.ByLabel, x: r => '
            "r.label, y: r => r.n } }",
            "aggregate Van { label: string miles: int } projection ByLabel { label: string "
            "n: int from Van as v group by v.label select label = v.label, n = count } "
            "projection Total { n: int from Van as v select n = count }",
            "storage db { type: postgres } resource rows { for: Depot kind: state use: db } "
            "deployable back { platform: java contexts: [Depot] dataSources: [rows] serves: "
            "CarApi ui: Desk { cars: back } } ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.ui-realtime-unsupported",
        "A ui waits for events, and what it is mounted on sends no stream of them that its "
        "framework could read.",
        wrong=desk(
            'channel gate: Depot.Gate on gate.Moved(m) { toast("Moved") } page Start { '
            'route: "/" body: Text { "Hello" } }',
            "event Moved { n: int } channel Gate { carries: Moved }",
            "deployable back { platform: elixir contexts: [Depot] serves: CarApi } "
            "deployable web { platform: react targets: back ui: Desk { cars: back } } ",
        ),
        right=desk(
            'channel gate: Depot.Gate on gate.Moved(m) { toast("Moved") } page Start { '
            'route: "/" body: Text { "Hello" } }',
            "event Moved { n: int } channel Gate { carries: Moved }",
            "deployable back { platform: node contexts: [Depot] serves: CarApi } deployable "
            "web { platform: react targets: back ui: Desk { cars: back } } ",
        ),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.relay-target-not-subscribed",
        "A ui waits for events of a channel, and the backend behind it neither hosts the context "
        "of that channel nor lists a source of it.",
        wrong=(
            "system Fleet { subdomain Cars { context Depot { event Moved { n: int } channel Gate "
            "{ carries: Moved } } context Shop { enum Size { S, L } } } api CarApi from Cars ui "
            'Desk { api cars: CarApi channel gate: Depot.Gate on gate.Moved(m) { toast("Moved") '
            '} page Start { route: "/" body: Text { "Hello" } } } deployable back { platform: '
            "node contexts: [Shop] serves: CarApi } deployable web { platform: react targets: "
            "back ui: Desk { cars: back } } }"
        ),
        right=(
            "system Fleet { subdomain Cars { context Depot { event Moved { n: int } channel Gate "
            "{ carries: Moved } } context Shop { enum Size { S, L } } } api CarApi from Cars ui "
            'Desk { api cars: CarApi channel gate: Depot.Gate on gate.Moved(m) { toast("Moved") '
            '} page Start { route: "/" body: Text { "Hello" } } } deployable back { platform: '
            "node contexts: [Depot, Shop] serves: CarApi } deployable web { platform: react "
            "targets: back ui: Desk { cars: back } } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.ui-id-ref-unknown-aggregate",
        "What a ui shows refers to an aggregate that the system does not have.",
        wrong=(
            "system Fleet { subdomain Cars { context Depot { aggregate Van { contains seats: "
            "Seat[] best: Seat id entity Seat { row: int } } } context Office { aggregate Driver "
            "{ name: string derived display: string = name } } } api CarApi from Cars storage db "
            "{ type: postgres } resource vans { for: Depot kind: state use: db } resource crew { "
            "for: Office kind: state use: db } ui Desk { api cars: CarApi page Start { route: "
            '"/" body: Text { "Hello" } } } deployable back { platform: node contexts: [Depot] '
            "dataSources: [vans] serves: CarApi } deployable web { platform: react targets: back "
            "ui: Desk { cars: back } } }"
        ),
        right=(
            "system Fleet { subdomain Cars { context Depot { aggregate Van { contains seats: "
            "Seat[] best: int entity Seat { row: int } } } context Office { aggregate Driver { "
            "name: string derived display: string = name } } } api CarApi from Cars storage db { "
            "type: postgres } resource vans { for: Depot kind: state use: db } resource crew { "
            "for: Office kind: state use: db } ui Desk { api cars: CarApi page Start { route: "
            '"/" body: Text { "Hello" } } } deployable back { platform: node contexts: [Depot] '
            "dataSources: [vans] serves: CarApi } deployable web { platform: react targets: back "
            "ui: Desk { cars: back } } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.ui-id-ref-unmounted",
        "What a ui shows refers to an aggregate in a context that the deployable does not have.",
        wrong=(
            "system Fleet { subdomain Cars { context Depot { aggregate Van { driver: Driver id } "
            "} context Office { aggregate Driver { name: string derived display: string = name } "
            "} } api CarApi from Cars storage db { type: postgres } resource vans { for: Depot "
            "kind: state use: db } resource crew { for: Office kind: state use: db } ui Desk { "
            'api cars: CarApi page Start { route: "/" body: Text { "Hello" } } } deployable back '
            "{ platform: node contexts: [Depot] dataSources: [vans] serves: CarApi } deployable "
            "web { platform: react targets: back ui: Desk { cars: back } } }"
        ),
        right=(
            "system Fleet { subdomain Cars { context Depot { aggregate Van { driver: Driver id } "
            "} context Office { aggregate Driver { name: string derived display: string = name } "
            "} } api CarApi from Cars storage db { type: postgres } resource vans { for: Depot "
            "kind: state use: db } resource crew { for: Office kind: state use: db } ui Desk { "
            'api cars: CarApi page Start { route: "/" body: Text { "Hello" } } } deployable back '
            "{ platform: node contexts: [Depot, Office] dataSources: [vans, crew] serves: CarApi "
            "} deployable web { platform: react targets: back ui: Desk { cars: back } } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.ui-id-ref-no-display",
        "What a ui shows refers to an aggregate that cannot be shown by a name. Add `derived "
        "display: string = ...` to it.",
        wrong=(
            "system Fleet { subdomain Cars { context Depot { aggregate Stop { name: string } "
            "aggregate Van { stop: Stop id } } context Office { aggregate Driver { name: string "
            "derived display: string = name } } } api CarApi from Cars storage db { type: "
            "postgres } resource vans { for: Depot kind: state use: db } resource crew { for: "
            'Office kind: state use: db } ui Desk { api cars: CarApi page Start { route: "/" '
            'body: Text { "Hello" } } } deployable back { platform: node contexts: [Depot] '
            "dataSources: [vans] serves: CarApi } deployable web { platform: react targets: back "
            "ui: Desk { cars: back } } }"
        ),
        right=(
            "system Fleet { subdomain Cars { context Depot { aggregate Stop { name: string "
            "derived display: string = name } aggregate Van { stop: Stop id } } context Office { "
            "aggregate Driver { name: string derived display: string = name } } } api CarApi "
            "from Cars storage db { type: postgres } resource vans { for: Depot kind: state use: "
            "db } resource crew { for: Office kind: state use: db } ui Desk { api cars: CarApi "
            'page Start { route: "/" body: Text { "Hello" } } } deployable back { platform: node '
            "contexts: [Depot] dataSources: [vans] serves: CarApi } deployable web { platform: "
            "react targets: back ui: Desk { cars: back } } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.store-url-field-invalid",
        "A store that is kept in the url holds a list, an entity or a value object. Keep plain values there.",
        wrong=desk(
            "store Filters persist: url { state { tags: string[] = [] } action clear() { "
            'tags := [] } } page Start { route: "/" body: Text { "Hello" } }'
        ),
        right=desk(
            'store Filters persist: url { state { tag: string = "" } action clear() { tag := '
            '"" } } page Start { route: "/" body: Text { "Hello" } }'
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.store-action-view-effect",
        "An action of a store navigates or shows a toast. That is for the actions of pages and components.",
        wrong=desk(
            'store Filters { state { n: int = 0 } action leave() { navigate("/vans") } } '
            'page Start { route: "/" body: Text { "Hello" } }'
        ),
        right=desk(
            "store Filters { state { n: int = 0 } action reset() { n := 0 } } page Start { "
            'route: "/" body: Text { "Hello" } }'
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.store-action-cycle",
        "Actions of stores call each other in a circle.",
        wrong=desk(
            "store Left { state { n: int = 0 } action ping() { Right.pong() } } store Right "
            '{ state { n: int = 0 } action pong() { Left.ping() } } page Start { route: "/" '
            'body: Text { "Hello" } }'
        ),
        right=desk(
            "store Left { state { n: int = 0 } action ping() { Right.pong() } } store Right "
            '{ state { n: int = 0 } action pong() { n := 1 } } page Start { route: "/" body: '
            'Text { "Hello" } }'
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.store-state-inline-write",
        "A page or component writes the state of a store. Only the actions of the store do. Call one.",
        wrong=desk(
            "store Filters { state { n: int = 0 } action bump() { n := n + 1 } } page Start "
            '{ route: "/" action more() { Filters.n := 4 } body: Button { "More", onClick: '
            "more } }"
        ),
        right=desk(
            "store Filters { state { n: int = 0 } action bump() { n := n + 1 } } page Start "
            '{ route: "/" action more() { Filters.bump() } body: Button { "More", onClick: '
            "more } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.store-lifetime-liveview-invalid",
        "A store is kept longer than in memory in a ui on phoenixLiveView, which keeps stores in "
        "memory alone.",
        wrong=desk(
            "store Filters persist: session { state { n: int = 0 } action bump() { n := n + "
            '1 } } page Start { route: "/" body: Text { "Hello" } }',
            framework="framework: phoenixLiveView ",
            rest=(
                "deployable back { platform: elixir contexts: [Depot] serves: CarApi ui: "
                "Desk { cars: back } } "
            ),
        ),
        right=desk(
            "store Filters persist: memory { state { n: int = 0 } action bump() { n := n + 1 "
            '} } page Start { route: "/" body: Text { "Hello" } }',
            framework="framework: phoenixLiveView ",
            rest=(
                "deployable back { platform: elixir contexts: [Depot] serves: CarApi ui: "
                "Desk { cars: back } } "
            ),
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.store-cross-store-on-liveview-invalid",
        "On phoenixLiveView an action of a store calls another store.",
        wrong=desk(
            "store Left { state { n: int = 0 } action ping() { Right.pong() } } store Right "
            '{ state { n: int = 0 } action pong() { n := 2 } } page Start { route: "/" body: '
            'Text { "Hello" } }',
            framework="framework: phoenixLiveView ",
            rest=(
                "deployable back { platform: elixir contexts: [Depot] serves: CarApi ui: "
                "Desk { cars: back } } "
            ),
        ),
        right=desk(
            "store Left { state { n: int = 0 } action ping() { n := 1 } } store Right { "
            'state { n: int = 0 } action pong() { n := 2 } } page Start { route: "/" body: '
            'Text { "Hello" } }',
            framework="framework: phoenixLiveView ",
            rest=(
                "deployable back { platform: elixir contexts: [Depot] serves: CarApi ui: "
                "Desk { cars: back } } "
            ),
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.store-lifetime-target-unsupported",
        "A store is kept longer than in memory in a ui on feliz or flutter, which keep stores in "
        "memory alone.",
        wrong=desk(
            "store Filters persist: local { state { n: int = 0 } action bump() { n := n + 1 "
            '} } page Start { route: "/" body: Text { "Hello" } }',
            framework="framework: feliz ",
            rest=(
                "deployable back { platform: node contexts: [Depot] serves: CarApi } "
                "deployable web { platform: feliz targets: back ui: Desk { cars: back } } "
            ),
        ),
        right=desk(
            "store Filters persist: memory { state { n: int = 0 } action bump() { n := n + 1 "
            '} } page Start { route: "/" body: Text { "Hello" } }',
            framework="framework: feliz ",
            rest=(
                "deployable back { platform: node contexts: [Depot] serves: CarApi } "
                "deployable web { platform: feliz targets: back ui: Desk { cars: back } } "
            ),
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.feliz-async-effect-unsupported",
        "A ui on feliz awaits something in a component, or something that is no operation of one thing.",
        wrong=desk(
            'component Panel() { state { m: string = "" } action go() { match await '
            'cars.Van.load(3) { Van v => m := "in" Full f => m := "full" } } body: Button { '
            '"Go", onClick: go } } page Start { route: "/:id" body: Panel { } }',
            "error Full { n: int } aggregate Van { n: int operation load(by: int): Van or "
            "Full { return Full { n: by } } operation clear() { n := 0 } create(n: int) { n "
            ":= n } }",
            "storage db { type: postgres } resource rows { for: Depot kind: state use: db } "
            "deployable back { platform: node contexts: [Depot] dataSources: [rows] serves: "
            "CarApi } deployable web { platform: feliz targets: back ui: Desk { cars: back } "
            "} ",
            "framework: feliz ",
        ),
        right=desk(
            'page Start { route: "/:id" state { m: string = "" } action go() { match await '
            'cars.Van.load(3) { Van v => m := "in" Full f => m := "full" } } body: Button { '
            '"Go", onClick: go } }',
            "error Full { n: int } aggregate Van { n: int operation load(by: int): Van or "
            "Full { return Full { n: by } } operation clear() { n := 0 } create(n: int) { n "
            ":= n } }",
            "storage db { type: postgres } resource rows { for: Depot kind: state use: db } "
            "deployable back { platform: node contexts: [Depot] dataSources: [rows] serves: "
            "CarApi } deployable web { platform: feliz targets: back ui: Desk { cars: back } "
            "} ",
            "framework: feliz ",
        ),
        variants=(IR_ERROR,),
    ),
)
