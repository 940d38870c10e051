"""The panel Turn: where play stands, tasks, findings, choices, and where one can jump."""

from dataclasses import replace

import immutables
import pytest
from oracles.sessions import BLUE, RED, SCENARIO, START
from PySide6.QtCore import Qt

from app.dialogs.play.jump import JumpDialog, Stop
from app.panels.play.findings import FindingsPage
from app.panels.play.turn import TurnPanel, TurnShown
from app.panels.play.words import condition_words, sky_words
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.edits.state_edits import ChangeState
from core.model.items import Items
from core.model.oob import Formation, Oob
from core.model.scenario import Turn
from core.model.state import GameState, Moment
from core.play.events import Player
from core.play.turns import Course
from core.rules.kernel.findings import LOOK, MAY, MEND, Finding
from core.rules.kernel.play_rules import ConditionKind, PlayRules
from core.rules.kernel.sequence import Phase, Task

PLAYERS = (Player(RED, "Red"), Player(BLUE, "Blue"))
PHASES = (
    Phase("start", "Start of the turn", "1.0", order="roll", tasks=(Task("1.1", "Both roll.", "dice"),)),
    Phase(
        "turn",
        "Player turn",
        "2.0",
        who="each",
        cycle="sides",
        phases=(
            Phase("move", "Movement", "2.1", who="active", tasks=(Task("2.1a", "Move."), Task("2.1b", "Stop.", "stacking"))),
            Phase("fight", "Combat", "2.2", who="active", checks=("stacking",)),
        ),
    ),
    Phase("act", "Activations", "3.0", cycle="activation", phases=(Phase("act.do", "Action", "3.1", who="active"),)),
)


def course(**of_activations):
    *phases, activations = PHASES
    return Course((*phases, replace(activations, **of_activations)), {}, SCENARIO, GameBox("A game", "", ()))


def state(phase, side="", turn=1, **said):
    return GameState(deployment=START, moment=Moment(turn, phase, side), order=(RED, BLUE), light="twilight", **said)


@pytest.fixture
def panel(qtbot):
    panel = TurnPanel()
    qtbot.addWidget(panel)
    panel.resize(420, 700)
    panel.show()
    return panel


def show(panel, state, of=None, **more):
    panel.show_turn(TurnShown(of or course(), state, PLAYERS, **more))


def test_it_says_which_turn_it_is_whose_phase_and_what_the_sky_is(panel):
    show(panel, state("move", RED, visibility=4, weather="rain"), points=("Red — ammunition: 12",))
    told = panel.told
    assert "Turn 1 of 2 · Dawn" in told and "Movement · Red" in told and "May act now: Red." in told
    assert "Twilight · one sees 4 hexes far · rain" in told and "ammunition: 12" in told
    assert panel.sequence.here == "▶ Movement · Red"


def test_a_turn_has_its_date_and_what_the_scenario_notes_of_it(panel):
    turns = (Turn("1", "11 June 1946", note="Tanks arrive."), Turn("2"))
    dated = replace(course(), scenario=replace(SCENARIO, turns=turns))
    panel.show_turn(TurnShown(dated, state("move", RED), PLAYERS))
    assert "11 June 1946\nTanks arrive." in panel.told and panel._date.isVisible()
    panel.show_turn(TurnShown(dated, state("move", RED, turn=2), PLAYERS))
    assert "1946" not in panel.told and not panel._date.isVisible()


def test_a_task_from_which_something_is_started_does_not_end_as_if_it_were_cut(panel):
    show(panel, state("move", RED))
    assert [panel.tasks.item(row).text() for row in range(2)] == ["Move. [2.1a]", "Stop. [2.1b]\u00a0▸"]


def test_before_the_first_turn_one_can_only_begin(panel):
    show(panel, GameState(deployment=START, order=(RED, BLUE)))
    assert "Before the first turn" in panel.told
    assert panel._next.isEnabled() and not panel._back.isEnabled()


def test_after_the_last_phase_of_the_last_turn_there_is_no_next(panel):
    show(panel, state("act.do", RED, turn=2))
    assert not panel._next.isEnabled()


def test_the_sign_goes_with_play(panel):
    show(panel, state("move", RED))
    show(panel, state("move", BLUE))
    texts = [item.text(0) for item in panel.sequence._items]
    assert [text for text in texts if text.startswith("▶")] == ["▶ Movement · Blue"]


