"""Any sequence of edits, then all undos, gives the same bytes; and what is written reads back as the same value."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.documents.document import Document
from core.files.box_files import game_text, load_box, sheet_text, write_box
from core.files.ruleset_files import load_ruleset
from core.model.box import GameBox
from core.model.edits.map_edits import ChangeBox, ChangeItems, ChangeSheet, settled
from core.model.maps import (
    SECTIONS,
    Area,
    Contour,
    HexContent,
    Item,
    ItemRef,
    Low,
    Name,
    Path,
    Section,
    SideFeature,
    Spot,
)

FILE = "a.map.yaml"
coordinates = st.floats(0, 12, allow_nan=False)
points = st.tuples(coordinates, coordinates)
distinct = st.lists(points, min_size=3, max_size=6, unique_by=lambda p: (round(p[0], 2), round(p[1], 2)))
heights = st.decimals(-50, 500, places=1, allow_nan=False).map(Fraction)
texts = st.text("ab: #'\"é", max_size=5)
cells = st.tuples(st.integers(1, 16), st.integers(1, 11))

ITEMS: dict[Section, st.SearchStrategy[Item]] = {
    "contours": st.builds(
        Contour,
        heights,
        distinct.map(tuple),
        st.sampled_from(["solid", "broken"]),
        st.sampled_from([None, "left", "right"]),
        texts,
    ),
    "areas": st.builds(lambda ring, name: Area("woods", ((*ring, ring[0]),), name), distinct, texts),
    "paths": st.builds(lambda line, name: Path("river", tuple(line), name), distinct, texts),
    "sides": cells.map(lambda cell: SideFeature("hedgerow", (cell, (cell[0], cell[1] + 1)))),
    "spots": st.builds(Spot, heights, points, texts),
    "lows": st.builds(Low, points, texts),
    "names": st.builds(Name, st.text("abc", min_size=1, max_size=4), points),
}
by_number = st.sampled_from(sorted(ITEMS)).flatmap(
    lambda section: st.tuples(
        st.builds(ItemRef, st.just(FILE), st.just(section), st.integers(1, 9)), st.none() | ITEMS[section]
    )
)
by_cell = st.tuples(
    st.builds(ItemRef, st.just(FILE), st.just("hexes"), cells),
    st.none() | st.builds(HexContent, st.sampled_from(["village", "town"]), texts),
)
items = st.lists(by_number | by_cell, min_size=1, max_size=5).map(lambda pairs: ChangeItems("Draw", dict(pairs)))
titles = st.text("abc", max_size=3)


def texts_of(box: GameBox) -> list[str]:
    """All that would be written of a box."""
    return [game_text(box), *(sheet_text(placed.sheet) for placed in box.sheets)]


def named(box: GameBox) -> GameBox:
    """The box under a ruleset that is shipped, with a file for its sheet, without terrain that nobody knows."""
    known, placed = load_ruleset("tcs-4.01").terrain, box.sheets[0]
    sheet = placed.sheet
    for section in SECTIONS:
        if section != "hexes":
            items = [settled(item) for item in sheet.items(section)]
            kept = [item for item in items if getattr(item, "terrain", getattr(item, "feature", "woods")) in known]
            sheet = replace(sheet, **{section: kept})
    return replace(box, ruleset="tcs-4.01", sheets=(replace(placed, sheet=sheet, file=FILE),))


@pytest.fixture
def fresh_document(made_up_box):
    """Makes documents of the made-up box; a function, for a box is too long to be written in a report."""
    return lambda: Document(named(made_up_box))


def carry_out(document: Document, steps: list[object]) -> None:
    for step in steps:
        match step:
            case "undo":
                document.undo_stack.undo()
            case "redo":
                document.undo_stack.redo()
            case ("sheet", title):
                head = document.box.sheets[0].sheet.head
                document.do(ChangeSheet("Rename map", FILE, replace(head, title=title)))
            case ("box", title):
                document.do(ChangeBox("Rename box", replace(document.box.head, title=title or "Box")))
            case _:
                document.do(step)


steps_of = st.lists(
    items | st.tuples(st.sampled_from(["sheet", "box"]), titles) | st.sampled_from(["undo", "redo"]), max_size=8
)
relaxed = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None, max_examples=40
)


@given(steps=steps_of)
@relaxed
def test_undoing_everything_gives_the_same_bytes(qapp, fresh_document, steps):
    document = fresh_document()
    before = texts_of(document.box)
    carry_out(document, steps)
    last = texts_of(document.box)
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert texts_of(document.box) == before
    while document.undo_stack.canRedo():
        document.undo_stack.redo()
    carry_out(document, ["redo"])
    if not any(step in ("undo", "redo") for step in steps):
        assert texts_of(document.box) == last


@given(steps=steps_of)
@relaxed
def test_what_was_edited_is_saved_loaded_and_saved_again_as_the_same(qapp, fresh_document, tmp_path_factory, steps):
    document = fresh_document()
    carry_out(document, steps)
    folder = tmp_path_factory.mktemp("box")
    write_box(folder, document.box)
    loaded = load_box(folder)
    assert not [issue for issue in loaded.issues if issue.severity.value == "error"], [str(issue) for issue in loaded.issues]
    assert loaded.box.sheets[0].sheet == document.box.sheets[0].sheet
    assert write_box(folder, loaded.box) == ()
