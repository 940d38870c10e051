"""The step of a procedure that is in hand: who takes part, what can be said, chances, dice, and what can be done."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.counters.unit_words import known_as
from app.documents.asked import NOTHING_ASKED, Asked
from app.documents.document import Document
from app.documents.procedures import NOTHING_PICKED, Procedures
from app.panels.ask.form import AskForm
from app.panels.ask.words import fault_of
from app.panels.charts.bars import ChanceBars
from app.panels.charts.line import ChartsLine
from app.panels.flow import FlowBox
from app.panels.parts import bold_label, folding, headline, push_button, words_label
from app.panels.procedure.words import (
    BETWEEN,
    HEX_KEY,
    after_lines,
    barred_rows,
    beside_tables,
    done_lines,
    is_open,
    outcome_bars,
    outcome_words,
    part_rows,
    side_word,
    title_words,
)
from app.panels.reasons_view import ReasonsView, reason_lines
from app.panels.rulings.headlines import headline as verdict
from app.panels.rulings.tables import RulingTables
from app.panels.short_list import Row, ShortList
from app.widgets.rule_words import said
from core.geometry.hexes import Hex
from core.rules.kernel.parameters import Heading, Parameter, reworded
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.movement_detail import combat_in

UNITS = "units"
"""The parameter of most questions that lists who takes part."""

STAND_IN = "stand-in"
"""The status of a chart of ours that stands in the place of a printed one."""

PAUSE_MS = 150
"""So long nothing may be typed before it is asked again."""


class StepPage(QWidget):
    """Shows the step in hand. `hexes_named` carries the hexes of a line under the pointer, `take_wanted` asks that what is
    picked be done, `chart_wanted` carries the id of a stand-in that is to be looked at. `place` gives the printed number of the
    hex that is chosen on the map, "" for none."""

    hexes_named = Signal(object)
    chart_wanted = Signal(str)
    take_wanted = Signal()

    def __init__(self, called: Callable[[str], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._called = called
        self.place: Callable[[], str] = lambda: ""
        self._procedures: Procedures | None = None
        self._document: Document | None = None
        self._explained: tuple[Ruling | None, tuple[Reason, ...]] = (None, ())
        self._asked: tuple[str, tuple[str, ...], tuple[str, ...]] = ("", (), ())
        self.forms: tuple[AskForm, ...] = ()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._say)
        self._build()

    def use(self, procedures: Procedures | None, document: Document | None) -> None:
        """Shows another document's."""
        self._pause.stop()
        self._procedures, self._document, self._explained = procedures, document, (None, ())
        self._show_fields(())

    def refresh(self) -> None:
        """Shows what the step in hand says now."""
        procedures, document = self._procedures, self._document
        if procedures is None or document is None or procedures.hand is None or procedures.step is None:
            return
        box, step, ruling, asked = document.box, procedures.step, procedures.ruling, self._now
        side = side_word(step.side, box)
        self._title.setText(title_words(step, box))
        self._whose.setText(self.tr("Answered by {side}").replace("{side}", side) if side else "")
        self._whose.setVisible(bool(side))
        done, after = done_lines(procedures.hand, box, self._is_told), after_lines(procedures.hand, box)
        self.done.setText("\n".join(done))
        self.done.setVisible(bool(done))
        self.after.setText("\n".join((self.tr("Then:"), *after)))
        self.after.setVisible(bool(after))
        self._show_fields(asked.fields if procedures.is_ours else ())
        self._show_parts()
        outcomes = beside_tables(asked.outcomes, asked.detail.tables) if is_open(asked.outcomes) else ()
        bars, order = outcome_bars(outcomes)
        self.bars.show_bars(bars, order)
        self._chances.setText(outcome_words(outcomes))
        self.bars.setVisible(bool(bars))
        self._chances.setVisible(bool(bars))
        told = asked.is_idle and not self._is_barred
        is_said = ruling is not None and (told or step.is_result)
        told_of = combat_in(ruling) if step.is_result else ruling
        self._verdict.setText(verdict(told_of, box, document.ruleset).title if told_of is not None and is_said else "")
        self._verdict.setVisible(bool(self._verdict.text()))
        # What the procedure has said itself is no answer to anybody.
        known = asked.heading.parameters if asked.heading is not None else ()
        own = [each.name for each in known if each.kind == "choice" or each.name in step.parameters]
        self.tables.show_ruling(ruling, partial(known_as, document.ruleset, box.oob), own)
        self.tables.setVisible(bool(self.tables.words))
        offers = [Row(f"{number + 1}  {said(each.label)}") for number, each in enumerate(asked.proposals)]
        self.offers.show_rows(offers, procedures.picked)
        if procedures.picked == NOTHING_PICKED:
            self.offers.setCurrentRow(NOTHING_PICKED)
        self._offered.setVisible(bool(offers))
        self.offers.setVisible(bool(offers))
        self._show_reasons(ruling, unfold=bool(told))

    def forget(self) -> None:
        """Nothing of a step before is shown: another one is in hand."""
        self._pause.stop()
        self._asked = ("", (), ())
        for fold in (self._other, self._more, self._why, self._missing):
            fold.setChecked(False)

    def fault(self, told: str) -> str:
        """A refusal in words of the form, which shows it at the field that it is about."""
        document, procedures = self._document, self._procedures
        heading = self._now.heading
        if document is None or procedures is None or procedures.step is None or heading is None:
            return told
        name, text = fault_of(told, reworded(heading, said), procedures.step.parameters, document.charts)
        for form in self.forms:
            form.show_fault(name, text)
        shown = next((form.fields[name].parameter.label for form in self.forms if name in form.fields), "")
        return f"{shown}: {text}" if shown else text

    def _is_told(self, side: str) -> bool:
        """Whether what a side has done is for those who look to read: all of it where nobody hides anything."""
        play = self._document.play if self._document is not None else None
        return play is None or not play.hides or self._procedures is None or self._procedures.is_for_us(side)

    @property
    def _now(self) -> Asked:
        """What the step in hand asks."""
        return self._procedures.asked if self._procedures is not None else NOTHING_ASKED

    # Who takes part -----------------------------------------------------------------------------------------------------------

    def _show_parts(self) -> None:
        procedures, document = self._procedures, self._document
        assert procedures is not None and document is not None
        box, asked, parts, chosen = document.box, self._now, self._now.parts, self._now.chosen
        able, choosing = sum(each.able for each in parts), bool(asked.detail.units)
        # An observer or a target takes part in its own way, and is called what it is.
        role = self._role
        words = self.tr("{who}: {count} of {able}").replace("{who}", role or self.tr("Who takes part"))
        words = words.replace("{count}", str(len(chosen))).replace("{able}", str(able))
        if not able and not asked.wanted and not asked.proposals:
            words = self.tr("{who}: none can").replace("{who}", role) if role else self.tr("Nobody can take part")
        elif not able or not choosing:
            words = self.tr("Who it is about")
        self._who.setText(words)
        self.units.show_rows(part_rows(parts, chosen if choosing else None, self._called, box))
        barred = barred_rows(parts, self._called, box)
        self._other.setText(self.tr("Why not the others (%n)", "", sum(not each.able for each in parts)))
        self.barred.show_rows(barred)
        self._who.setVisible(bool(parts))
        self.units.setVisible(bool(able))
        self._all.setVisible(choosing and asked.may_be_several and len(chosen) < able)
        self._other.setVisible(bool(barred))
        self.barred.setVisible(bool(barred) and self._other.isChecked())

    @property
    def _role(self) -> str:
        """What those are called who can take part; "" where they are units without more said of them."""
        named, heading = self._now.detail.units, self._now.heading
        known = heading.parameters if heading is not None else ()
        return next((said(each.label) for each in known if each.name == named != UNITS), "")

    @property
    def _is_barred(self) -> bool:
        """Whether nobody can take part, which is told where those stand who could not."""
        parts = self._now.parts
        return bool(parts) and not any(each.able for each in parts)

    def _turn(self, key: str) -> None:
        procedures, document = self._procedures, self._document
        if procedures is None or document is None:
            return
        if key.startswith(HEX_KEY):
            procedures.turn_hex(document.box.hex(key.removeprefix(HEX_KEY)))
        else:
            procedures.turn(key)
        # What was not taken over stands as it was.
        self._show_parts()

    def _turn_current(self) -> None:
        number = self.units.currentRow()
        if 0 <= number < len(self.units.rows):
            self._turn(self.units.rows[number].key)

    def _choose_all(self) -> None:
        if self._procedures is not None:
            self._procedures.choose(each.unit for each in self._now.parts)

    def _name(self, rows: Sequence[Row], number: int) -> None:
        """The hexes of a row are lit up on the map."""
        if self._procedures is None or self._document is None or not 0 <= number < len(rows):
            return
        keys, places = rows[number].key.split(BETWEEN), dict[str, Hex]()
        for each in self._now.parts:
            places |= {each.unit: each.hex, f"{HEX_KEY}{self._document.box.label(each.hex)}": each.hex}
        self.hexes_named.emit(tuple(dict.fromkeys(places[key] for key in keys if key in places)))

    # What can be said ---------------------------------------------------------------------------------------------------------

    def _show_fields(self, fields: Sequence[Parameter]) -> None:
        """Fields for what is still to be said: what is needed and what players choose at once, the rest folded in."""
        procedures, document = self._procedures, self._document
        question = procedures.step.question if procedures is not None and procedures.step is not None else ""
        known = procedures.step.parameters if procedures is not None and procedures.step is not None else {}
        first = [each for each in fields if (each.required and not known.get(each.name)) or each.at_hand]
        rest = [each for each in fields if each not in first]
        asked = question, tuple(each.name for each in first), tuple(each.name for each in rest)
        # What is being typed stays where it is.
        typed = any(form.isAncestorOf(held) for form in self.forms) if (held := self.window().focusWidget()) else False
        same = asked[0] == self._asked[0] and sorted((*asked[1], *asked[2])) == sorted((*self._asked[1], *self._asked[2]))
        if asked != self._asked and not (typed and same):
            self._asked = asked
            self._pause.stop()
            for form in self.forms:
                form.hide()
                form.deleteLater()
            self.forms = ()
            if document is not None and procedures is not None and procedures.asked.heading is not None:
                self.forms = tuple(
                    self._form(document, procedures.asked.heading, column, some)
                    for column, some in ((self._needed_column, first), (self._more_column, rest))
                    if some
                )
            self._more.setVisible(bool(rest))
        self._rest.setVisible(not self._more.isHidden() and self._more.isChecked())
        step = procedures.step if procedures is not None else None
        if step is not None and not self._pause.isActive():
            for form in self.forms:
                known = {name: step.parameters.get(name, "") for name in form.fields}
                if {name: text for name, text in known.items() if text} != form.values:
                    with QSignalBlocker(form):
                        form.set_values(known)

    def _form(self, document: Document, heading: Heading, column: QVBoxLayout, fields: Sequence[Parameter]) -> AskForm:
        form = AskForm(reworded(replace(heading, parameters=tuple(fields)), said), lambda: self.place())
        form.use(document)
        form.changed.connect(self._pause.start)
        form.entered.connect(self._say)
        column.addWidget(form)
        return form

    def _say(self) -> None:
        """What the fields say goes to the step."""
        self._pause.stop()
        if self._procedures is None:
            return
        told: dict[str, str] = {}
        for form in self.forms:
            told |= {name: form.values.get(name, "") for name in form.fields}
        self._procedures.say(told)

    @property
    def values(self) -> Mapping[str, str]:
        """What the fields say."""
        return {name: text for form in self.forms for name, text in form.values.items()}

    # Why ----------------------------------------------------------------------------------------------------------------------

    def _show_reasons(self, ruling: Ruling | None, *, unfold: bool) -> None:
        """The reasons of an answer; those of one by which nothing can be done say why not, and stand unfolded."""
        if self._document is None:
            return
        why = self._why_picked if ruling is not None else ()
        if ruling is not self._explained[0] or why != self._explained[1]:
            if unfold and ruling is not self._explained[0]:
                self._why.setChecked(True)
            self._explained = ruling, why
            whole = replace(ruling, reasons=(*ruling.reasons, *why)) if ruling is not None else None
            self.reasons.show_lines(reason_lines(whole, self._document.box) if whole is not None else ())
        count = len(ruling.reasons) + len(why) if ruling is not None else 0
        self._why.setText(self.tr("Reasons (%n)", "", count))
        self._why.setVisible(bool(count))
        self.reasons.setVisible(bool(count) and self._why.isChecked())
        held = [each for each in ruling.charts if each.status == STAND_IN] if ruling is not None else []
        # One chart may come from several sources; here it stands once.
        stand_ins = tuple({each.chart: each for each in held}.values())
        self._missing.setText(self.tr("Rests on stand-ins (%n)", "", len(stand_ins)))
        self._missing.setVisible(bool(stand_ins))
        self.charts.show_charts(stand_ins)
        self.charts.setVisible(bool(stand_ins) and self._missing.isChecked())

    @property
    def _why_picked(self) -> tuple[Reason, ...]:
        """What is to be said of what is picked alone, beside the reasons of the answer."""
        procedures, whys = self._procedures, self._now.detail.whys
        if procedures is None or not 0 <= procedures.picked < len(whys) or procedures.ruling is None:
            return ()
        return tuple(each for each in whys[procedures.picked] if each not in procedures.ruling.reasons)

    # Building -----------------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._title, self._whose = headline(self.tr("What is asked")), words_label()
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self.done, self.after = words_label(), words_label()
        self.done.setAccessibleName(self.tr("What was done"))
        self.after.setAccessibleName(self.tr("What comes after"))
        for label in (self.done, self.after):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._verdict = bold_label()
        self._who = bold_label()
        self.units = ShortList(self.tr("Units that can take part"), self)
        self.units.setToolTip(self.tr("Space ticks a unit, or all of a hex"))
        self.units.turned.connect(self._turn)
        self.units.opened.connect(self._turn_current)
        self.units.chosen.connect(lambda number: self._name(self.units.rows, number))
        self._all = push_button(self.tr("All that ma&y"), self._choose_all)
        self._other = folding("")
        self.barred = ShortList(self.tr("Units that cannot take part"), self)
        self.barred.chosen.connect(lambda number: self._name(self.barred.rows, number))
        self._other.toggled.connect(lambda on: self.barred.setVisible(on))
        needed, self._rest = QWidget(), QWidget()
        self._needed_column, self._more_column = QVBoxLayout(needed), QVBoxLayout(self._rest)
        for column in (self._needed_column, self._more_column):
            column.setContentsMargins(0, 0, 0, 0)
        self._more = folding(self.tr("What else can be said"))
        self._more.toggled.connect(self._rest.setVisible)
        self.bars, self._chances = ChanceBars(), words_label()
        self.bars.setAccessibleName(self.tr("Chances of what can come of it"))
        self._offered = bold_label()
        self._offered.setText(self.tr("What can be done"))
        self.offers = ShortList(self._offered.text(), self, numbered=True)
        self.offers.chosen.connect(lambda number: self._procedures.pick(number) if self._procedures is not None else None)
        self.offers.opened.connect(self.take_wanted)
        self.tables = RulingTables()
        self._why = folding(self.tr("Reasons"))
        self.reasons = ReasonsView()
        self.reasons.named.connect(self.hexes_named)
        self._why.toggled.connect(self.reasons.setVisible)
        self._missing = folding("")
        self._missing.setToolTip(
            self.tr("Charts of ours, in the place of printed ones: each leads to where the printed one is entered")
        )
        self.charts = ChartsLine()
        self.charts.activated.connect(self.chart_wanted)
        self._missing.toggled.connect(self.charts.setVisible)
        buttons = FlowBox()
        buttons.flow.addWidget(self._all)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(6)
        for part in (
            *(self.done, self._title, self._whose, self.after, self._verdict, self._offered, self.offers),
            *(self._who, self.units, buttons),
            *(needed, self.bars, self._chances, self._other, self.barred, self._more, self._rest),
            *(self.tables, self._why, self.reasons, self._missing, self.charts),
        ):
            column.addWidget(part)
        column.addStretch(1)
        for hidden in (self._more, self._rest, self.barred, self.reasons, self._other, self._why, self._missing, self.charts):
            hidden.hide()
        self.setFocusProxy(self.units)
