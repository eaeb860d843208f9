"""Codes of checks on the resolved model: what a database can be asked, and gates."""

from loomsmith.ddd.diagnostics.model_frames import depot, fleet, hosted
from loomsmith.ddd.diagnostics.row import IR_ERROR, IR_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.find-where-not-queryable",
        "The filter of a find is more than a database can evaluate. Use columns, literals, "
        "parameters, the current user, comparisons and logic; compute the rest before the call.",
        wrong=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 } "
            "repository Vans for Van { find far(n: int): Van? where this.miles + 1 > n }"
        ),
        right=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 } "
            "repository Vans for Van { find far(n: int): Van? where this.miles > n }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.find-where-unknown-field",
        "The filter of a find names something that is no column. Stored fields and the fields of "
        "value objects are columns; derived properties and parts are not.",
        wrong=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 } "
            "repository Vans for Van { find distant(): Van? where this.far == true }"
        ),
        right=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 } "
            "repository Vans for Van { find distant(): Van? where this.miles > 9 }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.find-where-column-column",
        "The filter of a find compares two columns with each other. Compare a column with a value.",
        wrong=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 } "
            "repository Vans for Van { find old(): Van? where this.miles > this.seats }"
        ),
        right=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 } "
            "repository Vans for Van { find old(n: int): Van? where this.miles > n }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.criterion-not-selectable",
        "A standing filter of an aggregate is more than a database can evaluate, or names "
        "something that is no column. Use stored fields, literals, the current user, comparisons "
        "and logic.",
        wrong=depot("aggregate Van { miles: int filter this.miles * 2 > 10 }"),
        right=depot("aggregate Van { miles: int filter this.miles > 5 }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.retrieval-where-not-queryable",
        "The filter of a retrieval is more than a database can evaluate. Use columns, literals, "
        "parameters, the current user, comparisons and logic.",
        wrong=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 contains "
            "rows: Row[] entity Row { no: int } } retrieval Old(n: int) of Van { where: "
            "this.miles % 2 == n }"
        ),
        right=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 contains "
            "rows: Row[] entity Row { no: int } } retrieval Old(n: int) of Van { where: "
            "this.miles == n }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.retrieval-where-unknown-field",
        "The filter of a retrieval names something that is no column of its aggregate.",
        wrong=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 contains "
            "rows: Row[] entity Row { no: int } } retrieval Old(n: int) of Van { where: "
            "this.far == true }"
        ),
        right=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 contains "
            "rows: Row[] entity Row { no: int } } retrieval Old(n: int) of Van { where: "
            "this.miles > n }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.retrieval-where-column-column",
        "The filter of a retrieval compares two columns with each other. Compare a column with a value.",
        wrong=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 contains "
            "rows: Row[] entity Row { no: int } } retrieval Old(n: int) of Van { where: "
            "this.miles > this.seats }"
        ),
        right=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 contains "
            "rows: Row[] entity Row { no: int } } retrieval Old(n: int) of Van { where: "
            "this.miles > n }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.retrieval-sort-unknown-field",
        "A retrieval sorts by something that its aggregate does not have. Correct the name.",
        wrong=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 contains "
            "rows: Row[] entity Row { no: int } } retrieval Old(n: int) of Van { where: "
            "this.miles > n sort: [weight desc] }"
        ),
        right=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 contains "
            "rows: Row[] entity Row { no: int } } retrieval Old(n: int) of Van { where: "
            "this.miles > n sort: [miles desc] }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.retrieval-loads-unsupported",
        "A retrieval says what to load. It loads its aggregate whole, and `loads:` has no effect "
        "yet. Leave it out.",
        wrong=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 contains "
            "rows: Row[] entity Row { no: int } } retrieval Old(n: int) of Van { where: "
            "this.miles > n loads: [this.rows[]] }"
        ),
        right=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 contains "
            "rows: Row[] entity Row { no: int } } retrieval Old(n: int) of Van { where: "
            "this.miles > n }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.find-reserved-name",
        "A find has the name of a method that repositories have on some platform. Choose another name.",
        wrong=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 } "
            "repository Vans for Van { find getById(n: int): Van? where this.miles == n }"
        ),
        right=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 } "
            "repository Vans for Van { find byMiles(n: int): Van? where this.miles == n }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.duplicate-find",
        "A repository declares a find more than once. Rename or take out the second one.",
        wrong=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 } "
            "repository Vans for Van { find far(n: int): Van? where this.miles > n find "
            "far(m: int): Van? where this.seats > m }"
        ),
        right=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 } "
            "repository Vans for Van { find far(n: int): Van? where this.miles > n find "
            "wide(m: int): Van? where this.seats > m }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.union-find-shape-unsupported",
        "A find returns a union that it cannot give. A find returns its aggregate or nothing, or "
        "its aggregate or an error that says which resource is missing.",
        wrong=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 } "
            "repository Vans for Van { find pick(n: int): Van or string where this.miles == "
            "n }"
        ),
        right=depot(
            "aggregate Van { miles: int seats: int derived far: bool = miles > 9 } "
            "repository Vans for Van { find pick(n: int): Van option where this.miles == n }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.find-gate-not-current-user",
        "The gate of a find names something else than the current user. A gate is asked before "
        "anything is read. Filter by `where` instead.",
        wrong=hosted(
            "aggregate Van { miles: int } repository Vans for Van { find far(n: int): Van? "
            "requires miles > 1 where this.miles > n }",
            "platform: node auth: required",
            "index: [Van.miles] ",
        ),
        right=hosted(
            "aggregate Van { miles: int } repository Vans for Van { find far(n: int): Van? "
            "requires currentUser.grade > 1 where this.miles > n }",
            "platform: node auth: required",
            "index: [Van.miles] ",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.projection-gate-not-current-user",
        "The gate of a projection names something else than the current user. A gate is asked "
        "before anything is read. Filter by `where` instead.",
        wrong=fleet(
            "aggregate Van { miles: int } projection Total requires miles > 1 { vans: int "
            "from Van as v select vans = count }"
        ),
        right=fleet(
            "aggregate Van { miles: int } projection Total requires currentUser.grade > 1 { "
            "vans: int from Van as v select vans = count }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.workflow-gate-not-current-user",
        "The gate of a workflow names something else than the current user. A gate is asked "
        "before anything is read.",
        wrong=fleet(
            "aggregate Van { miles: int } workflow Travel requires step > 1 { van: Van id "
            "step: int create(van: Van id) { step := 1 } }"
        ),
        right=fleet(
            "aggregate Van { miles: int } workflow Travel requires currentUser.grade > 1 { "
            "van: Van id step: int create(van: Van id) { step := 1 } }"
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.field-mask-not-current-user",
        "The condition of a mask names something else than the current user. It decides for whom "
        "the field is shown, not for which object.",
        wrong=hosted("aggregate Van { seats: int mask unless seats > 3 }", "platform: node auth: required"),
        right=hosted(
            "aggregate Van { price: money mask unless currentUser.grade > 3 }",
            "platform: node auth: required",
        ),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.seed-raw-non-literal-column",
        "A column of a raw seed row is neither a literal nor an enum value. Raw rows are written "
        "to the table as they stand. Use a plain seed for computed values.",
        wrong=depot("aggregate Van { miles: int } seed raw { Van { miles: 10 + 2 } }"),
        right=depot("aggregate Van { miles: int } seed raw { Van { miles: 12 } }"),
        variants=(IR_ERROR,),
    ),
    Row(
        "loom.index-suggestion",
        "Queries read a field that no index covers, so they read the whole table. Add the field "
        "to `index:` of the resource that keeps the aggregate.",
        wrong=hosted(
            "aggregate Van { plate: string } repository Vans for Van { find byPlate(p: "
            "string): Van? where this.plate == p }"
        ),
        right=hosted(
            "aggregate Van { plate: string } repository Vans for Van { find byPlate(p: "
            "string): Van? where this.plate == p }",
            resource="index: [Van.plate] ",
        ),
        variants=(IR_WARNING,),
    ),
)
