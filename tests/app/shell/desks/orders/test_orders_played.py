"""In the real window: op sheets are prepared in a session, come into force, and are worked on."""

from dataclasses import replace

from core.model.edits.order_edits import ChangeOrders
from core.model.edits.piece_edits import moved
from core.model.edits.state_edits import ChangeState
from core.model.orders import Commitment
from core.model.state import Moment
from core.play.events import Noted, Rolled
from tests.app.shell.desks.orders.hands import click, graphics, later


def test_a_sheet_drawn_up_before_the_first_turn_of_a_session_is_in_force(window, panel, orders, live):
    window.document.units.set([each.id for each in window.document.box.oob.all_members("b2")])
    panel.new.click()
    assert (orders.sheet.implemented, orders.sheet.turn) == (True, 0)


def test_in_a_session_a_sheet_is_prepared_with_its_size_and_its_chances(window, panel, orders, waiting):
    assert "in preparation" in panel.board.rows[orders.sheets.index(waiting)].text
    assert panel.form.chance.chance.text() == "Size 0; no roll is enough now"
    assert len(panel.form.chance.bars.bars) == 9, "now, and eight turns ahead"
    tool = window.workbench.tools.tools["graphic"]
    panel.draw.click()
    tool.take_kind("rally-point")
    click(window, (20.3, 20.2))
    assert graphics(window)[-1].look == "picked"
    window.workbench.tools.choose("select")
    assert [each.look for each in graphics(window)].count("planned") == 1


def test_what_is_written_on_a_sheet_that_stands_takes_a_word_of_why(panel, orders, live, waiting, why):
    assert panel._others.isHidden(), "it is being drawn up"
    later(live)
    assert "stays as it is" in panel._others.text() and not panel._others.isHidden()
    before = live.session.number
    panel.form.note.setPlainText("Over the hill.")
    panel.form.note.left.emit()
    assert "[6.5a, 6.8]" in why("") and live.session.number == before
    assert (orders.sheet.note, panel.form.note.words) == ("", ""), "it is shown as it was"
    assert not panel.form.warned.text
    panel.form.note.setPlainText("Over the hill.")
    panel.form.note.left.emit()
    assert "the written notes of the op sheet" in why("We agreed on it")
    assert orders.sheet.note == "Over the hill."
    noted, did = (live.session.entry(before + n).event for n in (1, 2))
    assert isinstance(noted, Noted) and noted.why and noted.text == "We agreed on it ([6.5a, 6.8])"
    assert did.because == before + 1
    panel.form.failure.setPlainText("Back.")
    panel.form.failure.left.emit()
    assert orders.sheet.failure == "Back.", "why was said for this sheet in this phase"


def test_what_is_drawn_on_a_sheet_that_stands_waits_for_why_and_is_drawn_once(window, panel, orders, live, waiting, why):
    later(live)
    panel.draw.click()
    tool = window.workbench.tools.current
    tool.take_kind("release-point")
    click(window, (10.0, 10.0))
    assert not tool.stroke and orders.sheet.measures == ()
    assert "changes the graphic" in why("The map was wrong")
    assert len(orders.sheet.measures) == 1
    later(live, 3)
    panel.form.measures.list.setCurrentRow(0)
    panel.form.measures.name.setText("Perch")
    panel.form.measures.name.editingFinished.emit()
    why("")
    assert panel.form.measures.name.text() == orders.sheet.measures[0].text != "Perch"


def test_a_sheet_is_drawn_up_in_its_phase_and_one_in_force_is_not_thrown_away_without_a_word(panel, orders, live, waiting, why):
    orders.write("In force", replace(waiting, status="implemented"))
    later(live)
    panel.remove.click()
    assert "in force" in why("") and waiting.id in {each.id for each in orders.sheets}
    live.do(ChangeState("Go on", {"moment": Moment(2, "action.act", "blue")}))
    count = len(orders.sheets)
    panel.new.click()
    assert "not the phase" in why("Forgotten") and len(orders.sheets) == count + 1
    assert orders.sheet.id not in (waiting.id, "Hold the valley"), "it is in hand"
    panel.form.time.setText("0840")
    panel.form.time.editingFinished.emit()
    assert orders.sheet.time == "0840", "why was said already"


