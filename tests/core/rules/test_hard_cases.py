"""Lines of sight and heights where a map is drawn to its hexsides, over seams, with loose contours or faults."""

from fractions import Fraction

import immutables
import pytest

from core.analysis.lint import lint
from core.files.ruleset_files import load_ruleset
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame, corners, plane_centre, to_plane
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Area, Contour, Grid, HexContent, MapSheet, Points, SideFeature
from core.model.terrain import Terrain, TerrainKind
from core.questions.catalogue import ask
from core.questions.game import Game

FRAME = SheetFrame.place("even")
METHODS = ("standard", "simplified", "heads_abc")


def sheet(name="A", columns=8, rows=10, interval=20, **content):
    grid = Grid(columns, rows, Numbering("{column}.{row:02}", columns, rows), raised="even", edge=content.pop("edge", None))
    return MapSheet(name, grid, contour_interval=Fraction(interval), **content)


def game(*sheets, terrain=(), offsets=()):
    placed = [PlacedSheet(sheets[0], FRAME, "A", "a.map.yaml")]
    for letter, other, (columns, half_rows) in zip("BC", sheets[1:], offsets, strict=False):
        frame = SheetFrame.place("even", beside=FRAME, columns=columns, half_rows=half_rows)
        placed.append(PlacedSheet(other, frame, letter, f"{letter.lower()}.map.yaml"))
    box = GameBox("Test", "tcs-4.01", tuple(placed), terrain={t.id: t for t in terrain})
    return Game.of(box, load_ruleset("tcs-4.01"))


def across(y: float, height: int, x0: float = -1.0, x1: float = 12.0, **more) -> Contour:
    """A contour from west to east, the ground higher to the north."""
    return Contour(Fraction(height), ((x0, y), (x1, y)), high="left", **more)


def flat(height: int = 40) -> tuple[Contour, ...]:
    """Ground of one height: a hilltop above a contour that runs below the map's hexes."""
    return (across(0.52, height),)


def filled(column: int, row: int) -> Area:
    ring = tuple(FRAME.to_sheet(to_plane(c)) for c in corners(FRAME.hex(column, row)))
    ring = tuple((round(x, 4), round(y, 4)) for x, y in ring)
    return Area("woods", ((*ring, ring[0]),))


def verdict(played: Game, start: str, end: str, method: str = "standard", **more) -> str:
    ruling = ask("los", played, **{"from": start, "to": end, "method": method, **more})
    back = ask("los", played, **{"from": end, "to": start, "method": method, **more})
    seen = ask("field", played, **{"from": start, "method": method, **more}).detail.seen
    assert ruling.verdict == back.verdict
    assert (played.box.hex(end) in seen) == (ruling.verdict == "clear"), "the field says otherwise"
    return ruling.verdict


@pytest.mark.parametrize("end", ["4.09", "6.09", "7.08", "4.03", "2.04"])
@pytest.mark.parametrize("method", ["standard", "simplified", "heads_a"])
def test_a_wood_that_fills_an_end_hex_to_its_hexsides_never_blocks_the_way_out(end, method):
    assert verdict(game(sheet(contours=flat(), areas=(filled(4, 6),))), "4.06", end, method) == "clear"


def test_a_wood_one_hex_further_does_block():
    assert verdict(game(sheet(contours=flat(), areas=(filled(4, 7),))), "4.06", "4.09") == "blocked"


def test_a_wood_along_a_hexside_of_the_line_blocks_at_any_distance():
    played = game(sheet(contours=flat(), areas=(filled(5, 6),)))
    assert verdict(played, "4.06", "6.06") == "blocked"
    assert verdict(played, "4.06", "8.06") == "blocked"


def test_a_hedgerow_blocks_along_the_line_but_not_on_a_hexside_of_an_end_hex():
    def hedge(one, two):
        return game(sheet(contours=flat(), sides=(SideFeature("hedgerow", (one, two)),)))

    assert verdict(hedge((5, 6), (5, 7)), "4.06", "6.06") == "blocked"
    assert verdict(hedge((4, 6), (4, 7)), "4.06", "4.09") == "clear"
    assert verdict(hedge((4, 7), (4, 8)), "4.06", "4.09") == "blocked"


