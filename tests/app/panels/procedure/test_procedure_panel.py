"""The panel Resolve: the step in hand in words, who takes part, fields, chances, dice, and what can be done."""

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from app.documents.procedures import Procedures
from app.panels.procedure.panel import ProcedurePanel
from app.panels.procedure.words import beside_tables, outcome_bars, outcome_words
from core.model.terrain import Provenance
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.procedure import Outcome, Part, Wanted
from tests.app.documents.combat_bench import EAST, FAR, WEST, Worker, made_up, why
from tests.app.documents.procedure_bench import (
    ANSWER,
    FIRE,
    HEADINGS,
    LOSSES,
    MORALE,
    PARTS,
    RETREAT,
    answer,
    asked,
    begin,
    fire,
    hit,
    label,
    losses,
    morale,
    played,
    retreat,
    volley,
)

CHARTS = (("tcs.fire", "Fire Table", "stand-in"), ("tcs.morale", "Morale Table", "rules text"))


@pytest.fixture
def document(qapp):
    return made_up()


@pytest.fixture
def worker():
    return Worker()


@pytest.fixture
def procedures(document, worker):
    found = Procedures(document, worker)
    found.headings = MappingProxyType({each.name: each for each in HEADINGS})
    document.changed.connect(lambda _: found.follow())
    return found


@pytest.fixture
def panel(qtbot, procedures, document):
    panel = ProcedurePanel()
    qtbot.addWidget(panel)
    panel.use(procedures, document)
    panel.name_keys("Shift+A", True)
    panel.resize(420, 700)
    panel.show()
    return panel


def rows(list_):
    return [row.text for row in list_.rows]


def heard(signal):
    calls = []
    signal.connect(lambda *given: calls.append(given))
    return calls


def aimed(document, procedures, worker, ruling=None):
    procedures.begin(begin(to=label(document)))
    worker.answer(FIRE, ruling or fire())


def rolled(document, procedures, worker):
    aimed(document, procedures, worker)
    procedures.read({"roll": "34"})
    worker.answer(FIRE, hit(document))


def visible(*widgets):
    return [widget.isVisible() for widget in widgets]


def test_at_first_it_says_what_to_do_and_where_the_series_is_not_led_through(panel):
    assert "Shift+A" in panel._hint.text() and panel._hint.isVisible() and not panel._foot.isVisible()
    panel.name_keys("", False)
    assert "not led through" in panel._hint.text()
    panel.use(None, None)
    assert "Open a box" in panel._hint.text()


def test_what_rests_on_stand_ins_names_each_and_leads_to_its_chart(panel, document, procedures, worker):
    ours, printed = (Provenance(id_, title, status, "ours") for id_, title, status in CHARTS)
    aimed(document, procedures, worker, replace(fire(), charts=(ours, printed, replace(ours, source="ours, too"))))
    page = panel.page
    assert page._missing.isVisible() and "(1)" in page._missing.text() and not page.charts.isVisible()
    page._missing.click()
    (button,) = page.charts.buttons
    assert page.charts.isVisible() and "Fire Table" in button.text()
    wanted = heard(panel.chart_wanted)
    button.click()
    assert wanted == [("tcs.fire",)]
    # Where nothing stands in for anything nothing is said of it.
    aimed(document, procedures, worker, replace(fire(), charts=(printed,)))
    assert not page._missing.isVisible() and not page.charts.isVisible()


def test_where_combats_are_led_through_it_says_how_one_is_begun(panel):
    panel.name_keys("Shift+A", True, combats=True)
    assert "Take the tool Combat (Shift+A) and click the hex that is attacked" in panel._hint.text()


