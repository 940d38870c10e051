"""A new, empty map: what is said of it, what is wrong with that, and the box that it makes."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Literal

from core.base.errors import WrongUse
from core.geometry.labels import First, Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Grid, MapSheet
from core.model.numberings import NumberScheme, numbering_fault
from core.model.placing import axis_words, frame_beside, letter_after, sheet_letter

MOST_HEXES = 500
"""No sheet has more columns or rows."""

MOST_SHEETS = 12
"""Sheets to a side of a new box."""

LEAST_HEX_M, MOST_HEX_M = Decimal("0.01"), 1_000_000
LEAST_INTERVAL, MOST_INTERVAL = Decimal("0.1"), 1_000

Field = Literal["title", "columns", "rows", "sheets", "letter", "numbering", "hex_m", "interval"]


@dataclass(frozen=True)
class NewMap:
    """What is said of a new box of equal, empty sheets laid edge to edge.

    `columns` and `rows` are those of each sheet, `across` and `up` how many sheets there are. Sheets are lettered from
    `letter` on, from the upper left as one reads. `raised` is for the first of them. `hex_m` is in metres, `interval` the
    contour interval in metres or None for maps without contours.
    """

    title: str
    ruleset: str = "tcs-4.01"
    palette: str = ""
    columns: int = 40
    rows: int = 30
    orientation: Literal["columns", "rows"] = "columns"
    raised: Literal["odd", "even"] = "even"
    numbering: str = NumberScheme().pattern
    first: First = "bottom-left"
    first_column: int = 1
    first_row: int = 1
    hex_m: Decimal = Decimal("114.3")
    interval: Decimal | None = Decimal(20)
    half_lines: bool = False
    letter: str = "A"
    across: int = 1
    up: int = 1

    def faults(self) -> Iterator[tuple[Field, str]]:
        """Everything that is wrong, as sentences, each with the field that it is about."""
        if not self.title.strip():
            yield "title", "A box needs a title."
        whole = True
        fields: tuple[tuple[Field, int], ...] = (("columns", self.columns), ("rows", self.rows))
        for (field, count), words in zip(fields, axis_words(self.orientation), strict=True):
            if not 1 <= count <= MOST_HEXES:
                whole = False
                yield field, f"A map has 1 to {MOST_HEXES} {words}, not {count}."
        if not (1 <= self.across <= MOST_SHEETS and 1 <= self.up <= MOST_SHEETS):
            yield "sheets", f"1 to {MOST_SHEETS} maps can lie side by side, not {self.across} by {self.up}."
        try:
            sheet_letter(self.letter, ())
        except WrongUse as problem:
            yield "letter", str(problem)
        numbered = (
            numbering_fault(self.numbering, self.columns, self.rows, self.first, self.first_column, self.first_row)
            if whole
            else ""
        )
        if numbered:
            yield "numbering", numbered
        if not LEAST_HEX_M <= self.hex_m <= MOST_HEX_M:
            yield "hex_m", f"From hex to hex it is {LEAST_HEX_M} to {MOST_HEX_M:,} m, not {self.hex_m}."
        if self.interval is not None and not LEAST_INTERVAL <= self.interval <= MOST_INTERVAL:
            yield "interval", f"A contour interval is {LEAST_INTERVAL} to {MOST_INTERVAL:,} m, not {self.interval}."

    def box(self) -> GameBox:
        """The box. Raises WrongUse with the first fault when there is one."""
        for _, fault in self.faults():
            raise WrongUse(fault)
        placed: dict[tuple[int, int], PlacedSheet] = {}
        sheets: list[PlacedSheet] = []
        for down in range(self.up):
            for along in range(self.across):
                if (along, down) == (0, 0):
                    frame = SheetFrame.place(self.raised, self.orientation)
                elif along:
                    frame = frame_beside(placed[along - 1, down], "right", self.columns, self.rows)
                else:
                    frame = frame_beside(placed[0, down - 1], "below", self.columns, self.rows)
                made = self._sheet(frame, letter_after(self.letter, len(sheets)))
                placed[along, down] = made
                sheets.append(made)
        return GameBox(self.title.strip(), self.ruleset, tuple(sheets), palette=self.palette)

    def _sheet(self, frame: SheetFrame, letter: str) -> PlacedSheet:
        numbering = Numbering(self.numbering, self.columns, self.rows, self.first, self.first_column, self.first_row)
        grid = Grid(self.columns, self.rows, numbering, self.orientation, frame.raised, round(float(self.hex_m), 4))
        interval = Fraction(self.interval) if self.interval is not None else None
        sheet = MapSheet(letter, grid, contour_interval=interval, half_lines=self.half_lines)
        return PlacedSheet(sheet, frame, letter, f"{letter.lower()}.map.yaml")


def read_metres(text: str, what: str) -> Decimal:
    """A length in metres as it was typed, with a comma or a point. Raises WrongUse, which says what was wanted."""
    try:
        value = Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite():
        raise WrongUse(f'{what}: "{text.strip()}" is no number of metres such as 114.3.')
    return value
