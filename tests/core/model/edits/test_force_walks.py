"""Long walks of edits through any box: each is undone and redone exactly, and what holds of deployments goes on to hold."""

import json
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st
from oracles.forces import boxes

from core.base.errors import WrongUse
from core.files.value_text import decode, pieces
from core.model.box import GameBox
from core.model.deployment import Deployment, Mark
from core.model.edits import oob_edits, piece_edits
from core.model.edits.edit import Edit, Touched
from core.model.edits.map_edits import restated
from core.model.edits.sheet_edits import remove_sheet, resize_sheet
from core.model.oob import OOB_SECTIONS, OobRef
from core.model.placing import EDGES
from core.model.state import GameState
from core.model.work import Work

Step = Callable[[st.DataObject, Work], Edit]


def _some(data: st.DataObject, work: Work) -> list[str]:
    known = sorted({*work.box.oob.ids("counters"), *work.deployment.pieces, "nobody"})
    return data.draw(st.lists(st.sampled_from(known), max_size=3))


def _spot(data: st.DataObject, work: Work):
    return data.draw(st.sampled_from([*sorted(work.box.cells)[:3], "Pool"]))


def _refs(data: st.DataObject, work: Work) -> list[OobRef]:
    every = [OobRef(section, key) for section in OOB_SECTIONS for key in work.box.oob.items(section).keys]
    return data.draw(st.lists(st.sampled_from([*every, OobRef("counters", 99)]), max_size=2))


STEPS: tuple[Step, ...] = (
    lambda data, work: piece_edits.moved(work, _some(data, work), _spot(data, work)),
    lambda data, work: piece_edits.mounted(work, _some(data, work), data.draw(st.sampled_from([*_some(data, work), "nobody"]))),
    lambda data, work: piece_edits.unloaded(work, _some(data, work)),
    lambda data, work: piece_edits.shifted(work, _some(data, work), data.draw(st.sampled_from(sorted(piece_edits.WAYS)))),
    lambda data, work: piece_edits.flipped(work, _some(data, work)),
    lambda data, work: piece_edits.reduced(work, _some(data, work), {}, data.draw(st.sampled_from([1, -1, 9]))),
    lambda data, work: piece_edits.marked(work, _some(data, work), data.draw(st.sampled_from(["step-loss 2", "fired"]))),
    lambda data, work: piece_edits.hex_marked(work, [_spot(data, work)], Mark("smoke 1", "red")),
    lambda data, work: piece_edits.hexes_marked(work, {_spot(data, work): (Mark("smoke 1"), Mark("smoke 1"))}, "Lay"),
    lambda data, work: piece_edits.turned(work, dict.fromkeys(_some(data, work), (1, "fire")), "Turn"),
    lambda data, work: piece_edits.taken_off(work, _some(data, work)),
    lambda data, work: oob_edits.removed(work.box, _refs(data, work)),
    lambda data, work: oob_edits.dissolved(work.box, data.draw(st.sampled_from([*_refs(data, work), OobRef("sides", 1)]))),
    lambda data, work: oob_edits.reassigned(
        work.box.oob, _refs(data, work), data.draw(st.sampled_from([*_refs(data, work), OobRef("sides", 1)]))
    ),
    lambda data, work: (
        resize_sheet(
            work.box,
            data.draw(st.sampled_from([each.file for each in work.box.sheets])),
            data.draw(st.sampled_from(EDGES)),
            data.draw(st.sampled_from([-1, 1, 2])),
        ).edit
    ),
    lambda data, work: remove_sheet(work.box, data.draw(st.sampled_from([each.file for each in work.box.sheets]))),
)


def holds(before: Work, after: Work) -> None:
    """What is true of every box whose scenarios were sound before."""
    for file, scenario in after.box.scenarios.items():
        start = scenario.start
        assert dict(start.stacks) == dict(Deployment(start.pieces, start.marks).stacks)
        old = before.box.scenarios[file].start
        loose = {id_ for id_, each in old.pieces.items() if each.on and each.on not in old.pieces}
        assert {id_ for id_, each in start.pieces.items() if each.on and each.on not in start.pieces} <= loose
        off = {id_ for id_, each in old.pieces.items() if not isinstance(each.at, str) and each.at not in before.box.cells}
        assert {
            id_ for id_, each in start.pieces.items() if not isinstance(each.at, str) and each.at not in after.box.cells
        } <= off
        gone = {*before.box.oob.ids("counters")} - {*after.box.oob.ids("counters")}
        assert gone.isdisjoint(start.pieces)


@given(boxes(), st.data())
def test_every_edit_of_a_walk_keeps_what_holds_and_is_undone_heard_of_and_redone(box: GameBox, data: st.DataObject) -> None:
    shown = next(iter(box.scenarios), "")
    work = Work(box, GameState(scenario=shown))
    history: list[tuple[Work, Work, Touched]] = []
    follower = work
    for step in data.draw(st.lists(st.sampled_from(STEPS), max_size=5)):
        try:
            edit = step(data, work)
        except WrongUse:
            continue
        before, touched = work, edit.touched(work)
        work = edit.apply(work)
        assert bool(touched) == (work.box != before.box)
        holds(before, work)
        for each in restated(work, touched):
            follower = decode(json.loads("".join(pieces((each,)))))[0].apply(follower)
        assert follower.box == work.box
        history.append((before, work, touched))
    for before, _, touched in reversed(history):
        for each in restated(before, touched):
            follower = each.apply(follower)
        assert follower.box == before.box
    for _, after, touched in history:
        for each in restated(after, touched):
            follower = each.apply(follower)
        assert follower.box == after.box
