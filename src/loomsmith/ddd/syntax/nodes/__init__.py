"""The tree of a `.ddd` source: one class per construct.

Every list keeps source order. A name that could not be read is the empty string; an expression or a type
that could not be read is `Missing` or `MissingType`; absent optional parts are `None`. Names, words and
literals have their offsets in `node.spans` by field name, references in the `Ref` itself.
"""

from loomsmith.ddd.syntax.nodes.base import *
from loomsmith.ddd.syntax.nodes.code import *
from loomsmith.ddd.syntax.nodes.domain import *
from loomsmith.ddd.syntax.nodes.processes import *
from loomsmith.ddd.syntax.nodes.quality import *
from loomsmith.ddd.syntax.nodes.structure import *
from loomsmith.ddd.syntax.nodes.types import *
from loomsmith.ddd.syntax.nodes.views import *
