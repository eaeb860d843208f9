"""The loom_* tools: author a typed domain model. Every one is a pure function of the text it is given."""

from __future__ import annotations

from loomsmith.tools.catalog import Tool
from loomsmith.tools.parameters import Boolean, Integer, Records, Text, described, value_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from loomsmith.tools.parameters import Fault


class _Told(Text):
    """A string whose choices stand in the schema; the handler itself answers for any other."""

    __slots__ = ()

    def take(self, value: object) -> str:
        return value if isinstance(value, str) else super().take(value)


class _Patches(Records):
    """A list of patches; what is no object is left to the handler, which names the faulty patch."""

    __slots__ = ()

    def read(self, value: object, place: str, faults: list[Fault]) -> object:
        held = value_in(value, list)
        if not isinstance(held, list):
            faults.append((place, f"must be a list of patches, not {described(value)}."))
            return None
        patches: list[object] = []
        for index, patch in enumerate(held):
            if isinstance(value_in(patch, dict), dict):
                own: list[Fault] = []
                read = super().read([patch], "", own)
                faults += [(place + f"[{index}]" + where.removeprefix("[0]"), fault) for where, fault in own]
                patches += read if isinstance(read, list) else []
            else:
                patches.append(patch)
        return patches


SOURCE = Text(
    "source",
    "The complete text of one .ddd model. It is read as it stands, so pass it unescaped and uncut.",
)


def _part(what: str) -> tuple[Integer, Integer]:
    """The arguments that ask for a part of a long answer."""
    return (
        Integer("limit", f"How many {what} to return at most; by default as many as fit.", required=False),
        Integer("offset", f"How many {what} to leave out at the start.", required=False),
    )


_PURE = " The model is not changed and nothing is stored."

VALIDATE = Tool(
    "loom_validate",
    "Validate a model",
    "reads",
    "Checks a .ddd model: syntax, names, types, structure and what its deployables can do. Call it after "
    "every change, until `ok` is true.\n"
    "Returns {loomVersion, model, ok, summary: {errors, warnings, infos}, diagnostics: [{code, severity, "
    "phase, message, node?, range?, sourceText?, fixHint?}], outline}. `node` is the address of the "
    "declaration; `range` counts lines and UTF-16 characters from 0. A `fixHint` holds a patch that "
    "loom_apply_patch takes as it is. loom_explain tells more about a code. Repair syntax errors first: "
    "other findings may follow from them. Any text is an answerable question; a broken model is no failure "
    "of the call.\n"
    "Where not all diagnostics fit, `total`, `returned` and `next_offset` say how to get the rest; an "
    "outline that does not fit has its own, for loom_outline. For large models pass outline: false.",
    (
        SOURCE,
        *_part("diagnostics"),
        Boolean("outline", "Whether to return the outline as well.", default=True),
    ),
    "loomsmith.ddd.toolkit:validate",
    pure=True,
    narrowed_by="limit",
)

OUTLINE = Tool(
    "loom_outline",
    "Outline a model",
    "reads",
    "Lists what a .ddd model declares, by the addresses that patches and other tools use.\n"
    "Returns {systems: [{name, contexts, deployables}], contexts}; a context is {name, aggregates: [{node, "
    "members}], valueObjects: [{node, members}], workflows, pages, enums, events, repositories}. Members "
    "that macros, capabilities and versioning add are listed too. Works on broken text as well. Where not "
    "all declarations fit, `total`, `returned` and `next_offset` say how to get the rest.",
    (SOURCE, *_part("declarations")),
    "loomsmith.ddd.toolkit:outline",
    pure=True,
    narrowed_by="limit",
)

LIST_PRIMITIVES = Tool(
    "loom_list_primitives",
    "List page elements",
    "reads",
    "Lists the elements that bodies of pages and components are built from.\n"
    "Returns {layout, sub}: `layout` elements stand anywhere, `sub` elements only inside certain others (Tab "
    "in Tabs, Column in Table or DataGrid). The vocabulary is closed.",
    (),
    "loomsmith.ddd.toolkit:list_primitives",
    pure=True,
)