def test_the_contact_with_an_end_hex_is_a_reading_that_can_be_turned():
    box = game(sheet(contours=flat(), areas=(filled(4, 6),))).box

    def turned(**options):
        return Game.of(GameBox(box.title, box.ruleset, box.sheets, options), load_ruleset("tcs-4.01"))

    assert verdict(turned(**{"los.end_hex_contact": "counts", "los.hexside_contact": "touched"}), "4.06", "4.09") == "blocked"
    # The hex beside the end hex has no ground of the wood, so that there is nothing in it that could count.
    assert verdict(turned(**{"los.end_hex_contact": "counts"}), "4.06", "4.09") == "clear"


def test_a_painted_wood_is_no_part_of_the_clear_hex_beside_it():
    """The line from 3.05 to 5.06 runs out of a clear hex and along the woods that fill 4.06; they block in 4.06 alone."""
    played = game(sheet(contours=flat(), areas=(filled(4, 6),)))
    for end, beside in (("4.10", "4.07"), ("4.10", "4.05"), ("6.06", "5.06"), ("6.07", "5.07")):
        start = "4.03" if end == "4.10" else "2.06"
        ruling = ask("los", played, **{"from": start, "to": end})
        rows = {played.box.label(row.hex): row for row in ruling.detail.profile}
        assert rows[beside].feature == "", (start, end, beside)
        assert rows["4.06"].feature == "woods"


def test_a_line_along_the_hexside_of_a_painted_wood_is_stopped_by_the_wood_and_says_which_hex():
    played = game(sheet(contours=flat(), areas=(filled(5, 6),)))
    ruling = ask("los", played, **{"from": "4.06", "to": "6.06"})
    assert [played.box.label(place) for place in ruling.detail.blockers] == ["5.06"]
    assert not any("reading" in reason.values for reason in ruling.reasons)


def test_a_painted_wood_beside_a_seam_counts_on_its_own_side():
    """6.06 is printed by both sheets; the wood on B reaches to its rim and is no part of it."""
    one, two = sheet("A", columns=6, contours=flat()), sheet("B", columns=7, contours=flat(), areas=(filled(3, 6),))
    played = game(one, two, offsets=((6, 0),))
    labels = {
        played.box.label(place) for place, found in played.ground.obstacles.items() if any(not each.beside for each in found)
    }
    assert labels == {"B3.06"}


def test_a_contour_that_ends_inside_the_map_is_read_on_the_side_of_the_point():
    loose = (across(3.0, 40), across(6.5, 50, 2.0, 5.0, kind="broken"), across(10.0, 60))
    played = game(sheet(rows=12, contours=loose))
    heights = {
        label: ask("elevation", played, hex=label, method="simplified").value for label in ("4.05", "4.06", "4.07", "4.08")
    }
    # Centre dots of column 4 stand half a hex above their row.
    assert heights == {"4.05": 40, "4.06": 50, "4.07": 50, "4.08": 50}
    assert ask("elevation", played, hex="3.06", method="simplified").value == 40
    assert ask("elevation", played, hex="3.07", method="simplified").value == 50
    assert ask("elevation", played, hex="3.06").value == 50
    assert ask("elevation", played, hex="3.05").value == 45
    assert [issue.code for issue in lint(played.box, played.compiled.terrain).issues].count("open-end") == 2