def test_sheets_gain_their_weighted_turns_as_one_entry(panel, orders, live, waiting, qtbot):
    assert not panel.gain.isHidden()
    orders.write("Drawn up before", replace(waiting, turn=0))
    panel.gain.click()
    qtbot.waitUntil(lambda: any("gains" in row.text for row in panel.steps.list.rows))
    before = live.session.number
    panel.steps.do.click()
    assert orders.sheet.turns > 0 and live.session.number == before + 1
    qtbot.waitUntil(lambda: "weighted turn" in panel.board.rows[orders.sheets.index(orders.sheet)].text)


def test_what_could_be_done_with_one_sheet_is_not_offered_for_another_while_its_answer_is_awaited(
    panel, orders, live, waiting, qtbot
):
    orders.choose("Hold the valley")
    steps = panel.steps
    qtbot.waitUntil(lambda: any("Hold the valley" in row.text for row in steps.list.rows))
    orders.choose("Outpost at Northend")
    assert not steps.list.rows, "the answer comes later"
    qtbot.waitUntil(lambda: any("Outpost at Northend" in row.text for row in steps.list.rows))


def test_a_roll_is_not_offered_where_none_is_enough(window, panel, orders, live, waiting, qtbot):
    steps = panel.steps
    assert steps.dice.isHidden() and "still missing: 1 [6.9f]" in steps.told.text()
    before = live.session.number
    steps.roll_wanted.emit()
    assert live.session.number == before, "nor by any other way"
    orders.write("Wait long", replace(waiting, turns=90))
    qtbot.waitUntil(lambda: not steps.dice.isHidden())
    assert "No roll is enough" not in steps.told.text()


def test_a_roll_that_passes_offers_to_put_the_sheet_into_force(window, panel, orders, live, rollable, qtbot):
    waiting = rollable
    panel.steps.real.setText("1 1")
    panel.steps.real.returnPressed.emit()
    qtbot.waitUntil(lambda: "11" in panel.steps.told.text())
    assert not panel.steps.list.rows, "it is too low"
    panel.steps.real.setText("6 6")
    panel.steps.real.returnPressed.emit()
    qtbot.waitUntil(lambda: [row.text for row in panel.steps.list.rows][:1] == [f"Put “{waiting.id}” into force"])
    rolled = live.session.number
    assert isinstance(live.session.entry(rolled).event, Rolled)
    panel.steps.do.click()
    qtbot.waitUntil(lambda: orders.sheet.implemented)
    assert orders.sheet.id == waiting.id and live.session.entry(rolled + 1).event.because == rolled
    qtbot.waitUntil(lambda: [row.text for row in panel.steps.list.rows][:1] == [f"Declare “{waiting.id}” a success"])
    old = next(each for each in orders.sheets if each.id == "Hold the valley")
    assert {why for _, why in old.left} == {"reassigned"}, "its units have left the old sheet"


def test_hexes_for_mines_are_lit_while_they_are_laid_and_the_others_say_why(window, panel, orders, live, waiting, qtbot):
    laying, steps = window.workbench.orders.laying, panel.steps
    assert steps.lay.isHidden(), "it is in preparation"
    sheet = replace(waiting, type="Prepared Defense", turn=1, status="implemented", gained=1)
    live.do(ChangeOrders("In force", {waiting.id: sheet}), ruled=True)
    qtbot.waitUntil(lambda: not steps.lay.isHidden())
    assert not laying.places
    steps.lay.click()
    qtbot.waitUntil(lambda: bool(laying.places))
    lit = [each for each in laying._map._layer.shapes if each.look == "range"]
    assert [each.hexes for each in lit] == [laying.places]
    box, view = window.document.box, window.workbench.view
    other = next(place for place in box.cells if place not in laying.places)
    view.hovered.emit(other, None)
    qtbot.waitUntil(lambda: "[TCS 4.01 21.1]" in window.statusBar().hint and "it takes 2" in window.statusBar().hint)
    place, before = min(laying.places), live.session.number
    view.hovered.emit(place, None)
    assert box.label(place) in window.statusBar().hint
    laying._map.picked(place)
    qtbot.waitUntil(lambda: live.session.number == before + 1)
    assert {each.kind for each in window.document.work.deployment.marks[place]} == {"minefield"}
    live.undo()
    qtbot.waitUntil(lambda: not window.document.work.deployment.marks.get(place))
    laying._map.given_up()
    assert not steps.lay.isChecked() and not laying._map.picking and not laying._map._layer.shapes


