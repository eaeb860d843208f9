"""What all expressions, statements and types are."""

from loomsmith.ddd.syntax.node import Node


class Expr(Node):
    """Any expression."""


class Stmt(Node):
    """Any statement."""


class TypeBase(Node):
    """What a type atom is built on."""
