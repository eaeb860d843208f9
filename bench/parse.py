"""How fast source texts are parsed: models of growing length, and texts made to be slow."""

from __future__ import annotations

import gc
import statistics
import time

from bench.report import Table, figure
from loomsmith.ddd.syntax import parse
from loomsmith.ddd.syntax.lexer import tokenize
from loomsmith.ddd.text import Source

_CONTEXT = """\
  context Depot{n} with audit {{
    enum Status {{ Draft, Packed, Shipped, Returned }}
    event ParcelShipped {{ parcel: Parcel id, weight: decimal, at: datetime }}
    valueobject Address {{
      street: string check street != "" message "a street is needed"
      city: string
      zip: string = "00000"
      derived label: string = `{{street}}, {{zip}} {{city}}`
    }}

    // Whatever leaves the house.
    aggregate Parcel {{
      reference: string immutable
      status: Status = Draft
      weight: decimal check weight > 0.0
      sender: Customer id
      target: Address
      contains lines: Line[]
      derived heavy: bool = weight > 20.0 && lines.count > 3
      derived display: string = status == Draft ? reference : reference + "!"
      invariant lines.all(l => l.amount > 0) when status != Draft
      entity Line {{
        article: string
        amount: int = 1
        price: money
        derived total: money = price * amount
      }}
      operation ship(at: datetime) requires currentUser.role == "clerk" {{
        precondition status == Packed message "pack it first"
        status := Shipped
        emit ParcelShipped {{ parcel: id, weight: weight, at: at }}
      }}
      operation add(article: string, amount: int) {{
        lines += Line {{ article: article, amount: amount, price: money("1.50") }}
      }}
    }}
    repository Parcels for Parcel {{
      find byStatus(status: Status): Parcel[] where this.status == status
      find heavy(limit: decimal): Parcel[] where this.weight > limit ignoring *
    }}
    workflow Dispatch {{
      create(parcels: Parcel id[]) {{
        for p in parcels {{
          let parcel = Parcels.getById(p)
          parcel.ship(now())
        }}
      }}
    }}
  }}
"""

HOSTILE = {
    "100,000 open braces": "{" * 100_000,
    "50,000 nested parentheses": f"function f(): int = {'(' * 50_000}1{')' * 50_000}",
    "one line of 5 MB": "context C { enum E { " + "Value, " * 730_000 + "} }",
    "1 MB string without end": 'function f(): string = "' + "a" * 1_000_000,
    "300,000 escaped quotes, no end": '"' + '\\"' * 300_000,
    "100,000 faults": "context C { aggregate A { " + "x: int = ] \n" * 100_000 + "} }",
    "chain of 200,000 operators": f"function f(): int = {'+'.join('a' * 200_001)}",
    "20,000 unclosed matches": f"function f(): int = {'match a { B => ' * 20_000}",
}


def model(lines: int) -> str:
    """A sound model of about that many lines."""
    each = _CONTEXT.count("\n")
    return "system Bench {\n" + "".join(_CONTEXT.format(n=n) for n in range(max(lines // each, 1))) + "}\n"


def _seconds(text: str, runs: int, job: str = "parse") -> float:
    """The median over several runs of the processor time that parsing (or lexing) takes."""
    work = parse if job == "parse" else tokenize
    taken = []
    for _ in range(runs):
        # The tree of the run before is garbage by now; clearing it away is no part of this one.
        gc.collect()
        start = time.process_time()
        kept = work(Source(text))
        taken.append(time.process_time() - start)
        del kept
    return statistics.median(taken)


def measure() -> list[Table]:
    """The two tables; every model parses without a fault."""
    rows = []
    for lines in (1_000, 10_000, 100_000):
        text = model(lines)
        assert not parse(Source(text)).faults
        runs = max(3, 20_000 // lines)
        lexing, whole = _seconds(text, runs, "lex"), _seconds(text, runs)
        rows.append(
            (
                f"{text.count(chr(10)):,} lines",
                figure(len(text) / 1_000, "KB"),
                figure(lexing * 1_000, "ms"),
                figure(whole * 1_000, "ms"),
                figure(text.count("\n") / whole),
            )
        )
    hostile = []
    for name, text in HOSTILE.items():
        taken = _seconds(text, 1)
        hostile.append((name, figure(len(text) / 1_000, "KB"), figure(taken * 1_000, "ms")))
    return [
        Table(
            "Parsing models",
            ("model", "size", "tokens alone", "parsed", "lines a second"),
            rows,
            ["Processor time, median of several runs; the bar for 1,000 lines is 50 ms."],
        ),
        Table("Parsing texts made to be slow", ("text", "size", "parsed"), hostile),
    ]
