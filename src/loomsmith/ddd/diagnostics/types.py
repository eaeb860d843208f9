"""Codes of the type checks on values, bodies, calls and operators."""

from loomsmith.ddd.diagnostics.row import AST_ERROR, AST_WARNING, IR_ERROR, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.bare-aggregate-in-type",
        "An aggregate is used as the type of a field or parameter. Aggregates refer to each other by "
        "identity, so that each can be loaded and saved alone; write its name followed by `id`.",
        wrong="context Library { aggregate Author { name: string } aggregate Book { author: Author } }",
        right="context Library { aggregate Author { name: string } aggregate Book { author: Author id } }",
    ),
    Row(
        "loom.self-outside-capability",
        "`Self id` stands outside of a capability. It means the aggregate that takes on the capability; "
        "elsewhere name the aggregate.",
        wrong="context Depot { aggregate Book { sequel: Self id? } }",
        right="context Depot { aggregate Book { sequel: Book id? } }",
    ),
    Row(
        "loom.slot-out-of-position",
        "`slot` stands where no parameter of a component is. Only components take pieces of a page.",
        wrong="context Library { aggregate Book { cover: slot } }",
        right="component Frame(cover: slot) { body: Stack { cover } }",
    ),
    Row(
        "loom.action-out-of-position",
        "`action` stands where no parameter of a component is. Only components take something to do.",
        wrong=(
            'context Library { aggregate Book { title: string operation open(then: action) { title := "x" '
            "} } }"
        ),
        right='component Opener(then: action) { body: Button { "Open", onClick: then } }',
    ),
    Row(
        "loom.action-nested-marker",
        "The argument of an `action` is a slot or an action. An action is called with a value.",
        wrong='component Frame(pick: action(slot)) { body: Text { "x" } }',
        right='component Frame(pick: action(string)) { body: Text { "x" } }',
    ),
    Row(
        "loom.generic-position",
        "A carrier (`paged`, `envelope`, `option`) stands where nothing is answered. Carriers say how an "
        "answer travels: they stand in what finds and query handlers return and in the fields of payloads.",
        wrong="context Archive { aggregate Scroll { title: string paged } }",
        right=(
            "context Archive { aggregate Scroll { title: string } repository Scrolls for Scroll { find "
            "shelf(): Scroll paged } }"
        ),
    ),
    Row(
        "loom.generic-arg-not-carrier",
        "A carrier holds a carrier or a slot. Keep one carrier around a value.",
        wrong=(
            "context Archive { aggregate Scroll { title: string } repository Scrolls for Scroll { find "
            "one(t: string): Scroll option envelope } }"
        ),
        right=(
            "context Archive { aggregate Scroll { title: string } repository Scrolls for Scroll { find "
            "one(t: string): Scroll option } }"
        ),
    ),
    Row(
        "loom.union-position",
        "Alternatives joined by `or` stand where only one type can. They are allowed in what finds and "
        "operations return and in the fields of payloads; elsewhere declare a payload of variants.",
        wrong=(
            "context Archive { payload Words { text: string } payload Number { n: int } aggregate Scroll "
            "{ title: string or int } }"
        ),
        right=(
            "context Archive { payload Words { text: string } payload Number { n: int } payload Title = "
            "Words | Number }"
        ),
    ),
    Row(
        "loom.union-duplicate-variant",
        "Two alternatives are the same, so that the second can never be chosen.",
        wrong=(
            "context Archive { error Gone { why: string } error Found { at: string } payload Answer = "
            "Gone | Gone }"
        ),
        right=(
            "context Archive { error Gone { why: string } error Found { at: string } payload Answer = "
            "Gone | Found }"
        ),
    ),
    Row(
        "loom.union-variant-not-carrier",
        "An alternative is a slot, which is no value.",
        wrong=(
            "context Archive { error Lost { why: string } error Found { at: string } payload Reply = slot "
            "| Lost }"
        ),
        right=(
            "context Archive { error Lost { why: string } error Found { at: string } payload Reply = "
            "Found | Lost }"
        ),
    ),
    Row(
        "loom.entity-field-modifier",
        "A field that holds a part has a modifier that only values take. A part is kept within its "
        "aggregate; put the modifier on the fields of the part.",
        wrong="context Depot { aggregate Van { lid: Lid immutable entity Lid { n: int } } }",
        right="context Depot { aggregate Van { lid: Lid entity Lid { n: int immutable } } }",
    ),
    Row(
        "loom.entity-field-optional-collection",
        "A list of parts is optional. A list is empty where there is nothing; drop the `?`.",
        wrong="context Depot { aggregate Van { rows: Row[]? entity Row { n: int } } }",
        right="context Depot { aggregate Van { rows: Row[] entity Row { n: int } } }",
    ),
    Row(
        "loom.containment-optional-collection",
        "A list of contained parts is optional. A list is empty where there is nothing; drop the `?`.",
        wrong="context Farm { aggregate Plot { contains rows: Row[]? entity Row { n: int } } }",
        right="context Farm { aggregate Plot { contains rows: Row[] entity Row { n: int } } }",
    ),
    Row(
        "loom.derived-type",
        "A derived value is of another type than declared.",
        wrong="context Depot { aggregate Van { miles: int derived far: bool = miles } }",
        right="context Depot { aggregate Van { miles: int derived far: bool = miles > 100 } }",
    ),
    Row(
        "loom.default-type",
        "The default of a field is of another type than the field.",
        wrong='context Depot { aggregate Van { miles: int = "none" } }',
        right="context Depot { aggregate Van { miles: int = 0 } }",
    ),
    Row(
        "loom.parameter-default-type",
        "The default of a parameter is of another type than the parameter.",
        wrong='context Depot { aggregate Van { operation go(n: int = "x") { } } }',
        right="context Depot { aggregate Van { operation go(n: int = 1) { } } }",
    ),
    Row(
        "loom.function-return-type",
        "A function gives a value of another type than it declares.",
        wrong="context Depot { aggregate Van { miles: int function far(): string = miles } }",
        right="context Depot { aggregate Van { miles: int function far(): string = string(miles) } }",
    ),
    Row(
        "loom.function-block-no-return",
        "The block of a function ends without a `return` among its own statements.",
        wrong="context Depot { aggregate Van { miles: int function far(): int { let m = miles } } }",
        right="context Depot { aggregate Van { miles: int function far(): int { let m = miles return m } } }",
    ),
    Row(
        "loom.check-not-bool",
        "The check of a field is no condition: it has to be a bool.",
        wrong="context Depot { aggregate Van { miles: int check miles + 1 } }",
        right="context Depot { aggregate Van { miles: int check miles > 0 } }",
    ),
    Row(
        "loom.mask-not-bool",
        "What follows `mask unless` is no condition: it has to be a bool.",
        wrong="context Depot { aggregate Van { label: string mask unless 4 } }",
        right='context Depot { aggregate Van { label: string mask unless currentUser.staff == "yes" } }',
    ),
    Row(
        "loom.invariant-not-bool",
        "An invariant is no condition. An expression whose type cannot be told, such as a `match`, does not "
        "count as one either; compare it with something.",
        wrong="context Depot { aggregate Van { miles: int invariant miles } }",
        right="context Depot { aggregate Van { miles: int invariant miles > 0 } }",
    ),
    Row(
        "loom.invariant-guard-not-bool",
        "The `when` of an invariant is no condition: it has to be a bool.",
        wrong="context Depot { aggregate Van { miles: int invariant miles > 1 when miles } }",
        right="context Depot { aggregate Van { miles: int invariant miles > 1 when miles > 0 } }",
    ),
    Row(
        "loom.precondition-not-bool",
        "A precondition is no condition: it has to be a bool.",
        wrong="context Depot { aggregate Van { miles: int operation go() { precondition miles } } }",
        right="context Depot { aggregate Van { miles: int operation go() { precondition miles > 0 } } }",
    ),
    Row(
        "loom.requires-not-bool",
        "A `requires` is no condition. An expression whose type cannot be told does not count as one.",
        wrong="context Depot { aggregate Van { miles: int operation go() requires miles + 1 { } } }",
        right="context Depot { aggregate Van { miles: int operation go() requires miles > 1 { } } }",
    ),
    Row(
        "loom.when-not-bool",
        "The `when` of an operation is no condition: it has to be a bool.",
        wrong="context Depot { aggregate Van { miles: int operation go() when miles { miles := 2 } } }",
        right="context Depot { aggregate Van { miles: int operation go() when miles > 1 { miles := 2 } } }",
    ),
    Row(
        "loom.when-uses-parameter",
        "The `when` of an operation reads one of its parameters. It says whether the operation is offered "
        "at all, before there are any arguments; use a precondition.",
        wrong=(
            "context Depot { aggregate Van { miles: int operation go(n: int) when n > miles { miles := n "
            "} } }"
        ),
        right=(
            "context Depot { aggregate Van { miles: int operation go(n: int) { precondition n > miles "
            "miles := n } } }"
        ),
    ),
    Row(
        "loom.when-on-private",
        "A private operation has a `when`. Nobody is offered a private operation, so that the clause does "
        "nothing.",
        wrong=(
            "context Depot { aggregate Van { miles: int private operation go() when miles > 2 { miles := "
            "1 } } }"
        ),
        right="context Depot { aggregate Van { miles: int operation go() when miles > 2 { miles := 1 } } }",
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.requires-on-private",
        "A private operation has a `requires`. Only the aggregate itself calls it, so that nobody's rights "
        "are asked for.",
        wrong=(
            "context Depot { aggregate Van { miles: int private operation go() requires miles > 2 { miles "
            ":= 1 } } }"
        ),
        right=(
            "context Depot { aggregate Van { miles: int operation go() requires miles > 2 { miles := 1 } } }"
        ),
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.audited-on-private",
        "A private operation is `audited`. Only calls from outside are recorded.",
        wrong="context Depot { aggregate Van { miles: int private operation go() audited { miles := 1 } } }",
        right="context Depot { aggregate Van { miles: int operation go() audited { miles := 1 } } }",
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.blank-message",
        "A message is empty or blank, so that whoever breaks the rule learns nothing.",
        wrong='context Depot { aggregate Van { miles: int invariant miles > 1 message "" } }',
        right=(
            'context Depot { aggregate Van { miles: int invariant miles > 1 message "It has to move." } }'
        ),
    ),
    Row(
        "loom.assign-unknown-target",
        "The target of an assignment is no field, parameter or `let`.",
        wrong='context Depot { aggregate Van { plate: string operation tag() { plaque := "x" } } }',
        right='context Depot { aggregate Van { plate: string operation tag() { plate := "x" } } }',
    ),
    Row(
        "loom.assign-unknown-member",
        "A later part of an assignment's target does not exist on the value before it. Only aggregates, "
        "parts, value objects and payloads have fields to assign; an id has none.",
        wrong=(
            "context Depot { valueobject Spot { row: int } aggregate Van { spot: Spot operation park() { "
            "spot.col := 4 } } }"
        ),
        right=(
            "context Depot { valueobject Spot { row: int } aggregate Van { spot: Spot operation park() { "
            "spot.row := 4 } } }"
        ),
    ),
    Row(
        "loom.assign-to-derived",
        "The target of an assignment is derived. Derived values are computed; assign to what they are "
        "computed from.",
        wrong=(
            "context Depot { aggregate Van { plate: string derived code: string = plate operation tag() { "
            'code := "x" } } }'
        ),
        right=(
            "context Depot { aggregate Van { plate: string derived code: string = plate operation tag() { "
            'plate := "x" } } }'
        ),
    ),
    Row(
        "loom.assign-type",
        "The value of an assignment does not fit its target.",
        wrong="context Depot { aggregate Van { plate: string operation tag(n: int) { plate := n } } }",
        right=(
            "context Depot { aggregate Van { plate: string operation tag(n: int) { plate := string(n) } } }"
        ),
    ),
    Row(
        "loom.collection-mutation-target",
        "`+=` and `-=` are used on something that is no list. They add to and remove from lists; numbers "
        "are assigned.",
        wrong="context Depot { aggregate Van { miles: int operation go() { miles += 1 } } }",
        right="context Depot { aggregate Van { miles: int operation go() { miles := miles + 1 } } }",
    ),
    Row(
        "loom.collection-element-type",
        "What is added to or removed from a list is of another type than its elements.",
        wrong="context Depot { aggregate Van { tags: string[] operation tag(n: int) { tags += n } } }",
        right=(
            "context Depot { aggregate Van { tags: string[] operation tag(n: int) { tags += string(n) } } }"
        ),
    ),
    Row(
        "loom.statement-no-effect",
        "A statement names something and does nothing with it.",
        wrong="context Depot { aggregate Van { plate: string operation tag() { plate } } }",
        right='context Depot { aggregate Van { plate: string operation tag() { plate := "x" } } }',
    ),
    Row(
        "loom.call-unresolved",
        "A statement calls a function or operation that the aggregate does not have.",
        wrong="context Depot { aggregate Van { operation tag() { polish() } } }",
        right="context Depot { aggregate Van { operation polish() { } operation tag() { polish() } } }",
    ),
    Row(
        "loom.operation-self-call",
        "An operation calls itself. Nothing ends the circle.",
        wrong="context Depot { aggregate Van { operation tag() { tag() } } }",
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.call-unknown-member",
        "A statement calls a function or operation that the value before the dot does not have. Only "
        "aggregates, parts and value objects have any; lists are changed by `+=` and `-=`.",
        wrong='context Depot { aggregate Van { tags: string[] operation go() { tags.push("x") } } }',
        right='context Depot { aggregate Van { tags: string[] operation go() { tags += "x" } } }',
    ),
    Row(
        "loom.call-not-callable",
        "A statement calls a member that is neither a function nor an operation.",
        wrong=(
            "context Depot { aggregate Van { contains seat: Seat entity Seat { row: int } operation go() "
            "{ seat.row() } } }"
        ),
        right=(
            "context Depot { aggregate Van { contains seat: Seat entity Seat { row: int } operation go() "
            "{ seat.row := 1 } } }"
        ),
    ),
    Row(
        "loom.emit-unknown-field",
        "An event is emitted with a field that it does not have.",
        wrong=(
            "context Depot { event Parked { bay: int } aggregate Van { operation park() { emit Parked { "
            "bay: 3, level: 1 } } } }"
        ),
        right=(
            "context Depot { event Parked { bay: int } aggregate Van { operation park() { emit Parked { "
            "bay: 3 } } } }"
        ),
    ),
    Row(
        "loom.emit-field-type",
        "A field of an emitted event is given a value that does not fit.",
        wrong=(
            "context Depot { event Parked { bay: int } aggregate Van { operation park() { emit Parked { "
            'bay: "three" } } } }'
        ),
        right=(
            "context Depot { event Parked { bay: int } aggregate Van { operation park() { emit Parked { "
            "bay: 3 } } } }"
        ),
    ),
    Row(
        "loom.emit-missing-field",
        "An event is emitted without one of its fields.",
        wrong=(
            "context Depot { event Parked { bay: int, level: int } aggregate Van { operation park() { "
            "emit Parked { bay: 3 } } } }"
        ),
        right=(
            "context Depot { event Parked { bay: int, level: int } aggregate Van { operation park() { "
            "emit Parked { bay: 3, level: 1 } } } }"
        ),
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.sensitivity-drop",
        "A sensitive value goes to a place that is not marked as sensitive. Mark the place with the same "
        "tags, or convert the value if the result reveals nothing.",
        wrong="context Depot { aggregate Van { mail: string sensitive(pii) derived to: string = mail } }",
        right=(
            'context Depot { aggregate Van { mail: string sensitive(pii) derived known: bool = mail != "" } }'
        ),
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.this-id-in-create",
        "A create reads the id of what it creates. The id is given only after the create has run.",
        wrong=(
            "context Depot { aggregate Van { plate: string create(p: string) { plate := string(this.id) } } }"
        ),
        right="context Depot { aggregate Van { plate: string create(p: string) { plate := p } } }",
    ),
    Row(
        "loom.retrieval-where-not-criterion",
        "The `where` of a retrieval in an expression is no criterion. Declare the condition as a criterion "
        "and name it, so that it can be reused and tested.",
        wrong=(
            "context Depot { aggregate Van { miles: int } criterion Far of Van = miles > 3 repository "
            "Vans for Van { } workflow Look { create() { let far = retrieval { where: miles > 3 } } } }"
        ),
        right=(
            "context Depot { aggregate Van { miles: int } criterion Far of Van = miles > 3 repository "
            "Vans for Van { } workflow Look { create() { let far = retrieval { where: Far } } } }"
        ),
    ),
    Row(
        "loom.operator-operand-types",
        "An operator has operands of types between which it is not defined. Convert one side: "
        "`string(...)`, `long(...)`, `decimal(...)`, `money(...)`.",
        wrong="context Depot { aggregate Van { words: string derived d: string = words * 2 } }",
        right='context Depot { aggregate Van { words: string derived d: string = words + "2" } }',
    ),
    Row(
        "loom.operator-incomparable",
        "Two values of different kinds are compared. Such a comparison has always the same answer.",
        wrong='context Depot { aggregate Van { miles: int derived d: bool = miles > "3" } }',
        right="context Depot { aggregate Van { miles: int derived d: bool = miles > 3 } }",
    ),
    Row(
        "loom.operator-not-bool",
        "`&&` or `||` has an operand that is no condition: both have to be bool.",
        wrong="context Depot { aggregate Van { miles: int open: bool invariant miles && open } }",
        right="context Depot { aggregate Van { miles: int open: bool invariant miles > 0 && open } }",
    ),
    Row(
        "loom.ternary-condition",
        "What stands before `?` is no condition: it has to be a bool.",
        wrong="context Depot { aggregate Van { miles: int derived d: int = miles ? 1 : 2 } }",
        right="context Depot { aggregate Van { miles: int derived d: int = miles > 0 ? 1 : 2 } }",
    ),
    Row(
        "loom.ternary-branches",
        "The branches of a choice have no type in common.",
        wrong='context Depot { aggregate Van { open: bool derived d: string = open ? 1 : "none" } }',
        right='context Depot { aggregate Van { open: bool derived d: string = open ? "1" : "none" } }',
    ),
    Row(
        "loom.convert-no-display",
        "An aggregate that does not say how it is shown is converted to text. Give it a `derived display: "
        "string`.",
        wrong="context Depot { aggregate Van { plate: string derived tag: string = string(this) } }",
        right=(
            "context Depot { aggregate Van { plate: string derived display: string = plate derived tag: "
            "string = string(this) } }"
        ),
    ),
    Row(
        "loom.convert-source-kind",
        "Something that is no single value is converted. Value objects, parts, payloads, lists and optional "
        "values have no text or number of their own; convert one of their fields, or unwrap the optional.",
        wrong="context Depot { aggregate Van { axles: int? derived line: string = string(axles) } }",
        right="context Depot { aggregate Van { axles: int derived line: string = string(axles) } }",
    ),
    Row(
        "loom.convert-unsupported",
        "There is no conversion between these two types; most numbers convert by way of `decimal`.",
        wrong="context Depot { aggregate Van { weight: decimal derived d: decimal = long(weight) } }",
        right="context Depot { aggregate Van { weight: decimal derived d: decimal = weight.round() } }",
    ),
    Row(
        "loom.bare-collection-accessor",
        "`sum`, `avg`, `min` or `max` stands without parentheses.",
        wrong=(
            "context Depot { aggregate Van { contains seats: Seat[] entity Seat { row: int label: string "
            "} derived d: int = seats.sum } }"
        ),
        right=(
            "context Depot { aggregate Van { contains seats: Seat[] entity Seat { row: int label: string "
            "} derived d: int = seats.sum(s => s.row) } }"
        ),
    ),
    Row(
        "loom.avg-non-numeric",
        "The average of something that is no number is taken.",
        wrong=(
            "context Depot { aggregate Van { contains seats: Seat[] entity Seat { row: int label: string "
            "} derived d: decimal? = seats.avg(s => s.label) } }"
        ),
        right=(
            "context Depot { aggregate Van { contains seats: Seat[] entity Seat { row: int label: string "
            "} derived d: decimal? = seats.avg(s => s.row) } }"
        ),
    ),
    Row(
        "loom.collection-op-in-ui",
        "A page takes an average. Pages show what they are given; let a read model compute it.",
        wrong=(
            "system Market { ui Shop { component Mean(marks: int[]) { body: Text { string(marks.avg(m => "
            "m)) } } } }"
        ),
        right="system Market { ui Shop { component Mean(mean: decimal) { body: Text { string(mean) } } } }",
        variants=(AST_ERROR, IR_ERROR),
    ),
    Row(
        "loom.intrinsic-bare",
        "A method of a built-in type stands without parentheses; add them.",
        wrong="context Depot { aggregate Van { plate: string derived d: string = plate.trim } }",
        right="context Depot { aggregate Van { plate: string derived d: string = plate.trim() } }",
    ),
    Row(
        "loom.intrinsic-arity",
        "A method of a built-in type is called with too many or too few arguments.",
        wrong='context Depot { aggregate Van { plate: string derived d: string = plate.replace("a") } }',
        right=(
            'context Depot { aggregate Van { plate: string derived d: string = plate.replace("a", "b") } }'
        ),
    ),
    Row(
        "loom.intrinsic-named-arg",
        "An argument of a built-in method has a name. Its arguments go by their places.",
        wrong='context Depot { aggregate Van { plate: string invariant plate.startsWith(prefix: "A") } }',
        right='context Depot { aggregate Van { plate: string invariant plate.startsWith("A") } }',
    ),
    Row(
        "loom.intrinsic-arg-type",
        "An argument of a built-in method does not fit.",
        wrong="context Depot { aggregate Van { plate: string invariant plate.startsWith(3) } }",
        right='context Depot { aggregate Van { plate: string invariant plate.startsWith("3") } }',
    ),
    Row(
        "loom.intrinsic-unknown",
        "A built-in type has no such method. The length of a string is read without parentheses.",
        wrong="context Depot { aggregate Van { plate: string derived d: int = plate.length() } }",
        right="context Depot { aggregate Van { plate: string derived d: int = plate.length } }",
    ),
    Row(
        "loom.duration-arity",
        "`days`, `hours` or `minutes` is not called with exactly one unnamed argument.",
        wrong=(
            "context Depot { aggregate Van { started: datetime derived due: datetime = started + days() } }"
        ),
        right=(
            "context Depot { aggregate Van { started: datetime derived due: datetime = started + days(2) } }"
        ),
    ),
    Row(
        "loom.duration-arg-type",
        "The argument of `days`, `hours` or `minutes` is no int.",
        wrong=(
            "context Depot { aggregate Van { started: datetime derived due: datetime = started + "
            'days("2") } }'
        ),
        right=(
            "context Depot { aggregate Van { started: datetime derived due: datetime = started + days(2) } }"
        ),
    ),
    Row(
        "loom.interp-hole-type",
        "A hole of a template holds something that its format cannot show. Without a format a hole takes "
        "text and what has one; dates need a format.",
        wrong="context Depot { aggregate Van { started: datetime derived d: string = `since {started}` } }",
        right=(
            "context Depot { aggregate Van { started: datetime derived d: string = `since {started, date, "
            "short}` } }"
        ),
    ),
    Row(
        "loom.interp-format-unknown",
        "A hole of a template has a format that does not exist.",
        wrong="context Depot { aggregate Van { pages: int derived d: string = `{pages, roman}` } }",
        right="context Depot { aggregate Van { pages: int derived d: string = `{pages, number}` } }",
    ),
    Row(
        "loom.matches-arity",
        "`matches` is not called with exactly one argument.",
        wrong="context Depot { aggregate Van { plate: string invariant plate.matches() } }",
        right='context Depot { aggregate Van { plate: string invariant plate.matches("[A-Z]+") } }',
    ),
    Row(
        "loom.matches-named-arg",
        "The argument of `matches` has a name; write the pattern alone.",
        wrong='context Depot { aggregate Van { plate: string invariant plate.matches(p: "[A-Z]+") } }',
        right='context Depot { aggregate Van { plate: string invariant plate.matches("[A-Z]+") } }',
    ),
    Row(
        "loom.matches-not-literal",
        "The regular expression of `matches` is no string literal. Only a literal can be checked, and be "
        "translated for a database.",
        wrong="context Depot { aggregate Van { plate: string rule: string invariant plate.matches(rule) } }",
        right=(
            'context Depot { aggregate Van { plate: string rule: string invariant plate.matches("[A-Z]+") } }'
        ),
    ),
    Row(
        "loom.matches-invalid-pattern",
        "The pattern of `matches` is no regular expression in the sense of ECMAScript.",
        wrong='context Depot { aggregate Van { plate: string invariant plate.matches("[a-") } }',
        right='context Depot { aggregate Van { plate: string invariant plate.matches("[a-z]") } }',
    ),
    Row(
        "loom.call-arg-count",
        "A call has too many or too few arguments. Defaults of parameters do not lower the number that is "
        "needed.",
        wrong=(
            "context Depot { aggregate Van { miles: int function plus(a: int, b: int): int = a + b "
            "derived t: int = plus(miles) } }"
        ),
        right=(
            "context Depot { aggregate Van { miles: int function plus(a: int, b: int): int = a + b "
            "derived t: int = plus(miles, 1) } }"
        ),
    ),
    Row(
        "loom.call-arg-type",
        "An argument of a call does not fit its parameter.",
        wrong=(
            "context Depot { aggregate Van { miles: int function plus(a: int, b: int): int = a + b "
            'derived t: int = plus(miles, "4") } }'
        ),
        right=(
            "context Depot { aggregate Van { miles: int function plus(a: int, b: int): int = a + b "
            "derived t: int = plus(miles, 4) } }"
        ),
    ),
    Row(
        "loom.unknown-builder-type",
        "What stands before `{ ... }` is nothing that can be built: no value object, part or payload of the "
        "context, no component and no page element.",
        wrong=(
            "context Depot { valueobject Plinth { height: int } aggregate Van { base: Plinth operation "
            "lift() { base := Plint { height: 3 } } } }"
        ),
        right=(
            "context Depot { valueobject Plinth { height: int } aggregate Van { base: Plinth operation "
            "lift() { base := Plinth { height: 3 } } } }"
        ),
    ),
    Row(
        "loom.aggregate-not-a-builder",
        "An aggregate is built with braces. An aggregate comes to be by one of its creates, which keep its "
        "rules.",
        wrong=(
            "context Depot { aggregate Room with crudish { floor: int } aggregate Van { operation go() { "
            "let r = Room { floor: 3 } } } }"
        ),
        right=(
            "context Depot { aggregate Room with crudish { floor: int } aggregate Van { operation go() { "
            "let r = Room.create({ floor: 3 }) } } }"
        ),
    ),
    Row(
        "loom.unknown-construction-field",
        "A record is built with a field that it does not have.",
        wrong=(
            "context Depot { valueobject Plinth { height: int } aggregate Van { base: Plinth operation "
            "lift() { base := Plinth { height: 3, width: 4 } } } }"
        ),
        right=(
            "context Depot { valueobject Plinth { height: int } aggregate Van { base: Plinth operation "
            "lift() { base := Plinth { height: 3 } } } }"
        ),
    ),
    Row(
        "loom.construction-missing-field",
        "A record is built without a field that it needs. Fields that are optional, have a default or are "
        "provenanced may be left out.",
        wrong=(
            "context Depot { valueobject Spot { row: int bay: int } aggregate Van { spot: Spot operation "
            "park() { spot := Spot { row: 3 } } } }"
        ),
        right=(
            "context Depot { valueobject Spot { row: int bay: int } aggregate Van { spot: Spot operation "
            "park() { spot := Spot { row: 3, bay: 1 } } } }"
        ),
    ),
    Row(
        "loom.construction-field-type",
        "A field of a record is given a value that does not fit.",
        wrong=(
            "context Depot { valueobject Plinth { height: int } aggregate Van { base: Plinth operation "
            'lift() { base := Plinth { height: "tall" } } } }'
        ),
        right=(
            "context Depot { valueobject Plinth { height: int } aggregate Van { base: Plinth operation "
            "lift() { base := Plinth { height: 3 } } } }"
        ),
    ),
    Row(
        "loom.legacy-vo-call",
        "A value object or payload is built with parentheses. Records are built with braces and named "
        "fields.",
        wrong=(
            "context Depot { valueobject Plinth { height: int } aggregate Van { base: Plinth operation "
            "lift() { base := Plinth(3) } } }"
        ),
        right=(
            "context Depot { valueobject Plinth { height: int } aggregate Van { base: Plinth operation "
            "lift() { base := Plinth { height: 3 } } } }"
        ),
    ),
    Row(
        "loom.legacy-part-call",
        "A part is built with parentheses. Parts are built with braces and named fields.",
        wrong=(
            "context Depot { aggregate Van { contains limbs: Limb[] entity Limb { size: int } operation "
            "lift() { limbs += Limb(3) } } }"
        ),
        right=(
            "context Depot { aggregate Van { contains limbs: Limb[] entity Limb { size: int } operation "
            "lift() { limbs += Limb { size: 3 } } } }"
        ),
    ),
    Row(
        "loom.create-unknown-field",
        "An aggregate is created with a property that it does not have.",
        wrong=(
            "context Depot { aggregate Statue with crudish { name: string } workflow Buy { create(n: "
            "string) { let s = Statue.create({ tag: n }) } } }"
        ),
        right=(
            "context Depot { aggregate Statue with crudish { name: string } workflow Buy { create(n: "
            "string) { let s = Statue.create({ name: n }) } } }"
        ),
    ),
    Row(
        "loom.create-server-field",
        "An aggregate is created with a property that the server sets. Properties that are managed, "
        "internal or tokens cannot be given.",
        wrong=(
            "context Depot { aggregate Statue with crudish { name: string age: int ref: string managed } "
            "workflow Buy { create(n: string) { let s = Statue.create({ name: n, ref: n }) } } }"
        ),
        right=(
            "context Depot { aggregate Statue with crudish { name: string age: int ref: string managed } "
            "workflow Buy { create(n: string) { let s = Statue.create({ name: n }) } } }"
        ),
    ),
    Row(
        "loom.create-field-type",
        "A property of a new aggregate is given a value of another family: number, text or bool.",
        wrong=(
            "context Depot { aggregate Statue with crudish { age: int } workflow Buy { create(n: string) "
            '{ let s = Statue.create({ age: "old" }) } } }'
        ),
        right=(
            "context Depot { aggregate Statue with crudish { age: int } workflow Buy { create(n: string) "
            "{ let s = Statue.create({ age: 90 }) } } }"
        ),
    ),
)
