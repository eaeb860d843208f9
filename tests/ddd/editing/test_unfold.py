"""Unfolding a call of a `with` clause: what is written, what becomes of the clause, and what is refused."""

import pytest

from expanded_models import expanded, lines, node
from loomsmith.ddd.editing.splice import splice
from loomsmith.ddd.editing.unfold import Refusal, Unfolding, unfold
from loomsmith.ddd.macros import expand
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.node import walk
from loomsmith.ddd.text import Source


def answer(text: str, macro: str, on: str) -> Unfolding | Refusal:
    expansion = expanded(text)
    return unfold(Source(text), expansion, macro, node(expansion, on))


def unfolded(text: str, macro: str, on: str) -> str:
    found = answer(text, macro, on)
    assert isinstance(found, Unfolding), found
    return splice(text, found.edits)


def refused(text: str, macro: str, on: str) -> Refusal:
    found = answer(text, macro, on)
    assert isinstance(found, Refusal), found
    return found


def test_members_are_written_and_the_clause_is_deleted_with_the_blanks_before_it():
    text = lines(
        """
        context Vineyard {
          aggregate Barrel   with crudish {
            cask: string
          }
        }
        """
    )
    assert unfolded(text, "crudish", "Barrel") == lines(
        """
        context Vineyard {
          aggregate Barrel {
            cask: string

            operation update(cask: string) {
              cask := cask
            }

            create(cask: string) {
              cask := cask
            }

            destroy {}
          }
        }
        """
    )


def test_other_calls_of_the_clause_stay_as_they_are_written():
    text = "context C { aggregate A\n  with softDelete( ),crudish( updateOnly : true ),\n  auditable { } }"
    assert "with softDelete( ), crudish( updateOnly : true ) {" in unfolded(text, "auditable", "A")
    assert "aggregate A\n  with softDelete( ), auditable {" in unfolded(text, "crudish", "A")


def test_only_the_first_of_two_equal_calls_is_unfolded():
    assert "with auditable {" in unfolded(
        "context C { aggregate A with auditable, auditable { } }", "auditable", "A"
    )


def test_hand_written_members_are_not_written_again():
    text = "context C { aggregate A with softDeletable { isDeleted: bool  operation update() { } } }"
    assert unfolded(text, "softDeletable", "A").count("isDeleted:") == 1
    text = text.replace("softDeletable", "crudish")
    assert unfolded(text, "crudish", "A").count("update") == 1


def test_what_another_macro_gives_too_is_written_all_the_same():
    text = "context C with scaffoldDashboard, scaffoldDashboard { aggregate A { } }"
    assert "projection ATotals {" in unfolded(text, "scaffoldDashboard", "C")
    text = "context C { aggregate A with tenantOwned, tenantRegistry { } }"
    assert "dataKey: string? managed" in unfolded(text, "tenantRegistry", "A")


def test_a_capability_with_self_id_is_written_for_its_aggregate():
    text = "context C { aggregate Firm with tenantRegistry { } }"
    assert "parent: Firm id? immutable" in unfolded(text, "tenantRegistry", "Firm")


def test_crudish_writes_the_fields_that_it_took_at_expansion():
    text = "capability tagged { tag: string } context C { aggregate A with crudish, tagged { name: string } }"
    assert "operation update(name: string) {" in unfolded(text, "crudish", "A")


def test_a_flag_that_was_given_wrongly_counts_as_left_out():
    text = "context C { aggregate A with crudish(updateOnly: 3) { name: string } }"
    assert "destroy {}" in unfolded(text, "crudish", "A")


def test_a_capability_on_a_context_is_written_into_each_of_its_aggregates():
    text = "context C with versioned { aggregate A { } aggregate B { } }"
    assert unfolded(text, "versioned", "C").count("version: int token = 1") == 2


def test_macros_that_it_would_run_become_calls_on_their_hosts():
    text = lines(
        """
        context Quay with softDeleteByDefault {
          aggregate Crane with crudish /* { */ { name: string }
          aggregate Shed { name: string }
        }
        """
    )
    assert unfolded(text, "softDeleteByDefault", "Quay") == lines(
        """
        context Quay {
          aggregate Crane with crudish, softDelete /* { */ { name: string }
          aggregate Shed with softDelete { name: string }

          implements softDeletable
        }
        """
    )