def test_the_program_rolls_and_the_journal_keeps_what_for(panel, live, rollable, qtbot):
    before = live.session.number
    panel.steps.roll_wanted.emit()
    entry = live.session.entry(before + 1)
    assert isinstance(entry.event, Rolled) and rollable.id in entry.event.purpose
    qtbot.waitUntil(lambda: bool(panel.steps.told.text()))


def test_a_second_roll_in_a_turn_and_one_before_the_weighted_turns_are_told(window, panel, orders, live, waiting, qtbot):
    assert "before the roll" not in panel.steps.told.text(), "a new sheet gains nothing in its turn"
    orders.write("Drawn up before", replace(waiting, turn=0, turns=9))
    qtbot.waitUntil(lambda: "before the roll" in panel.steps.told.text())
    panel.gain.click()
    qtbot.waitUntil(lambda: any("was fired upon" in row.text for row in panel.steps.list.rows))
    panel.steps.do.click()
    qtbot.waitUntil(lambda: not panel.steps.dice.isHidden() and not panel.steps.list.rows)
    assert not panel.steps.told.isVisibleTo(panel), "it has gained"
    for times in (1, 2):
        panel.steps.real.setText("1 1")
        panel.steps.real.returnPressed.emit()
        qtbot.waitUntil(lambda: "11" in panel.steps.told.text())
        qtbot.waitUntil(lambda times=times: ("fell 2 times" in panel.steps.told.text()) == (times == 2))


def test_dice_that_cannot_be_are_told(panel, rollable):
    panel.steps.real.setText("7 1")
    panel.steps.real.returnPressed.emit()
    assert "7" in panel._warned.text


def test_the_board_says_what_each_sheet_in_preparation_needs(panel, orders, worked, qtbot):
    def row():
        return panel.board.rows[orders.sheets.index(orders.sheet)].text

    qtbot.waitUntil(lambda: " or more: " in row())
    orders.write("In force", replace(worked, status="implemented"))
    qtbot.waitUntil(lambda: "in force" in row())
    assert " or more: " not in row()


def test_units_are_added_to_a_sheet_that_waits_when_the_cost_has_been_seen(window, panel, orders, worked, qtbot):
    organization = panel.form.organization
    assert organization.take_off.isHidden(), "they are struck off by a step"
    window.document.units.set([each.id for each in window.document.box.oob.all_members("b1")])
    organization.put_on.click()
    qtbot.waitUntil(lambda: any(row.text.startswith("Put ") for row in panel.form.organization.steps.list.rows))
    why = panel.form.organization.steps.proposed.why
    assert why.isVisibleTo(panel) and "keeps 15 of 30 weighted turns [6.13d]" in why.text()
    panel.form.organization.steps.do.click()
    qtbot.waitUntil(lambda: "b1" in orders.sheet.units)
    assert orders.sheet.turns == 15 and orders.sheet.elements == 2


def test_units_of_another_side_are_put_on_no_sheet(window, panel, orders, waiting):
    organization, before = panel.form.organization, orders.sheet
    window.document.units.set(["1-5-933"])
    assert not organization.put_on.isEnabled()
    organization.put(["1-5-933"])
    assert orders.sheet == before and "another side: 1/5/933" in organization.warned.text
    window.document.units.set(["1-5-933", *(each.id for each in window.document.box.oob.all_members("bt"))])
    organization.put_on.click()
    assert orders.sheet.units == ("b2", "bt")