def test_a_step_is_gone_to_by_enter(panel, qtbot):
    show(panel, state("move", RED))
    panel.sequence.setCurrentItem(panel.sequence._items[-1])
    with qtbot.waitSignal(panel.step_wanted) as wanted:
        qtbot.keyClick(panel.sequence, Qt.Key.Key_Return)
    assert wanted.args[0].id == "act.do"


def test_tasks_are_ticked_and_start_what_they_are_done_with(panel, qtbot):
    show(panel, state("move", RED, ticked=frozenset({"Move."})))
    tasks = panel.tasks
    assert [tasks.item(row).checkState() for row in range(2)] == [Qt.CheckState.Checked, Qt.CheckState.Unchecked]
    tasks.setCurrentRow(1)
    with qtbot.waitSignal(panel.ticked) as ticked:
        qtbot.keyClick(tasks, Qt.Key.Key_Space)
    assert ticked.args == ["Stop.", True]
    with qtbot.waitSignal(panel.opened) as opened:
        qtbot.keyClick(tasks, Qt.Key.Key_Return)
    assert opened.args == ["stacking"]


def test_while_the_map_shows_how_it_was_nothing_can_be_done(panel):
    show(panel, state("move", RED), why_not="The map shows how it was.")
    assert not panel._next.isEnabled() and "how it was" in panel._why_not.text()
    assert not panel.tasks.item(0).flags() & Qt.ItemFlag.ItemIsUserCheckable


def test_the_side_that_has_won_says_who_is_first(panel, qtbot):
    show(panel, state("start"), initiative="Red 3, Blue 5: Blue says who is first.")
    assert not panel.order.isHidden() and "Blue says" in panel.order._told.text()
    with qtbot.waitSignal(panel.first_wanted) as first:
        panel.order._sides[BLUE].click()
    assert first.args == [BLUE] and not panel.order._sides[RED].isEnabled()
    show(panel, state("move", RED))
    assert panel.order.isHidden()


def test_activations_name_a_side_and_a_formation(panel, qtbot):
    formations = (Formation("b1", "1st", BLUE), Formation("r1", "Guard", RED))
    show(panel, state("act.do", RED), formations=formations)
    box = panel.activation
    assert not box.isHidden() and box.side == BLUE
    box._what.setCurrentIndex(1)
    with qtbot.waitSignal(panel.activated) as activated:
        box._go.click()
    assert activated.args == [BLUE, "b1"]
    show(panel, state("move", RED), formations=formations)
    assert box.isHidden()


def test_where_rules_say_who_is_activated_they_are_asked_and_nothing_else_is_offered_at_once(panel, qtbot):
    some = (Formation("k1", "Rifles", RED), Formation("k2", "Tanks", RED), Formation("k3", "Guards", RED))
    asking = course(asks="activation.at")
    shown = {"formations": some, "present": frozenset({"k1", "k2"}), "over": frozenset({"k1"})}
    show(panel, state("act.do", RED), asking, **shown)
    box = panel.activation
    assert box._choice.isHidden() and box._who.text().replace("&", "") == "Who is activated…"
    with qtbot.waitSignal(panel.opened) as opened:
        box._who.click()
    assert opened.args == ["activation.at"]
    # By hand there is no whole side, nobody who is absent, and who is done comes last and is said to be.
    box._by_hand.click()
    box._side.setCurrentIndex(box._side.findData(RED))
    assert [box._what.itemText(n) for n in range(box._what.count())] == ["Tanks", "Rifles, done"]
    show(panel, state("act.do", RED), formations=some)
    assert box._asking.isHidden() and not box._choice.isHidden() and box._what.itemText(0) == "the whole side"


def finding(code, weight=MEND, edits=()):
    return Finding(code, "5.1", f"{code} is found.", weight, ("r1",), (Hex(0, 0),), edits)


@pytest.fixture
def page(qtbot):
    page = FindingsPage()
    qtbot.addWidget(page)
    page.show()
    return page


