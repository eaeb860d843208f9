"""What can be asked about a model and done with it: text in, plain data out.

Each function is one of the `loom_*` tools. It takes the source text of a model, keeps no state but a few
recent analyses, reads and writes no file, and returns JSON data with positions from 0, characters in UTF-16
code units. Nothing raises for anything a text may hold; a question without a single answer gets
`{"error": code, "candidates"?, "message"}`.
"""

from loomsmith.ddd.toolkit.editing import apply_patch, quickfix, rename, unfold_macro
from loomsmith.ddd.toolkit.evolution import diff, snapshot
from loomsmith.ddd.toolkit.navigation import find_symbol, hover, references
from loomsmith.ddd.toolkit.reference import explain, guide, list_primitives
from loomsmith.ddd.toolkit.reports import generate, outline, read_model, validate

__all__ = [
    "apply_patch",
    "diff",
    "explain",
    "find_symbol",
    "generate",
    "guide",
    "hover",
    "list_primitives",
    "outline",
    "quickfix",
    "read_model",
    "references",
    "rename",
    "snapshot",
    "unfold_macro",
    "validate",
]
