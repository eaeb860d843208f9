"""What a benchmark hands back, and how it is shown."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Table:
    """Measured figures: a title, the head of the columns, rows of text, and remarks below."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    remarks: list[str] = field(default_factory=list)

    def markdown(self) -> str:
        """The table as Markdown, its columns aligned so that it reads well as plain text too."""
        cells = [self.columns, *self.rows]
        widths = [max(len(row[n]) for row in cells) for n in range(len(self.columns))]
        lines = [f"### {self.title}", ""]
        for number, row in enumerate(cells):
            padded = [
                row[0].ljust(widths[0]),
                *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True)),
            ]
            lines.append("| " + " | ".join(padded) + " |")
            if number == 0:
                rules = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
                lines.append("| " + " | ".join(rules) + " |")
        if self.remarks:
            lines += ["", *self.remarks]
        return "\n".join(lines) + "\n"


def figure(value: float, unit: str = "") -> str:
    """A measured value with three significant digits, thousands separated."""
    digits = f"{value:.3g}" if abs(value) < 1_000 else f"{float(f'{value:.3g}'):,.0f}"
    return f"{digits} {unit}".strip()