def test_findings_say_what_can_be_done_about_them(page, qtbot):
    edit = ChangeState("x", {"weather": "rain"})
    mend, look, may = finding("a", edits=(edit,)), finding("b", LOOK), finding("c", MAY, (edit,))
    page.show_looking(0, 3)
    page.show_findings((mend, look, may))
    assert "3" in page._title.text() and page.list.item(1).text() == "Look for yourselves: b is found. [5.1]"
    assert page._mend.isEnabled()
    page.list.setCurrentRow(1)
    assert not page._mend.isEnabled() and page._over.isEnabled() and page._show.isEnabled()
    page.list.setCurrentRow(2)
    with qtbot.waitSignal(page.mend_wanted) as wanted:
        page._mend.click()
    assert wanted.args == [may]
    with qtbot.waitSignal(page.show_wanted):
        qtbot.keyClick(page.list, Qt.Key.Key_Return)


def test_what_is_overruled_is_settled_also_when_the_phase_is_looked_through_again(page):
    both = finding("a"), finding("b")
    page.show_findings(both)
    page.settle(both[0], "overruled")
    page.show_findings(both)
    assert page.list.item(0).text().startswith("✓ overruled") and "this" in page._title.text()
    page.settle(both[1], "overruled")
    page.show_findings(both)
    assert "Nothing is left" in page._title.text() and page._go.text() == "&Go on"


def test_a_place_to_jump_to_is_found_by_letters(qtbot):
    stops = [Stop(1, "move", RED, "Turn 1: Movement · Red", True), Stop(2, "fight", BLUE, "Turn 2: Combat · Blue")]
    dialog = JumpDialog(None, stops)
    qtbot.addWidget(dialog)
    assert dialog.chosen == stops[0] and dialog.list.item(0).text().startswith("▶")
    dialog.line.setText("comb blue")
    assert dialog.chosen == stops[1]
    dialog.line.setText("nothing such")
    assert dialog.chosen is None
    dialog.accept()
    assert dialog.result() == 0


def test_what_formations_are_stands_under_what_the_sides_have_left(panel):
    show(panel, state("move", RED), conditions=("Fatigue — Fat-1: 17th",))
    assert "Fatigue — Fat-1: 17th" in panel.told and panel._formations.isVisible()
    show(panel, state("move", RED))
    assert not panel._formations.isVisible()


def test_conditions_are_told_by_their_words_and_what_can_be_said_is_told_before():
    kinds = {"fatigue": ConditionKind("fatigue", "Fatigue", "3", ("Fresh", "Fat-1"))}
    formations = tuple(Formation(f"f{n}", f"{n}th", RED) for n in range(9))
    box = GameBox("A game", "", (), oob=Oob(formations=Items(formations)))
    played = Course(PHASES, {}, SCENARIO, box, PlayRules(conditions=kinds))
    assert condition_words(played, GameState(), PLAYERS, box) == ("Nothing is said of formations yet: menu Play, Formations.",)
    held = immutables.Map({(each.id, "fatigue"): "Fat-1" for each in formations} | {(RED, "fatigue"): "Fresh"})
    (told,) = condition_words(played, GameState(conditions=held), PLAYERS, box)
    assert told == "Fatigue — Fresh: Red; Fat-1: 0th, 1th, 2th, 3th, 4th, 5th and 3 more"
    assert condition_words(course(), GameState(), PLAYERS, box) == ()


def test_a_panel_asks_for_no_more_width_while_something_is_activated(panel):
    """Else the window grows as soon as a formation is picked."""
    names = tuple(Formation(f"f{n}", "The 17th Rifle Regiment with all that is attached to it", RED) for n in range(3))
    show(panel, state("fight", RED), formations=names)
    before = panel.minimumSizeHint().width()
    moment = Moment(1, "act.do", RED, 2, "f1")
    show(panel, GameState(deployment=START, moment=moment, order=(RED, BLUE)), formations=names)
    assert panel.activation.isVisible()
    assert panel.minimumSizeHint().width() <= before


@pytest.mark.parametrize(
    ("visibility", "weather", "said"),
    [
        (None, "", "Day · sight without limit"),
        (None, "Fog", "Day · Fog"),
        (1, "Fog", "Day · one sees 1 hex far · Fog"),
        (4, "", "Day · one sees 4 hexes far"),
    ],
)
def test_where_weather_is_said_nobody_claims_that_nothing_limits_sight(visibility, weather, said):
    assert sky_words(GameState(visibility=visibility, weather=weather)) == said


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (GameState(), ""),
        (GameState(light="night", weather="Rain"), "Night · Rain"),
        (GameState(visibility=3), "one sees 3 hexes far"),
    ],
)
def test_a_series_without_lines_of_sight_tells_nothing_that_is_so_by_itself(state, said):
    assert sky_words(state, sights=False) == said
