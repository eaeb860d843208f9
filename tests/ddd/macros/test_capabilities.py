"""Capabilities: whom they reach, what they bring, and the version that every aggregate keeps."""

import pytest

from expanded_models import added, codes, expanded, lines, node
from loomsmith.ddd.syntax.nodes import Aggregate

BUILT_IN = {
    "auditable": """
        createdAt: datetime managed
        updatedAt: datetime managed
        createdBy: User id managed
        updatedBy: User id managed
        stamp onCreate {
          createdAt := now()
          createdBy := currentUser
        }
        stamp onUpdate {
          updatedAt := now()
          updatedBy := currentUser
        }
        version: int token = 1
        """,
    "softDeletable": """
        isDeleted: bool internal
        deletedAt: datetime? managed
        filter !this.isDeleted
        version: int token = 1
        """,
    "tenantOwned": """
        tenantId: string internal
        dataKey: string? internal
        stamp onCreate {
          tenantId := currentUser.tenantId
          dataKey := currentUser.orgPath
        }
        filter this.tenantId == currentUser.tenantId
        version: int token = 1
        """,
    "tenantRegistry": """
        parent: Boat id? immutable
        dataKey: string? managed
        version: int token = 1
        """,
    "versioned": """
        version: int token = 1
        """,
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_capability_adds_its_members_in_order_and_the_version_comes_last(name):
    expected = lines(BUILT_IN[name])
    assert added(f"context C {{ aggregate Boat with {name} {{ title: string }} }}", "Boat") == expected
    assert added(f"context C {{ aggregate Boat {{ title: string implements {name} }} }}", "Boat") == expected


def test_a_capability_on_a_context_goes_to_each_aggregate_directly_in_it():
    text = """context C with softDeletable { aggregate A { } aggregate B { } }
    context D { aggregate E { } }"""
    expansion = expanded(text)
    carriers = {name: expansion.capabilities_of(node(expansion, name)) for name in "ABE"}
    assert carriers == {
        "A": ("softDeletable", "versioned"),
        "B": ("softDeletable", "versioned"),
        "E": ("versioned",),
    }


def test_implements_on_a_context_counts_as_its_with_clause_does():
    expansion = expanded("context C { implements softDeletable aggregate A { } }")
    assert expansion.carries(node(expansion, "A"), "softDeletable")


def test_a_declared_capability_replaces_the_built_in_one_of_its_name():
    text = "capability auditable { seenAt: datetime managed } context C { aggregate A with auditable { } }"
    assert added(text, "A") == "seenAt: datetime managed\nversion: int token = 1\n"


def test_self_id_in_a_declared_capability_becomes_the_identity_of_the_aggregate():
    text = "capability nested { up: Self id? } context C { aggregate A with nested { } aggregate B { } }"
    assert added(text, "A").splitlines()[0] == "up: A id?"


def test_hand_written_members_win_over_fields_of_a_capability_whatever_their_kind():
    text = "context C { aggregate A with softDeletable { operation isDeleted() { } } }"
    assert "isDeleted: bool" not in added(text, "A")
    assert "deletedAt: datetime? managed" in added(text, "A")


def test_of_two_capabilities_with_one_field_the_earlier_gives_it():
    text = "context C { aggregate A with tenantRegistry, tenantOwned { } }"
    assert added(text, "A").count("dataKey:") == 1
    assert "dataKey: string? managed" in added(text, "A")


def test_an_event_sourced_aggregate_has_no_version_unless_asked_for():
    assert added("context C { aggregate A persistedAs: eventLog { } }", "A") == "\n"
    assert "version" in added("context C { aggregate A persistedAs: eventLog with versioned { } }", "A")


def test_a_plain_int_version_serves_where_it_stands():
    expansion = expanded("context C { aggregate A { version: int  title: string } }")
    aggregate = node(expansion, "A")
    assert isinstance(aggregate, Aggregate)
    assert [member.name for member in aggregate.members] == ["version", "title"]
    assert expansion.carries(aggregate, "versioned")


@pytest.mark.parametrize("type_", ["string", "int?", "int[]", "long", "int or string"])
@pytest.mark.parametrize("clause", ["", " with versioned"])
def test_a_version_of_any_other_type_is_a_collision_told_once(type_, clause):
    text = f"context C {{ aggregate A{clause} {{ version: {type_} }} }}"
    assert codes(text) == [("loom.version-field-collision", "version")]
    assert added(text, "A") == "\n"


def test_arguments_on_a_capability_are_ignored():
    assert codes("context C { aggregate A with auditable(x: 1) { } }") == []


def test_a_capability_on_a_ui_or_an_api_is_refused():
    text = "ui U with auditable { } api P with tenantOwned(of: X) from D subdomain D { }"
    assert codes(text) == [
        ("loom.capability-host-invalid", "auditable"),
        ("loom.capability-host-invalid", "tenantOwned(of: X)"),
    ]


def test_implements_takes_no_macros_and_says_where_they_go():
    text = "context C { aggregate A { implements crudish } implements Floating }"
    assert codes(text) == [("loom.unknown-capability", "Floating"), ("loom.unknown-capability", "crudish")]
    assert "with crudish" in expanded(text).faults[1].message


def test_each_added_member_knows_what_asked_for_it():
    expansion = expanded("context C with auditable { aggregate A { implements softDeletable } }")
    aggregate, context = node(expansion, "A"), node(expansion, "C")
    causes = {member.name: member.origin for member in aggregate.members if hasattr(member, "name")}
    assert causes["createdAt"] is context.with_calls[0]
    assert causes["isDeleted"] is aggregate.members[0]
    assert causes["version"] is aggregate
    inner = aggregate.members[-2].expr
    assert expansion.addition_of(inner).name == "softDeletable"
    assert expansion.addition_of(aggregate) is None