def test_what_is_being_written_counts_before_the_next_phase(window, panel, orders, live, waiting, qtbot):
    window.workbench.docks.front("orders")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    panel.form.note.setFocus()
    qtbot.waitUntil(panel.form.note.hasFocus)
    panel.form.note.setPlainText("Over the hill.")
    window.actions_["play.next_phase"].trigger()
    assert orders.sheet.note == "Over the hill." and panel.form.note.hasFocus()


def test_all_that_is_owed_is_said(panel, orders, live, worked, qtbot):
    members = [each.id for each in panel._document.box.oob.all_members("b2")]
    sent = (Commitment((members[0],), "Attack", turn=1),)
    sheet = replace(worked, status="implemented", reserve=tuple(members[:-3]), committed=sent)
    live.do(ChangeOrders("In force", {worked.id: sheet}), ruled=True)
    qtbot.waitUntil(lambda: "[6.14b]" in panel.steps.told.text())
    assert "[6.14d]" in panel.steps.told.text(), "and that somebody waits for a check"


def test_preliminary_instructions_say_what_they_need_alone(panel, live, worked, qtbot):
    live.do(ChangeOrders("Wait", {worked.id: replace(worked, turns=2, preliminary="Forward.")}), ruled=True)
    text = panel.form.chance.chance.text
    qtbot.waitUntil(lambda: "Preliminary instructions alone: " in text() and " or more: " in text().partition("\n")[2])


def test_who_a_unit_is_is_read_beside_a_long_task(window, panel, orders, live, worked, qtbot):
    tree = panel.form.organization.tree
    window.workbench.docks.front("orders")
    qtbot.waitUntil(tree.isVisible)
    tree.resize(360, 200)
    tree.topLevelItem(0).setText(1, "a task that is told in very many words and more than that")
    tree._share()
    assert tree.columnWidth(1) <= 360 * 2 // 5 < tree.sizeHintForColumn(1)


def test_a_part_of_a_sheet_is_struck_off_by_a_step(panel, orders, worked, qtbot):
    organization = panel.form.organization
    first = next(iter(panel._document.box.oob.all_members("b2"))).id
    organization.tree.choose([first])
    qtbot.waitUntil(lambda: any(row.text.startswith("Strike ") for row in panel.form.organization.steps.list.rows))
    assert orders.called(first) in panel.form.organization.steps.title.text()
    panel.form.organization.steps.do.click()
    qtbot.waitUntil(lambda: orders.sheet.left == ((first, "scratched"),))
    line = next(each for each in organization.tree.lines[0].parts if each.id == first)
    assert line.has_left and line.task == "struck off"


def test_a_reserve_is_sent_in_and_checked_with_one_die(panel, orders, live, worked, qtbot):
    first = next(iter(panel._document.box.oob.all_members("b2"))).id
    live.do(ChangeOrders("In force", {worked.id: replace(worked, status="implemented", reserve=(first,))}), ruled=True)
    panel.form.organization.tree.choose([first])
    qtbot.waitUntil(lambda: any(row.text.startswith("Send in ") for row in panel.form.organization.steps.list.rows))
    panel.form.organization.steps.do.click()
    qtbot.waitUntil(lambda: bool(orders.sheet.committed) and not panel.form.organization.steps.dice.isHidden())
    panel.form.organization.steps.real.setText("6")
    panel.form.organization.steps.real.returnPressed.emit()
    qtbot.waitUntil(lambda: any("hold" in row.text for row in panel.form.organization.steps.list.rows))
    assert isinstance(live.session.entry(live.session.number).event, Rolled)
    panel.form.organization.steps.do.click()
    qtbot.waitUntil(lambda: orders.sheet.committed[0].holds)
    assert panel.form.tasks.list.rows[0].text.startswith("Sent in: Attack: ")


