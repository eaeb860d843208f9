"""Expansion: what the `with` clauses and `implements` members of a file add to its declarations.

One walk over the blocks of the file, in document order, a context before its aggregates. For each host: the
calls of its `with` clause from left to right, then its `implements` members, then, for an aggregate, its
default version. A ui, an api or a later context sees what earlier declarations have got by then.

Additions go to the end of the host's members. Of several members with one name the first stays, so what is
written by hand always wins; members without a name are always added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from loomsmith.base.nearest import nearest_names
from loomsmith.ddd.diagnostics import Diagnostic, at_source
from loomsmith.ddd.macros.binding import bind
from loomsmith.ddd.macros.capabilities import (
    VERSIONED,
    built_in,
    capability_named,
    copies_for,
    is_built_in,
    version_of,
)
from loomsmith.ddd.macros.directory import Addition, Directory, blocks, member_list
from loomsmith.ddd.macros.fields import plain_primitive
from loomsmith.ddd.macros.library import MACROS
from loomsmith.ddd.macros.macro import HOST_WORDS, Add, AnyMacro, Argument, Host, Step
from loomsmith.ddd.macros.paged_tables import PagedTables, paged_tables
from loomsmith.ddd.syntax.node import Node, field_span, members_of
from loomsmith.ddd.syntax.nodes import (
    Aggregate,
    Api,
    Area,
    Capability,
    Context,
    File,
    Implements,
    MacroCall,
    Property,
    Ui,
)


@dataclass(slots=True)
class Expansion:
    """What expansion added to a file, and what was wrong with the calls in it.

    `faults` stand in the order of the walk. `additions` says for each added member how it came in (the
    members inside an added area or page are not listed on their own; `addition_of` looks outwards). `steps`
    holds what each written macro call gave, whether or not a member of that name was there already.
    """

    file: File
    directory: Directory
    faults: list[Diagnostic] = field(default_factory=list)
    steps: dict[MacroCall, tuple[Step, ...]] = field(default_factory=dict)
    _carried: dict[Aggregate, dict[str, None]] = field(default_factory=dict)
    _paged: PagedTables | None = None

    @property
    def additions(self) -> Mapping[Node, Addition]:
        """How each added member came into its host."""
        return self.directory.additions

    def addition_of(self, node: Node) -> Addition | None:
        """How the added member that `node` is or lies in came into its host; `None` for written nodes."""
        around: Node | None = node
        while around is not None and around.span is None:
            addition = self.directory.additions.get(around)
            if addition is not None:
                return addition
            around = around.parent
        return None

    def capabilities_of(self, aggregate: Aggregate) -> tuple[str, ...]:
        """The names of the capabilities that an aggregate carries, each once, in the order it got them."""
        return tuple(self._carried.get(aggregate, ()))

    def carries(self, aggregate: Aggregate, capability: str) -> bool:
        """Whether an aggregate carries a capability; one with a plain `version: int` is `versioned`."""
        return capability in self._carried.get(aggregate, ())

    @property
    def paged_tables(self) -> PagedTables:
        """What the body checks read in place of a plain table over a read that comes page by page."""
        if self._paged is None:
            self._paged = paged_tables(self.file, self.directory)
        return self._paged


def expand(file: File) -> Expansion:
    """Add to the tree of `file`, in place, what its macros and capabilities give; call it once per tree.

    Linear in the size of the tree and of what is added.
    """
    expansion = Expansion(file, Directory(file))
    _Expander(expansion).walk(file)
    return expansion


@dataclass(slots=True)
class _Expander:
    """The state of one walk: names that are taken in each host, and calls put off to the end of a context."""

    result: Expansion
    names: dict[Node, set[str]] = field(default_factory=dict)
    areas: dict[Node, dict[str, Area]] = field(default_factory=dict)
    collided: set[Aggregate] = field(default_factory=set)

    def walk(self, file: File) -> None:
        """Expand every host of the file."""
        for block in blocks(file):
            if isinstance(block, Context):
                self.context(block)
            elif isinstance(block, (Ui, Api)):
                for call in block.with_calls:
                    self.call(block, call)

    def context(self, context: Context) -> None:
        """Expand a context, then its aggregates, then what has to see these as they are now."""
        put_off: list[tuple[MacroCall, AnyMacro, int]] = []
        for call in context.with_calls:
            macro = MACROS.get(call.name)
            if macro is not None and macro.last:
                put_off.append((call, macro, len(context.members)))
            else:
                self.call(context, call)
        aggregates = members_of(context, Aggregate)
        for implements in members_of(context, Implements):
            self.implement(context, implements)
        for aggregate in aggregates:
            self.aggregate(aggregate)
        shift = 0
        for call, macro, place in put_off:
            before = len(context.members)
            self.run_call(context, call, macro)
            added = context.members[before:]
            del context.members[before:]
            context.members[place + shift : place + shift] = added
            shift += len(added)

    def aggregate(self, aggregate: Aggregate) -> None:
        """Expand an aggregate and give it its version."""
        for call in aggregate.with_calls:
            self.call(aggregate, call)
        for implements in members_of(aggregate, Implements):
            self.implement(aggregate, implements)
        if aggregate.persisted_as != "eventLog" and not self.result.carries(aggregate, VERSIONED):
            capability = capability_named(VERSIONED, self.result.directory)
            if capability is not None:
                self.give(aggregate, capability, aggregate)

    def call(self, host: Host, call: MacroCall) -> None:
        """Carry out one call of a `with` clause."""
        macro = MACROS.get(call.name)
        if macro is not None:
            self.run_call(host, call, macro)
            return
        capability = capability_named(call.name, self.result.directory)
        if capability is None:
            if call.name:
                self.result.faults.append(_unknown_macro(call, self.result.directory))
        elif isinstance(host, (Aggregate, Context)):
            self.give_to(host, capability, call)
        else:
            message = (
                f"'{call.name}' is a capability, and a {HOST_WORDS[type(host)]} has no fields: "
                "capabilities go on aggregates and contexts"
            )
            self.result.faults.append(at_source("loom.capability-host-invalid", message, call.span))

    def implement(self, host: Aggregate | Context, implements: Implements) -> None:
        """Carry out one `implements` member."""
        capability = capability_named(implements.capability, self.result.directory)
        if capability is not None:
            # A macro may have added the `implements`: what was written is its call.
            self.give_to(host, capability, implements.origin or implements)
        elif implements.capability:
            self.result.faults.append(_unknown_capability(implements, self.result.directory))

    # Macros

    def run_call(self, host: Host, call: MacroCall, macro: AnyMacro) -> None:
        """Run a macro that is called by name, unless the call is at fault."""
        if not isinstance(host, macro.host):
            wanted, here = HOST_WORDS[macro.host], HOST_WORDS[type(host)]
            message = f"{macro.name} goes on {_article(wanted)}, and this is {_article(here)}"
            place = field_span(call, "name")
            self.result.faults.append(at_source("loom.macro-target-mismatch", message, place))
            return
        binding = bind(call, macro, self.result.directory)
        self.result.faults.extend(binding.faults)
        if not binding.faults:
            self.result.steps[call] = self.run(host, macro, binding.values, call)
        elif not macro.takes_references:
            # Adds nothing, yet unfolding wants to know what the call would have given.
            self.result.steps[call] = tuple(macro.run(host, binding.values, self.result.directory))

    def run(
        self, host: Host, macro: AnyMacro, values: Mapping[str, Argument], call: MacroCall
    ) -> tuple[Step, ...]:
        """Run a macro and those it runs, and give back its own steps."""
        done: list[Step] = []
        for step in macro.run(host, values, self.result.directory):
            done.append(step)
            if isinstance(step, Add):
                addition = Addition(macro.name, call, by_macro=True)
                self.add(step.host, step.members, addition)
            else:
                self.run(step.host, step.macro, step.values, call)
        return tuple(done)

    # Capabilities

    def give_to(self, host: Aggregate | Context, capability: Capability, cause: Node) -> None:
        """Give a capability to an aggregate, or to every aggregate that stands directly in a context."""
        for aggregate in [host] if isinstance(host, Aggregate) else members_of(host, Aggregate):
            self.give(aggregate, capability, cause)

    def give(self, aggregate: Aggregate, capability: Capability, cause: Node) -> None:
        """Give a capability to one aggregate."""
        if capability.name == VERSIONED:
            version = version_of(aggregate.members)
            if version is not None:
                if plain_primitive(version.type) == "int":
                    self.carry(aggregate, VERSIONED)
                elif aggregate not in self.collided:
                    self.collided.add(aggregate)
                    self.result.faults.append(_version_collision(aggregate, version))
                return
        self.carry(aggregate, capability.name)
        addition = Addition(capability.name, cause, by_macro=False, built_in=is_built_in(capability))
        self.add(aggregate, copies_for(capability, aggregate.name), addition)

    def carry(self, aggregate: Aggregate, capability: str) -> None:
        """Note that an aggregate has a capability."""
        self.result._carried.setdefault(aggregate, {})[capability] = None

    # Adding

    def add(self, host: Node, members: Iterable[Node], addition: Addition) -> None:
        """Put members at the end of `host`; names that are taken stay, areas of one name merge."""
        target, taken = member_list(host), self.taken(host)
        for member in members:
            area = self.area_of(host, member.name) if isinstance(member, Area) else None
            if isinstance(member, Area) and area is not None:
                self.add(area, member.members, addition)
                continue
            name = getattr(member, "name", None)
            if name:
                if name in taken:
                    continue
                taken.add(name)
            if isinstance(member, Area):
                self.areas[host][member.name] = member
            member.parent = host
            member.origin = addition.cause
            self.result.directory.additions[member] = addition
            target.append(member)

    def taken(self, host: Node) -> set[str]:
        """The names that members of a host bear."""
        taken = self.names.get(host)
        if taken is None:
            names = (getattr(member, "name", None) for member in member_list(host))
            taken = self.names[host] = {name for name in names if name}
        return taken

    def area_of(self, host: Node, name: str) -> Area | None:
        """The first area of that name in a ui or an area."""
        areas = self.areas.get(host)
        if areas is None:
            areas = self.areas[host] = {}
            for member in member_list(host):
                if isinstance(member, Area):
                    areas.setdefault(member.name, member)
        return areas.get(name)


# What is said about faults


def _article(word: str) -> str:
    return f"{'an' if word[0] in 'aeio' else 'a'} {word}"


def _known_capabilities(directory: Directory) -> list[str]:
    return [*directory.capabilities, *(name for name in built_in() if name not in directory.capabilities)]


def _unknown_macro(call: MacroCall, directory: Directory) -> Diagnostic:
    near = nearest_names(call.name, [*MACROS, *_known_capabilities(directory)], 1)
    advice = f"did you mean '{near[0]}'? " if near else ""
    message = (
        f"'{call.name}' is neither a macro nor a capability; {advice}"
        f"the macros are {', '.join(MACROS)}; the capabilities {', '.join(_known_capabilities(directory))}"
    )
    return at_source("loom.unknown-macro", message, field_span(call, "name"))


def _unknown_capability(implements: Implements, directory: Directory) -> Diagnostic:
    name, known = implements.capability, _known_capabilities(directory)
    near = nearest_names(name, known, 1)
    if name in MACROS:
        advice = f"it is a macro: write `with {name}` in the header"
    elif near:
        advice = f"did you mean '{near[0]}'?"
    else:
        advice = f"there are {', '.join(known)}"
    message = f"there is no capability '{name}'; {advice}"
    return at_source("loom.unknown-capability", message, field_span(implements, "capability"))


def _version_collision(aggregate: Aggregate, version: Property) -> Diagnostic:
    message = (
        f"aggregate {aggregate.name} keeps the version by which concurrent changes are told apart in a field "
        "'version: int', and this 'version' has another type; make it `int` or give it another name"
    )
    return at_source("loom.version-field-collision", message, field_span(version, "name"))
