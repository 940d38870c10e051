"""The tables that a ruling was read from: where they were entered, what shifted them, the chances there, and other numbers."""

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from app.panels.charts.bars import ChanceBars, Legend, bar_of
from app.panels.charts.words import cell_text, chance_words
from app.panels.words import fact_name, plain, result_word, tr
from app.widgets.rule_words import said
from core.base.counted import counted
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.combat import CombatDetail, Facts, Loss
from core.rules.kernel.modifiers import signed
from core.rules.kernel.rulings import Ruling
from core.rules.operations.movement_detail import combat_in

TOLD_BY_TABLES = frozenset({"column", "entered", "shift", "row", "result", "roll", "table"})
"""Facts that a table says itself."""


_CAPITALS = frozenset({"Dg", "Syr", "He", "At", "Snafu"})

_CHANCES = ("falls", "falls_surely")
"""Facts that are chances, though their names do not say so."""

_ODDS = "odds "
"""How facts begin that are chances of odds, where strengths are not known."""


def tables_of(ruling: Ruling) -> tuple[ChartDetail, ...]:
    """The tables of a ruling, those without chances and without a column left out."""
    detail = ruling.detail
    if isinstance(detail, ChartDetail):
        return (detail,)
    return detail.tables if isinstance(detail, CombatDetail | Facts) else ()


def facts_of(
    ruling: Ruling, known_as: Callable[[str], str] = str, without: Collection[str] = ()
) -> tuple[tuple[str, str], ...]:
    """What a ruling tells besides, as names and values in words, `without` what is told elsewhere. `known_as` says what an id
    is called: facts are named for formations, and sides are their values."""
    detail, found = ruling.detail, []
    if isinstance(detail, CombatDetail):
        if detail.odds:
            found.append((tr("Odds"), detail.odds))
        if detail.losses is not None:
            sides = ((tr("Attackers"), detail.losses.attacker), (tr("Defenders"), detail.losses.defender))
            found += [(side, _loss_words(loss, detail.convertible)) for side, loss in sides]
    if isinstance(detail, CombatDetail | Facts):
        for name, value in _untold(detail, sides_of(ruling)):
            if name not in without and value != "":
                told = known_as(value) if isinstance(value, str) else ""
                words = told if told not in ("", value) else fact_value(name, value)
                found.append((called_fact(name, known_as), words))
    return tuple(found)


def called_fact(name: str, known_as: Callable[[str], str]) -> str:
    """The name of a fact in words: that of somebody whose id it is, or with which it ends, as left_red does."""
    word, _, id_ = name.partition("_")
    for before, each in (("", name), (word, id_)):
        called = known_as(each) if each else each
        if called != each:
            return f"{fact_word(before)}: {called}" if before else called
    return fact_word(name)


def sides_of(ruling: Ruling) -> tuple[str, ...]:
    """What each table is about, where a ruling read one and the same chart several times; empty words where one needs none.

    The facts say it: those of each table begin alike, as in attackers_column and defenders_column.
    """
    tables = tables_of(ruling)
    facts = getattr(ruling.detail, "facts", {})
    begun = tuple(name.removesuffix("column").removesuffix("_") for name in facts if name.endswith("column"))
    alike = len({table.chart for table in tables}) == 1
    return begun if alike and len(begun) == len(tables) > 1 else ("",) * len(tables)


def fact_word(name: str) -> str:
    """The name of a fact in words.

    >>> fact_word("expected_losses"), fact_word("dg_soft"), fact_word("syr_chance")
    ('Expected losses', 'DG soft', 'SYR chance')
    """
    return spelled(fact_name(name))


def spelled(words: str) -> str:
    """Words that begin with what is spelled in capitals.

    >>> spelled("At roll"), spelled("Fire: area")
    ('AT roll', 'Fire: area')
    """
    first, _, rest = words.partition(" ")
    return f"{first.upper() if first in _CAPITALS else first} {rest}".strip()


def fact_value(name: str, value: object) -> str:
    """The value of a fact: chances in percent, numbers as charts print them, words without the signs of names."""
    if (name.endswith(("chance", *_CHANCES)) or name.startswith(_ODDS)) and isinstance(value, Fraction):
        return chance_words(value)
    if isinstance(value, int | Fraction):
        return cell_text(Fraction(value))
    return str(value).replace("_", " ")


def _untold(detail: CombatDetail | Facts, sides: tuple[str, ...]) -> list[tuple[str, object]]:
    """The facts that no table tells."""
    facts: Mapping[str, object] = detail.facts
    if not detail.tables:
        return list(facts.items())
    told = TOLD_BY_TABLES | {f"{side}_{name}" for side in sides if side for name in TOLD_BY_TABLES}
    results = {result for table in detail.tables for result, _ in table.chances}
    return [(name, value) for name, value in facts.items() if name not in told and name.removesuffix("_chance") not in results]