def test_where_units_went_under_their_orders_is_drawn_over_the_graphic(window, panel, orders, live, worked, qtbot):
    window.workbench.docks.front("orders")
    layer, form = window.workbench.orders.ways._layer, panel.form
    first = next(iter(panel._document.box.oob.all_members("b2"))).id
    assert not form.ways.isHidden()
    form.ways.click()
    assert form.went.text() == "None of its units has moved under these orders." and layer.shapes == ()
    box = window.document.box
    there, beyond = box.hex("21.13"), box.hex("21.14")
    window.document.do(moved(window.document.work, [first], there))
    qtbot.waitUntil(lambda: "None of its units" in form.went.text())
    orders.write("In force", replace(worked, status="implemented"))
    window.document.do(moved(window.document.work, [first], beyond))
    qtbot.waitUntil(lambda: form.went.text().startswith("1 move by 1 unit since turn"))
    assert layer.shapes
    orders.choose("Hold the valley")
    qtbot.waitUntil(lambda: "moved" not in form.went.text() and form.went.text().startswith("1 move"))
    orders.choose("Down the road")
    qtbot.waitUntil(lambda: layer.shapes == ())


def test_at_one_table_the_sheets_of_another_side_are_read_and_no_more(window, panel, orders, hot_seat, qtbot):
    assert orders.sheet.side == "red", "one's own come first"
    qtbot.waitUntil(lambda: bool(panel.steps.list.rows))
    assert not panel.remove.isHidden() and panel._others.isHidden(), "before the first turn sheets are drawn up"
    orders.choose(next(each.id for each in orders.sheets if each.side == "blue"))
    qtbot.waitUntil(lambda: not panel.steps.list.rows)
    assert panel.remove.isHidden() and panel.draw.isHidden() and not panel.print.isHidden()
    assert "Blue" in panel._others.text() and not panel._others.isHidden()
    hot_seat.look_through(frozenset({"blue"}))
    assert not panel.remove.isHidden() and panel._others.isHidden()


def test_where_both_look_the_sheet_of_a_side_takes_a_word_for_the_rule_alone(panel, orders, hot_seat, why):
    hot_seat.look_through(frozenset({"red", "blue"}))
    hot_seat.do(ChangeState("Go on", {"moment": Moment(1, "action.act", "red")}))
    orders.choose("Hold the valley")
    panel.form.note.setPlainText("Hold the bridge.")
    panel.form.note.left.emit()
    assert "which is drawn up already" in why("We both saw it")
    assert orders.sheet.note == "Hold the bridge."


def test_at_one_table_a_new_sheet_is_of_who_looks_and_has_a_name_of_its_own(window, panel, orders, hot_seat):
    window.document.units.set([])
    panel.new.click()
    assert (orders.sheet.side, orders.sheet.id) == ("red", "Op sheet 1")
    hot_seat.look_through(frozenset({"blue"}))
    assert "Op sheet 1" not in {each.id for each in orders.sheets}
    panel.new.click()
    assert (orders.sheet.side, orders.sheet.id) == ("blue", "Op sheet 2")
    assert hot_seat.session.state.orders["Op sheet 1"].side == "red"


def test_what_an_answer_proposes_is_done_from_the_panel_ask(window, panel, orders, live, qtbot):
    docks = window.workbench.docks
    ask = docks.ask
    qtbot.waitUntil(lambda: bool(ask.list.names))
    docks.front("ask")
    ask.open("opsheet.steps")
    ask.form.set_values({"sheet": "Down the road"})
    ask.ask()
    qtbot.waitUntil(lambda: len(ask.proposed.list.rows) == 2)
    before = live.session.number
    ask.proposed.list.setCurrentRow(1)
    ask.proposed.do.click()
    sheet = next(each for each in orders.sheets if each.id == "Down the road")
    assert sheet.status == "failed" and live.session.number == before + 1
    assert live.session.entry(before + 1).by == sheet.side
    qtbot.waitUntil(lambda: not ask.proposed.list.rows)
    docks.front("ruling")
