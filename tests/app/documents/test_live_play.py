from types import MappingProxyType

import pytest
from oracles.sessions import BLUE, RED, SCENARIO, START, move, session
from pytestqt.qtbot import QtBot

from app.documents.document import Document
from app.documents.live_play import LivePlay
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.edits.edit import Aspect, Touched
from core.model.edits.map_edits import ChangeBox
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.piece_edits import moved
from core.model.edits.state_edits import ChangeState
from core.model.orders import OpSheet
from core.model.state import GameState, Moment
from core.play.events import Did

FILE = "a.scenario.yaml"


@pytest.fixture
def document(qtbot: QtBot) -> Document:
    box = GameBox("A game", "", (), scenarios=MappingProxyType({FILE: SCENARIO}))
    return Document(box, state=GameState(scenario=FILE))


def test_gestures_become_entries_and_the_box_stays_what_it_is(document: Document) -> None:
    live, box = LivePlay(document, session()), document.box
    assert document.do(moved(document.work, ["r1"], Hex(2, 2)))
    assert isinstance(live.session.entries[-1].event, Did)
    assert document.work.deployment.pieces["r1"].at == Hex(2, 2)
    assert document.box is box and document.undo_stack.count() == 0


def test_a_gesture_that_changes_nothing_is_no_entry(document: Document) -> None:
    live = LivePlay(document, session())
    assert not document.do(move("b1", 5, 5))
    assert live.session.number == 1


def test_the_game_cannot_be_changed_while_it_is_played(document: Document, qtbot: QtBot) -> None:
    live = LivePlay(document, session())
    head = document.box.head
    with qtbot.waitSignal(live.refused) as told:
        assert not document.do(ChangeBox("Rename", type(head)(**{**vars_of(head), "title": "Other"})))
    assert "not changed while it is played" in told.args[0]
    assert document.box.title == "A game"


def test_what_the_other_side_orders_is_not_written_by_who_looks_whatever_a_ruling_proposes(
    document: Document, qtbot: QtBot
) -> None:
    live = LivePlay(document, session(), eyes=frozenset((RED,)))
    theirs, own = (OpSheet(f"Order of {side}", side, "order") for side in (BLUE, RED))
    with qtbot.waitSignal(live.refused) as told:
        assert live.do(ChangeOrders("Write an order", {theirs.id: theirs}), BLUE, ruled=True) is None
    assert told.args == ["What Blue orders its own player writes. Hand over first."]
    assert live.do(ChangeOrders("Write an order", {own.id: own}), RED, ruled=True) is not None
    assert set(live.session.state.orders) == {own.id}


def vars_of(head: object) -> dict[str, object]:
    return {name: getattr(head, name) for name in type(head).__dataclass_fields__}  # type: ignore[attr-defined]


def test_undo_and_redo_tell_what_they_touched(document: Document) -> None:
    live = LivePlay(document, session())
    document.do(move("r1", 2, 2))
    told: list[Touched] = []
    document.changed.connect(told.append)
    live.undo()
    live.redo()
    assert [touched.pieces for touched in told] == [{("", "r1")}, {("", "r1")}]
    assert document.work.deployment.pieces["r1"].at == Hex(2, 2)


def test_a_state_that_was_is_looked_at_and_not_changed(document: Document, qtbot: QtBot) -> None:
    live = LivePlay(document, session())
    document.do(move("r1", 2, 2))
    document.do(move("r1", 3, 3))
    with qtbot.waitSignal(live.looked):
        live.look_at(2)
    assert document.work.deployment.pieces["r1"].at == Hex(2, 2) and not live.latest
    with qtbot.waitSignal(live.refused):
        assert not document.do(move("b1", 0, 4))
    live.look_at_present()
    assert document.work.deployment.pieces["r1"].at == Hex(3, 3)
    assert live.session.number == 3


def test_each_side_sees_what_it_may(document: Document) -> None:
    live = LivePlay(document, session(), "top")
    assert len(document.work.deployment.pieces) == 4 and not live.below
    live.look_through(frozenset({BLUE}))
    # Nobody has said whose the counters are, so that neither side's are its own.
    assert set(document.work.deployment.pieces) == {"r2", "b1", "b2"} and dict(live.below) == {Hex(0, 0): 1}
    live.look_through(frozenset({RED, BLUE}))
    assert document.work.deployment == START


def test_things_are_done_in_the_name_of_whose_phase_it_is(document: Document) -> None:
    live = LivePlay(document, session())
    assert live.acting == ""
    document.do(ChangeState("Movement", {"moment": Moment(1, "movement", BLUE)}))
    assert live.acting == BLUE
    document.do(move("b1", 1, 1))
    assert live.session.entries[-1].by == BLUE


def test_a_session_that_is_left_gives_the_scenario_back(document: Document, qtbot: QtBot) -> None:
    before = document.work
    live = LivePlay(document, session())
    document.do(move("r1", 2, 2))
    with qtbot.waitSignal(document.play_changed):
        live.end()
    assert document.work == before and document.play is None
    assert document.do(moved(document.work, ["r1"], Hex(1, 1)))
    assert document.undo_stack.count() == 1
    assert document.box.scenarios[FILE].start.pieces["r1"].at == Hex(1, 1)


def test_play_is_an_aspect_that_views_hear_of(document: Document) -> None:
    LivePlay(document, session())
    told: list[Touched] = []
    document.changed.connect(told.append)
    document.do(ChangeState("Night", {"light": "night", "visibility": 1}))
    assert told[0].aspects == {Aspect.PLAY, Aspect.VISIBILITY}


def test_a_player_does_not_lift_a_counter_off_what_he_may_not_see(document: Document, qtbot: QtBot) -> None:
    live = LivePlay(document, session(), "top")
    live.look_through(frozenset({BLUE}))
    with qtbot.waitSignal(live.refused) as told:
        assert not document.do(move("r2", 4, 4))
    assert "Hand over first" in told.args[0] and live.session.number == 1


def test_whoever_alone_looks_at_the_screen_acts_whosever_phase_it_is(document: Document) -> None:
    live = LivePlay(document, session())
    document.do(ChangeState("Movement", {"moment": Moment(1, "movement", BLUE)}))
    live.look_through(frozenset({RED}))
    document.do(move("r1", 1, 1))
    assert live.session.entries[-1].by == RED
