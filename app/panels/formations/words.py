"""What the panel Formations shows, as a table and in words, without a widget."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtGui import QIcon, QPalette

from app.panels.reasons_view import ReasonLine, cited, line_of
from app.panels.signs import sign_icon
from app.panels.tables import Table, TableCell, TableRow
from app.panels.words import tr
from app.widgets.rule_words import said
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.rules.kernel.formations_detail import BAD, GOOD, WARNED, Cell, FormationRow, FormationsDetail

_SIGNS = {GOOD: "clear", WARNED: "warning", BAD: "blocked"}
_SPOKEN = {
    GOOD: QT_TRANSLATE_NOOP("Words", "good"),
    WARNED: QT_TRANSLATE_NOOP("Words", "take care"),
    BAD: QT_TRANSLATE_NOOP("Words", "bad"),
}


_FIRST = 2
"""The first column of the series, behind who a formation is and whose."""


def hexes_of(row: FormationRow) -> tuple[Hex, ...]:
    """All hexes that a formation is about: where its pieces stand, and its ways."""
    cells = (place for cell in row.cells for place in cell.hexes)
    return tuple(dict.fromkeys((*cells, *(place for way in row.ways for place in way))))


@dataclass(frozen=True)
class BoardWords:
    """Tells boards over a box: `picture` gives the symbol of a formation, `called` what a side or a formation is called.

    What was told of a row is told again as long as the row stays the same: most boards differ from the last one in few.
    """

    box: GameBox
    picture: Callable[[str], QIcon | None]
    called: Callable[[str], str]
    palette: QPalette
    _told: dict[str, tuple[FormationRow, TableRow]] = field(default_factory=dict, repr=False)
    _signs: dict[str, QIcon] = field(default_factory=dict, repr=False)

    def table(self, detail: FormationsDetail) -> Table:
        """The board: who a formation is and whose, then the columns of the series."""
        heads = (
            (tr("Formation"), tr("What is activated together")),
            (tr("Side"), tr("Whose it is")),
            *((said(each.title), cited(each.about, self.box)) for each in detail.columns),
        )
        # The colours of the symbol say whose a formation is, too.
        spare = (1, *range(len(heads) - 1, _FIRST - 1, -1))
        return Table(heads, tuple(map(self._row, detail.rows)), spare)

    def _row(self, row: FormationRow) -> TableRow:
        known = self._told.get(row.formation)
        if known is None or known[0] != row:
            known = self._told[row.formation] = (row, self._made(row))
        return known[1]

    def _made(self, row: FormationRow) -> TableRow:
        name = TableCell(self.called(row.formation), icon=self.picture(row.formation))
        return TableRow((name, TableCell(self.called(row.side)), *map(self._cell, row.cells)), hexes_of(row))

    def _cell(self, cell: Cell) -> TableCell:
        text = said(cell.text) or "–"
        icon = self._sign(_SIGNS[cell.sign]) if cell.sign else None
        spoken = f"{text}, {tr(str(_SPOKEN[cell.sign]))}" if cell.sign else ""
        tip = cited(cell.reason, self.box) if cell.reason is not None else ""
        return TableCell(text, tip, icon, spoken=spoken)

    def _sign(self, name: str) -> QIcon:
        if name not in self._signs:
            self._signs[name] = sign_icon(name, self.palette)
        return self._signs[name]


def beside_words(row: FormationRow, detail: FormationsDetail, left_out: Iterable[int]) -> str:
    """The cells of a row in columns of the board that are left out, each behind the name of its column."""
    wanted = sorted(number - _FIRST for number in left_out if number >= _FIRST)
    some = ((detail.columns[number], row.cells[number]) for number in wanted if number < len(row.cells))
    return " · ".join(f"{said(column.title)}: {said(cell.text)}" for column, cell in some if cell.text)


def why_lines(row: FormationRow, detail: FormationsDetail, box: GameBox) -> Iterator[ReasonLine]:
    """Why the cells of a formation say what they say, each behind the name of its column, then what its chances are made of."""
    for cell, column in zip(row.cells, detail.columns, strict=True):
        if cell.reason is not None:
            yield line_of(cell.reason, box, said(column.title))
    for reason in row.reasons:
        yield line_of(reason, box)