def _loss_words(loss: Loss, convertible: bool) -> str:
    ways = loss.ways if convertible else loss.ways[:1]
    told = tr(" or ").join(_way(hexes, steps) for hexes, steps in ways)
    return f"{told} ({loss.marks})" if loss.marks else told


def _way(hexes: int, steps: int) -> str:
    parts = [counted(steps, tr("step"))] if steps else []
    if hexes:
        parts.append(tr("{hexes} of retreat").format(hexes=counted(hexes, tr("hex"), tr("hexes"))))
    return ", ".join(parts) or tr("nothing")


class RulingTables(QWidget):
    """Below each other: every table with its bar of chances, then the facts. Nothing is seen of a ruling without both."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._blocks: list[QWidget] = []
        self.bars: list[ChanceBars] = []

    def show_ruling(self, ruling: Ruling | None, known_as: Callable[[str], str] = str, without: Collection[str] = ()) -> None:
        """Shows the tables of another ruling, and its facts as in `facts_of`."""
        for block in self._blocks:
            self._column.removeWidget(block)
            block.hide()
            block.deleteLater()
        self._blocks, self.bars = [], []
        ruling = combat_in(ruling)
        if ruling is not None:
            for table, side in zip(tables_of(ruling), sides_of(ruling), strict=True):
                self._show_table(table, side)
            self._show_facts(facts_of(ruling, known_as, without))
        self.setVisible(bool(self._blocks))

    @property
    def words(self) -> str:
        """All that is written here, for a screen reader and for tests."""
        return "\n".join(block.text() for block in self._blocks if isinstance(block, QLabel))

    def _add(self, block: QWidget) -> None:
        self._blocks.append(block)
        self._column.addWidget(block)

    def _show_table(self, table: ChartDetail, side: str) -> None:
        about = f"<b>{escape(plain(side))}</b>: " if side else ""
        self._add(_label(f"{about}{_head(table)}"))
        if table.items:
            lines = (
                f"<tr><td align='right'><b>{signed(item.value)}</b>&nbsp;</td>"
                f"<td>{escape(item.name)} <small>[{escape(item.rule.section)}]</small></td></tr>"
                for item in table.items
            )
            self._add(_label(f"<table cellspacing='0' cellpadding='1'>{''.join(lines)}</table>"))
        if len(table.chances) < 2 or sum(chance for _, chance in table.chances) != 1:
            return
        chances = {result_word(result): chance for result, chance in table.chances}
        order = tuple(chances)
        bars, legend = ChanceBars(), Legend()
        bars.show_bars([bar_of(table.column or tr("chance"), chances, order)], order)
        bars.setAccessibleName(tr("Chances of results: {table}").format(table=_title(table)))
        legend.show_results([f"{result}: {chance_words(chance)}" for result, chance in chances.items()])
        if table.result:
            bars.show_pick(0, result_word(table.result))
        self.bars.append(bars)
        self._add(bars)
        self._add(legend)

    def _show_facts(self, facts: tuple[tuple[str, str], ...]) -> None:
        if facts:
            rows = (f"<tr><td>{escape(name)}&nbsp;&nbsp;</td><td><b>{escape(value)}</b></td></tr>" for name, value in facts)
            line = QFrame()
            line.setFrameShape(QFrame.Shape.HLine)
            line.setFrameShadow(QFrame.Shadow.Sunken)
            if self._blocks:
                self._add(line)
            self._add(_label(f"<table cellspacing='0' cellpadding='1'>{''.join(rows)}</table>"))


def _title(table: ChartDetail) -> str:
    title = said(table.title)
    return f"{title[:1].upper()}{title[1:]}"


def _head(table: ChartDetail) -> str:
    """The name of a table, and where it was entered and left."""
    head = f"<b>{escape(_title(table))}</b>"
    if table.row:
        head += tr(", row {row}").format(row=escape(table.row))
    if table.entered and table.entered != table.column:
        head += tr(": entered at {entered}, column <b>{column}</b>").format(
            entered=escape(table.entered), column=escape(table.column)
        )
    elif table.column:
        head += tr(": column <b>{column}</b>").format(column=escape(table.column))
    if table.roll is not None:
        head += tr("; a roll of {roll} gives <b>{result}</b>").format(
            roll=cell_text(Fraction(table.roll)), result=escape(result_word(table.result))
        )
    return head


def _label(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.RichText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label
