from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.documents.document import Document
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.edits.edit import Aspect, Touched
from core.model.edits.map_edits import ChangeBox
from core.model.edits.state_edits import MARKERS, PlaceSmoke, RemoveSmoke, SetVisibility
from core.model.maps import Grid, MapSheet
from core.model.state import GameState
from core.model.terrain import Terrain, TerrainKind
from core.rules.kernel.ruleset import Option, Ruleset

hexes = st.builds(Hex, st.integers(0, 4), st.integers(0, 4))
edits = st.one_of(
    st.builds(PlaceSmoke, hexes, st.sampled_from(MARKERS)),
    st.builds(RemoveSmoke, hexes),
    st.builds(SetVisibility, st.none() | st.integers(0, 9)),
)


def _box(**options: str) -> GameBox:
    sheet = MapSheet("A", Grid(5, 5, Numbering("{column:02}.{row:02}", 5, 5)))
    return GameBox("Test", "tcs-4.01", (PlacedSheet(sheet, SheetFrame.place("odd")),), options)


@pytest.fixture
def document(qapp):
    return Document(_box())


@given(changes=st.lists(edits, max_size=8))
def test_undoing_everything_gives_the_first_state_back_and_redoing_the_last(qapp, changes):
    document = Document(_box())
    for change in changes:
        document.do(change)
    last = document.state
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert document.state == GameState()
    while document.undo_stack.canRedo():
        document.undo_stack.redo()
    assert document.state == last


def test_a_change_says_what_it_touched_when_done_and_when_undone(document):
    heard: list[Touched] = []
    document.changed.connect(heard.append)
    document.do(PlaceSmoke(Hex(1, 1)))
    document.undo_stack.undo()
    assert heard == [Touched(frozenset({Aspect.SMOKE}), frozenset({Hex(1, 1)}))] * 2


def test_an_edit_that_changes_nothing_makes_no_step(document):
    assert document.do(RemoveSmoke(Hex(1, 1))) is False
    assert document.undo_stack.count() == 0


def test_one_stroke_is_one_step_of_the_history(document):
    stroke = document.new_stroke()
    for column in range(3):
        document.do(PlaceSmoke(Hex(column, 0)), stroke)
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.state == GameState()


def test_a_stroke_back_to_its_start_leaves_no_step(document):
    stroke = document.new_stroke()
    document.do(SetVisibility(4), stroke)
    document.do(SetVisibility(None), stroke)
    assert document.undo_stack.count() == 0


def test_two_strokes_are_two_steps(document):
    document.do(SetVisibility(4), document.new_stroke())
    document.do(SetVisibility(5), document.new_stroke())
    assert document.undo_stack.count() == 2


def test_the_method_starts_as_the_box_says_and_each_change_is_told_once(qapp):
    document = Document(_box(**{"los.method": "simplified"}))
    heard: list[str] = []
    document.method_changed.connect(heard.append)
    document.set_method("simplified")
    document.set_method("standard")
    assert document.method == "standard"
    assert heard == ["standard"]


def test_the_method_follows_the_box_when_that_chooses_another_one_or_its_choice_is_undone(qapp):
    document = Document(_box())
    heard: list[str] = []
    told: list[str] = []
    document.method_changed.connect(heard.append)
    document.changed.connect(lambda _: told.append(document.method))
    document.do(ChangeBox("Choose", replace(document.box.head, options={"los.method": "heads_a"})))
    assert (document.method, heard, told) == ("heads_a", ["heads_a"], ["heads_a"])
    document.set_method("simplified")
    document.do(ChangeBox("Title", replace(document.box.head, title="Other")))
    assert document.method == "simplified", "the reader's own choice holds while the box keeps its own"
    document.undo_stack.undo()
    document.undo_stack.undo()
    assert document.method == "standard"
    document.undo_stack.redo()
    assert heard == ["heads_a", "simplified", "standard", "heads_a"]


def test_methods_and_their_preset_come_from_the_ruleset(qapp):
    reading = Option("los.method", "8", "Method", "heads_a", {"standard": "One.", "heads_a": "Two."})
    ruleset = Ruleset("x", "x", "1", "X", {}, {"los.method": reading}, {})
    document = Document(_box(), ruleset)
    assert list(document.methods) == ["standard", "heads_a"]
    assert document.method == "heads_a"


def test_the_terrain_of_the_box_goes_before_that_of_the_ruleset(qapp):
    def woods(name):
        return {"woods": Terrain("woods", name, TerrainKind.AREA)}

    ruleset = Ruleset("x", "x", "1", "X", woods("Forest"), {}, {})
    assert Document(_box(), ruleset).terrain["woods"].name == "Forest"
    box = replace(_box(), terrain=woods("Bocage"))
    assert Document(box, ruleset).terrain["woods"].name == "Bocage"