def test_calls_inside_a_context_on_one_line_are_part_of_its_new_text():
    text = "context Quay with softDeleteByDefault { aggregate Crane { } }"
    assert unfolded(text, "softDeleteByDefault", "Quay") == (
        "context Quay {\n  aggregate Crane with softDelete { }\n  implements softDeletable\n}"
    )


def test_pages_go_into_an_area_by_hand_that_has_their_name():
    text = lines(
        """
        context C { aggregate Boat { } }
        ui U with scaffoldAggregate(of: Boat) {
          area Boats {
            page List { route: "/mine" }
          }
        }
        """
    )
    result = unfolded(text, "scaffoldAggregate", "U")
    assert result.count("area Boats") == 1
    assert result.count("page List") == 1
    assert "    page New {" in result
    assert not parse(Source(result)).faults


def test_pages_show_the_fields_of_the_whole_aggregate():
    text = "ui U with scaffoldAggregate(of: Boat) { } context C { aggregate Boat with auditable { } }"
    result = unfolded(text, "scaffoldAggregate", "U")
    assert 'field: "createdAt"' in result
    assert 'field: "version"' in result


def test_an_abstract_aggregate_leaves_only_the_clause_to_edit():
    text = "context C { abstract aggregate A { } } ui U with scaffoldAggregate(of: A) { }"
    found = answer(text, "scaffoldAggregate", "U")
    assert isinstance(found, Unfolding)
    assert len(found.edits) == 1
    assert splice(text, found.edits) == "context C { abstract aggregate A { } } ui U { }"


@pytest.mark.parametrize(
    ("text", "macro", "on", "candidates"),
    [
        ("context C { aggregate A with b, a { } }", "crudish", "A", ("a", "b")),
        ("context C { aggregate A { implements auditable } }", "auditable", "A", ()),
        ("context C { aggregate A { name: string } }", "crudish", "name", ()),
        (
            "context C { } api P with scaffoldApi(of: D) from D subdomain D { }",
            "crudish",
            "P",
            ("scaffoldApi",),
        ),
    ],
)
def test_a_call_that_is_not_there_is_not_found_and_the_present_ones_are_named(text, macro, on, candidates):
    refusal = refused(text, macro, on)
    assert (refusal.error, refusal.candidates) == ("not-found", candidates)


@pytest.mark.parametrize(
    ("text", "macro", "on"),
    [
        ("context C { aggregate A with crudich { } }", "crudich", "A"),
        ("context C with crudish { }", "crudish", "C"),
        ("api P with scaffoldApi(of: D) from D subdomain D { }", "scaffoldApi", "P"),
        ("api P with auditable from D subdomain D { }", "auditable", "P"),
        ("ui U with auditable { }", "auditable", "U"),
        ("capability none { } context C { aggregate A with none { } }", "none", "A"),
        ("context C with auditable { }", "auditable", "C"),
        ("ui U with scaffoldAggregate { }", "scaffoldAggregate", "U"),
        ("ui U with scaffoldAggregate(of: Plane) { }", "scaffoldAggregate", "U"),
        ("ui U with scaffold(aggregates: [Plane]) { }", "scaffold", "U"),
        ("context C { aggregate A with crudish { await: string } }", "crudish", "A"),
    ],
)
def test_what_cannot_be_unfolded_is_refused_without_candidates(text, macro, on):
    refusal = refused(text, macro, on)
    assert (refusal.error, refusal.candidates) == ("cannot-unfold", None)
    assert refusal.message


def test_a_broken_host_is_unfolded_as_far_as_it_can_be_or_refused():
    for text in (
        "context C { aggregate A with crudish { a: int",
        "context C { aggregate A with crudish",
        "context C { aggregate A with crudish, { a: int } }",
        "context C { aggregate A with auditable { a: int ; b: int } }",
        "context C with softDeleteByDefault { aggregate A",
    ):
        source = Source(text)
        expansion = expand(parse(source).tree)
        for host in walk(expansion.file):
            for call in list(getattr(host, "with_calls", [])):
                unfold(source, expansion, call.name, host)