GENERATE = Tool(
    "loom_generate",
    "List what would be generated",
    "reads",
    "Validates a .ddd model and lists its deployables with platform and port. No file is written.\n"
    "Returns the report of loom_validate without outline, and deployables: [{name, platform, port}], which "
    "is empty when the syntax has errors. Where not all diagnostics fit, `total`, `returned` and "
    "`next_offset` say how to get the rest.",
    (SOURCE, *_part("diagnostics")),
    "loomsmith.ddd.toolkit:generate",
    pure=True,
    narrowed_by="limit",
)

SYMBOL = Text(
    "symbol",
    "The end of the declaration's path: `title`, `Ferry.title`, `Berths.Ferry.title`. Names with a part, an "
    "enum, an event or the like before them tell equal ones apart: `Kind.Car`.",
)

FIND_SYMBOL = Tool(
    "loom_find_symbol",
    "Find a declaration",
    "reads",
    "Finds where something is declared in a .ddd model.\n"
    "Returns {address, kind, range, parent?}: `range` is that of the name, lines and UTF-16 characters from "
    "0; `parent` is the address of what encloses it. Otherwise {error, candidates}: not-found, or ambiguous "
    "with the addresses that match.",
    (
        SOURCE,
        SYMBOL,
        Text(
            "kind",
            "Only declarations of this kind: property, containment, derived, value, or the first word of an "
            "address, such as operation.",
            required=False,
        ),
    ),
    "loomsmith.ddd.toolkit:find_symbol",
    pure=True,
)

REFERENCES = Tool(
    "loom_references",
    "Find all uses",
    "reads",
    "Finds every place that names a declaration of a .ddd model: its own name, and each use in types, "
    "references and expressions. A use of something else that hides it is not among them.\n"
    "Returns {locations: [{range}]} by place; each range is one name, lines and UTF-16 characters from 0. "
    "Where not all fit, `total`, `returned` and `next_offset` say how to get the rest. Otherwise {error, "
    "candidates}: not-found, or ambiguous with the addresses that match.",
    (
        SOURCE,
        SYMBOL,
        *_part("locations"),
    ),
    "loomsmith.ddd.toolkit:references",
    pure=True,
    narrowed_by="limit",
)

HOVER = Tool(
    "loom_hover",
    "Show a declaration",
    "reads",
    "Shows what a declaration of a .ddd model is, without its body: an operation with its parameters, a "
    "field with its type, an enum with its values, an aggregate with the number of its members.\n"
    "Returns {markdown}; a name that does not resolve is marked. Otherwise {error, candidates}: not-found, "
    "or ambiguous with the addresses that match.",
    (SOURCE, SYMBOL),
    "loomsmith.ddd.toolkit:hover",
    pure=True,
)

READ_MODEL = Tool(
    "loom_read_model",
    "Read the resolved model",
    "reads",
    "Shows what clients see of a .ddd model: per system the deployables, per aggregate its wire fields.\n"
    "Returns {systems: [{name, deployables: [{name, platform, port}], aggregates}], contexts: [{name, "
    "aggregates}]}; an aggregate is {name, context, wire: [{name, type, optional, source}]}, `source` one of "
    "id, property, containment, derived. Contexts of systems stand with their systems. Both lists are empty "
    "when the syntax has errors; other errors do not matter. Where not all aggregates and deployables fit, "
    "`total`, `returned` and `next_offset` say how to get the rest.",
    (SOURCE, *_part("aggregates and deployables")),
    "loomsmith.ddd.toolkit:read_model",
    pure=True,
    narrowed_by="limit",
)

