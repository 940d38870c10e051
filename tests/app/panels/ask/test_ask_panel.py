"""The panel of questions: found by a few letters, asked by a form, answered as it is typed; all of it by keyboard."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.documents.document import Document
from app.panels.ask.fields import AMOUNT, ChoiceField, HexField, LineField, WordField
from app.panels.ask.lists import ListField
from app.panels.ask.panel import AskPanel
from app.panels.ask.words import Word, cites, command_line, fault_of, found, missing, short_help
from core.base.errors import CoreError
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.edits.map_edits import ChangeBox
from core.model.new_map import NewMap
from core.questions.catalogue import QUESTIONS, ask
from core.questions.game import Game
from core.rules.kernel.parameters import Heading, Parameter

RULES = {load_ruleset(id_).series: load_ruleset(id_) for id_ in ruleset_ids()}

POPS_UP = pytest.mark.qt_log_ignore("does not support (raise|grabbing)")
"""The screen of tests has no windows to lay over others."""


class Table:
    """A panel with a box of a series, answered at once by the very door that the worker asks."""

    def __init__(self, series, qtbot):
        self.panel = AskPanel()
        qtbot.addWidget(self.panel)
        self.panel.resize(420, 900)
        self.panel.show()
        rules = RULES[series]
        self.document = Document(NewMap("Nowhere", columns=4, rows=4, ruleset=rules.id).box(), rules)
        self.asked = []
        self.panel.asked.connect(self.answer)
        self.panel.use(self.document)
        self.panel.show_questions([question.heading for question in QUESTIONS[series].values()])

    def answer(self, question, values):
        self.asked.append((question, values))
        game = Game.of(self.document.box, self.document.ruleset)
        try:
            ruling = ask(question, game, **values)
        except CoreError as refusal:
            self.panel.show_refusal(question, str(refusal))
        else:
            self.panel.show_ruling(question, ruling, self.document.box)

    def undo(self, editor):
        """Whether undo at an editor is left to the history of the map."""
        event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        event.ignore()
        QApplication.sendEvent(editor, event)
        return not event.isAccepted()

    @property
    def title(self):
        return self.panel.ruling._title.text()

    @property
    def fields(self):
        return self.panel.form.fields


@pytest.fixture
def table(qtbot):
    made = []

    def make(series):
        made.append(Table(series, qtbot))
        return made[-1]

    yield make
    for each in made:
        each.panel.use(None)


def at_once(series):
    """A game of a series without a map of its own."""
    rules = RULES[series]
    return Game.of(NewMap("Nowhere", ruleset=rules.id, columns=1, rows=1).box(), rules)


def keys(text):
    QTest.keyClicks(QApplication.focusWidget(), text)


def press(key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(QApplication.focusWidget(), key, modifiers)


@pytest.mark.parametrize("series", RULES)
def test_every_question_of_every_series_has_a_form(series, table):
    panel = table(series).panel
    for name, question in QUESTIONS[series].items():
        panel.open(name)
        assert panel.question == name
        fields = panel.form.fields
        assert set(fields) == {parameter.name for parameter in question.parameters}
        needed = [field.parameter.required for field in fields.values()]
        assert needed == sorted(needed, reverse=True)
        for field in fields.values():
            kind = {"choice": ChoiceField, "hex": HexField}.get(field.parameter.kind)
            kind = kind or (ListField if field.parameter.is_list else WordField if field.parameter.words else LineField)
            assert type(field) is kind
            assert ("(needed)" in field.label.text()) == field.parameter.required
            assert field.focusProxy().accessibleName() == field.parameter.label or kind is ChoiceField
            assert field.toolTip() == "" and field.help.toolTip() == field.parameter.help


def test_the_example_of_an_amount_is_read_when_it_is_typed(table, qtbot):
    at = table("scs")
    at.panel.open("overrun")
    for name in ("target", "adjacent"):
        field = at.fields[name]
        assert field.line.placeholderText() == "0 or more, such as 2½"
        field.line.setText(AMOUNT)
    ruling = ask("overrun", at_once("scs"), **at.panel.form.values)
    assert str(ruling.detail.facts["adjacent"]) == "5/2"


def test_the_area_fire_of_the_rules_is_typed_and_answered(table, qtbot):
    held = table("tcs")
    held.panel.open("fire.area")
    assert held.panel.told == "Still needed: Firers."
    fields = held.fields
    fields["firers"].lines.setPlainText("infantry 4 at 4\ninfantry 7 at 4")
    fields["targets"].lines.setPlainText("2x infantry 5 move steps 3")
    fields["terrain"].lines.setPlainText("open")
    qtbot.waitUntil(lambda: held.panel.ruling.shown is not None)
    assert held.panel.ruling.shown.detail.facts["strength"] == 11
    assert held.title == "Fire Table: column 14-16"
    fields["roll"].line.setText("65")
    qtbot.waitUntil(lambda: held.title.startswith("3 steps lost"))
    assert held.panel.told == ""


def test_a_combat_by_odds_is_answered_with_its_chances(table, qtbot):
    held = table("scs")
    held.panel.open("combat")
    held.fields["attackers"].lines.setPlainText("4*River\n5\n2")
    held.fields["defenders"].lines.setPlainText("3")
    qtbot.waitUntil(lambda: held.panel.ruling.shown is not None)
    assert "column 3:1" in held.title
    assert len(held.panel.ruling.tables.bars) == 1


def test_a_word_that_is_wrong_is_told_at_its_field_and_the_last_answer_grows_old(table, qtbot):
    held = table("tcs")
    held.panel.open("spotting")
    lines = held.fields["targets"].lines
    lines.setPlainText("infantry 4")
    qtbot.waitUntil(lambda: held.panel.ruling.shown is not None)
    before = held.title
    lines.setPlainText("infantri 4")
    qtbot.waitUntil(lambda: "infantry" in held.fields["targets"].fault.text())
    assert held.fields["targets"].fault.isVisible()
    assert "firers:" not in held.fields["targets"].fault.text()
    assert held.panel.told == f"Targets: {held.fields['targets'].fault.text()}"
    assert held.title == before
    assert held.panel.ruling._outdated.isVisible()
    lines.setPlainText("infantry 4 move")
    qtbot.waitUntil(lambda: not held.panel.ruling._outdated.isVisible())
    assert not held.fields["targets"].fault.isVisible()


def test_a_word_that_stands_on_no_chart_is_told_where_it_was_typed(table, qtbot):
    held = table("scs")
    held.panel.open("combat")
    held.fields["attackers"].lines.setPlainText("4*Rivr\n5")
    held.fields["defenders"].lines.setPlainText("3")
    qtbot.waitUntil(lambda: held.fields["attackers"].fault.isVisible())
    said = held.fields["attackers"].fault.text()
    assert "River" in said
    assert "scs." not in said
    held.fields["attackers"].lines.setPlainText("4")
    held.fields["terrain"].lines.setPlainText("Wods")
    qtbot.waitUntil(lambda: held.fields["terrain"].fault.isVisible())
    assert not held.fields["attackers"].fault.isVisible()


def test_what_is_typed_is_asked_once_when_typing_rests(table, qtbot):
    held = table("tcs")
    held.panel.open("fire.bands")
    line = held.fields["reach"].line
    for letter in "12":
        QTest.keyClicks(line, letter)
    qtbot.waitUntil(lambda: held.panel.ruling.shown is not None)
    assert held.asked == [("fire.bands", {"reach": "12"})]
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert len(held.asked) == 2


def test_everything_goes_by_keyboard(table, qtbot):
    held = table("tcs")
    panel = held.panel
    panel.activateWindow()
    panel.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is panel.list.search)
    keys("bands")
    assert panel.list.current == "fire.bands"
    press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is held.fields["reach"].line)
    keys("7")
    press(Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is held.fields["distance"].line
    keys("8")
    press(Qt.Key.Key_Return)
    assert held.title == "Long"
    press(Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: QApplication.focusWidget() is panel.list.search)
    assert panel.question == ""
    assert panel.list.current == "fire.bands"


def test_arrows_move_in_the_list_while_one_seeks(table):
    panel = table("tcs").panel
    panel.list.search.setText("morale")
    first = panel.list.current
    QTest.keyClick(panel.list.search, Qt.Key.Key_Down)
    assert panel.list.current == panel.list.names[1] != first
    QTest.keyClick(panel.list.search, Qt.Key.Key_Up)
    assert panel.list.current == first


def test_a_filter_without_a_hit_says_so(table):
    panel = table("tcs").panel
    panel.list.search.setText("xyzzy")
    assert panel.list._none.isVisible()
    assert panel.list.names == ()


def test_what_was_said_is_kept_while_the_box_is_open(table):
    held = table("tcs")
    held.panel.open("fire.bands")
    held.fields["reach"].line.setText("7")
    held.panel.show_list()
    held.panel.open("spotting")
    held.panel.open("fire.bands")
    assert held.fields["reach"].text == "7"
    held.panel.clear_form()
    assert held.panel.form.values == {}
    held.panel.open("spotting")
    held.panel.open("fire.bands")
    assert held.fields["reach"].text == ""
    held.fields["reach"].line.setText("7")
    held.panel.use(held.document)
    held.panel.show_questions([question.heading for question in QUESTIONS["tcs"].values()])
    held.panel.open("fire.bands")
    assert held.fields["reach"].text == ""


def test_the_form_is_copied_as_a_command(table):
    held = table("tcs")
    held.panel.open("fire.bands")
    held.fields["reach"].line.setText("7")
    held.panel.copy_command()
    assert QGuiApplication.clipboard().text() == "phaseline ask fire.bands BOX reach=7"
    heading = QUESTIONS["tcs"]["fire.area"].heading
    line = command_line(heading, {"firers": "infantry 4 at 3, MG 2 at 4"}, None)
    assert line == "phaseline ask fire.area BOX 'firers=infantry 4 at 3, MG 2 at 4'"


def test_a_unit_is_put_together_from_its_parts(table, qtbot):
    held = table("tcs")
    held.panel.open("fire.area")
    field = held.fields["firers"]
    field.build_button.setChecked(True)
    builder = field.builder
    assert not builder.add.isEnabled()
    builder.set_part("Kind", "MG")
    builder.set_part("Strength", "2")
    builder.set_part("Range", "4")
    builder.set_part("How many", "2")
    assert builder.shown.text() == "2x MG 2 at 4"
    QTest.keyClick(builder.parts["Range"], Qt.Key.Key_Return)
    assert field.lines.toPlainText() == "2x MG 2 at 4"
    assert builder.text == ""
    builder.set_part("Kind", "mortar")
    builder.build()
    assert field.text == "2x MG 2 at 4, mortar"


def test_factors_of_a_strength_are_chosen_from_the_charts(table):
    held = table("scs")
    held.panel.open("combat")
    field = held.fields["attackers"]
    field.build_button.setChecked(True)
    button = field.builder.parts["States and terrain"]
    button._menu.aboutToShow.emit()
    offered = {action.text(): action for action in button._menu.actions()}
    assert {"DG", "Out of supply"} <= set(offered)
    offered["DG"].trigger()
    offered["Out of supply"].trigger()
    field.builder.set_part("Strength", "4")
    assert field.builder.text == "4*DG*Out of supply"


@POPS_UP
def test_words_of_charts_are_offered_and_completed(table, qtbot):
    held = table("tcs")
    held.panel.open("morale")
    field = held.fields["modifiers"]
    field._menu.aboutToShow.emit()
    assert [action.text() for action in field._menu.actions()][:2] == ["night", "unassigned"]
    field._menu.actions()[0].trigger()
    assert field.text == "night"
    field.lines.setFocus()
    QTest.keyClick(field.lines, Qt.Key.Key_Return)
    QTest.keyClicks(field.lines, "unas")
    qtbot.waitUntil(lambda: field.lines._popup.isVisible())
    QTest.keyClick(field.lines._popup, Qt.Key.Key_Return)
    assert field.text == "night, unassigned"


def test_the_columns_of_a_chart_follow_the_chart_that_is_chosen(table):
    held = table("tcs")
    held.panel.open("chart.lookup")
    fields = held.fields
    fields["chart"].choices.setCurrentText("Fire Table")
    assert fields["chart"].text == "tcs.fire"
    columns = [fields["column"].choices.itemText(n) for n in range(fields["column"].choices.count())]
    assert "14-16" in columns
    fields["chart"].choices.setCurrentText("Command Prep Table")
    assert [fields["row"].choices.itemText(n) for n in range(fields["row"].choices.count())][:2] == ["1", "2"]


def test_hexes_are_taken_from_the_map(table):
    held = table("tcs")
    held.panel.open("crossfire")
    held.fields["target"].hex_wanted.emit()
    assert "No hex is chosen" in held.panel.told
    held.panel.place = lambda: "02.03"
    held.fields["target"].hex_wanted.emit()
    held.fields["firers"].hex_wanted.emit()
    held.panel.place = lambda: "03.01"
    held.fields["firers"].hex_wanted.emit()
    assert held.panel.form.values == {"target": "02.03", "firers": "02.03, 03.01"}


def test_a_number_may_be_unlimited(table):
    held = table("tcs")
    held.panel.open("field")
    field = held.fields["visibility"]
    field.line.setText("5")
    field.without_limit.setChecked(True)
    assert field.text == "unlimited"
    assert not field.line.isEnabled()
    field.set_text("4")
    assert (field.text, field.line.isEnabled()) == ("4", True)


def test_kinds_of_terrain_are_known_by_their_names(table):
    held = table("tcs")
    held.panel.open("los")
    field = held.fields["without"]
    id_, kind = next(iter(held.document.terrain.items()))
    field.lines.setPlainText(kind.name)
    assert field.text == id_


def test_choices_stand_side_by_side_or_in_a_list(table):
    held = table("tcs")
    held.panel.open("command.turns")
    few, many = held.fields["night"], held.fields["units"]
    assert few.choices is None and many.buttons == {}
    few.buttons["yes"].setChecked(True)
    assert few.text == "yes"
    few.buttons[""].setChecked(True)
    assert few.text == ""
    many.choices.setCurrentIndex(many.choices.findText("move sheet"))
    assert many.text == "move sheet"


def test_enter_asks_in_every_kind_of_field(table):
    held = table("tcs")
    held.panel.open("command.turns")
    for name in ("units", "fired", "turns"):
        field = held.fields[name]
        before = len(held.asked)
        if name == "units":
            field.choices.setCurrentIndex(1)
        QTest.keyClick(field.focusProxy(), Qt.Key.Key_Return)
        assert len(held.asked) == before + 1
    held.panel.open("losses")
    held.fields["losses"].line.setText("2")
    QTest.keyClick(held.fields["targets"].lines, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert held.asked[-1] == ("losses", {"losses": "2"})


def test_other_options_ask_again(table, qtbot):
    held = table("tcs")
    held.panel.open("fire.bands")
    held.fields["reach"].line.setText("7")
    qtbot.waitUntil(lambda: len(held.asked) == 1)
    head = held.document.box.head
    held.document.do(ChangeBox("Options", replace(head, options={**head.options, "losses.halves": "attacker"})))
    qtbot.waitUntil(lambda: len(held.asked) == 2)
    held.document.set_ruleset(held.document.ruleset)
    qtbot.waitUntil(lambda: len(held.asked) == 3)


def test_a_panel_that_is_not_seen_asks_when_it_is_shown(table, qtbot):
    held = table("tcs")
    held.panel.open("fire.bands")
    held.panel.hide()
    held.fields["reach"].line.setText("7")
    held.panel.ask()
    assert held.asked == []
    held.panel.show()
    qtbot.waitUntil(lambda: len(held.asked) == 1)


def test_without_a_box_or_its_rules_the_panel_says_why(qtbot):
    panel = AskPanel()
    qtbot.addWidget(panel)
    panel.show()
    assert panel._hint.text() == "Open a box to ask its rules."
    panel.show_hint("The rules of this box are not known here.")
    assert panel._hint.isVisible()
    panel.open("fire.area")
    assert panel.question == ""


def test_questions_are_found_by_title_name_rule_and_summary():
    headings = tuple(question.heading for question in QUESTIONS["tcs"].values())
    assert found(headings, "area fire")[0].name == "fire.area"
    assert {"crossfire", "fire.area"} <= {each.name for each in found(headings, "11.4")}
    assert found(headings, "syr 99") == ()
    assert found(headings, "") == headings
    assert found(headings, "scatter")[0].name == "artillery.scatter"


def test_rule_numbers_lie_in_ranges():
    assert cites("17.8a-c, 17.8e", "17.8b")
    assert not cites("17.8a-c, 17.8e", "17.8d")
    assert cites("8.0-8.5", "8")
    assert not cites("the charts of the series", "8.0")


def test_a_refusal_speaks_the_words_of_the_form():
    heading = Heading("q", "Q", "", "", (Parameter("shift", "whole", "", required=True), Parameter("terrain", "text", "")))
    assert fault_of("Give terrain=… or shift=…, not both.", heading) == ("", "Give “Terrain” or “Shift”, not both.")
    assert fault_of("elsewhere: wrong.", heading) == ("", "elsewhere: wrong.")
    assert missing(heading, {}) == ("Shift",)
    assert Word("a", "A") == Word("a", "A")


@POPS_UP
def test_undo_is_the_fields_while_it_has_something_typed_and_the_maps_else(qtbot):
    held = Table("tcs", qtbot)
    held.panel.open("fire.area")
    lines = held.fields["firers"].lines
    assert held.undo(lines)
    QTest.keyClicks(lines, "infantry 4")
    assert not held.undo(lines)
    held.document.do(ChangeBox("Choose", replace(held.document.box.head, options={"losses.halves": "of_all"})))
    assert held.undo(lines), "the choice was made after it was typed"
    assert lines.toPlainText() == "infantry 4"
    word = held.fields["terrain"]
    assert held.undo(word.lines if isinstance(word, ListField) else word.choices.lineEdit())


def test_letters_on_a_button_of_the_form_choose_no_tool(qtbot):
    held = Table("tcs", qtbot)
    held.panel.open("fire.area")
    event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_E, Qt.KeyboardModifier.NoModifier, "e")
    event.ignore()
    QApplication.sendEvent(held.fields["firers"].build_button, event)
    assert event.isAccepted()


@pytest.mark.parametrize(("series", "question"), [("new-scs", "combat"), ("bcs", "combat"), ("tcs", "fire.area")])
def test_the_form_ends_with_its_last_field(qtbot, series, question):
    held = Table(series, qtbot)
    held.panel.open(question)
    held.panel.resize(320, 500)
    QApplication.processEvents()
    form = held.panel.form
    last = max(field.geometry().bottom() for field in form.fields.values())
    room = held.panel._scroll.viewport().height()
    assert form.height() <= max(room, last + 2 * held.panel.fontMetrics().lineSpacing())


def test_the_short_help_of_every_parameter_says_more_than_where_it_counts():
    shown = {short_help(each) for some in QUESTIONS.values() for question in some.values() for each in question.parameters}
    assert not shown & {"On the map", "By numbers"}
