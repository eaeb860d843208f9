"""Codes of the lexer and the parser."""

from loomsmith.ddd.diagnostics.row import PARSE_ERROR, Row

ROWS: tuple[Row, ...] = (
    Row(
        "loom.lex-error",
        "A character starts no token of the language, so it was skipped. Usual causes are a quotation mark "
        "that is never closed, a typographic quotation mark or dash, and operators of other languages. "
        "Names consist of ASCII letters, digits and `_`.",
        wrong="context Berths { aggregate Ferry { title: string # } }",
        right="context Berths { aggregate Ferry { title: string } }",
        variants=(PARSE_ERROR,),
    ),
    Row(
        "loom.parse-error",
        "The text does not follow the grammar at this token. The message says what was found and what was "
        "expected there. Reading goes on at the next member, so later findings may be consequences of the "
        "first: repair the first one and validate again.",
        wrong="context Berths { aggregate Ferry { title string } }",
        right="context Berths { aggregate Ferry { title: string } }",
        variants=(PARSE_ERROR,),
    ),
)
