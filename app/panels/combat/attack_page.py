"""Who attacks, with what odds, and the roll."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.documents.combat import Combat
from app.documents.combat_kinds import ATTACK, BARRAGE, BOMBARDMENT
from app.documents.document import Document
from app.panels.ask.fields import Line
from app.panels.ask.form import AskForm
from app.panels.ask.words import fault_of
from app.panels.charts.bars import Bar, ChanceBars
from app.panels.charts.words import chance_words
from app.panels.combat.chits import ChitFields
from app.panels.combat.offers import OfferBoxes
from app.panels.combat.overrun_part import OverrunPart
from app.panels.combat.words import MOST_ROWS, Called, both_strengths, declare_word, role_word, title_words
from app.panels.flow import FlowBox
from app.panels.parts import Warned, column_of, folding, headline, push_button, words_label
from app.panels.reasons_view import ReasonsView, cited, reason_lines, sentence
from app.panels.rulings.tables import RulingTables
from app.panels.short_list import Row, ShortList
from app.widgets.tab_order import tab_as_read
from core.rules.kernel.combat import CombatDetail
from core.rules.kernel.parameters import Heading, Parameter
from core.rules.kernel.rulings import Number, Ruling
from core.rules.operations.battle_detail import BARRED, fact_of

PAUSE_MS = 150
"""So long nothing may be typed before the odds are asked again."""


class AttackPage(QWidget):
    """Shows a combat before its roll. `roll_wanted` asks for dice, `read_wanted` carries what real ones showed by the names of
    parameters, `declare_wanted` asks for a declaration, `draw_wanted` for a chit of a unit and `tell_wanted` that it be told,
    `draw_all_wanted` and `tell_all_wanted` for those of all, `coming_wanted` for the die by which something comes that was
    added: its parameter, which one, what comes, for whom. `hexes_named` carries the hexes of a line under the pointer.
    `in_session` is whether a session is played."""

    roll_wanted = Signal()
    read_wanted = Signal(object)
    declare_wanted = Signal()
    draw_wanted = Signal(str)
    draw_all_wanted = Signal()
    tell_wanted = Signal(str)
    tell_all_wanted = Signal()
    coming_wanted = Signal(str, str, str, str)
    hexes_named = Signal(object)

    def __init__(self, called: Called, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._called = called
        self._combat: Combat | None = None
        self._document: Document | None = None
        self._shown: Ruling | None = None
        self._explained: Ruling | None = None
        self.in_session = self._undeclared = False
        self._rolls = (self.tr("&Roll"), "")
        self.form: AskForm | None = None
        self.dice: dict[str, QLineEdit] = {}
        self._dice_lines: list[QWidget] = []
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._give)
        self._build()

    def use(self, combat: Combat, document: Document) -> None:
        """Shows another combat."""
        self._combat, self._document, self._shown, self._explained = combat, document, None, None

    def ask_for(self, extra: Sequence[Parameter], dice: Sequence[Parameter]) -> None:
        """What the game may add to the odds, and the dice that are rolled."""
        if self.form is not None:
            self._more_column.removeWidget(self.form)
            self.form.deleteLater()
            self.form = None
        if extra and self._document is not None:
            self.form = AskForm(Heading("odds", "", "", "", tuple(extra)), lambda: "")
            self.form.use(self._document)
            self.form.changed.connect(self._pause.start)
            self.form.entered.connect(self._give)
            self.form.setVisible(self._more.isChecked())
            self._more_column.addWidget(self.form)
        self._more.setVisible(bool(extra))
        for line in self._dice_lines:
            self._roll_box.flow.removeWidget(line)
            line.hide()
            line.deleteLater()
        self.dice.clear()
        self._dice_lines.clear()
        for parameter in dice:
            self._dice_lines.append(self._dice_line(parameter))
        for each in self._dice_lines:
            self._roll_box.flow.addWidget(each)
        self._roll_box.flow.addWidget(self._read)

    def forget_given(self) -> None:
        """Another hex is attacked: nothing is added, nothing rolled."""
        self._pause.stop()
        if self.form is not None:
            self.form.set_values({})
        for line in self.dice.values():
            line.clear()

    def refresh(self, declared: bool = False) -> None:
        """Shows what the combat says now; what is not `declared` in a session can be."""
        combat, document = self._combat, self._document
        if combat is None or document is None or combat.target is None:
            return
        self._undeclared = self.in_session and combat.ready and not declared
        box, detail = document.box, combat.detail
        title = title_words(combat.kind, map(box.label, combat.targets))
        names = ", ".join(self._called(unit) for unit in combat.defenders[:MOST_ROWS])
        if len(combat.defenders) > MOST_ROWS:
            names += f" +{len(combat.defenders) - MOST_ROWS}"
        self._title.setText(f"<b>{escape(title)}</b>{f'<br>{escape(names)}' if names else ''}")
        rows = []
        for each in detail.units if detail is not None else ():
            place = combat.place_of(each.unit)
            where = f" ({box.label(place)})" if place is not None else ""
            said = [cited(reason, box) for reason in each.reasons]
            words = f"{self._called(each.unit)}{where}: {role_word(each, combat.kind)}"
            text = f"{words}\n{said[0]}" if said and each.role == BARRED else words
            ticked = None if each.role == BARRED else each.unit in combat.chosen
            rows.append(Row(text, each.unit, ticked, "\n".join((words, *said))))
        self.units.show_rows(rows)
        self.units.setVisible(bool(rows))
        for button in (self._all, self._none):
            button.setEnabled(bool(combat.able))
        self.offered.show_offers(combat.offers, combat.given, box)
        self.tell(self._at_fault(combat.told) or self._nobody(combat) or self.out_of_sight, combat.shut)
        note = combat.note()
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self.overrun.show_judged(combat, box)
        self._declare.setText(declare_word(combat.kind))
        self._show_odds(combat.odds)
        self._show_reasons(combat.judged)
        self.chits.show_drawing(combat.drawing, dict(combat.chits), self.in_session, document.state.held, self._is_ours)
        self._name_roll(combat.is_settled)
        ready = combat.odds is not None and combat.ready and not combat.comes_near
        for widget in (self._roll, self._read):
            widget.setEnabled(ready)
        tab_as_read(self)

    @property
    def out_of_sight(self) -> str:
        """That defenders are out of sight of those who look, whose strengths nobody adds up; "" where all are seen."""
        combat, document = self._combat, self._document
        below = document.play.below if document is not None and document.play is not None else {}
        hidden = [place for place in combat.targets if below.get(place)] if combat is not None else []
        if document is None or not hidden:
            return ""
        words = self.tr("More counters lie out of sight in {hexes}: the odds are of those that are seen. {way}")
        way = self.tr("Hand over… and look together, everybody at the table, to resolve it.")
        if document.play is not None and document.play.session.by_mail:
            way = self.tr("The other side says what more defends.")
        return words.replace("{hexes}", ", ".join(map(document.box.label, hidden))).replace("{way}", way)

    def _is_ours(self, unit: str) -> bool:
        """Whether a unit is of those who look at the screen."""
        play = self._document.play if self._document is not None else None
        counter = self._document.box.oob.counter(unit) if self._document is not None else None
        return play is None or counter is None or counter.side in play.eyes

    def _at_fault(self, told: str) -> str:
        """A refusal in words of the form, which shows it at the field that it is about."""
        if self.form is None or self._document is None:
            return told
        name, text = fault_of(told, self.form.heading, self.form.values, self._document.charts)
        self.form.show_fault(name, text)
        return f"{self.form.fields[name].parameter.label}: {text}" if name else text

    def _nobody(self, combat: Combat) -> str:
        """Why there is nothing to choose."""
        if combat.near is None or combat.able or self._document is None:
            return ""
        found = combat.near.reasons[:1]
        return sentence(found[0], self._document.box) if found else ""

    def name_roll(self, words: str, tip: str) -> None:
        """What the button that rolls is called."""
        self._rolls = words, tip
        self._name_roll(False)

    def _name_roll(self, settled: bool) -> None:
        words, tip = self._rolls
        self._roll.setText(self.tr("Go on without a &roll") if settled else words)
        self._roll.setToolTip(self.tr("The result is known; no dice are rolled") if settled else tip)

    @property
    def told(self) -> str:
        """What is wrong, or waited for; "" for nothing."""
        return self._warned.text

    def tell(self, text: str, shut: bool = False) -> None:
        """Says what is wrong, until something else is shown; what is `shut`, or not declared yet, can be declared."""
        self._warned.tell(text)
        self._declare.setVisible(shut or self._undeclared)

    def _show_odds(self, ruling: Ruling | None) -> None:
        if ruling is self._shown and (ruling is None) == self._answer.isHidden():
            return
        self._shown = ruling
        self._answer.setVisible(ruling is not None)
        detail = ruling.detail if ruling is not None else None
        if ruling is None or self._document is None or not isinstance(detail, CombatDetail):
            self._answer.hide()
            return
        column = detail.tables[-1].column if detail.tables else ""
        head = self.tr("Odds {odds}").replace("{odds}", detail.odds) if detail.odds else str(ruling.value or ruling.verdict)
        kind = self._combat.kind if self._combat is not None else ATTACK
        if kind == BOMBARDMENT and ruling.value is not None:
            head = self.tr("Rating {rating}").replace("{rating}", head)
        if kind == BARRAGE and "strength" in detail.facts:
            head = self.tr("Strength {strength}").replace("{strength}", str(detail.facts["strength"]))
        self._odds.setText(f"{head} · {self.tr('column %s') % column}" if column and column != detail.odds else head)
        self._odds.setAccessibleDescription(self._odds.text())
        self._strengths.setText(both_strengths(detail, kind))
        self._strengths.setVisible(bool(self._strengths.text()))
        self._show_falling(detail.facts)
        self.tables.show_ruling(ruling)

    def _show_reasons(self, ruling: Ruling | None) -> None:
        """Why the rules say so of it, of an overrun without odds as well."""
        if ruling is self._explained or self._document is None:
            return
        self._explained = ruling
        lines = reason_lines(ruling, self._document.box) if ruling is not None else ()
        self._why.setText(self.tr("Reasons (%n)", "", len(lines)))
        self.reasons.show_lines(lines)
        self._why.setVisible(bool(lines))
        self.reasons.setVisible(bool(lines) and self._why.isChecked())

    def _show_falling(self, facts: Mapping[str, Number | str]) -> None:
        """The chance that each hex falls."""
        combat, document = self._combat, self._document
        assert combat is not None and document is not None
        several = len(combat.targets) > 1
        lines: list[str] = []
        bars: list[Bar] = []
        names = (self.tr("falls"), self.tr("falls unless they stay"), self.tr("holds"))
        for label in map(document.box.label, combat.targets):
            most, surely = (facts.get(fact_of(name, label, several)) for name in ("falls", "falls_surely"))
            if most is None or isinstance(most, str):
                continue
            falls = Fraction(most)
            sure = Fraction(surely) if surely is not None and not isinstance(surely, str) else falls
            words = self.tr("{hex} falls: {chance}").replace("{hex}", label if several else self.tr("The hex"))
            words = words.replace("{chance}", chance_words(falls))
            if sure != falls:
                words += self.tr("; {chance} if the defenders stay whenever they may").replace("{chance}", chance_words(sure))
            lines.append(words)
            parts = zip(names, (sure, falls - sure, 1 - falls), strict=True)
            bars.append(Bar(label if several else self.tr("hex"), tuple(each for each in parts if each[1])))
        self._falls.setText("\n".join(lines))
        self.falling.show_bars(bars, names)
        for widget in (self._falls, self.falling):
            widget.setVisible(bool(bars))

    def _choose_all(self) -> None:
        if self._combat is not None:
            self._combat.choose(each.unit for each in self._combat.able)

    def _choose_none(self) -> None:
        if self._combat is not None:
            self._combat.choose(())

    def _turn(self, unit: str) -> None:
        if self._combat is not None:
            self._combat.turn(unit)

    def add(self, parameter: str, value: str) -> None:
        """Something is added to the attack, or no more, as if it was typed below."""
        if self._combat is None:
            return
        if self.form is not None and parameter in self.form.fields:
            self.form.set_values({**self.form.values, parameter: value})
            self._give()
        else:
            rest = {name: said for name, said in self._combat.given.items() if name != parameter}
            self._combat.give({**rest, **({parameter: value} if value else {})})

    def _keep_offered(self, parameter: str, value: str, on: bool) -> None:
        """One of several is added beside the others, or no more; where only one may be, in their place."""
        combat, field = self._combat, self.form.fields.get(parameter) if self.form is not None else None
        if combat is None:
            return
        several = field is not None and field.parameter.kind == "texts"
        held = [each.value for each in combat.offers if several and each.parameter == parameter and each.added]
        held = [each for each in held if each != value] + ([value] if on else [])
        self.add(parameter, "\n".join(held))

    def _name_unit(self, number: int) -> None:
        if self._combat is not None and 0 <= number < len(self.units.rows):
            place = self._combat.place_of(self.units.rows[number].key)
            self.hexes_named.emit((place,) if place is not None else ())

    def _give(self) -> None:
        self._pause.stop()
        if self._combat is not None and self.form is not None:
            self._combat.give(self.form.values)

    def _read_dice(self) -> None:
        """What was typed goes on as it was typed; an empty field is what the user has to fill in first."""
        typed = {name: line.text().strip() for name, line in self.dice.items()}
        for name, text in typed.items():
            if not text:
                self.dice[name].setFocus(Qt.FocusReason.OtherFocusReason)
                self.tell(self.tr("Type first what the real dice show, or roll."))
                return
        self.read_wanted.emit(typed)

    # Building -----------------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._title = words_label()
        self._title.setTextFormat(Qt.TextFormat.RichText)
        self.units = ShortList(self.tr("Units near the hex that is attacked"), self)
        self.units.setToolTip(self.tr("Space ticks a unit that attacks"))
        self.units.turned.connect(self._turn)
        self.units.opened.connect(lambda: self._turn_current())
        self.units.chosen.connect(self._name_unit)
        self._all = push_button(self.tr("A&ll that may"), self._choose_all)
        self._none = push_button(self.tr("&None"), self._choose_none)
        whole = FlowBox()
        for button in (self._all, self._none):
            whole.flow.addWidget(button)
        self._warned = Warned()
        self._declare = push_button(declare_word(ATTACK), self.declare_wanted.emit)
        self._declare.setToolTip(self.tr("Of the units that are ticked, on the hex that is attacked"))
        self._build_answer()
        self._more = folding(self.tr("What the game adds"))
        self._more.toggled.connect(lambda on: self.form.setVisible(on) if self.form is not None else None)
        more = QWidget()
        self._more_column = QVBoxLayout(more)
        self._more_column.setContentsMargins(0, 0, 0, 0)
        self._more_column.addWidget(self._more)
        self._roll_box = FlowBox()
        self._roll = push_button(self.tr("&Roll"), self.roll_wanted.emit)
        self._read = push_button(self.tr("Read"), self._read_dice)
        self._read.setToolTip(self.tr("Read the chart with what real dice showed"))
        self._roll_box.flow.addWidget(self._roll)
        self._roll_box.flow.addWidget(self._read)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(6)
        self._note = words_label()
        self._note.hide()
        self.overrun = OverrunPart()
        self.overrun.hexes_named.connect(self.hexes_named)
        self.offered = OfferBoxes()
        self.offered.turned.connect(self.add)
        self.offered.kept.connect(self._keep_offered)
        self.offered.dice_wanted.connect(self.coming_wanted)
        for part in (self._title, self._note, self.units, whole, self.offered, self.overrun, self._warned):
            column.addWidget(part)
        column.addWidget(self._declare, 0, Qt.AlignmentFlag.AlignLeft)
        self.chits = ChitFields(self._called)
        self.chits.told.connect(lambda unit, said: self._combat.tell_chit(unit, said) if self._combat is not None else None)
        self.chits.draw_wanted.connect(self.draw_wanted)
        self.chits.tell_wanted.connect(self.tell_wanted)
        self.chits.draw_all_wanted.connect(self.draw_all_wanted)
        self.chits.tell_all_wanted.connect(self.tell_all_wanted)
        for below in (self.chits, self._roll_box, self._answer, self._why, self.reasons, more):
            column.addWidget(below)
        column.addStretch(1)
        self.setFocusProxy(self.units)
        self._declare.hide()

    def _build_answer(self) -> None:
        self._odds = headline(self.tr("Odds"))
        self._falls = words_label()
        self._falls.setTextFormat(Qt.TextFormat.PlainText)
        self.falling = ChanceBars()
        self.falling.setAccessibleName(self.tr("The chance that the hex falls"))
        self._strengths = words_label()
        self._strengths.setTextFormat(Qt.TextFormat.RichText)
        self._strengths.setAccessibleName(self.tr("Strengths of both sides"))
        self.tables = RulingTables()
        self._why = folding(self.tr("Reasons"))
        self.reasons = ReasonsView()
        self.reasons.named.connect(self.hexes_named)
        self.reasons.hide()
        self._why.toggled.connect(self.reasons.setVisible)
        self._why.hide()
        self._answer = column_of(
            *(self._odds, self._falls, self.falling, self._strengths, self.tables),
        )
        self._answer.hide()

    def _turn_current(self) -> None:
        number = self.units.currentRow()
        if 0 <= number < len(self.units.rows) and self.units.rows[number].ticked is not None:
            self._turn(self.units.rows[number].key)

    def _dice_line(self, parameter: Parameter) -> QWidget:
        line = Line()
        line.setAccessibleName(self.tr("What real dice showed: %s") % parameter.label)
        line.setToolTip(parameter.help)
        line.setFixedWidth(4 * line.fontMetrics().horizontalAdvance("0") + 2 * line.fontMetrics().height())
        line.returnPressed.connect(self._read_dice)
        self.dice[parameter.name] = line
        label = QLabel(self.tr("{dice}:").replace("{dice}", parameter.label))
        label.setBuddy(line)
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label)
        row.addWidget(line)
        return both
