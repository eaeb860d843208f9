"""Macros on aggregates: which fields they take and what they add."""

from expanded_models import added, expanded, lines, node


def test_crudish_adds_update_create_and_destroy():
    text = "context C { aggregate A with crudish { name: string  seats: int[]?  kind: K } }"
    assert added(text, "A") == lines(
        """
        operation update(name: string, seats: int[]?, kind: K) {
          name := name
          seats := seats
          kind := kind
        }
        create(name: string, seats: int[]?, kind: K) {
          name := name
          seats := seats
          kind := kind
        }
        destroy {}
        version: int token = 1
        """
    )


def test_crudish_with_no_fields_has_empty_headers_and_bodies():
    assert added("context C { aggregate A with crudish { } }", "A") == lines(
        """
        operation update() {}
        create() {}
        destroy {}
        version: int token = 1
        """
    )


def test_update_only_leaves_create_and_destroy_out():
    assert added("context C { aggregate A with crudish(updateOnly: true) { } }", "A") == lines(
        """
        operation update() {}
        version: int token = 1
        """
    )


def _parameters(text: str) -> tuple[list[str], list[str]]:
    aggregate = node(expanded(text), "A")
    update, create = (
        next(m for m in aggregate.members if type(m).__name__ == kind) for kind in ("Operation", "Create")
    )
    return [p.name for p in update.params], [p.name for p in create.params]


def test_access_words_decide_which_fields_a_caller_sets():
    text = """context C { aggregate A with crudish {
      a: string  b: string immutable  c: string managed  d: string token  e: string internal  f: string secret
      contains parts: Part[]  entity Part { x: int }  derived g: string = a
    } }"""
    assert _parameters(text) == (["a", "f"], ["a", "b", "f"])


def test_stamped_fields_are_left_out_those_of_the_context_too():
    text = """context C {
      stamp onUpdate { b := "x" }
      aggregate A with crudish { a: string  b: string  c: string  stamp onCreate { c += "y" } }
    }"""
    assert _parameters(text) == (["a"], ["a"])


def test_fields_of_declared_capabilities_count_when_applied_before_the_call():
    capability = "capability tagged { tag: string } "
    before = capability + "context C { aggregate A with tagged, crudish { } }"
    around = capability + "context C with tagged { aggregate A with crudish { } }"
    after = capability + "context C { aggregate A with crudish, tagged { } }"
    assert _parameters(before) == (["tag"], ["tag"])
    assert _parameters(around) == (["tag"], ["tag"])
    assert _parameters(after) == ([], [])


def test_fields_of_built_in_capabilities_never_count():
    text = "context C { aggregate A with auditable, tenantRegistry, tenantOwned, crudish { } }"
    assert _parameters(text) == ([], [])


def test_a_member_named_update_keeps_its_place_and_unnamed_ones_are_always_added():
    text = "context C { aggregate A with crudish { update: string  create() { } } }"
    assert added(text, "A").splitlines()[0].startswith("create(update: string)")
    assert "operation update" not in added(text, "A")


def test_soft_delete_adds_two_operations():
    assert added("context C { aggregate A with softDelete { } }", "A") == lines(
        """
        operation softDelete() {
          isDeleted := true
          deletedAt := now()
        }
        operation restore() {
          isDeleted := false
          deletedAt := null
        }
        version: int token = 1
        """
    )


def test_soft_delete_by_default_comes_before_what_an_aggregate_asks_for():
    text = "context C with softDeleteByDefault { aggregate A with crudish { name: string } }"
    expansion = expanded(text)
    names = [getattr(m, "name", None) or type(m).__name__ for m in node(expansion, "A").members]
    assert names == [
        "name",
        "softDelete",
        "restore",
        "isDeleted",
        "deletedAt",
        "Filter",
        "update",
        "Create",
        "Destroy",
        "version",
    ]
    assert [type(member).__name__ for member in node(expansion, "C").members] == ["Aggregate", "Implements"]


def test_fields_that_come_by_an_added_implements_know_the_call_behind_it():
    expansion = expanded("context C with softDeleteByDefault { aggregate A { } }")
    field = next(m for m in node(expansion, "A").members if getattr(m, "name", None) == "isDeleted")
    assert field.origin is node(expansion, "C").with_calls[0]