APPLY_PATCH = Tool(
    "loom_apply_patch",
    "Patch a model",
    "reads",
    "Returns the text of a .ddd model with edits made that name declarations by address. Prefer it to "
    "writing "
    "the text anew: what is not named stays byte for byte." + _PURE + " Validate the new text afterwards.\n"
    "All patches are resolved against the given text; they take effect together or not at all, and a patch "
    "cannot name what an earlier one adds. Targets, as loom_outline lists them: contexts, their aggregates, "
    "value objects, workflows, enums, events and repositories, direct members of aggregates and value "
    "objects, deployables.\n"
    "Returns {ok, text, applied: [{op, target}], errors: [{patch, message}]}; with errors `text` is the "
    "given one.\n"
    "Ops: add (put `source` as the last member into a context, aggregate, value object or deployable), "
    "replace (the whole declaration), remove, insert (before or after the target, or at header-end, before "
    "its `{`), rename (`source` is the new name; every use follows).",
    (
        SOURCE,
        _Patches(
            "patches",
            "The patches.",
            (
                _Told("op", "What to do.", choices=("add", "replace", "remove", "insert", "rename")),
                Text("target", "Address of the declaration, such as `operation Berths.Ferry.relabel`."),
                Text(
                    "source",
                    "The new text or, for rename, the new name. Needed but for remove.",
                    required=False,
                ),
                _Told(
                    "position",
                    "Where to insert; after by default.",
                    required=False,
                    choices=("before", "after", "header-end"),
                ),
            ),
        ),
    ),
    "loomsmith.ddd.toolkit:apply_patch",
    pure=True,
    whole_result=True,
)

RENAME = Tool(
    "loom_rename",
    "Rename a declaration",
    "reads",
    "Gives the edits that rename a declaration of a .ddd model and every use of it, so that nothing changes "
    "its meaning. Texts, routes and table names are not touched.\n"
    "Returns {edits: [{range, newText}]}; ranges count lines and UTF-16 characters from 0. Otherwise "
    "{error, message?, candidates?}: not-found, ambiguous, invalid-name (not a name, or a word of the "
    "language where it is used), collision (another declaration or something that goes by the old name is "
    "in the way). To get the new text at once use loom_apply_patch with the op rename.",
    (SOURCE, SYMBOL, Text("newName", "The new name.")),
    "loomsmith.ddd.toolkit:rename",
    pure=True,
    whole_result=True,
)

QUICKFIX = Tool(
    "loom_quickfix",
    "Repair a finding",
    "reads",
    "Gives the edits that repair one finding of loom_validate, told by its code. Findings with a `fixHint` "
    "have a repair.\n"
    "Returns {edits: [{range, newText}], title}; ranges count lines and UTF-16 characters from 0. Otherwise "
    "{error, message, candidates?}: not-found, ambiguous (several findings have the code: name one by `at`), "
    "no-fix (no repair is known, or it leaves a choice: its options are patches for loom_apply_patch).",
    (
        SOURCE,
        Text("code", "The code of the finding, such as `loom.bare-aggregate-in-type`."),
        Text("at", "The `node` of the finding, exactly as the report has it.", required=False),
    ),
    "loomsmith.ddd.toolkit:quickfix",
    pure=True,
)

UNFOLD_MACRO = Tool(
    "loom_unfold_macro",
    "Write out a macro",
    "reads",
    "Gives the edits that write out what one call in a `with` clause adds, so that it can be changed by "
    "hand. One level deep: macros that it runs itself become calls.\n"
    "Returns {edits: [{range, newText}], title}; ranges count lines and UTF-16 characters from 0. Otherwise "
    "{error, message?, candidates?}: not-found, ambiguous, cannot-unfold.",
    (
        SOURCE,
        Text("macro", "The name of the macro or capability, as the `with` clause has it."),
        Text("on", "The declaration with that clause, by the end of its path, such as `Ferry`."),
    ),
    "loomsmith.ddd.toolkit:unfold_macro",
    pure=True,
    whole_result=True,
)

