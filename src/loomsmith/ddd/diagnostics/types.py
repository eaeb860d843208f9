"""Codes of the type checks on values, bodies, calls and operators."""

from loomsmith.ddd.diagnostics.row import AST_WARNING, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.bare-aggregate-in-type",
        "An aggregate is used as the type of a field or parameter. Aggregates refer to each other by "
        "identity, so that each can be loaded and saved alone; write its name followed by `id`.",
        wrong="aggregate Book { author: Author }",
        right="aggregate Book { author: Author id }",
    ),
    Row(
        "loom.self-outside-capability",
        "`Self id` stands outside of a capability. It means the aggregate that takes on the "
        "capability; elsewhere name the aggregate.",
        wrong="aggregate Book { sequel: Self id? }",
        right="aggregate Book { sequel: Book id? }",
    ),
    Row(
        "loom.slot-out-of-position",
        "`slot` stands where no parameter of a component is. Only components take pieces of a page.",
        wrong="aggregate Book { cover: slot }",
        right="component Frame(cover: slot) { body: Stack { cover } }",
    ),
    Row(
        "loom.action-out-of-position",
        "`action` stands where no parameter of a component is. Only components take something to do.",
        wrong="operation open(then: action) { }",
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
        "A carrier (`paged`, `envelope`, `option`) stands where nothing is answered. Carriers say how"
        " an answer travels: they stand in what finds and query handlers return and in the fields of "
        "payloads.",
        wrong="aggregate Scroll { title: string paged }",
        right="repository Scrolls for Scroll { find all(): Scroll paged }",
    ),
    Row(
        "loom.generic-arg-not-carrier",
        "A carrier holds a carrier or a slot. Keep one carrier around a value.",
        wrong="find one(t: string): Scroll option envelope",
        right="find one(t: string): Scroll option",
    ),
    Row(
        "loom.union-position",
        "Alternatives joined by `or` stand where only one type can. They are allowed in what finds "
        "and operations return and in the fields of payloads; elsewhere declare a payload of "
        "variants.",
        wrong="aggregate Scroll { title: string or int }",
        right="payload Title = Words | Number",
    ),
    Row(
        "loom.union-duplicate-variant",
        "Two alternatives are the same, so that the second can never be chosen.",
        wrong="payload Answer = Gone | Gone",
        right="payload Answer = Gone | Found",
    ),
    Row(
        "loom.union-variant-not-carrier",
        "An alternative is a slot, which is no value.",
        wrong="payload Reply = slot | Lost",
        right="payload Reply = Found | Lost",
    ),
    Row(
        "loom.entity-field-modifier",
        "A field that holds a part has a modifier that only values take. A part is kept within its "
        "aggregate; put the modifier on the fields of the part.",
        wrong="lid: Lid immutable entity Lid { n: int }",
        right="lid: Lid entity Lid { n: int immutable }",
    ),
    Row(
        "loom.entity-field-optional-collection",
        "A list of parts is optional. A list is empty where there is nothing; drop the `?`.",
        wrong="rows: Row[]? entity Row { n: int }",
        right="rows: Row[] entity Row { n: int }",
    ),
    Row(
        "loom.containment-optional-collection",
        "A list of contained parts is optional. A list is empty where there is nothing; drop the `?`.",
        wrong="contains rows: Row[]?",
        right="contains rows: Row[]",
    ),
    Row(
        "loom.derived-type",
        "A derived value is of another type than declared.",
        wrong="miles: int derived far: bool = miles",
        right="miles: int derived far: bool = miles > 100",
    ),
    Row(
        "loom.default-type",
        "The default of a field is of another type than the field.",
        wrong='miles: int = "none"',
        right="miles: int = 0",
    ),
    Row(
        "loom.parameter-default-type",
        "The default of a parameter is of another type than the parameter.",
        wrong='operation go(n: int = "x") { }',
        right="operation go(n: int = 1) { }",
    ),
    Row(
        "loom.function-return-type",
        "A function gives a value of another type than it declares.",
        wrong="function far(): string = miles",
        right="function far(): string = string(miles)",
    ),
    Row(
        "loom.function-block-no-return",
        "The block of a function ends without a `return` among its own statements.",
        wrong="function far(): int { let m = miles }",
        right="function far(): int { let m = miles return m }",
    ),
    Row(
        "loom.check-not-bool",
        "The check of a field is no condition.",
        wrong="miles: int check miles + 1",
        right="miles: int check miles > 0",
    ),
    Row(
        "loom.mask-not-bool",
        "What follows `mask unless` is no condition.",
        wrong="label: string mask unless 4",
        right='label: string mask unless currentUser.staff == "yes"',
    ),
    Row(
        "loom.invariant-not-bool",
        "An invariant is no condition. An expression whose type cannot be told, such as a `match`, "
        "does not count as one either; compare it with something.",
        wrong="invariant miles",
        right="invariant miles > 0",
    ),
    Row(
        "loom.invariant-guard-not-bool",
        "The `when` of an invariant is no condition.",
        wrong="invariant miles > 1 when miles",
        right="invariant miles > 1 when miles > 0",
    ),
    Row(
        "loom.precondition-not-bool",
        "A precondition is no condition.",
        wrong="precondition miles",
        right="precondition miles > 0",
    ),
    Row(
        "loom.requires-not-bool",
        "A `requires` is no condition. An expression whose type cannot be told does not count as one.",
        wrong="operation go() requires miles + 1 { }",
        right="operation go() requires miles > 1 { }",
    ),
    Row(
        "loom.when-not-bool",
        "The `when` of an operation is no condition.",
        wrong="operation go() when miles { miles := 2 }",
        right="operation go() when miles > 1 { miles := 2 }",
    ),
    Row(
        "loom.when-uses-parameter",
        "The `when` of an operation reads one of its parameters. It says whether the operation is "
        "offered at all, before there are any arguments; use a precondition.",
        wrong="operation go(n: int) when n > miles { miles := n }",
        right="operation go(n: int) { precondition n > miles miles := n }",
    ),
    Row(
        "loom.when-on-private",
        "A private operation has a `when`. Nobody is offered a private operation, so that the clause "
        "does nothing.",
        wrong="private operation go() when miles > 2 { miles := 1 }",
        right="operation go() when miles > 2 { miles := 1 }",
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.requires-on-private",
        "A private operation has a `requires`. Only the aggregate itself calls it, so that nobody's "
        "rights are asked for.",
        wrong="private operation go() requires miles > 2 { miles := 1 }",
        right="operation go() requires miles > 2 { miles := 1 }",
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.audited-on-private",
        "A private operation is `audited`. Only calls from outside are recorded.",
        wrong="private operation go() audited { miles := 1 }",
        right="operation go() audited { miles := 1 }",
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.blank-message",
        "A message is empty or blank, so that whoever breaks the rule learns nothing.",
        wrong='invariant miles > 1 message ""',
        right='invariant miles > 1 message "It has to move."',
    ),
    Row(
        "loom.assign-unknown-target",
        "The target of an assignment is no field, parameter or `let`.",
        wrong='operation tag() { plaque := "x" }',
        right='operation tag() { plate := "x" }',
    ),
    Row(
        "loom.assign-unknown-member",
        "A later part of an assignment's target does not exist on the value before it. Only "
        "aggregates, parts, value objects and payloads have fields to assign; an id has none.",
        wrong="spot.col := 4",
        right="spot.row := 4",
    ),
    Row(
        "loom.assign-to-derived",
        "The target of an assignment is derived. Derived values are computed; assign to what they are"
        " computed from.",
        wrong='derived code: string = plate operation tag() { code := "x" }',
        right='derived code: string = plate operation tag() { plate := "x" }',
    ),
    Row(
        "loom.assign-type",
        "The value of an assignment does not fit its target.",
        wrong="plate: string operation tag(n: int) { plate := n }",
        right="plate: string operation tag(n: int) { plate := string(n) }",
    ),
    Row(
        "loom.collection-mutation-target",
        "`+=` and `-=` are used on something that is no list. They add to and remove from lists; "
        "numbers are assigned.",
        wrong="miles += 1",
        right="miles := miles + 1",
    ),
    Row(
        "loom.collection-element-type",
        "What is added to or removed from a list is of another type than its elements.",
        wrong="tags: string[] operation tag(n: int) { tags += n }",
        right="tags: string[] operation tag(n: int) { tags += string(n) }",
    ),
    Row(
        "loom.statement-no-effect",
        "A statement names something and does nothing with it.",
        wrong="operation tag() { plate }",
        right='operation tag() { plate := "x" }',
    ),
    Row(
        "loom.call-unresolved",
        "A statement calls a function or operation that the aggregate does not have.",
        wrong="operation tag() { polish() }",
        right="operation polish() { } operation tag() { polish() }",
    ),
    Row(
        "loom.operation-self-call",
        "An operation calls itself. Nothing ends the circle.",
        wrong="operation tag() { tag() }",
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.call-unknown-member",
        "A statement calls a function or operation that the value before the dot does not have. Only "
        "aggregates, parts and value objects have any; lists are changed by `+=` and `-=`.",
        wrong='tags.push("x")',
        right='tags += "x"',
    ),
    Row(
        "loom.call-not-callable",
        "A statement calls a member that is neither a function nor an operation.",
        wrong="seat.row()",
        right="seat.row := 1",
    ),
    Row(
        "loom.emit-unknown-field",
        "An event is emitted with a field that it does not have.",
        wrong="emit Parked { bay: 3, level: 1 }",
        right="emit Parked { bay: 3 }",
    ),
    Row(
        "loom.emit-field-type",
        "A field of an emitted event is given a value that does not fit.",
        wrong='emit Parked { bay: "three" }',
        right="emit Parked { bay: 3 }",
    ),
    Row(
        "loom.emit-missing-field",
        "An event is emitted without one of its fields.",
        wrong="event Parked { bay: int, level: int } emit Parked { bay: 3 }",
        right="event Parked { bay: int, level: int } emit Parked { bay: 3, level: 1 }",
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.sensitivity-drop",
        "A sensitive value goes to a place that is not marked as sensitive. Mark the place with the "
        "same tags, or convert the value if the result reveals nothing.",
        wrong="mail: string sensitive(pii) derived to: string = mail",
        right='mail: string sensitive(pii) derived known: bool = mail != ""',
        variants=(AST_WARNING,),
    ),
    Row(
        "loom.this-id-in-create",
        "A create reads the id of what it creates. The id is given only after the create has run.",
        wrong="create(p: string) { plate := string(this.id) }",
        right="create(p: string) { plate := p }",
    ),
    Row(
        "loom.retrieval-where-not-criterion",
        "The `where` of a retrieval in an expression is no criterion. Declare the condition as a "
        "criterion and name it, so that it can be reused and tested.",
        wrong="retrieval { where: miles > 3 }",
        right="retrieval { where: Far }",
    ),
    Row(
        "loom.operator-operand-types",
        "An operator has operands of types between which it is not defined. Convert one side: "
        "`string(...)`, `long(...)`, `decimal(...)`, `money(...)`.",
        wrong="words * 2",
        right='words + "2"',
    ),
    Row(
        "loom.operator-incomparable",
        "Two values of different kinds are compared. Such a comparison has always the same answer.",
        wrong='miles > "3"',
        right="miles > 3",
    ),
    Row(
        "loom.operator-not-bool",
        "`&&` or `||` has an operand that is no condition.",
        wrong="miles && open",
        right="miles > 0 && open",
    ),
    Row(
        "loom.ternary-condition",
        "What stands before `?` is no condition.",
        wrong="miles ? 1 : 2",
        right="miles > 0 ? 1 : 2",
    ),
    Row(
        "loom.ternary-branches",
        "The branches of a choice have no type in common.",
        wrong='open ? 1 : "none"',
        right='open ? "1" : "none"',
    ),
    Row(
        "loom.convert-no-display",
        "An aggregate that does not say how it is shown is converted to text. Give it a `derived "
        "display: string`.",
        wrong="string(van)",
        right="derived display: string = plate",
    ),
    Row(
        "loom.convert-source-kind",
        "Something that is no single value is converted. Value objects, parts, payloads, lists and "
        "optional values have no text or number of their own; convert one of their fields, or unwrap "
        "the optional.",
        wrong="axles: int? derived line: string = string(axles)",
        right="axles: int derived line: string = string(axles)",
    ),
    Row(
        "loom.convert-unsupported",
        "There is no conversion between these types.",
        wrong="long(weight)",
        right="weight.round()",
    ),
    Row(
        "loom.bare-collection-accessor",
        "`sum`, `avg`, `min` or `max` stands without parentheses.",
        wrong="seats.sum",
        right="seats.sum(s => s.row)",
    ),
    Row(
        "loom.avg-non-numeric",
        "The average of something that is no number is taken.",
        wrong="seats.avg(s => s.label)",
        right="seats.avg(s => s.row)",
    ),
    Row(
        "loom.collection-op-in-ui",
        "A page takes an average. Pages show what they are given; let a read model compute it.",
    ),
    Row(
        "loom.intrinsic-bare",
        "A method of a built-in type stands without parentheses.",
        wrong="plate.trim",
        right="plate.trim()",
    ),
    Row(
        "loom.intrinsic-arity",
        "A method of a built-in type is called with too many or too few arguments.",
        wrong='plate.replace("a")',
        right='plate.replace("a", "b")',
    ),
    Row(
        "loom.intrinsic-named-arg",
        "An argument of a built-in method has a name. Its arguments go by their places.",
        wrong='plate.startsWith(prefix: "A")',
        right='plate.startsWith("A")',
    ),
    Row(
        "loom.intrinsic-arg-type",
        "An argument of a built-in method does not fit.",
        wrong="plate.startsWith(3)",
        right='plate.startsWith("3")',
    ),
    Row(
        "loom.intrinsic-unknown",
        "A built-in type has no such method. The length of a string is read without parentheses.",
        wrong="plate.length()",
        right="plate.length",
    ),
    Row(
        "loom.duration-arity",
        "`days`, `hours` or `minutes` is not called with exactly one unnamed argument.",
        wrong="days()",
        right="days(2)",
    ),
    Row(
        "loom.duration-arg-type",
        "The argument of `days`, `hours` or `minutes` is no int.",
        wrong='days("2")',
        right="days(2)",
    ),
    Row(
        "loom.interp-hole-type",
        "A hole of a template holds something that its format cannot show. Without a format a hole "
        "takes text and what has one; dates need a format.",
        wrong="`since {started}`",
        right="`since {started, date, short}`",
    ),
    Row(
        "loom.interp-format-unknown",
        "A hole of a template has a format that does not exist.",
        wrong="`{pages, roman}`",
        right="`{pages, number}`",
    ),
    Row(
        "loom.matches-arity",
        "`matches` is not called with exactly one argument.",
        wrong="plate.matches()",
        right='plate.matches("[A-Z]+")',
    ),
    Row(
        "loom.matches-named-arg",
        "The argument of `matches` has a name.",
        wrong='plate.matches(p: "[A-Z]+")',
        right='plate.matches("[A-Z]+")',
    ),
    Row(
        "loom.matches-not-literal",
        "The regular expression of `matches` is no string literal. Only a literal can be checked, and"
        " be translated for a database.",
        wrong="plate.matches(rule)",
        right='plate.matches("[A-Z]+")',
    ),
    Row(
        "loom.matches-invalid-pattern",
        "The pattern of `matches` is no regular expression in the sense of ECMAScript.",
        wrong='plate.matches("[a-")',
        right='plate.matches("[a-z]")',
    ),
    Row(
        "loom.call-arg-count",
        "A call has too many or too few arguments. Defaults of parameters do not lower the number "
        "that is needed.",
        wrong="function plus(a: int, b: int): int = a + b derived t: int = plus(miles)",
        right="function plus(a: int, b: int): int = a + b derived t: int = plus(miles, 1)",
    ),
    Row(
        "loom.call-arg-type",
        "An argument of a call does not fit its parameter.",
        wrong='plus(miles, "4")',
        right="plus(miles, 4)",
    ),
    Row(
        "loom.unknown-builder-type",
        "What stands before `{ ... }` is nothing that can be built: no value object, part or payload "
        "of the context, no component and no page element.",
        wrong="base := Plint { height: 3 }",
        right="base := Plinth { height: 3 }",
    ),
    Row(
        "loom.aggregate-not-a-builder",
        "An aggregate is built with braces. An aggregate comes to be by one of its creates, which "
        "keep its rules.",
        wrong="let r = Room { floor: 3 }",
        right="let r = Room.create({ floor: 3 })",
    ),
    Row(
        "loom.unknown-construction-field",
        "A record is built with a field that it does not have.",
        wrong="Plinth { height: 3, width: 4 }",
        right="Plinth { height: 3 }",
    ),
    Row(
        "loom.construction-missing-field",
        "A record is built without a field that it needs. Fields that are optional, have a default or"
        " are provenanced may be left out.",
        wrong="valueobject Plinth { height: int width: int } base := Plinth { height: 3 }",
        right="valueobject Plinth { height: int width: int } base := Plinth { height: 3, width: 1 }",
    ),
    Row(
        "loom.construction-field-type",
        "A field of a record is given a value that does not fit.",
        wrong='Plinth { height: "tall" }',
        right="Plinth { height: 3 }",
    ),
    Row(
        "loom.legacy-vo-call",
        "A value object or payload is built with parentheses. Records are built with braces and named"
        " fields.",
        wrong="base := Plinth(3)",
        right="base := Plinth { height: 3 }",
    ),
    Row(
        "loom.legacy-part-call",
        "A part is built with parentheses. Parts are built with braces and named fields.",
        wrong="limbs += Limb(3)",
        right="limbs += Limb { size: 3 }",
    ),
    Row(
        "loom.create-unknown-field",
        "An aggregate is created with a property that it does not have.",
        wrong="Statue.create({ tag: n })",
        right="Statue.create({ name: n })",
    ),
    Row(
        "loom.create-server-field",
        "An aggregate is created with a property that the server sets. Properties that are managed, "
        "internal or tokens cannot be given.",
        wrong="Statue.create({ name: n, ref: n })",
        right="Statue.create({ name: n })",
    ),
    Row(
        "loom.create-field-type",
        "A property of a new aggregate is given a value of another family: number, text or bool.",
        wrong='Statue.create({ age: "old" })',
        right="Statue.create({ age: 90 })",
    ),
)
