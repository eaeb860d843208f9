"""Macros and capabilities: what `with` clauses and `implements` members add to a tree.

`expand(file)` adds to the tree in place and tells what it did. An added member has no span; its `origin` is
the written node that asked for it.
"""

from loomsmith.ddd.macros.directory import Addition, Directory
from loomsmith.ddd.macros.expander import Expansion, expand
from loomsmith.ddd.macros.paged_tables import PagedTables

__all__ = ["Addition", "Directory", "Expansion", "PagedTables", "expand"]