EXPLAIN = Tool(
    "loom_explain",
    "Explain a diagnostic code",
    "reads",
    "Explains a code that loom_validate reports: what the rule is, why, and what to do.\n"
    "Returns {code, told: [{phase, severity}], explanation, wrong?, right?}; `wrong` is a fragment of a "
    "model that breaks the rule and `right` the fragment put right. An unknown code gives {error, "
    "candidates, message} with the nearest ones.",
    (Text("code", "The code, such as `loom.linking-error`; `loom.` may be left out."),),
    "loomsmith.ddd.toolkit:explain",
    pure=True,
)

GUIDE = Tool(
    "loom_guide",
    "Learn the language",
    "reads",
    "Teaches the .ddd language, one topic a call, with whole models that are right. Read `basics` before the "
    "first model, and the topic of what you are about to write.\n"
    "Returns {topic, text}, the text in Markdown; without a topic {topics: [{topic, summary}]}. An unknown "
    "topic gives {error, candidates, message} with the nearest ones.",
    (
        _Told(
            "topic",
            "The topic; without it they are listed.",
            required=False,
            choices=(
                "basics",
                "aggregates",
                "types",
                "expressions",
                "workflows",
                "reads",
                "events-and-channels",
                "tenancy-and-auth",
                "deployment",
                "ui",
                "macros",
                "tests-and-requirements",
                "evolution",
                "editing",
            ),
        ),
    ),
    "loomsmith.ddd.toolkit:guide",
    pure=True,
)

DIFF = Tool(
    "loom_diff",
    "See what a change does",
    "reads",
    "Compares a .ddd model with an earlier version: which database migrations the change needs, which of "
    "them lose data, and what breaks for API clients. Call it before a change is shipped.\n"
    "Returns {ok, hasBaseline, migrations: [{module, name, version, steps: [{op, sql, class}], class, "
    "destructive, destructiveCode?, destructiveMessage?}], wireChanges: [{entity, field?, kind, breaking, "
    "class, from?, to?, detail}], breaking, breakingForClients, breakingForData, diagnostics}; SQL is "
    "PostgreSQL's. A class is compatible, breaking-for-clients or breaking-for-data. With errors in the "
    "source or the baseline `ok` is false and nothing is compared; where not all diagnostics fit, `total` "
    "counts them, and loom_validate has the rest. A rename is told apart from a loss by a "
    '`migration` block: `migration "m1" { Ferry.old -> new }`.',
    (
        SOURCE,
        Text(
            "baseline",
            "The text of the earlier version. Without it every migration is a first one, and nothing is "
            "compared for clients.",
            required=False,
        ),
        Records(
            "migrations",
            "The committed migration files, all of them: then the end of their chain is what the database "
            "has, and the baseline serves the comparison for clients alone.",
            (
                Text("name", "The name of the file."),
                Text("content", "Its whole text."),
            ),
            required=False,
        ),
    ),
    "loomsmith.ddd.toolkit:diff",
    pure=True,
    whole_result=True,
)

SNAPSHOT = Tool(
    "loom_snapshot",
    "Capture provenance rules",
    "reads",
    "Captures, for every field written `provenanced`, the rules by which operations assign it, as files to "
    "keep beside the source. Nothing is written.\n"
    "Returns {ok, files: [{path, content}], diagnostics}; `files` is empty where no rule is captured. Where "
    "not all diagnostics fit, `total` counts them, and loom_validate has the rest.",
    (
        SOURCE,
        Text(
            "capturedAt",
            "The time to write into the files, ISO 8601 in UTC. Without it the server's clock is read.",
            required=False,
        ),
        Text("commitHash", "The commit to write into the files; `uncommitted` without it.", required=False),
    ),
    "loomsmith.ddd.toolkit:snapshot",
    whole_result=True,
)

TOOLS: tuple[Tool, ...] = (
    VALIDATE,
    OUTLINE,
    FIND_SYMBOL,
    REFERENCES,
    HOVER,
    APPLY_PATCH,
    RENAME,
    QUICKFIX,
    UNFOLD_MACRO,
    EXPLAIN,
    GUIDE,
    READ_MODEL,
    GENERATE,
    DIFF,
    SNAPSHOT,
    LIST_PRIMITIVES,
)
