"""The surroundings of the short models that the rows of the resolved model show."""

_USER = "user { id: string name: string grade: int firm: string permissions: string[] }"


def depot(members: str) -> str:
    """A context outside any system."""
    return f"context Depot {{ {members} }}"


def fleet(members: str, rest: str = "") -> str:
    """A context of a system that knows its users; `rest` are further members of the system."""
    return f"system Fleet {{ {_USER} subdomain Cars {{ context Depot {{ {members} }} }} {rest}}}"


def hosted(members: str, deployable: str = "platform: node", resource: str = "", rest: str = "") -> str:
    """A context that a backend hosts, with a database for its state."""
    return fleet(
        members,
        "storage db { type: postgres } "
        f"resource rows {{ for: Depot kind: state use: db {resource}}} {rest}"
        f"deployable back {{ {deployable} contexts: [Depot] dataSources: [rows] }} ",
    )


def logged(members: str) -> str:
    """A context with an event-sourced aggregate, hosted with a log for its events."""
    return fleet(
        f"event Moved {{ van: Van id, miles: int }} event Sold {{ van: Van id }} {members}",
        "storage db { type: postgres } resource trail { for: Depot kind: eventLog use: db } "
        "deployable back { platform: node contexts: [Depot] dataSources: [trail] } ",
    )


def van_log(more: str, applier: str = "miles := e.miles") -> str:
    """An event-sourced aggregate with one applier."""
    return logged(
        "aggregate Van persistedAs: eventLog { miles: int create() { emit Moved { van: id, miles: 0 } } "
        f"apply(e: Moved) {{ {applier} }} {more}}}"
    )


def tenants(members: str, tenancy: str = "tenancy by user.firm of Firm", registry: str = "") -> str:
    """A system whose users belong to firms."""
    return (
        f"system Fleet {{ {_USER} {tenancy} subdomain Cars {{ context Depot {{ "
        f"aggregate Firm {registry}{{ name: string }} {members} }} }} }}"
    )


def closed(members: str) -> str:
    """A context where all is denied that is not allowed."""
    return fleet(
        members,
        'auth { provider: keycloak oidc { issuer: env("ISSUER") clientId: "fleet" } '
        'claims: { id: "sub", grade: "grade" } enforcement: denyByDefault } '
        "storage db { type: postgres } resource rows { for: Depot kind: state use: db } "
        "deployable back { platform: node contexts: [Depot] dataSources: [rows] auth: required } ",
    )


def desk(ui: str, members: str = "enum Size { S, L }", rest: str = "", framework: str = "") -> str:
    """A ui over the api of a context."""
    return (
        f"system Fleet {{ {_USER} subdomain Cars {{ context Depot {{ {members} }} }} "
        f"api CarApi from Cars {{ httpStatus Full -> 409 }} "
        f"ui Desk {{ {framework}api cars: CarApi {ui} }} {rest}}}"
    )


def start(body: str, more: str = "", members: str = "enum Size { S, L }", route: str = "/") -> str:
    """A ui of one page."""
    return desk(f'page Start {{ route: "{route}" {more} body: {body} }}', members)


def filled(steps: str) -> str:
    """A migration over an aggregate with a few fields."""
    return (
        "context Depot { enum Size { S, L } valueobject Spot { row: int } "
        "aggregate Van { label: string size: Size miles: int spot: Spot } } "
        f'migration "first" {{ {steps} }}'
    )


def driven(statements: str, more: str = "", workflow: str = "", create: str = "n: int") -> str:
    """A workflow of one body over an aggregate with a repository."""
    return depot(
        "aggregate Van { miles: int operation drive(n: int) { miles := miles + n } } "
        f"repository Vans for Van {{ }} {more}"
        f"workflow Travel {workflow}{{ create({create}) {{ {statements} }} }}"
    )


def waiting(workflow: str, more: str = "channel Gate { carries: Booked }") -> str:
    """A workflow that waits for an event which a channel carries."""
    return depot(
        f"event Booked {{ van: Van id, driver: Driver id }} aggregate Van {{ miles: int }} "
        f"aggregate Driver {{ name: string }} {more} workflow Travel {{ {workflow} }}"
    )


def viewed(projection: str, more: str = "") -> str:
    """Projections beside an aggregate, an event that a channel carries, and a workflow."""
    return depot(
        "aggregate Van { label: string miles: int } event Moved { van: Van id, miles: int } "
        f"channel Gate {{ carries: Moved }} {more}projection {projection}"
    )


def stored(config: str) -> str:
    """A storage with some configuration."""
    return fleet("enum Size { S, L } ", f"storage files {{ type: s3 config: {{ {config} }} }} ")


def remote(deployables: str) -> str:
    """A context that calls the api of another."""
    return (
        "system Fleet { subdomain Cars { context Depot { aggregate Van { miles: int } } } "
        "subdomain Sales { context Shop { aggregate Deal { sum: money } } } api CarApi from Cars "
        "storage db { type: postgres } resource vans { for: Depot kind: state use: db } "
        "resource deals { for: Shop kind: state use: db } "
        f"resource cars {{ for: Shop kind: api use: CarApi }} {deployables}}}"
    )


def ticking(event: str, workflow: str = "", hosted: bool = True) -> str:
    """A timer and the workflow that it starts."""
    back = "deployable back { platform: node contexts: [Depot] dataSources: [rows] } " if hosted else ""
    starts = workflow or "workflow Check { van: Van id n: int create(t: Tick) by t.van { n := 1 } }"
    return fleet(
        f"event Tick {{ {event} }} aggregate Van {{ miles: int }} channel Bell {{ carries: Tick }} {starts}",
        "storage db { type: postgres } resource rows { for: Depot kind: state use: db } "
        f"timerSource hourly {{ for: Tick every: 7m }} {back}",
    )


def carried(other: str, channels: str) -> str:
    """A channel bound to a broker, and a second context with its backend."""
    return (
        "system Fleet { subdomain Cars { context Depot { event Sold { van: Van id } "
        "aggregate Van { miles: int } "
        "channel Gate { carries: Sold delivery: queue retention: work } } "
        f"context Shop {{ aggregate Deal {{ sum: money }} {other} }} }} "
        "storage db { type: postgres } storage bus { type: rabbitmq } "
        "resource vans { for: Depot kind: state use: db } resource deals { for: Shop kind: state use: db } "
        "channelSource gateBus { for: Gate use: bus } "
        "deployable back { platform: node contexts: [Depot] dataSources: [vans] channels: [gateBus] } "
        f"deployable shop {{ platform: node contexts: [Shop] dataSources: [deals] {channels}port: 3100 }} }}"
    )


def tested(statements: str) -> str:
    """An end-to-end test against a backend."""
    return hosted(
        "aggregate Van with crudish { miles: int } workflow Travel { create(n: int) { "
        "let v = Van.create({ miles: n }) } }",
        rest=f'test e2e "drives" against back {{ {statements} }} ',
    )
