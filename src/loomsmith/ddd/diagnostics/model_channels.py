"""Codes of checks on the resolved model: channels, timers, and what needs a backend."""

from loomsmith.ddd.diagnostics.model_frames import carried, depot, hosted, ticking
from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.channelsource-unbound",
        "A channel source is listed by no deployable, so nothing is sent through it. Name it in `channels:`.",
        wrong=hosted(
            "event Sold { van: Van id } aggregate Van { miles: int } channel Gate { carries: "
            "Sold delivery: queue retention: work }",
            "platform: node ",
            rest="storage bus { type: rabbitmq } channelSource gateBus { for: Gate use: bus } ",
        ),
        right=hosted(
            "event Sold { van: Van id } aggregate Van { miles: int } channel Gate { carries: "
            "Sold delivery: queue retention: work }",
            "platform: node channels: [gateBus]",
            rest="storage bus { type: rabbitmq } channelSource gateBus { for: Gate use: bus } ",
        ),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.deployable-channel-unrelated",
        "A deployable lists a channel source whose events it neither sends nor waits for.",
        wrong=carried("", "channels: [gateBus] "),
        right=carried("", ""),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.channel-consumer-unwired",
        "A backend waits for events of a channel, and lists none of the sources through which they come.",
        wrong=carried("workflow Bill { van: Van id n: int create(s: Sold) by s.van { n := 1 } }", ""),
        right=carried(
            "workflow Bill { van: Van id n: int create(s: Sold) by s.van { n := 1 } }", "channels: [gateBus] "
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.timer-event-shape",
        "The event of a timer is emitted by the model as well, or has no field `at: datetime` "
        "for the time at which it was due.",
        wrong=ticking("van: Van id"),
        right=ticking("at: datetime, van: Van id"),
        variants=(IR_ERROR, IR_WARNING),
    ),
    Row(
        "loom.timer-needs-state",
        "No backend hosts a context of the module in which a timer runs, so nothing remembers "
        "when it ran last.",
        wrong=ticking("at: datetime, van: Van id", hosted=False),
        right=ticking("at: datetime, van: Van id"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.timer-source-unbound",
        "No workflow of the context waits for the event of a timer.",
        wrong=ticking("at: datetime, van: Van id", workflow="enum Size { S, L }"),
        right=ticking("at: datetime, van: Van id"),
        variants=(IR_WARNING,),
    ),
    Row(
        "loom.tph-backend-unsupported",
        "An aggregate shares a table with its base or heirs, and no backend hosts its context.",
        wrong=depot("abstract aggregate Car { miles: int } aggregate Van extends Car { seats: int }"),
        right=hosted("abstract aggregate Car { miles: int } aggregate Van extends Car { seats: int }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.provenanced-backend-unsupported",
        "A field is provenanced, and no backend hosts its context to trace how it got its value.",
        wrong=depot("aggregate Van { miles: int provenanced operation drive(n: int) { miles := n } }"),
        right=hosted("aggregate Van { miles: int provenanced operation drive(n: int) { miles := n } }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.audited-backend-unsupported",
        "Actions are audited, and no backend hosts their context to keep the record.",
        wrong=depot("aggregate Van { miles: int operation drive(n: int) audited { miles := n } }"),
        right=hosted("aggregate Van { miles: int operation drive(n: int) audited { miles := n } }"),
        variants=(IR_ERROR,),
    ),
)
