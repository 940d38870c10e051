"""Two maps edge to edge under the tools: what is drawn over their seam is one thing to the hand."""

from dataclasses import replace
from types import MappingProxyType

import pytest
from PySide6.QtCore import Qt

from app.panels.properties_panel import PropertiesPanel
from core.geometry.layout import SheetFrame, plane_centre
from core.model.box import sheet_edge
from core.model.edits.map_edits import ChangeBox, ChangeSheets
from core.model.maps import ItemRef
from core.model.new_map import NewMap
from core.model.terrain import Terrain, TerrainKind
from tests.app.tools.hand import ALT, click, double_click, drag, key, option

TERRAIN = {
    "woods": Terrain("woods", "Woods", TerrainKind.AREA),
    "village": Terrain("village", "Village", TerrainKind.HEX),
    "road": Terrain("road", "Road", TerrainKind.PATH),
}


@pytest.fixture
def two(bench):
    """Two maps of six columns side by side."""
    document = bench.document
    document.do(ChangeBox("Terrain", replace(document.box.head, terrain=MappingProxyType(TERRAIN))))
    document.do(ChangeSheets("Maps", NewMap("t", columns=6, rows=8, across=2).box().sheets))
    document.undo_stack.clear()
    bench.seam = sheet_edge(document.box.sheets[0])[2]
    return bench


def tool(bench, name):
    bench.box.choose(name)
    return bench.box.current


def refs(bench, section):
    return {ItemRef(placed.file, section, key) for placed in bench.document.box.sheets for key, _ in _keyed(placed, section)}


def _keyed(placed, section):
    return placed.sheet.hexes.items() if section == "hexes" else placed.sheet.items(section).keyed()


def draw_wood(bench):
    x = bench.seam
    area = tool(bench, "area")
    for point in ((x - 1.5, 2), (x + 1.5, 2), (x + 1.5, 4)):
        click(area, *point)
    double_click(area, x - 1.5, 4)


def test_a_wood_drawn_over_the_seam_is_cut_clicked_moved_and_deleted_as_one(two):
    draw_wood(two)
    assert {ref.sheet for ref in refs(two, "areas")} == {"a.map.yaml", "b.map.yaml"}
    assert two.document.undo_stack.count() == 1
    select = tool(two, "select")
    click(select, two.seam - 0.7, 3)
    assert two.document.selection.refs == refs(two, "areas")
    (outline,) = two.canvas.sketches["selection"]
    assert len(outline.line) == 5
    drag(select, (two.seam - 0.7, 3), (two.seam - 3.7, 3))
    assert {ref.sheet for ref in refs(two, "areas")} == {"a.map.yaml"}
    assert len(refs(two, "areas")) == 1
    two.document.undo_stack.undo()
    click(select, two.seam + 0.7, 3)
    select.arrange.run("delete")
    assert refs(two, "areas") == set()


def test_a_rectangle_takes_a_wood_over_the_seam_whole_or_not_at_all(two):
    draw_wood(two)
    zones = tool(two, "zones")
    drag(zones, (two.seam - 2, 6), (two.seam + 2, 6))
    select = tool(two, "select")
    x = two.seam
    drag(select, (x - 4, 1), (x + 0.5, 4.6))
    assert two.document.selection.refs == frozenset()
    drag(select, (x - 0.5, 4.6), (x - 4, 1))
    assert two.document.selection.refs == refs(two, "areas")
    drag(select, (x - 4, 1), (x + 4, 8))
    assert two.document.selection.refs == refs(two, "areas") | refs(two, "zones")


def test_what_is_cut_out_over_the_seam_goes_out_of_both_parts(two):
    draw_wood(two)
    x = two.seam
    area = tool(two, "area")
    click(area, x - 0.5, 2.6, modifiers=ALT)
    for point in ((x + 0.5, 2.6), (x + 0.5, 3.2)):
        click(area, *point)
    double_click(area, x - 0.5, 3.2)
    assert len(refs(two, "areas")) == 2
    assert all(max(x for x, _ in two.document.box.item(ref).shape[0]) > 0 for ref in refs(two, "areas"))
    sizes = [len(two.document.box.item(ref).shape[0]) for ref in refs(two, "areas")]
    assert sizes == [9, 9]


def test_the_selection_panel_counts_the_parts_of_one_thing_once(two, qtbot):
    panel = PropertiesPanel()
    qtbot.addWidget(panel)
    panel.use(two.document)
    panel.show()
    draw_wood(two)
    path = tool(two, "path")
    option(path, "mode", "free")
    click(path, two.seam - 2, 6)
    double_click(path, two.seam + 2, 6)
    select = tool(two, "select")
    for at, words in (((two.seam + 0.7, 3), "1 area (in 2 maps)"), ((two.seam + 1, 6), "1 road, railway or river (in 2 maps)")):
        click(select, *at)
        qtbot.waitUntil(lambda: not panel._following.isActive())
        assert panel.title.text() == words
    assert panel.facts.text() == "Points: 4"


def test_a_hex_that_both_maps_print_is_selected_with_both_its_entries(two):
    one, other = two.document.box.sheets
    raised = "odd" if one.frame.raised == "even" else "even"
    frame = SheetFrame.place(raised, beside=one.frame, columns=5)
    onto = replace(other, frame=frame, sheet=replace(other.sheet, grid=replace(other.sheet.grid, raised=raised)))
    two.document.do(ChangeSheets("Shared", (one, onto)))
    brush = tool(two, "brush")
    option(brush, "terrain", "village")
    at = plane_centre(one.frame.hex(6, 3))
    drag(brush, at, at)
    assert len(refs(two, "hexes")) == 2
    select = tool(two, "select")
    click(select, *at)
    assert two.document.selection.refs == refs(two, "hexes")
    assert select.wants(key(Qt.Key.Key_Tab))
    select.key(key(Qt.Key.Key_Tab))
    assert two.document.selection.refs == frozenset()
    select.key(key(Qt.Key.Key_Tab))
    assert two.document.selection.refs == refs(two, "hexes")


def test_a_zone_painted_over_the_seam_is_selected_as_one(two):
    zones = tool(two, "zones")
    drag(zones, (two.seam - 2, 5), (two.seam + 2, 5))
    assert len(refs(two, "zones")) == 2
    select = tool(two, "select")
    click(select, two.seam - 1, 5)
    assert two.document.selection.refs == refs(two, "zones")