def test_what_was_said_by_hand_and_breaks_a_rule_is_told_and_nothing_is_picked_until_somebody_does(
    panel, document, procedures, worker
):
    told = heard(panel.told)
    some = hit(document).detail.proposals
    aimed(document, procedures, worker, fire(wanted=(), proposals=some, broken=why("{hex} is too near", hex=WEST)))
    words = f"{label(document, WEST)} is too near [7.1]"
    assert panel.warned == words and panel.page.offers.currentRow() == -1 and not panel._take.isEnabled()
    QTest.keyClick(panel.page.offers, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert told == [(words,)] and procedures.step.question == FIRE
    QTest.keyClick(panel.page.offers, Qt.Key.Key_2)
    assert panel._take.isEnabled() and procedures.take()


def test_what_is_to_be_said_of_one_proposal_alone_stands_with_the_reasons_while_it_is_picked(
    panel, document, procedures, worker
):
    some = hit(document).detail.proposals
    aimed(document, procedures, worker, fire(wanted=(), proposals=some, whys=((why("It is dear"),), ())))
    lines = panel.page.reasons.lines
    said = [str(lines.index(row, 0).data()) for row in range(lines.rowCount())]
    assert panel.page._why.text() == "Reasons (2)" and any("It is dear" in line for line in said)
    procedures.pick(1)
    assert panel.page._why.text() == "Reasons (1)"


def test_of_a_result_it_says_what_it_is_and_nothing_can_be_said_for_it(panel, document, procedures, worker):
    procedures.read_result(begin(to=label(document)), {"roll": "34"}, 5)
    worker.answer(FIRE, hit(document))
    assert panel.page._verdict.isVisible() and panel.page._verdict.text()
    assert not panel.page.forms and not panel.dice and panel._leave.isVisible() and panel._take.isEnabled()
    assert procedures.step.because == 5


def test_units_are_listed_by_hexes_with_what_they_do_and_why_others_do_not(panel, document, procedures, worker):
    aimed(document, procedures, worker)
    west, east = label(document, WEST), label(document, EAST)
    assert rows(panel.page.units) == [f"{west} · 2 units", "\u2003r1", "\u2003r2", f"{east} · r3"]
    assert [row.ticked for row in panel.page.units.rows] == [True, True, True, False]
    assert "2 of 3" in panel.page._who.text() and panel.page._other.text() == "Why not the others (1)"
    assert not panel.page.barred.isVisible()
    panel.page._other.click()
    assert panel.page.barred.isVisible()
    assert rows(panel.page.barred) == [f"r4 does not see {label(document)} [7.1]\n\u2003{label(document, FAR)} r4"]


def test_units_that_one_reason_keeps_out_share_a_row_that_lights_up_all_their_hexes(panel, document, procedures, worker):
    held = [
        Part(unit, place, False, False, why("{unit}: in Move Mode", unit=unit)) for unit, place in (("r3", EAST), ("b4", FAR))
    ]
    aimed(document, procedures, worker, fire(parts=(*PARTS[:2], PARTS[3], *held)))
    assert panel.page._other.text() == "Why not the others (3)"
    east, far = label(document, EAST), label(document, FAR)
    assert rows(panel.page.barred)[1] == f"In Move Mode [7.1]\n\u2003{east} r3 · {far} b4"
    hovered = heard(panel.hexes_hovered)
    panel.page.barred.setCurrentRow(1)
    assert hovered[-1] == ((EAST, FAR),)


def test_that_nobody_can_take_part_is_said_only_where_nothing_goes_on_either(panel, document, procedures, worker):
    nobody = tuple(replace(each, able=False, chosen=False) for each in PARTS)
    aimed(document, procedures, worker, fire(parts=nobody))
    assert panel.page._who.text() == "Who it is about", "dice are waited for"
    procedures.say({"fire": "point"})
    worker.answer(FIRE, fire(parts=nobody, wanted=()))
    assert panel.page._who.text() == "Nobody can take part"


def test_who_takes_part_is_called_what_the_question_calls_it_where_it_is_no_unit_as_others(panel, document, procedures, worker):
    aimed(document, procedures, worker, fire(units="others"))
    assert panel.page._who.text() == "Others: 2 of 3"
    procedures.follow()
    worker.answer(FIRE, fire(units="others", parts=PARTS[3:], wanted=()))
    assert panel.page._who.text() == "Others: none can"


def test_all_are_not_offered_where_one_unit_takes_part_alone(panel, document, procedures, worker):
    aimed(document, procedures, worker, fire(chosen=("r1",)))
    assert panel.page._all.isVisible()
    procedures.follow()
    worker.answer(FIRE, fire(chosen=("r1",), one_unit=True))
    assert not panel.page._all.isVisible()


def test_that_a_hex_is_to_be_chosen_is_said_and_the_step_is_not_gone_on_from(panel, document, procedures, worker):
    procedures.begin(asked(RETREAT, "red", to=label(document)))
    procedures.read({"roll": "7"})
    worker.answer(RETREAT, replace(retreat(), detail=replace(retreat().detail, ways=(), proposals=())))
    assert "hexes that are marked" in panel.warned
    assert not panel._skip.isVisible() and panel._by_hand.isVisible()


def test_ticks_turn_a_unit_or_all_of_a_hex_and_one_who_takes_part_stays(panel, document, procedures, worker):
    aimed(document, procedures, worker)
    panel.page.units.item(1).setCheckState(Qt.CheckState.Unchecked)
    assert worker.waiting(FIRE).parameters["units"] == "r2"
    worker.answer(FIRE, fire(("r2",)))
    panel.page.units.item(2).setCheckState(Qt.CheckState.Unchecked)
    assert "At least one" in panel.warned and panel.page.units.item(2).checkState() == Qt.CheckState.Checked
    panel.page.units.item(0).setCheckState(Qt.CheckState.Checked)
    assert worker.waiting(FIRE).parameters["units"] == "r1, r2"
    panel.page._all.click()
    assert worker.waiting(FIRE).parameters["units"] == "r1, r2, r3"


def test_the_hex_of_a_row_is_lit_up(panel, document, procedures, worker):
    aimed(document, procedures, worker)
    hovered = heard(panel.hexes_hovered)
    panel.page.units.setCurrentRow(3)
    panel.page.units.setCurrentRow(0)
    assert hovered[-2:] == [((EAST,),), ((WEST,),)]


def test_fields_offer_what_nobody_knows_yet_and_say_it_after_a_moment(panel, document, procedures, worker, qtbot):
    procedures.begin(begin())
    (form,) = panel.page.forms[:1]
    assert list(form.fields) == ["to", "fire"] and "Still needed: To. Click the hex on the map." in panel.warned
    form.fields["to"].line.setText(label(document))
    qtbot.waitUntil(lambda: bool(worker.under_way))
    assert worker.waiting(FIRE).parameters == {"to": label(document)}
    worker.answer(FIRE, fire())
    assert not panel.warned
    panel.page.forms[0].fields["fire"].buttons["point"].click()
    qtbot.waitUntil(lambda: worker.asked[-1].parameters.get("fire") == "point")


def test_what_is_rarely_said_is_folded_in_and_a_refusal_stands_at_its_field(panel, document, procedures, worker, qtbot):
    aimed(document, procedures, worker)
    more = panel.page.forms[-1]
    assert list(more.fields) == ["others"] and not more.isVisible()
    panel.page._more.click()
    assert more.isVisible()
    procedures.say({"others": "nonsense"})
    worker.refuse(FIRE, 'others: "nonsense" is no modifier.')
    assert panel.warned == 'Others: "nonsense" is no modifier.' and "nonsense" in more.fields["others"].fault.text()


def test_chances_that_a_table_tells_are_not_told_twice():
    half = (("Full", Fraction(1, 2)), ("Partial", Fraction(1, 2)))
    table = ChartDetail("t", "SNAFU Table", "", "result", (), "result", (*half, ("Fail", Fraction(0))))
    outcomes = [*(Outcome("SNAFU", name, chance) for name, chance in half), Outcome("Losses", "1", Fraction(1, 3))]
    assert beside_tables(outcomes, (table,)) == (outcomes[-1],) and beside_tables(outcomes, ()) == tuple(outcomes)


def test_chances_are_bars_with_all_groups_and_words_for_those_that_are_too_narrow(panel, document, procedures, worker):
    aimed(document, procedures, worker)
    assert [bar.label for bar in panel.page.bars.bars] == ["Steps lost", "Morale"]
    assert panel.page._chances.text() == "Steps lost: 0 50 %, 1 50 %\nMorale: holds 66.7 %, breaks 33.3 %"
    bars, order = outcome_bars([Outcome("Hits", "1", 1), Outcome("Misses", "0", 0)])
    assert [bar.chances for bar in bars] == [(("1", 1),), (("other", 1),)] and order == ["1", "0", "other"]
    assert outcome_words([]) == ""


def test_what_is_certain_is_no_chance_and_not_shown_as_one(panel, document, procedures, worker):
    aimed(
        document,
        procedures,
        worker,
        fire(outcomes=(Outcome("Steps lost", "1", Fraction(1)), Outcome("Morale", "no", Fraction(1)))),
    )
    assert visible(panel.page.bars, panel.page._chances) == [False, False]


def test_dice_are_rolled_or_typed_each_for_what_it_is(panel, document, procedures, worker):
    wanted, read = heard(panel.roll_wanted), heard(panel.read_wanted)
    aimed(document, procedures, worker)
    (row,) = panel._rows
    assert "The fire (two dice read one after the other), Red army" in {
        each.text() for each in row.findChildren(type(panel._hint))
    }
    QTest.keyClick(panel.page.units, Qt.Key.Key_R)
    assert wanted == [(procedures.asked.wanted[0],)]
    QTest.keyClicks(panel.dice["roll"], "3 4")
    QTest.keyClick(panel.dice["roll"], Qt.Key.Key_Return)
    assert read == [(procedures.asked.wanted[0], "3 4")]
    procedures.begin(asked(ANSWER, to=label(document)))
    worker.answer(ANSWER, volley(3))
    assert list(panel.dice) == ["rolls"] and "3 rolls, each " in panel.dice["rolls"].accessibleName()


def test_it_is_said_how_often_which_dice_are_rolled_and_how_they_are_typed(panel, document, procedures, worker):
    aimed(document, procedures, worker)
    assert panel.dice["roll"].placeholderText() == "or type 34"
    procedures.begin(asked(ANSWER, "blue", to=label(document)))
    worker.answer(ANSWER, answer(ANSWER, wanted=(Wanted("rolls", "2d6", "the answer", "blue", 4),)))
    said = panel._rows[0].findChild(QLabel).text()
    assert said == "The answer (4 rolls, each the sum of two dice), Blue army"
    assert panel.dice["rolls"].placeholderText() == "or type 34, 51, …"


def test_the_key_that_rolls_rolls_from_the_line_for_real_dice(panel, document, procedures, worker):
    wanted = heard(panel.roll_wanted)
    aimed(document, procedures, worker)
    QTest.keyClicks(panel.dice["roll"], "1r")
    assert panel.dice["roll"].text() == "1" and wanted == [(procedures.asked.wanted[0],)]


def test_the_keyboard_goes_along_with_the_procedure_and_back_to_the_map_at_its_end(panel, document, procedures, worker, qtbot):
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    let_go = heard(panel.let_go)
    aimed(document, procedures, worker)
    panel.dice["roll"].setFocus()
    procedures.read({"roll": "34"})
    worker.answer(FIRE, hit(document))
    assert panel.page.offers.hasFocus()
    procedures.take()
    assert panel.isAncestorOf(panel.window().focusWidget()), "what is done next is not known yet"
    worker.answer(LOSSES, losses(document))
    assert panel.page.offers.hasFocus()
    procedures.take()
    worker.answer(MORALE, morale())
    assert panel.dice["roll"].hasFocus()
    procedures.read({"roll": "7"})
    worker.answer(MORALE, morale(7))
    assert panel.page.offers.hasFocus() and not let_go
    procedures.take()
    worker.answer(ANSWER, volley(1))
    assert panel.dice["rolls"].hasFocus()
    procedures.skip()
    assert procedures.hand is None and len(let_go) == 1


def test_the_keyboard_goes_from_the_button_that_did_it_to_the_dice_and_to_no_other_button(
    panel, document, procedures, worker, qtbot
):
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    aimed(document, procedures, worker)
    procedures.read({"roll": "34"})
    worker.answer(FIRE, hit(document))
    panel._take.setFocus()
    QTest.mouseClick(panel._take, Qt.MouseButton.LeftButton)
    worker.answer(LOSSES, losses(document))
    panel._take.setFocus()
    QTest.mouseClick(panel._take, Qt.MouseButton.LeftButton)
    worker.answer(MORALE, morale())
    assert not panel._take.isEnabled() and panel.dice["roll"].hasFocus()


def test_a_hex_that_is_to_be_clicked_is_asked_for(panel, document, procedures, worker):
    procedures.begin(asked(RETREAT, to=label(document)))
    worker.answer(RETREAT, answer(RETREAT, place="aside"))
    assert panel.warned == "Click on the map: which way."
    procedures.say({"aside": label(document, FAR)})
    worker.answer(RETREAT, answer(RETREAT, place="aside"))
    assert panel.warned == ""


def test_why_nothing_can_be_done_stands_unfolded(panel, document, procedures, worker):
    aimed(document, procedures, worker)
    assert not panel.page.reasons.isVisible()
    procedures.begin(asked(RETREAT, to=label(document)))
    worker.answer(RETREAT, answer(RETREAT, verdict="prohibited"))
    assert panel.page._verdict.text() == "Prohibited" and panel.page.reasons.isVisible()
    panel.page._why.setChecked(False)
    procedures.changed.emit()
    assert not panel.page.reasons.isVisible(), "whoever folds it sees to it"


def test_a_title_names_a_rule_and_no_source_in_words(panel, document, procedures, worker):
    for section, shown in (("7.1", "Retreat [7.1]"), ("published summaries", "Retreat")):
        title = replace(why("Retreat"), rule=replace(why("Retreat").rule, section=section))
        procedures.begin(replace(asked(RETREAT, to=label(document)), title=title))
        assert panel.page._title.text() == shown


def test_who_works_on_the_map_keeps_the_keyboard_there(panel, document, procedures, worker):
    let_go = heard(panel.let_go)
    rolled(document, procedures, worker)
    procedures.leave()
    assert not let_go and panel.window().focusWidget() is None


def test_faces_are_seen_until_the_dice_are_taken_back(panel, document, procedures, worker):
    rolled(document, procedures, worker)
    panel.show_faces((3, 4))
    assert panel.pips.isVisible()
    procedures.back()
    assert not panel.pips.isVisible()


def test_what_can_be_done_is_numbered_picked_by_digits_and_done_by_enter(panel, document, procedures, worker):
    rolled(document, procedures, worker)
    assert rows(panel.page.offers) == ["1  One step, and a check", "2  Two steps"]
    assert visible(panel._take, panel._skip, panel._by_hand) == [True, False, True]
    QTest.keyClick(panel.page.offers, Qt.Key.Key_2)
    assert procedures.picked == 1 and panel.page.offers.currentRow() == 1
    QTest.keyClick(panel.page.offers, Qt.Key.Key_1)
    QTest.keyClick(panel.page.offers, Qt.Key.Key_Return)
    assert procedures.step.question == LOSSES
    told = heard(panel.told)
    QTest.keyClick(panel.page.offers, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert "nothing to be done" in told[0][0]
    worker.answer(LOSSES, losses(document))
    QTest.keyClick(panel, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert procedures.step.question == MORALE


def test_the_trail_says_what_was_done_and_what_comes_after_with_whose_it_is(panel, document, procedures, worker):
    rolled(document, procedures, worker)
    procedures.take()
    worker.answer(LOSSES, losses(document))
    procedures.take()
    assert panel.page.done.text() == "✓ One step, and a check\n✓ b1 is lost"
    assert panel.page._title.text() == f"Morale in {label(document)} [7.1]"
    assert panel.page._whose.text() == "Answered by Blue army"
    then = f"Then:\n· Blue may answer from {label(document)} [7.1] · Blue army · may be left out"
    assert panel.page.after.text() == then
    procedures.begin(asked(RETREAT, "red", to=label(document), text="A retreat from {hex}"), on_top=True)
    assert panel.page.after.text().splitlines()[1].startswith("\u2003· Morale"), "what is interrupted stands in"
    procedures.skip(by_hand=True)
    assert panel.page.done.text().splitlines()[-1] == f"– left out: A retreat from {label(document)}"


def test_of_many_steps_the_latest_are_listed(panel, document, procedures, worker):
    for number in range(6):
        procedures.begin(asked(RETREAT, to=label(document), text=f"Step {number}"), on_top=bool(number))
    for _ in range(5):
        procedures.skip(by_hand=True)
    assert panel.page.done.text().splitlines()[0] == "… 1 earlier"


def test_what_may_be_left_is_and_the_word_says_how(panel, document, procedures, worker):
    procedures.begin(begin(to=label(document)))
    assert panel._skip.text().replace("&", "") == "Cancel" and not panel._leave.isVisible()
    worker.answer(FIRE, fire())
    procedures.read({"roll": "11"})
    worker.answer(FIRE, answer(FIRE, verdict="no effect"))
    assert panel._skip.text().replace("&", "") == "Go on" and panel._leave.isVisible()
    assert panel.page._verdict.text() == "No effect" and panel.page._verdict.isVisible()
    panel._skip.click()
    assert procedures.hand is None
    procedures.begin(asked(RETREAT))
    procedures.begin(asked(ANSWER, may=True), on_top=True)
    assert panel._skip.text().replace("&", "") == "Leave out"
    panel._skip.click()
    assert procedures.step.question == RETREAT


def test_what_was_left_is_taken_up_by_a_button(panel, document, procedures, worker):
    rolled(document, procedures, worker)
    panel._leave.click()
    (button,) = panel._left
    assert button.isVisible() and button.text() == f"Take up again: Fire at {label(document)} [7.1]"
    button.click()
    assert procedures.step.question == FIRE and not panel._left


def test_back_is_a_button_and_a_key(panel, document, procedures, worker):
    rolled(document, procedures, worker)
    panel._back.click()
    assert "roll" not in procedures.step.parameters
    procedures.read({"roll": "34"})
    worker.answer(FIRE, hit(document))
    QTest.keyClick(panel.page.offers, Qt.Key.Key_Backspace)
    assert "roll" not in procedures.step.parameters


def test_what_the_other_side_answers_is_waited_for_and_nothing_of_it_is_shown(panel, document, procedures, worker):
    live = played(document)
    procedures.whose = lambda: live.eyes
    rolled(document, procedures, worker)
    procedures.take()
    worker.answer(LOSSES, losses(document))
    live.look_through(frozenset({"red"}))
    procedures.follow()
    assert "Blue army answers this. Hand over" in panel.warned
    assert not panel.page.offers.isVisible() and not panel._take.isVisible()
    wanted = heard(panel.hand_over_wanted)
    panel._hand_over.click()
    assert len(wanted) == 1
    panel.play_by_mail(True)
    assert "its own program" in panel.warned and not panel._hand_over.isVisible()
    live.look_through(frozenset({"red", "blue"}))
    procedures.follow()
    assert not panel._hand_over.isVisible()


def test_who_hides_something_is_not_told_what_the_other_side_did(panel, document, procedures, worker):
    live = played(document)
    procedures.whose = lambda: live.eyes
    rolled(document, procedures, worker)
    procedures.take()
    worker.answer(LOSSES, losses(document))
    procedures.take()
    live.hides = True
    live.look_through(frozenset({"red"}))
    procedures.follow()
    assert panel.page.done.text().splitlines()[-1] == "✓ Blue army has answered"


def test_reasons_and_ways_are_at_hand(panel, document, procedures, worker):
    procedures.begin(asked(RETREAT, to=label(document)))
    worker.answer(RETREAT, retreat())
    assert panel.page._why.text() == "Reasons (1)" and not panel.page.reasons.isVisible()
    panel.page._why.click()
    assert panel.page.reasons.isVisible()
    assert rows(panel.page.offers) == ["1  Way 1", "2  Way 2", "3  Way 3"]


@pytest.mark.parametrize("width", [260, 900])
def test_narrow_and_wide_nothing_is_cut_off_beside(panel, document, procedures, worker, width, qtbot):
    aimed(document, procedures, worker)
    panel.resize(width, 700)
    qtbot.waitUntil(lambda: panel.width() == width)
    for button in (panel._take, panel._skip, panel._back, *panel.dice.values()):
        if button.isVisible():
            right = button.mapTo(panel, button.rect().topRight()).x()
            assert right < width


def test_tab_goes_from_who_takes_part_to_the_dice_and_on_to_what_is_done_before_it_leaves_the_panel(
    qtbot, panel, document, procedures, worker
):
    window, beside = QWidget(), QLineEdit()
    qtbot.addWidget(window)
    both = QVBoxLayout(window)
    both.addWidget(panel)
    both.addWidget(beside)
    window.show()
    aimed(document, procedures, worker)
    chain = [panel.page.units]
    while chain[-1] is not beside:
        chain.append(chain[-1].nextInFocusChain())
    stops = [panel.page.units, panel.page._other, panel.dice["roll"], panel._take]
    # The fixture closes it by itself.
    panel.setParent(None)
    assert [each for each in chain if each in stops] == stops


def test_whoever_comes_to_the_panel_by_its_key_is_where_something_is_to_be_done(panel, document, procedures, worker):
    aimed(document, procedures, worker)
    assert panel.focusProxy() is panel.dice["roll"]
    procedures.read({"roll": "34"})
    worker.answer(FIRE, hit(document))
    assert panel.focusProxy() is panel.page.offers