@pytest.mark.parametrize(("end", "begin"), [(5.4848, 5.4848), (5.4838, 5.4858), (7.0, 4.0)])
def test_contours_join_across_the_seam_of_two_sheets(end, begin):
    west = [across(y, h, -1.0, end) for y, h in ((3.0, 40), (6.0, 60), (9.0, 80))]
    shift = 5 * 3**0.5 / 2
    east = [across(y - 0.5 + 0.0001, h, begin - shift, 12.0) for y, h in ((3.0, 40), (6.0, 60), (9.0, 80))]
    edge = (0.2887, 0.5, 5.4848, 10.5)
    one = game(sheet(columns=12, contours=tuple(across(y, h) for y, h in ((3.0, 40), (6.0, 60), (9.0, 80)))))
    two = game(
        sheet("A", columns=6, contours=tuple(west), edge=edge),
        sheet("B", columns=7, contours=tuple(east), edge=(5.4848 - shift, 0.0, 6.5, 10.0)),
        offsets=((5, 1),),
    )
    assert two.ground.relief.open_ends == ()
    for column in (3, 5, 6, 7, 9):
        for row in (3, 5, 6, 8):
            place = FRAME.hex(column, row)
            for method in METHODS:
                alone = ask("elevation", one, hex=place, method=method).value
                assert ask("elevation", two, hex=place, method=method).value == alone, (column, row, method)


def test_centre_dots_on_the_printed_edge_have_a_height():
    x, _ = plane_centre(FRAME.hex(1, 4))
    for edge in ((round(x, 3), 0.5, 6.0, 10.5), (0.8661, 0.5, 6.0, 10.5)):
        played = game(sheet(contours=(across(2.0, 40), across(8.0, 60)), edge=edge))
        assert ask("elevation", played, hex="1.04").value is not None


def test_terrain_of_the_whole_hex_blocks_anywhere_in_it_even_when_drawn_as_an_area():
    castle = Terrain("castle", "Castle", TerrainKind.AREA, Fraction(20), whole_hex=True)
    small: Points = ((4.8, 5.2), (4.9, 5.2), (4.9, 5.3), (4.8, 5.2))
    x, y = FRAME.to_sheet(plane_centre(FRAME.hex(5, 5)))
    ring = tuple((round(px - 4.85 + x + 0.3, 4), round(py - 5.25 + y, 4)) for px, py in small)
    played = game(sheet(contours=flat(), areas=(Area("castle", (ring,)),)), terrain=(castle,))
    assert verdict(played, "5.03", "5.08") == "blocked"


def test_sheets_with_different_intervals_leave_what_needs_the_interval_undecided():
    played = game(
        sheet("A", columns=6, contours=(across(9.0, 40),)),
        sheet("B", columns=7, contours=(across(8.5, 40),), interval=10),
        offsets=((6, 0),),
    )
    assert ask("elevation", played, hex="A2.04", method="simplified").verdict == "undecidable"
    assert ask("elevation", played, hex="A2.04").value == 40
    assert "different contour intervals" in lint(played.box, played.compiled.terrain).issues[0].text


def test_land_without_contours_is_undecidable_though_the_sea_has_a_height():
    sea = Area("sea", (((-1.0, -1.0), (12.0, -1.0), (12.0, 3.2), (-1.0, 3.2), (-1.0, -1.0)),))
    played = game(sheet(areas=(sea,)))
    assert ask("elevation", played, hex="3.02").value == 0
    assert ask("elevation", played, hex="3.06").verdict == "undecidable"
    assert ask("los", played, **{"from": "3.05", "to": "3.09"}).verdict == "undecidable"


def test_no_mark_is_finer_than_five_metres():
    played = game(sheet(contours=(across(3.0, 40), across(8.0, 45)), interval=5))
    assert {ask("elevation", played, hex=f"3.{row:02}").value for row in range(3, 9)} == {40, 45}


def test_crossing_contours_are_an_error_at_their_line():
    steep = Contour(Fraction(60), ((1.0, 1.0), (6.0, 9.0)), high="left")
    played = game(sheet(contours=(across(4.0, 40), steep)))
    assert any("meets the 60 m contour" in issue.text for issue in lint(played.box, played.compiled.terrain).issues)


def test_a_village_at_the_rim_of_the_line_blocks_by_its_corner():
    content = immutables.Map({(2, 9): HexContent("village")})
    played = game(sheet(rows=14, contours=flat(), hexes=content))
    assert verdict(played, "1.11", "2.06") == "blocked"
    assert verdict(played, "1.11", "2.06", without="village") == "clear"
