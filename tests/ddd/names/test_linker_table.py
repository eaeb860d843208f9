"""The table of what each reference may mean covers the tree."""

from loomsmith.ddd.names.linker import WANTED
from loomsmith.ddd.syntax import nodes
from loomsmith.ddd.syntax.node import Node


def test_every_reference_field_of_every_node_class_has_a_rule():
    fields = {
        (kind, field)
        for kind in vars(nodes).values()
        if isinstance(kind, type) and issubclass(kind, Node)
        for field in kind.REF_FIELDS
    }
    assert fields == set(WANTED)
