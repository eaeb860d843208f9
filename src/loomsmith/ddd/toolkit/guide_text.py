"""The guide to the language by topic: docs/ddd/topics/, written here by `make docs`."""

# ruff: noqa: E501

TOPICS: dict[str, tuple[str, str]] = {
    "basics": (
        "What a model is made of, how it is written, and the smallest models that are right.",
        r"""# Basics

What a model is made of, how it is written, and the smallest models that are right.

A model is one text. A *context* is a part of a business; in it stand *aggregates* (things with identity, stored
as a whole), their values and parts, events, workflows, reads. A *system* groups contexts into subdomains and
says where they run. A context may also stand by itself.

```ddd
context Library {
  enum Condition { New, Used, Worn }

  aggregate Book {
    title: string
    copies: int = 1
    condition: Condition = New
    boughtAt: datetime?
    tags: string[]

    operation lend(many: int) when (copies > 0) {
      precondition many > 0 && many <= copies message "not so many are left"
      copies := copies - many
    }
  }

  repository Books for Book {
    find titled(title: string): Book? where this.title == title
  }
}
```

## Where declarations stand

| In | May stand |
|---|---|
| file | system, context, subdomain, enum, valueobject, payloads, capability, function, component, requirement, solution, testCase, migration, test; if there is exactly one system, also what a system holds |
| system | subdomain, context, deployable, storage, resource, channelSource, timerSource, api, user, auth, tenancy, capability, function, ui, theme, layout, test e2e |
| subdomain | context, permissions |
| context | enum, valueobject, event, payloads, channel, aggregate, repository, criterion, retrieval, projection, workflow, domainService, commandHandler, queryHandler, policy, filter, stamp, implements, seed, test |
| aggregate | fields, contains, derived, invariant, function, unique, operation, create, destroy, apply, entity, filter, stamp, implements, test |

Payloads are `payload command query response error`. What belongs only to a file or a context cannot be moved
elsewhere: `seed` only in a context, `migration` and `requirement` only in the file.

## Writing

- White space and line ends only separate. Members need neither commas nor semicolons.
- Lists in brackets need commas, and may end in one: `[a, b,]`. Enum values, event and payload fields may have them.
- Comments: `// ...` and `/* ... */`. Strings: `"..."`. Templates: `` `Hello {name}` ``.
- Numbers: `42`, `4.50`; no exponent, no `_`. Durations (only in timers): `30s`, `5m`, `7d`.
- Conventions: types, contexts, events in `UpperCamel`; fields, parameters, operations in `lowerCamel`.

## Pitfalls

- Hard words are never names, not even of fields. Models trip over: `area check context document event header index
  key log main opt port provider raw required return scopes shape storage system test theme type user work`. The
  error offers a free name; an underscore at the end (`port_`) always helps. So are the names of platforms, storage
  types and designs: `node react java postgres kafka redis mui`. Soft words may name fields, parameters
  and members: `title kind error message state query command token page resource secret group filter`; the names of
  declarations (contexts, aggregates, pages, ...) are no words at all.
- `count-1` is one word (a trace id). Write `count - 1`.
- `id` is never declared: every aggregate and entity has one. `version` neither: stateful aggregates have it.
- A condition before `{` stands in parentheses: `when (open) { ... }`. Else `open { ... }` may read as a value.
- An assignment has no `this.` on its left: `title := title_`, `copies := copies - 1`.
- A parameter with the name of a field hides it on the right side: `title := title` sets the field from it.
- A context's names are its own: `Agg.create`, repositories, criteria are used within their context; other
  contexts learn by events, and refer with `Other id`.

## What other languages have and this one has not

| Not | But |
|---|---|
| `if (...) { }`, loops with a counter | `when`, `precondition`, `c ? a : b`, `match`; `for x in list { }`, `where`, `all` |
| `=` as assignment, `++`, `+= 1` on a field of an aggregate | `n := n + 1`; `+=` adds to a list (in workflows and projections also to a number) |
| `x?.y`, `x ?? y`, `x!` | `x == null`, `if let y = x { } else { }` |
| `&`, `^`, `**`, string methods beyond the table | topic expressions |
| `List<T>`, `T[][]`, maps, tuples, unions as fields | `T[]`, an `entity`, a value object |
| `@annotations`, `public`, `static`, `void`, `async` | modifiers after the type; nothing is returned unless said |
| inheritance of concrete things, interfaces, generics | `abstract aggregate`, capabilities (`with name`) |
| constructors, setters | `create`, operations |
| SQL or joins in finds | `criterion`, `retrieval`, `projection` |
| foreign keys, ids as strings | `Other id` |
| exceptions | `precondition ... message`, or an error payload in the return type: `T or Failure` |
""",
    ),
    "aggregates": (
        "Fields and their modifiers, enums, value objects, parts, rules, operations, creation, inheritance.",
        r"""# Aggregates

Fields and their modifiers, enums, value objects, parts, rules, operations, creation, inheritance.

```ddd
context Bakery {
  enum Stage { Mixing, Proofing, Baked }

  valueobject Span {
    from_: int
    until: int
    invariant this.from_ <= this.until message "a span ends after it begins"
    derived length: int = until - from_
  }

  aggregate Baker {
    name: string
  }

  aggregate Dough {
    label: string check isPresent(this.label) message "a dough has a label"
    baker: Baker id
    helpers: Baker id[]
    stage: Stage = Mixing
    temperature: Span
    price: money = 0
    note: string?
    contains flours: Flour[]
    contains oven: Oven?

    entity Flour {
      grain: string
      grams: int check this.grams > 0
    }
    entity Oven {
      number: int = 1
    }

    derived weight: int = flours.sum(f => f.grams)
    derived display: string = label
    invariant this.flours.count <= 9 when this.stage != Baked message "nine flours at most"
    function enough(grams: int): bool = weight >= grams
    unique (label)

    create(label: string, baker: Baker id, temperature: Span) {
      label := label
      baker := baker
      temperature := temperature
    }
    operation add(grain: string, grams: int) when (stage == Mixing) {
      precondition isPresent(grain) message "name the grain"
      flours += Flour { grain: grain, grams: grams }
      temperature := Span { from_: 20, until: 24 }
    }
    operation bake(number: int) when (stage == Proofing) {
      oven := Oven { number: number }
      stage := Baked
    }
    operation proof() when (stage == Mixing) {
      precondition enough(500)
      stage := Proofing
    }
    destroy {}
  }
}
```

## Fields

`name: Type` then, in this order: modifiers, `= default`, `check condition message "..."`, `mask unless condition`.
Without a default a field that is neither optional nor a list must be given at creation.

| Modifier | Clients may |
|---|---|
| (none) | read and write it |
| `immutable` | give it at creation only |
| `managed` | read it; operations and stamps set it |
| `token` | read it and must send it back (concurrency); never optional |
| `internal` | neither read nor write it |
| `secret` | write it, never read it |
| `provenanced` | read it; every assignment records its rule |
| `sensitive(a, b)` | read it; a warning where the value flows into a target without the tags |

## Members

- `Other id` refers to another aggregate; an aggregate itself is no field type (`loom.bare-aggregate-in-type`).
- `contains parts: Part[]` (or `Part`, `Part?`) holds an `entity` declared in the same aggregate. `[]?` is wrong.
- A value object has no id, no operations, no `display`; `check`, `invariant`, `derived`, `function` are fine.
- `derived` is computed, never stored or assigned. `derived display: string` is how people see the aggregate.
- `invariant cond when guard message "..."`; `private invariant` is not told to clients.
- `unique (a, b)` names own stored fields, no lists.
- `function f(x: int): bool = expr`, or a block with `return`. It changes nothing.

## Operations

A `create` only assigns its parameters to the fields of their names, after `requires`; give other fields defaults
and do the rest in an operation. A `destroy` is empty but for `requires`.

`private? operation name(params) extern? audited? : ReturnType requires (cond) when (cond) { statements }`; all
but name and parameters optional. `when` sees fields only, never parameters, and not on `private` operations.
One `create` and one `destroy`, without a name; further ways in or out are operations. Creation by code: `Dough.create({ label: "x" })`.

| Statement | Meaning |
|---|---|
| `f := e`, `f.g := e` | assign a field, or one of a value or part |
| `list += e`, `list -= e` | add to, remove from a list |
| `precondition e message "..."` | refuse the call |
| `requires e` | refuse the caller (topic tenancy-and-auth) |
| `let x = e` | a local |
| `emit Event { f: e }` | tell the world; give every field |
| `other(args)` | call an operation or function of this aggregate |
| `for x in list { }`, `if let x = optional { } else { }`, `match v { T t => ... else => ... }` | nested statements |
| `return e` | answer; the operation then has a return type |

There is no `if` statement: use `when`, `precondition`, a ternary, or two operations. An operation may answer
with an error payload: `operation take(): Dough or NoFlour`, `return this`; an api over the subdomain then says
`httpStatus NoFlour -> 409`.

## Inheritance

```ddd
system Fleet {
  subdomain Yard {
    context Vehicles {
      abstract aggregate Vehicle inheritanceUsing: sharedTable {
        plate: string
        seats: int = 4
      }
      aggregate Van extends Vehicle {
        payload: decimal
        derived display: string = "Van"
        create(plate: string, payload: decimal) {
          plate := plate
          payload := payload
        }
      }
    }
  }
  storage db { type: postgres }
  resource vehicles { for: Vehicles, kind: state, use: db }
  deployable server { platform: node, contexts: [Vehicles], dataSources: [vehicles] }
}
```

Only abstract aggregates are extended; they have no operations, creates, destroys and no repository. `sharedTable`
keeps all in one table, `ownTable` each in its own. Header clauses before `with` and `{`: `persistedAs: state`
(default) or `eventLog` (topic events-and-channels); `shape: relational`, `embedded` or `document`; `crossTenant`;
`audited`.
""",
    ),
    "types": (
        "The types there are, what may be assigned to what, which values may be compared.",
        r"""# Types

The types there are, what may be assigned to what, which values may be compared.

| Type | Values |
|---|---|
| `int`, `long` | whole numbers, 32 and 64 bits |
| `decimal` | exact fractions |
| `money` | an amount; literals `money("4.50")`, or `4` and `4.50` where money is expected |
| `string`, `bool`, `guid`, `json` | as usual |
| `datetime` | a moment; there is no date, no time of day. `now()` |
| `File` | an uploaded file; its deployable needs a resource of kind `objectStore` |
| `Name` | an enum, a value object, an entity (in its own aggregate), a payload (in handlers and workflows) |
| `Name id` | the identity of an aggregate or entity: how aggregates refer to one another |
| `T[]`, `T?` | a list; a value that may be absent. `T[]?` is a list that may be absent |
| `T paged` | what a read returns page by page |
| `T or Failure` | what an operation answers: the one or the other; `T or none` in a find |
| `slot`, `action`, `action(T)` | parameters of ui components only |

There is no generic type, no map, no duration as a field. Not: `String`, `number`, `boolean`, `date`, `float`,
`List<T>`, `uuid`, `any`.

## Assignment

A value fits a target if the types are equal, or:

| Value | Target |
|---|---|
| `T`, `null` | `T?` |
| `int` | `long`, `decimal` |
| `long` | `decimal` |
| `guid` and `string` | each other |
| a whole-number literal | `long`, `decimal`, `money` |
| a decimal literal | `money` |

Nothing else. So: no `T?` into `T`; no `decimal` into `int` or `money` (use `money(x)`); no `string` into
`datetime`; `-5` is no literal and does not become money. Lists must have the very same element type.

## Comparison

`== != < <= > >=` compare equal types, numbers among each other (`money` only with `money` or a literal),
`guid` with `string`, anything with `null`, and `T?` with what `T` compares with. Ids of different aggregates,
different enums, a string and a number do not compare.

## Optional values

Ask before use: `note == null`, `note != null ? ... : ...`, or `if let`. An optional is not unwrapped by itself:
`count + 1` with `count: int?` is an error.

```ddd
context Types {
  enum Grade { A, B }
  error ValidationError {
    limit: decimal
  }
  aggregate Owner {
    name: string
  }
  aggregate Parcel {
    number: long = 1
    weight: decimal = 2
    fee: money = 4.50
    extra: money?
    tracking: guid?
    sentAt: datetime?
    grade: Grade = A
    owner: Owner id
    former: Owner id[]
    notes: string[]
    meta: json?
    derived total: money = fee + fee * weight
    derived sent: bool = sentAt != null
    derived graded: bool = grade == B
    derived rounded: money = money(weight.round(2))

    create(owner: Owner id, weight: decimal) {
      owner := owner
      weight := weight
    }
    operation weigh(found: decimal): Parcel or ValidationError {
      weight := found
      return this
    }
    operation pass(to: Owner id) {
      former += owner
      owner := to
    }
    operation send(at: datetime, note: string?) when (sentAt == null) {
      sentAt := at
      if let text = note {
        notes += text
      }
    }
  }
  repository Parcels for Parcel {
    find tracked(tracking: guid): Parcel? where this.tracking == tracking
  }
}
```

Enum values are written bare (`B`) or with their enum (`Grade.B`). A field that is an enum takes its default
bare: `grade: Grade = A`.

Error payloads named `NotFound`, `ValidationError`, `Forbidden`, `DomainError`, `Disallowed` and the like have an
HTTP status of their own; others get theirs in an api.
""",
    ),
    "expressions": (
        "Operators, members of texts, numbers and lists, functions that are always there, templates, match.",
        r"""# Expressions

Operators, members of texts, numbers and lists, functions that are always there, templates, match.

From loosest to tightest: `c ? a : b`; `||`; `&&`; `== !=`; `< <= > >=`; `+ -`; `* / %`; prefix `!` and `-`; `.m` and
calls. Conditions are exactly `bool`: no truth of numbers, texts or optionals.

| Operands | Result |
|---|---|
| numbers with `+ - * %` | the wider of `int < long < decimal` |
| numbers with `/` | always `decimal`; whole division is `a.divTrunc(b)` |
| `money` with `+ -` | with `money` only: `money` |
| `money * number`, `number * money`, `money / number` | `money` |
| text `+` text, number, money, bool, enum, id | text; nothing else is joined |
| `datetime + duration`, `datetime - duration` | `datetime` |
| `datetime - datetime` | a duration, which can be compared, not stored |

## Members

| Of | Members |
|---|---|
| text | `length`; `trim() toUpper() toLower() substring(start, length?) startsWith(s) endsWith(s) contains(s) replace(a, b) split(sep) matches("regex")` |
| int, long | `abs() min(x) max(x) divTrunc(x)` |
| decimal, money | `abs() min(x) max(x) round(places?) floor() ceil()` |
| datetime | `startOfDay()` |
| list | `count first firstOrNull distinct`; `sum(x => e) avg(x => e) min(x => e) max(x => e) all(x => b) any(x => b) map(x => e) where(x => b) sortBy(x => e) contains(v) take(n) skip(n) join(sep)` |

`avg`, `min`, `max` and `firstOrNull` may be absent (`T?`). Lists have no `length`, no `push`, no index: use
`count`, `+=`, `first`. Lambdas: `x => x.price * 2`; one parameter, no parentheses around it.

## Always there

| Function | Gives |
|---|---|
| `now()` | the present moment |
| `days(n) hours(n) minutes(n)` | a duration, for arithmetic with datetimes |
| `string(x) long(x) decimal(x) money(x)` | conversions; `string` of texts, numbers, bool, enums, ids; never of optionals |
| `isBlank(s) isPresent(s) truncate(s, n)` | texts |
| `clamp(n, lo, hi) percentOf(part, whole) roundTo(n, places)` | numbers |
| `isFuture(t) isPast(t) isOverdue(t)` | datetimes |
| `currentUser.claim`, `permissions.name` | topic tenancy-and-auth |

## Forms

- Value or part: `Span { from_: 1, until: 2 }`. New aggregate: `Agg.create({ title: "x" })`, in workflows, handlers
  and tests.
- Template: `` `{count, number} of {total}` ``. A hole is a text, number, money, bool, enum or id; formats after a
  comma: `number`, `plural`, `selectordinal`, `date`, `time`, `select`. A datetime needs `date` or `time`.
- `match { cond => value, cond => value else => value }`; over a union `match x { Type t => value else => value }`.
- A file- or system-level `function` has one expression, no block.

```ddd
function vat(net: money): money = net * 0.2

context Shop {
  enum Size { Small, Large }
  aggregate Order {
    customer: string
    size: Size = Small
    due: datetime
    shipping: money = 3
    contains lines: Line[]
    entity Line {
      sku: string
      quantity: int = 1
      price: money
    }
    derived pieces: int = lines.sum(l => l.quantity)
    derived net: money = lines.sum(l => l.price * l.quantity) + shipping
    derived gross: money = net + vat(net)
    derived dearest: money? = lines.max(l => l.price)
    derived boxes: int = (pieces + 11).divTrunc(12)
    derived late: bool = isOverdue(due) && lines.any(l => l.quantity > 0)
    derived reminder: datetime = due - days(2)
    derived skus: string = lines.map(l => l.sku).join(", ")
    derived label: string = `{customer.trim()}: {pieces, number} pieces by {due, date}`
    derived rate: string = match {
      pieces > 100 => "bulk",
      size == Large => "large"
      else => "small"
    }
    derived display: string = customer + " " + pieces
    function holds(sku: string): bool = lines.any(l => l.sku == sku)
    function big(): bool {
      let enough = 100
      return pieces > enough || size == Large
    }
    operation drop(sku: string) when (pieces > 0) {
      precondition holds(sku) message "there is no such line"
      precondition sku.length == 8 && sku.startsWith("A")
      lines -= lines.where(l => l.sku == sku).first
    }
  }
}
```

Within `where` of reads only simple comparisons are possible: topic reads.
""",
    ),
    "workflows": (
        "Processes over several aggregates: workflows, command and query handlers, domain services.",
        r"""# Workflows

Processes over several aggregates: workflows, command and query handlers, domain services.

| Write | For |
|---|---|
| operation | a change within one aggregate |
| `workflow` | what goes over several aggregates, or on through time |
| `commandHandler`, `queryHandler` | an endpoint of your own; it touches one aggregate at most |
| `domainService` | a computation over several things; it changes nothing itself |

```ddd
context Clinic {
  event VisitBooked {
    visit: Visit id
    patient: Patient id
    at: datetime
  }
  event VisitPaid {
    visit: Visit id
    at: datetime
  }
  channel Visits {
    carries: VisitBooked, VisitPaid
    delivery: broadcast
  }
  valueobject VisitFacts {
    day: datetime
    paid: bool
  }
  command Reminder {
    text: string
  }

  aggregate Patient {
    name: string
    visits: int = 0
    operation count() {
      visits := visits + 1
    }
  }
  aggregate Visit {
    patient: Patient id
    day: datetime
    fee: money = 40
    paid: bool = false
    create(patient: Patient id, day: datetime) {
      patient := patient
      day := day
    }
    operation confirm() when (paid == false) {
      emit VisitBooked { visit: id, patient: patient, at: now() }
    }
    operation pay() when (paid == false) {
      paid := true
      emit VisitPaid { visit: id, at: now() }
    }
    operation move(day_: datetime) {
      day := day_
    }
  }
  repository Patients for Patient {}
  repository Visits_ for Visit {}
  criterion Unpaid(before: datetime) of Visit = this.paid == false && this.day < before
  retrieval Reminders(before: datetime) of Visit {
    where: Unpaid(before)
    sort: [day]
  }

  // Started by a caller, all or nothing.
  workflow Booking transactional(serializable) {
    create(patient: Patient id, day: datetime) {
      precondition isFuture(day) message "visits are in the future"
      let known = Patients.getById(patient)
      known.count()
      let visit = Visit.create({ patient: patient, day: day })
      visit.confirm()
    }
  }

  // Started by an event; one instance per visit, found again by its id.
  workflow Billing {
    visit: Visit id
    reminders: int = 0
    settled: bool = false
    create(booked: VisitBooked) by booked.visit {
      reminders := 0
    }
    on(paid: VisitPaid) by paid.visit {
      settled := true
    }
    handle remind(what: Reminder) {
      precondition isPresent(what.text)
      reminders += 1
    }
  }

  workflow PutOff {
    create(before: datetime, to: datetime) {
      let due = Visits_.run(Reminders(before), page: { offset: 0, limit: 50 })
      for visit in due {
        visit.move(to)
      }
    }
  }

  commandHandler Book(patient: Patient id, day: datetime): Visit id {
    let visit = Visit.create({ patient: patient, day: day })
    visit.confirm()
    return visit.id
  }
  queryHandler Facts(visit: Visit id): VisitFacts {
    let found = Visits_.getById(visit)
    return VisitFacts { day: found.day, paid: found.paid }
  }

  domainService Fees {
    operation discounted(fee: money, visits: int): money {
      let rate = visits > 9 ? 0.9 : 1.0
      return fee * rate
    }
  }
}
```

## Workflow

`workflow Name eventSourced? transactional(isolation)? requires (cond)? { members }`; state fields, functions, and:

| Member | Runs |
|---|---|
| `create(params) requires (c)? { }` | when a caller starts it; one without a name |
| `create(e: Event) by e.field { }` | when the event arrives |
| `on(e: Event) by e.field { }` | when a further event arrives for an instance |
| `handle name(params) { }` | when a caller tells an instance something |

- With an `on` or an event-triggered create there is exactly one state field of type `X id`: the *correlation*. `by`
  gives its value; leave it out where the event has a field of that very name. The field need not be assigned.
- Each event consumed is carried by a channel. `transactional` workflows have `create` alone.
- In an `eventSourced` workflow only `create` assigns state; `on` and `handle` emit, `apply(e: Event)` assigns.

## What bodies may hold

| Statement | Meaning |
|---|---|
| `let a = Agg.create({ field: e })` | a new aggregate, saved at the end |
| `let a = Repo.getById(x)` | load one; also a declared find that gives exactly one |
| `let l = Repo.run(Retrieval(args), page: { offset: 0, limit: n })` | load many; `findAll(Criterion(args), page: ...)` likewise |
| `for a in l { a.op() }` | over such a list |
| `if let a = Repo.find(Criterion(args)) { } else { }` | one that may be there |
| `a.op(args)` | call a public operation; it is saved |
| `field := e`, `field += e` | state of the workflow |
| `emit Event { f: e }` | all fields; an event of this context |
| `precondition`, `requires`, `let x = e`, `Service.op(args)`, `resource.verb(args)` | as named |

Nothing else: no `Repo.save`, no assignment to a field of an aggregate (`a.f := e`), no finds that give a list or an
optional. Handlers take the same statements and `return`; a command handler touches one aggregate, a query
handler changes nothing. `extern commandHandler X(day: datetime): string;` is written in the host language.

Payloads (`command`, `query`, `response`, `error`) are types only of parameters of a workflow's `create` and `handle`,
and as alternatives: `Visit or NotFound`. Handlers take and give primitives, ids, enums and value objects.
""",
    ),
    "reads": (
        "Repositories and finds, criteria, retrievals, projections: how a model is asked.",
        r"""# Reads

Repositories and finds, criteria, retrievals, projections: how a model is asked.

| Write | To get |
|---|---|
| `find` in a `repository` | one aggregate by what is stored: `T?`, or `T or Failure` |
| `criterion` | a named condition, to be used in conditions, retrievals, workflows, branches |
| `retrieval` | many aggregates: a condition and an order, paged by the caller |
| `projection` with `from` | a table computed when asked: columns, joins, groups |
| `projection` with `keyed by` and `on` | a table kept up to date from events |

A find of a list is out of date (`loom.repository-find-deprecated`); write a criterion and a retrieval. `getById`,
`findById`, `findAll`, `all` exist without being declared. Every aggregate that is not abstract has a repository;
undeclared it is called by the aggregate's name with an `s`.

```ddd
context Depot {
  enum State1 { Free, Out, Broken }
  error NotFound {
    resource: string
  }
  event BikeLent {
    bike: Bike id
    station: Station id
    minutesLent: int
  }
  channel Rides {
    carries: BikeLent
    delivery: broadcast
  }

  aggregate Station {
    name: string
    district: string
    docks: int = 10
  }
  aggregate Bike {
    number: int
    frame: string
    at: Station id
    state: State1 = Free
    bought: datetime
    price: money
    riders: Station id[]
    operation lend(minutesLent: int) when (state == Free) {
      state := Out
      emit BikeLent { bike: id, station: at, minutesLent: minutesLent }
    }
  }

  repository Bikes for Bike {
    find numbered(number: int): Bike? where this.number == number
    find framed(frame: string): Bike or NotFound where this.frame == frame && this.state != Broken
  }

  criterion InState(wanted: State1) of Bike = this.state == wanted
  criterion Old(since: datetime) of Bike as bike = bike.bought < since && bike.price > money("100.00")
  criterion Lendable of Bike = InState(Free) && this.number > 0
  retrieval Replaceable(since: datetime) of Bike {
    where: Old(since) && this.state != Broken
    sort: [price desc, number]
  }
  retrieval Ready of Bike = Lendable

  projection Fleet {
    number: int
    station: string
    from Bike as b
    where b.state != Broken
    join Station as s on b.at == s.id
    select number = b.number, station = s.name
  }
  projection WorthByState {
    state: State1
    bikes: int
    worth: money
    from Bike as b
    group by b.state
    select state = b.state, bikes = count(), worth = sum(b.price)
  }
  projection Use keyed by bike {
    bike: Bike id
    rides: int
    total: int
    last: Station id?
    on(lent: BikeLent) by lent.bike {
      rides += 1
      total += lent.minutesLent
      last := lent.station
    }
  }
  projection StationNames {
    name: string
    from Station as s
    select name = s.name
  }
}
```

## Conditions a database can run

`where` of finds and retrievals, criteria and filters hold only: stored fields (`this.f`, or a field of a value in one),
parameters, literals, enum values, `currentUser.claim`; `== != < <= > >= && || !`; `datetime + days(n)`;
`this.f.startsWith(x)`, `trim toUpper toLower abs round floor ceil startOfDay`; `this.ids.contains(x)` on a list of
ids. A comparison has a field on one side only. Not: derived fields, parts, other arithmetic, ternaries, lambdas,
`contains` of a text.

## Projections

- Order: fields, `from A as a`, `where`, `ignoring Capability`, `join B as b on ...`, `group by`, `select`.
- Every field is selected, by name: `select field = expr`. Aggregations: `count()`, `sum(a.f)`, `avg`, `min`, `max`,
  of a plain column. With `group by`, all else selected is a group key; there is no join then. Group keys are
  columns or `.startOfDay()` of one.
- Folded: `keyed by k`, k a field of type `X id`; `on(e: Event) by e.field { }` assigns only (`:=`, `+=`). The event
  is carried by a channel. One `on` per event. It has neither `from` nor `select`.
- `requires (cond)` stands before the brace, of finds before `where`; it sees `currentUser` and constants alone.
""",
    ),
    "events-and-channels": (
        "Events, who carries and who hears them, aggregates that are stored as events, clocks.",
        r"""# Events and channels

Events, who carries and who hears them, aggregates that are stored as events, clocks.

`event Name { fields }` in a context says what has happened, in the past tense, with the id of what it is about.
Operations, creates, destroys and workflows `emit` it with all of its fields. A `channel` carries events of its
context to whoever listens: an event that no channel carries reaches no workflow and no projection.

| Channel | Broadcast | Queue |
|---|---|---|
| for | every listener hears every event | each event goes to one of the listeners |
| `retention: ephemeral` (default) | `redis`, or `inMemory` | `rabbitmq` |
| `retention: log` | `kafka` | |
| `retention: work` | | `rabbitmq`, `kafka` |

`channel C { carries: A, B  delivery: broadcast  retention: log  key: field }`; every event carried has the `key` field.
In a system, a `channelSource` puts a channel on a storage, and deployables that host listeners or emitters list it
in `channels`. A `timerSource` raises an event by the clock: the event has `at: datetime`, nothing emits it, and a
workflow of its context listens.

```ddd
system Ferries {
  subdomain Crossing {
    context Quay {
      event FerryDocked {
        ferry: Ferry id
        at: datetime
      }
      event TideTurned {
        at: datetime
        ferry: Ferry id
      }
      channel Arrivals {
        carries: FerryDocked, TideTurned
        delivery: broadcast
        retention: log
        key: ferry
      }
      aggregate Ferry {
        name: string
        docked: bool = false
        operation dock() when (docked == false) {
          docked := true
          emit FerryDocked { ferry: id, at: now() }
        }
      }
      workflow Turnaround {
        ferry: Ferry id
        tides: int = 0
        create(docked: FerryDocked) by docked.ferry {
          tides := 0
        }
        on(turned: TideTurned) by turned.ferry {
          tides += 1
        }
      }
    }
    context Ledger {
      event Opened {
        account: Account id
        owner: string
      }
      event Deposited {
        account: Account id
        amount: money
      }
      aggregate Account persistedAs: eventLog {
        owner: string
        balance: money = 0
        create(owner: string) {
          emit Opened { account: id, owner: owner }
        }
        operation deposit(amount: money) {
          precondition amount > 0
          emit Deposited { account: id, amount: amount }
        }
        apply(opened: Opened) {
          owner := opened.owner
        }
        apply(deposited: Deposited) {
          balance := balance + deposited.amount
        }
      }
    }
  }
  storage db { type: postgres }
  storage bus { type: kafka }
  resource quay { for: Quay, kind: state, use: db }
  resource ledger { for: Ledger, kind: eventLog, use: db }
  channelSource arrivals { for: Arrivals, use: bus }
  timerSource tide { for: TideTurned, cron: "0 */6 * * *", in: "Europe/Oslo" }
  deployable server {
    platform: node
    contexts: [Quay, Ledger]
    dataSources: [quay, ledger]
    channels: [arrivals]
  }
}
```

## Event-sourced aggregates

`persistedAs: eventLog`: creates and operations check and `emit`, and assign nothing; for every event emitted there is
one `apply(e: Event)`, which assigns and does nothing else: no emit, no call, no precondition. One create. No
`unique`, no stamps. Its context needs a resource of kind `eventLog`.

## Timers

Either `cron:` (five fields, or `@daily` and the like) or `every:` a duration that cron cannot say, such as `90s`;
`in:` a time zone; `overlap: allow` lets the next run start before the last has ended.
""",
    ),
    "tenancy-and-auth": (
        "Who is logged in, who may do what, and whose data it is: user, auth, permissions, requires, tenancy, policies.",
        r"""# Tenancy and auth

Who is logged in, who may do what, and whose data it is: user, auth, permissions, requires, tenancy, policies.

- `user { claim: type }` in a system lists what is known of whoever is logged in; read it as `currentUser.claim`.
- `auth { }` says how they log in. Providers with an issuer of their own: `google`, `microsoft`, `entra`; with
  `issuer`: `auth0`, `okta`, `zitadel`, `cognito`, `keycloak`, `custom`. `oidc { clientId }` is always needed;
  values are texts or `env("NAME")`. `claims: { field: "token.path" }` names fields of the user block.
- `enforcement: denyByDefault` demands a `requires` in every create, public operation, destroy, command create and
  handle, and on every find and projection; with `opt` (or nothing) what has no `requires` is open.
- `permissions { a  b implies a }` in a subdomain; `permissions.a` is the text to look for in a claim.
- A deployable enforces it with `auth: required`; a front end logs in with `auth: ui` and targets such a deployable.

```ddd
system Vets {
  user {
    id: string
    practice: string
    permissions: string[]
  }
  auth {
    provider: keycloak
    oidc { issuer: env("ISSUER"), clientId: "vets", scopes: ["openid", "profile"] }
    sessions: cookie
    claims: { id: "sub", practice: "practice", permissions: "realm_access.roles" }
    enforcement: denyByDefault
  }
  tenancy by user.practice of Practice

  subdomain Care {
    permissions {
      read
      treat implies read
      manage implies [read, treat]
    }
    context Patients {
      aggregate Practice with tenantRegistry {
        name: string
        derived display: string = name
      }
      aggregate Species crossTenant {
        latin: string
      }
      aggregate Animal with tenantOwned {
        name: string
        species: Species id
        chip: string sensitive(owner) = "" mask unless currentUser.permissions.contains("treat")
        weight: decimal = 1
        create(name: string, species: Species id) {
          requires currentUser.permissions.contains(permissions.treat)
          name := name
          species := species
        }
        operation weigh(weight_: decimal)
            requires currentUser.permissions.contains(permissions.treat) {
          weight := weight_
        }
        destroy {
          requires currentUser.permissions.contains(permissions.manage)
        }
        unique (tenantId, name)
      }
      repository Animals for Animal {
        find named(name: string): Animal? requires currentUser.permissions.contains("read")
            where this.name == name
      }
      policy {
        allow deep on Animal
        allow write local on Animal
      }
    }
  }

  storage db { type: postgres }
  resource patients { for: Patients, kind: state, use: db, index: [Animal.name] }
  deployable server {
    platform: node
    contexts: [Patients]
    dataSources: [patients]
    auth: required
  }
}
```

## requires

Three places: the header of an operation (`requires (cond)` before `when` and the brace), a statement
`requires cond` in creates, destroys, operations, handlers and workflow bodies, and the header of finds, projections
and workflows. In the last the condition sees `currentUser` and constants alone; there write the permission as a
text: `currentUser.permissions.contains("read")`. Conditions are `bool`: `currentUser.admin == true` if `admin: bool`.

## Tenancy

`tenancy by user.claim of Registry`: rows belong to the tenant whose id the claim (text) holds. Then every
aggregate takes a stance: the registry (`with tenantRegistry`, which allows hierarchies), `with tenantOwned`, or
`crossTenant` in its header. `tenantOwned` adds `tenantId`, a filter and a stamp; its `unique` keys name `tenantId`.
In a context `policy` widens or narrows, per aggregate, what a tenant sees: `allow local` (own), `deep` (own and below),
`global` (the whole tree); `allow write local` or `deep`; `deny on A`, `deny write on A`.

`filter cond` in an aggregate, context or capability hides rows from every read; a read takes them in with
`ignoring Capability`. `stamp onCreate { f := now() }` and `onUpdate` set `managed` fields.
""",
    ),
    "deployment": (
        "Systems, storages, resources, apis and routes, deployables: where a model runs and what it offers over HTTP.",
        r"""# Deployment

Systems, storages, resources, apis and routes, deployables: where a model runs and what it offers over HTTP.

```ddd
system Market {
  subdomain Sales {
    context Stalls {
      error StallTaken {
        resource: string
      }
      aggregate Stall with crudish {
        number: int
        photo: File?
        holder: string?
        derived display: string = "Stall " + number
        operation rent(holder_: string): Stall or StallTaken when (holder == null) {
          holder := holder_
          return this
        }
      }
      repository Stalls_ for Stall {
        find numbered(number: int): Stall? where this.number == number
      }
      workflow Letter transactional {
        create(stall: Stall id, to: string) {
          let found = Stalls_.getById(stall)
          found.rent(to)
        }
      }
      workflow Notice {
        create(to: string) {
          post.send(to, "Your stall is waiting")
          jobs.enqueue(to)
        }
      }
      queryHandler HolderOf(stall: Stall id): string {
        let found = Stalls_.getById(stall)
        return string(found.number)
      }
    }
  }

  storage db { type: postgres, connection: env("DATABASE_URL") }
  storage files { type: s3, connection: secret(filesKey), config: { bucket: "stalls", region: "eu-1" } }
  storage mails { type: smtp, connection: env("SMTP_URL"), config: { from: "market@example.org" } }
  storage rabbit { type: rabbitmq, connection: service(rabbit) }

  resource stalls { for: Stalls, kind: state, use: db, schema: "stalls", index: [Stall.number] }
  resource photos { for: Stalls, kind: objectStore, use: files }
  resource post { for: Stalls, kind: mailer, use: mails }
  resource jobs { for: Stalls, kind: queue, use: rabbit }

  api Public from Sales {
    urlStyle: resource
    httpStatus StallTaken -> 409
    route GET "/holders/{stall}" -> Stalls.HolderOf
  }

  ui Desk with scaffold(aggregates: [Stall]) {
    framework: react
    api market: Public
  }

  deployable server {
    platform: node { persistence: drizzle, directoryLayout: byFeature }
    contexts: [Stalls]
    dataSources: [stalls, photos, post, jobs]
    serves: Public
    port: 8080
  }
  deployable web {
    platform: react
    targets: server
    ui: Desk { market: server }
    design: mantine
  }
}
```

## Storages and resources

Clauses of storages, resources and deployables come in the order below; a comma after a clause may be left out.

| Resource kind | Storage types | Verbs in workflows and handlers |
|---|---|---|
| `state`, `snapshot` | postgres mysql sqlite inMemory | |
| `replica` | postgres mysql sqlite | |
| `eventLog` | postgres mysql sqlite inMemory kafka | |
| `cache` | redis inMemory | |
| `objectStore` | s3 (`bucket` required) localDisk | `put get delete list signedUrl` |
| `queue` | rabbitmq | `enqueue publish` |
| `mailer` | smtp ses sendgrid (`from` required) | `send` |
| `api` | restApi (`baseUrl` required), or an api | `get post`, or the operations of that api |

- `storage s { type, instance, connection, config }`; connection: `env("X")`, `secret(x)`, `service(x)`, `literal("...")`.
- `resource r { for: Context, kind, use: storage, schema, tablePrefix, keyPrefix, ttl, every, retain, isolationLevel,
  readonly, shape, index: [Agg.field, Agg.(a, b)], config }`. `schema`, `tablePrefix`, `isolationLevel` only on
  relational storages; `index` only for kind `state`. A verb is called as `resource.verb(...)`, never in a
  `transactional` workflow and never in an aggregate.
- Every context with aggregates needs a `state` (or `eventLog`) resource that its deployable lists in `dataSources`;
  what nothing needs is a warning. `File` fields need an `objectStore`. Fields that finds ask for want an `index`.

## Apis

`api Name from Subdomain { urlStyle, httpStatus..., route... }`, in that order; the block may be missing. It offers for
each aggregate `GET` list and by id, `POST` for an unnamed `create`, `DELETE` for an unnamed `destroy`, `POST` per public
operation, `GET` per find. Routes lead to handlers and to `handle`s of workflows; a `GET` route to what changes
nothing. An aggregate without `create` can be made by workflows alone; `crudish` gives one.

## Deployables

| Platform | Is | Persistence | Ui frameworks it hosts |
|---|---|---|---|
| `node` | backend | drizzle mikroorm | none |
| `dotnet` | backend | efcore dapper | react svelte vue angular feliz |
| `java` | backend | jpa | the same |
| `python` | backend | | the same |
| `elixir` | backend | ecto | phoenixLiveView and the same |
| `react svelte vue angular static` | front end | | react svelte vue angular |
| `feliz`, `flutter` | front end | | itself |

`platform` comes first. A backend has `contexts`, `dataSources`, `channels`, `serves`, `auth: required`; a front end
`targets: backend`, `ui: Name { handle: backend }` (each `api` of the ui bound to a backend that serves it),
`auth: ui`. Designs: tsx (react) `mantine shadcn mui chakra`; svelte `shadcnSvelte flowbite`; vue `vuetify shadcnVue`;
angular `angularMaterial primeng spartanNg`; liveView `coreComponents daisyui`. `port` and `favicon` as needed.
""",
    ),
    "ui": (
        "Pages, components, stores, menus, and the elements that bodies are built from.",
        r"""# Ui

Pages, components, stores, menus, and the elements that bodies are built from.

```ddd
system Allotments {
  subdomain Garden {
    context Plots {
      enum Soil { Clay, Sand }
      error PlotTaken {
        resource: string
      }
      aggregate Plot with crudish {
        number: int
        size: decimal
        soil: Soil = Clay
        tenant: string?
        derived display: string = "Plot " + number
        operation let_(tenant_: string): Plot or PlotTaken when (tenant == null) {
          tenant := tenant_
          return this
        }
      }
      projection PlotsBySoil {
        soil: Soil
        plots: int
        from Plot as p
        group by p.soil
        select soil = p.soil, plots = count()
      }
    }
  }
  storage db { type: postgres }
  resource plots { for: Plots, kind: state, use: db }
  api Office from Garden {
    httpStatus PlotTaken -> 409
  }

  layout desk {
    header { Heading("Allotments", level: 2) }
    main
  }
  theme {
    primary: "#14532d"
    radius: "md"
  }

  ui Board with scaffold(aggregates: [Plot]) {
    framework: react
    api office: Office

    store Settings persist: local {
      state {
        dense: bool = false
      }
      action toggle() {
        dense := !dense
      }
    }

    component Fact(label: string, value: int, more: slot?) {
      body: Group { Bold(label), Text(`{value, number}`), Slot {} }
    }

    page Overview {
      route: "/"
      title: "All plots"
      layout: desk
      state {
        term: string = ""
        shown: int = 20
      }
      derived searching: bool = isPresent(term)
      action more() {
        shown := shown + 20
        toast("More plots")
      }
      action settings() {
        Settings.toggle()
      }
      menu { section: "Plots", order: 1 }
      body: Stack {
        Heading("All plots", level: 1),
        Field("Search", bind: term),
        searching ? Badge("searching") : Text(`{shown, number} at most`),
        Fact { label: "Shown", value: shown },
        Button("More", onClick: more, variant: "outline"),
        Button("Compact", onClick: settings),
        QueryView {
          of: office.Plot.all,
          loading: Loader {},
          empty: Empty("No plots yet."),
          data: plots => Table {
            Column("Number", p => p.number),
            Column("Soil", p => EnumBadge(p.soil)),
            rows: plots,
          },
        },
        Chart { kind: "bar", of: office.PlotsBySoil, x: r => r.soil, y: r => r.plots },
      }
    }

    page LetPlot {
      route: "/plots/:id/let"
      title: "Let a plot"
      state {
        who: string = ""
        answer: string = ""
      }
      action send() {
        match await office.Plot.let_(who) {
          Plot done => answer := "done"
          PlotTaken taken => answer := "somebody was faster"
        }
      }
      body: Paper {
        Field("Tenant", bind: who),
        Button("Let", onClick: send, disabled: isBlank(who)),
        match {
          isPresent(answer) => Alert(answer, title: "Answer"),
          else => Text("Who gets the plot?")
        },
      }
    }

    menu {
      section "Plots" { link Overview { label: "All", order: 1 } link Plots.List }
      section "Elsewhere" { link "Weather" -> "https://weather.example" }
    }
  }

  deployable server {
    platform: node
    contexts: [Plots]
    dataSources: [plots]
    serves: Office
  }
  deployable web {
    platform: react
    targets: server
    ui: Board { office: server }
  }
}
```

## Rules

- `framework` comes first in a `ui`. Its `api handle: Api` gives `handle.Agg.all`, `.byId(id)`, and operations.
- A body is one expression. `Name { a, b, key: v, }` and `Name(a, b, key: v)` are the same; children are positional.
  Loops: `For { each: list, x => Text(x.name) }`; choice: `c ? A : B`, or `match` with `else`.
- Inputs take `bind:` a state field of the page. `onClick` takes the name of an action, without parentheses.
- Effects stand in actions alone, never in lambdas: `field := e`, `Store.action()`, `navigate("/x")`, `toast("x")`. Remote
  writes only as `match await handle.Agg.op(args) { Type t => ... }`; an operation of one aggregate needs a
  page with `:id` in its route.
- A list computation (`where`, `sum`, ...) belongs into the model, not the page; only `map` is allowed.
- Visible texts are templates, not sums with `+`. `Image` needs `alt:` or `decorative:`; an icon button `label:`.
- `currentUser` needs `auth: ui` at the deployable. A ui hears a broadcast channel with `channel c: Context.Channel`
  and `on c.Event(e) { toast("x") refetch(Agg) }`.

## Elements

Layout: `Stack Group Grid(cols) Section Container Paper Card(title, ...) Toolbar Tabs/Tab(label, body) Divider Modal(title,
trigger) Sticky Breadcrumbs Slot`. Text: `Heading(text, level) Text Bold Italic InlineCode Empty Badge Alert(text, title)
Anchor(text, to) Stat(label, value) KeyValueRow(label, element) CodeBlock`. Media: `Image(src, alt) Avatar Icon Loader
Skeleton FileLink`. Values: `Money DateDisplay EnumBadge IdLink ProvenanceInfo Timeline`. Inputs: `Field NumberField
PasswordField MultilineField Toggle SelectField(options) FileUpload`. Acting: `Button(text, onClick, to) Action CreateForm(of)
OperationForm(of, op) WorkflowForm(runs) DestroyForm(of)`. Data: `QueryView(of, data) For Table/DataGrid(rows) with Column(header,
accessor) Chart(kind, of, x, y)`. `loom_list_primitives` lists them all; a component of your own is called like one.
""",
    ),
    "macros": (
        "What `with` adds: capabilities, scaffolds for operations, handlers, routes, dashboards and pages.",
        r"""# Macros

What `with` adds: capabilities, scaffolds for operations, handlers, routes, dashboards and pages.

`with a, b(arg: x)` in the header of an aggregate, context, api or ui adds members before anything else looks at the
model. What is written by hand wins over what would be added. `loom_unfold_macro` writes one call out as source.

| Call | On | Adds |
|---|---|---|
| `crudish` | aggregate | `update` with all fields that clients write, `create`, `destroy`; `crudish(updateOnly: true)` the first alone |
| `softDelete` | aggregate | operations `softDelete`, `restore`; needs `softDeletable` beside it |
| `auditable` | aggregate, context | `createdAt updatedAt: datetime`, `createdBy updatedBy: User id`, and their stamps |
| `softDeletable` | aggregate, context | `isDeleted`, `deletedAt`, and a filter that hides what is deleted |
| `tenantOwned`, `tenantRegistry` | aggregate, context | topic tenancy-and-auth |
| `versioned` | aggregate | `version: int`; every aggregate that stores its state has it anyway |
| your own capability | aggregate, context | its fields, filters and stamps; `implements name` as a member does the same |
| `softDeleteByDefault` | context | `softDeletable` and `softDelete` on each of its aggregates |
| `scaffoldHandlers` | context | handlers and payloads for aggregates with a repository in it |
| `scaffoldPaged(of: Criterion)` | context | a query handler that lists what meets the criterion, paged |
| `scaffoldDashboard` | context | projections with totals, and per day |
| `scaffoldApi(of: Subdomain)`, `scaffoldPagedApi(of: Criterion)` | api | routes to those handlers |
| `scaffold(aggregates: [A], workflows: [W], contexts: [C], subdomains: [S])` | ui | list, entry and detail pages, `Home` |
| `scaffoldAggregate(of: A)`, `scaffoldWorkflow(of: W)`, `scaffoldContext(of: C)`, `scaffoldSubdomain(of: S)` | ui | pages of the one |

Arguments are named: one bare name, a list of names in brackets, or `true`/`false`. Pages land in an area named by
the plural: `Boats.List`, `Boats.New`, `Boats.Detail`; a page of the same name in an area of that name replaces one.

```ddd
capability Owned {
  owner: string managed
  openSince: datetime managed
  stamp onCreate {
    owner := currentUser.id
    openSince := now()
  }
}

system Harbour {
  user {
    id: string
    staff: bool
  }
  subdomain Sea {
    context Berths with softDeleteByDefault, scaffoldDashboard, scaffoldHandlers, scaffoldPaged(of: Longer) {
      aggregate Boat with Owned, crudish {
        name: string
        metres: int = 6
        fee: money = 0
        signedAt: datetime immutable
        derived display: string = name
      }
      repository Boats for Boat {}
      criterion Longer(atLeast: int) of Boat = this.metres > atLeast
    }
  }
  storage db { type: postgres }
  resource berths { for: Berths, kind: state, use: db, index: [Boat.metres] }
  api Quay with scaffoldApi(of: Sea), scaffoldPagedApi(of: Longer) from Sea
  ui Desk with scaffold(aggregates: [Boat]) {
    framework: react
    api quay: Quay
    area Boats {
      page New {
        route: "/boats/new"
        title: "New boat"
        body: Text("Boats are registered at the harbour office.")
      }
    }
    menu { section "Boats" { link Boats.List { label: "All boats" } } }
  }
  deployable server {
    platform: node
    contexts: [Berths]
    dataSources: [berths]
    serves: Quay
    auth: required
  }
  deployable web {
    platform: react
    targets: server
    ui: Desk { quay: server }
    auth: ui
  }
  auth {
    provider: google
    oidc { clientId: "harbour" }
    claims: { id: "sub" }
  }
}
```

## Pitfalls

- A capability that stamps `currentUser` (auditable, your own) needs a `user` block and `auth: required`.
- `auditable` refers to `User id`: declare an aggregate `User` before unfolding it.
- Added members have no address and no place in the text: patch the header, or unfold first.
- `crudish` leaves out parts, derived members and fields that are `managed`, `token`, `internal`; `update` also those
  that are `immutable`. Fields without a default become parameters all the same.
""",
    ),
    "tests-and-requirements": (
        "Unit and end-to-end tests, requirements that are traced to them, data to start with.",
        r"""# Tests, requirements, data

Unit and end-to-end tests, requirements that are traced to them, data to start with.

```ddd
requirement US-1 {
  type: UserStory
  title: "A guest books a seat"
  status: Approved
  priority: 1
}
requirement US-2 parent US-1 {
  type: AcceptanceCriteria
  title: "No seat is sold twice"
}
solution SOL-1 for US-1 {
  title: "Seats are booked one by one"
  entitles [Sales.Hall.Seat.book]
}
testCase TC-1 verifies US-2 {
  title: "A booked seat is taken"
  covers [Sales.Hall.Seat]
}

system Theatre {
  subdomain Sales {
    context Hall {
      enum Rank { Stalls, Balcony }
      valueobject Place {
        row: int
        number: int
        derived front: bool = row < 3
        test "the first rows are in front" {
          let place = Place { row: 2, number: 7 }
          expect(place.front).toBe(true)
        }
      }
      aggregate Seat with crudish {
        place: Place
        rank: Rank = Stalls
        guest: string?
        derived display: string = "Seat " + place.number
        derived taken: bool = guest != null
        operation book(guest_: string) when (guest == null) {
          precondition isPresent(guest_) message "a seat is for somebody"
          guest := guest_
        }
        test "a booked seat is taken" verifies TC-1 {
          let place = Place { row: 1, number: 4 }
          let seat = Seat.create({ place: place, rank: Balcony })
          seat.book("Ida")
          expect(seat.taken).toBe(true)
          expect(seat.book("Bo")).toThrow()
        }
      }
      repository Seats for Seat {
        find of_(guest: string): Seat? where this.guest == guest
      }
      domainService Prices {
        operation price(rank: Rank, many: int): int {
          let each = rank == Stalls ? 30 : 45
          return each * many
        }
        test "the balcony costs more" {
          expect(Prices.price(Balcony, 1)).toBeGreaterThan(30)
        }
      }
      seed demo {
        Seat { place: Place { row: 1, number: 1 }, rank: Stalls }
        Seat { place: Place { row: 9, number: 12 }, rank: Balcony, guest: "Ida" }
      }
    }
  }
  storage db { type: postgres }
  resource hall { for: Hall, kind: state, use: db, index: [Seat.guest] }
  api Box from Sales
  deployable server {
    platform: node
    contexts: [Hall]
    dataSources: [hall]
    serves: Box
  }
  test e2e "a seat is made and read" against server verifies TC-1 {
    let seat = api.seats.create({ rank: "Balcony" })
    let found = api.seats.getById(seat.id)
    expect(found.rank).toBe("Balcony")
  }
}
```

## Tests

`test "title" for Subject verifies TC-1 { let, calls, expect }`. In an aggregate, value object or domain service the
subject is clear and `for` is left out; at file level it is needed. Every `expect` ends in a matcher: `toBe(x)
toBeGreaterThan toBeGreaterThanOrEqual toBeLessThan toBeLessThanOrEqual`, `toThrow()`; with `.not.` before it. In an
aggregate's test: no assignments, no `emit`, no `precondition`, no private operations; an aggregate comes from
`Agg.create({ ... })`. Set no `managed`, `token` or `internal` field there.

`test e2e "title" against deployable { }`: `api.<plural, snake_case>` with `create getById destroy`, public operations
and finds against a backend, `ui.` the same against a front end. Enum values are texts there; only `let`, calls and
`expect`; further matchers `toBeSameInstant toHaveText toHaveCount toBeVisible`, and `toThrow(409)`.

## Requirements

In the file, never in a system. `requirement ID parent ID? { type title status priority }`: types `UserStory UseCase
AcceptanceCriteria BusinessReq`; status `Draft Approved InProgress Done`; type and title are required. `solution ID for
Requirement { title entitles [paths] }`, `testCase ID verifies Requirement { title covers [paths] }`. Paths are whole:
`Subdomain.Context.Aggregate.operation`, without the system's name; for a context at file level `Context.Aggregate`.
Ids are like `US-1`, or names.

## Seeds

`seed name { Agg { field: value } }` in the context of its aggregates; without name `default`. `seed raw` may set `id`
and takes plain literals alone.
""",
    ),
    "evolution": (
        "Changing a model that is in use: migrations, renames, backfills, what breaks clients, provenance.",
        r"""# Evolution

Changing a model that is in use: migrations, renames, backfills, what breaks clients, provenance.

`loom_diff {source, baseline}` tells, before a change is shipped, which migrations the database needs (PostgreSQL), which
of them lose data, and what breaks for API clients. Every change has a class: `compatible`, `breaking-for-clients`,
`breaking-for-data`. The baseline is the text that is live; without one everything is new. Only what a `system` stores
and serves is compared.

| Change | To the database | To clients |
|---|---|---|
| a new optional field | adds a column | compatible |
| a new field that is not optional, default or not | old rows need a backfill: without one, breaking for data | breaks |
| a field or aggregate taken away | drops it, with its data | breaks |
| another type | converts the column: breaking for data | breaks; `int` to `long` does not |
| another name | a rename, where just one field of that type goes and one comes, or a migration block says so; else drop and add | breaks: the name is theirs too |
| optional becomes required | rows without it need a backfill | breaks |
| required becomes optional | drops the constraint | compatible |
| a new `unique` | adds an index, which fails where rows are equal | |

No comparison of two texts finds out that a field was renamed, or what old rows should hold. Say it at the end of
the file, in a `migration` block; it stays there as history:

```ddd
system Hives {
  subdomain Bees {
    context Apiary {
      enum Temper { Calm, Lively }
      aggregate Hive with crudish {
        label: string
        frames: int = 10
        temper: Temper = Calm
        weight: decimal provenanced = 0
        queenSince: datetime?
        derived display: string = label
        operation weigh(gross: decimal) {
          precondition gross > 2.5
          weight := gross - 2.5
        }
      }
    }
  }
  storage db { type: postgres }
  resource apiary { for: Apiary, kind: state, use: db }
  deployable server { platform: node, contexts: [Apiary], dataSources: [apiary] }
}

migration "labels and frames" {
  Colony -> Hive
  Hive.name -> label
  Hive.frames = 10
}
migration "calm unless noted" {
  Hive.temper = frames > 12 ? Lively : Calm
  sql "update hives set weight = 0 where weight < 0"
}
```

- `Old -> New`: an aggregate was renamed; only `New` exists. `Agg.old -> new`: a field was. Each name once.
- `Agg.field = expr`: what rows get that have no value yet. Literals, enum values, fields of the same row, operators,
  ternaries, `now()`. Single columns alone, not value objects or lists; neither event-sourced nor `document` shape.
- `sql "..."`: anything else, run as it stands. Names of blocks are unique; leave committed blocks alone.

## The safe way

1. Add the new field as optional; ship; let clients move; then make it required, with a backfill, and drop the old one.
2. Rename inside with `loom_apply_patch` and the op `rename`, and add a `migration` block for what is stored.
3. Call `loom_diff`; read `breaking`, `destructive` steps and their message; change the plan rather than the data.

`provenanced` fields record by which rule each value came about; `loom_snapshot` captures those rules as files to
keep beside the source.
""",
    ),
    "editing": (
        "How to change a model by address: outline, patch, validate, fix.",
        r"""# Editing

How to change a model by address: outline, patch, validate, fix.

The cycle: `loom_outline` for the addresses; `loom_apply_patch` for the change; `loom_validate` with the new text; a fix for
each finding; again, until `ok` is true. Every tool takes the whole current text in `source`. None stores anything:
keep the text that `loom_apply_patch` returns, and pass that one on.

## Addresses

| Declaration | Address |
|---|---|
| context, system, subdomain, deployable | `context Shop`, `system S`, `subdomain D`, `deployable web` |
| aggregate, value object | `aggregate Shop.Order`, `valueobject Shop.Span` |
| field, containment, derived | `aggregate Shop.Order.total` |
| operation, function | `operation Shop.Order.pay`, `function Shop.Order.fits` |
| create, destroy without a name | `create Shop.Order`, `destroy Shop.Order` |
| enum, event, repository, workflow | `enum Shop.Size`, `event Shop.Paid`, `repository Shop.Orders`, `workflow Shop.Billing` |
| part, and its members | `aggregate Shop.Order.Line`; the members are addressed without the part |
| anything else | `node Shop.name` |

`loom_outline` lists all that patches can target. Symbols (for `loom_find_symbol`, `loom_references`, `loom_hover`,
`loom_rename`) are the end of a path: `total`, `Order.total`, `Shop.Order.total`.

## Patches

`{"op", "target", "source"?, "position"?}`. All patches of one call see the given text, and all or none take effect; what
one adds another cannot name.

| op | Does |
|---|---|
| `add` | puts `source` as last member into a context, aggregate, value object, deployable |
| `insert` | puts `source` `before` or `after` (default) the target, or at its `header-end`, before its `{` |
| `replace` | replaces the whole declaration, header and body |
| `remove` | takes it away |
| `rename` | `source` is the new name; all uses follow |

Given this text,

```ddd
context Shop {
  enum Size { Small, Large }
  aggregate Order {
    customer: string
    size: Size = Small
    operation grow() {
      size := Large
    }
  }
}
```

these patches

```json
[{"op": "add", "target": "aggregate Shop.Order", "source": "paid: bool = false"},
 {"op": "insert", "target": "operation Shop.Order.grow", "position": "before",
  "source": "operation pay() when (paid == false) {\n      paid := true\n    }"},
 {"op": "replace", "target": "enum Shop.Size", "source": "enum Size { Small, Medium, Large }"},
 {"op": "rename", "target": "aggregate Shop.Order.customer", "source": "buyer"}]
```

give a model that is valid. Write `source` as the language has it, without the enclosing braces; one declaration, or
several of them. Its further lines are taken as they stand, so indent them for their place. What no patch can reach
(the condition of a find, the body of a page) is changed by replacing what encloses it. What stands outside contexts
(storages, resources, apis, uis) is changed in the text itself.

## Fixing

- Syntax errors first: the rest may follow from them.
- A finding with a `fixHint.patch`: pass that patch to `loom_apply_patch`. `loom_quickfix {code, at}` gives it as edits.
- `loom_explain {code}`: the rule, with a wrong and a right fragment. `loom_guide {topic}`: the language.
- Edits (`loom_rename`, `loom_quickfix`, `loom_unfold_macro`) are `{range, newText}`, lines and UTF-16 characters from 0,
  all against the given text: apply them from the last to the first.
- Large models: `loom_validate {outline: false, limit}`; go on with `next_offset`.
- Before shipping a change to a model in use: `loom_diff` with the old text as `baseline` (topic evolution).
""",
    ),
}
"""Each topic with a line on what it is about, and its page: Markdown, examples included."""
