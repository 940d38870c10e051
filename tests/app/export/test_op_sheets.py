"""Op sheets on paper: everything that is on a sheet is on its pages, inside their frames, and its graphic inside its room."""

from dataclasses import replace
from itertools import combinations

import pypdfium2
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.canvas.graphics import as_obstacle
from app.canvas.transform import HEX
from app.export.op_sheets.command import chosen_sheets, laid, told_of_scenario
from app.export.op_sheets.files import form_job, write_forms
from app.export.op_sheets.form import all_pages, sheet_pages
from app.export.op_sheets.picture import LETTERS_MM, MOST_HEX_MM
from app.export.op_sheets.words import Line, Part, SheetFacts, SheetForm, sheet_form
from app.export.paper import PageWish
from app.export.scenario_cards import Frame, Room, Words, height_of
from core.base.errors import WrongUse
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.geometry.hexes import Hex
from core.geometry.lines import bounds, signed_area
from core.geometry.measures.placing import box, overlap
from core.model.graphics import Measure
from core.model.orders import Addition, Alternate, Commitment, TaskGroup

pytestmark = pytest.mark.usefixtures("qapp")

COLUMNS = ((1, 64), (6, 63), (9, 55), (12, None))


@pytest.fixture(scope="module")
def creek(qapp):
    return load_box(scenarios_folder() / "cove-creek")


@pytest.fixture(scope="module")
def told(creek):
    return told_of_scenario(creek.box, creek.ruleset, "")


@pytest.fixture(scope="module")
def road(told):
    return next(sheet for sheet in told.sheets if sheet.id == "Down the road")


def form_of(creek, sheet):
    return sheet_form(creek.box, creek.ruleset, sheet, SheetFacts(2, 3, True, COLUMNS))


def texts(pages):
    return [mark.text for page in pages for mark in page.marks if isinstance(mark, Words)]


def joined(pages):
    """All words in the order in which they are read, without the signs at which they may be broken."""
    return " ".join(texts(pages)).replace("\u200b", "")


def job_of(told, sheets, **wish):
    forms, part = laid(told, sheets)
    return form_job("Sheets", forms, sheets, part, PageWish(**wish))


# What is said -------------------------------------------------------------------------------------------------------------


def test_groups_come_with_their_units_and_a_formation_in_groups_is_not_listed_again(creek, road):
    companies = tuple(each.id for each in creek.box.oob.children("r2"))
    groups = (TaskGroup("Assault", companies[:2]), TaskGroup("Support", companies[2:], "Hasty Defense", "By fire."))
    form = form_of(creek, replace(road, groups=groups, reserve=("rp",)))
    lines = [(line.head, line.text, line.level) for line in form.organization.lines]
    assert lines[0] == ("Assault:", "", 0) and lines[3] == ("Support:", "(Hasty Defense)", 0)
    loose = any(not each.formation or each.formation == "r2" for each in creek.box.oob.all_members("r2"))
    assert (("", "the rest of II./Grenadier 933", 1) in lines) == loose
    assert lines[-2:] == [("Reserve:", "", 0), ("", "2./Panzer 116", 1)]
    assert Line("By fire.", "Support:") in form.notes[0].lines


def test_all_that_can_be_written_is_on_the_form(creek, road):
    sheet = replace(
        road,
        time="10:20",
        turn=3,
        status="waiting",
        turns=4,
        failure="Back to the line.",
        preliminary="Close up.",
        alternates=(Alternate(("rp",), "Over the hill.", tried=True),),
        committed=(Commitment(("rp",), "Attack", "At the flank.", 5),),
        added=(Addition(("rs",), "Move", "They follow."),),
        left=(("1-2-pz-116", "failed"),),
    )
    pages = sheet_pages(form_of(creek, sheet), 210, 297, 10, True)
    said = joined(pages)
    for words in (
        "10:20, turn 3",
        "2  (3 elements, less the staff modifier)",
        "in preparation",
        "Back to the line.",
        "Close up.",
        "Over the hill.",
        "being tried",
        "At the flank.",
        "Attack, turn 5, waits for its die",
        "They follow.",
        "(failed)",
        "18.33",
    ):
        assert words in said, words
    assert [page.sheet for page in pages] == [sheet.id]


def test_boxes_for_weighted_turns_go_as_far_as_the_table_and_tell_the_roll(creek, road):
    (page,) = sheet_pages(form_of(creek, replace(road, status="waiting", turns=7)), 210, 297, 10, True)
    boxes = [mark for mark in page.marks if isinstance(mark, Frame) and mark.room.width == mark.room.height]
    assert len(boxes) == 12 and [n for n, box in enumerate(boxes, 1) if box.shaded] == [1, 6, 9, 12]
    assert texts([page]).count("×") == 7
    assert [text for text in texts([page]) if text in ("64", "63", "55", "–")] == ["64", "63", "55", "–"]
    in_force = sheet_pages(form_of(creek, road), 210, 297, 10, True)
    assert "×" not in texts(in_force) and "Weighted turns" not in joined(in_force)


# Where it stands ----------------------------------------------------------------------------------------------------------


def check_inside(pages, margin):
    """No words are cut off or stand beyond the margins."""
    for page in pages:
        for mark in page.marks:
            room = mark.room
            assert room.left >= margin - 0.01 and room.top >= margin - 0.01
            assert room.top + room.height <= page.height - margin + 0.05, mark
            if isinstance(mark, Words):
                assert height_of(mark.text, room.width, mark.mm, mark.bold) <= room.height + 0.05, mark
            else:
                assert room.left + room.width <= page.width - margin + 0.05


def test_units_that_go_on_have_the_head_of_their_group_again(creek, road):
    lines = (
        Line("", "Assault:"),
        *(Line(f"{n}th company", level=1) for n in range(90)),
        Line("", "Reserve:"),
        Line("x", level=1),
    )
    form = replace(form_of(creek, road), organization=Part("Task organization", lines), notes=(), failure=())
    pages = sheet_pages(form, 210, 297, 10, True)
    assert len(pages) > 1
    for page in pages[1:]:
        said = texts([page])
        assert said[2:4] == ["Task organization (continued)", "Assault: (continued)"]
    assert joined(pages).count("Reserve:") == 1


words = st.text("abc ", min_size=0, max_size=9).map(lambda text: text * 40)


@settings(max_examples=25, deadline=None)
@given(
    note=st.integers(0, 1500),
    units=st.integers(0, 90),
    rally=st.integers(0, 60),
    page=st.sampled_from([(210.0, 297.0), (297.0, 210.0), (215.9, 279.4)]),
    graphic=st.booleans(),
    waits=st.booleans(),
    long=words,
)
def test_long_lists_go_on_and_nothing_is_lost_or_cut_off(qapp, note, units, rally, page, graphic, waits, long):
    note_lines = (Line(" ".join(f"n{k}" for k in range(note))), Line(long.strip()))
    form = SheetForm(
        "A sheet",
        "Side",
        "#445566",
        "Game",
        (("Time", "now"), ("Type", "Attack")),
        Part("Task organization", tuple(Line(f"u{k} of the formation", level=k % 2) for k in range(units))),
        (Part("Written notes", note_lines),),
        (Part("Rally points", tuple(Line(f"r{k}", f"{k:02}.{k:02}") for k in range(rally))),),
        waits,
        3,
        COLUMNS,
    )
    pages = sheet_pages(form, *page, 10.0, graphic)
    check_inside(pages, 10.0)
    said = joined(pages).split()
    for sign, count in (("n", note), ("u", units), ("r", rally)):
        found = [each for each in said if each[0] == sign and each[1:].isdecimal()]
        assert sorted(found) == sorted(f"{sign}{k}" for k in range(count))
    assert (pages[0].graphic is not None) == graphic
    assert all(page.graphic is None for page in pages[1:])


@pytest.mark.parametrize("long", [10, 4000])
def test_line_entries_of_a_side_share_a_list(creek, told, road, long):
    entries = [
        replace(road, id=f"Line {n}", line=True, measures=(), note="Take the village. " * (long if n == 1 else 1))
        for n in range(3)
    ]
    forms = [form_of(creek, each) for each in entries]
    pages = all_pages(forms, 210, 297, 10, lambda id_: False)
    check_inside(pages, 10.0)
    said = joined(pages)
    assert said.count("Take the village.") >= long - long // 20 and all(f"Line {n}" in said for n in range(3))
    assert (len(pages) == 1) == (long == 10)
    assert said.count("✓") == 3 and "Mission" in said


# The graphic --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", [Room(60, 30, 130, 170), Room(60, 30, 200, 90), Room(0, 0, 40, 40)])
def test_all_measures_and_rally_points_lie_in_the_room_of_the_graphic(told, room):
    sheets = told.sheets
    _, part = laid(told, sheets)
    for sheet in sheets:
        placing = part.placing(sheet, room)
        left, top, right, bottom = placing.span
        assert (right - left) * placing.mm_per_unit == pytest.approx(room.width)
        assert (bottom - top) * placing.mm_per_unit == pytest.approx(room.height)
        assert placing.hex_mm <= MOST_HEX_MM + 1e-9
        assert len(placing.graphics) == len(sheet.measures) + len({place for _, place in sheet.rally})
        for graphic in placing.graphics:
            for x, y in graphic.drawn.ink():
                assert left <= HEX * x <= right and top <= -HEX * y <= bottom, sheet.id


def crowded(sheet):
    """The sheet with three names to every few hexes along a diagonal of the map, and two rally points side by side."""
    measures = tuple(
        Measure(kind, ((x, y), (x + 2.5, y + 0.4)), name) if kind == "phase-line" else Measure(kind, ((x + 1, y),), name)
        for n in range(6)
        for kind, name in (("phase-line", f"Walleye {n}"), ("release-point", f"Sturgeon {n}"))
        for x, y in ((6.0 + 5.0 * n, 8.0 + 3.5 * n),)
    )
    (unit, place), (other, _) = sheet.rally
    return replace(sheet, measures=measures, rally=((unit, place), (other, Hex(place.q + 1, place.r))))


@pytest.mark.parametrize("room", [Room(60, 30, 130, 170), Room(60, 30, 200, 90)])
def test_on_a_crowded_sheet_of_the_whole_map_names_are_read_and_what_is_drawn_fills_the_page(told, room):
    sheet = crowded(next(each for each in told.sheets if each.id == "Hold the valley"))
    _, part = laid(told, (sheet,))
    for _ in part.build():
        pass
    placing = part.placing(sheet, room)
    letters = [each for graphic in placing.graphics for each in graphic.drawn.letters]
    names = [box(each) for each in letters if each.slot == "label"]
    assert max(overlap(one, other) / signed_area(one) for one, other in combinations(names, 2)) < 0.06
    left, top, right, bottom = (each / HEX for each in placing.span)
    assert all(left <= x <= right and top <= -y <= bottom for name in names for x, y in name), "none is cut off"
    for each in letters:
        least = LETTERS_MM if each.slot == "label" else 0.6 * LETTERS_MM
        assert each.height * placing.hex_mm >= least - 0.01, each
    ink = bounds(point for graphic in placing.graphics for point in graphic.drawn.ink())
    used = max((ink[2] - ink[0]) / (right - left), (ink[3] - ink[1]) / (bottom - top))
    assert used > 0.7, "no more of the map is shown than is needed"
    one, other = (graphic.drawn.strokes[0].points for graphic in placing.graphics[-2:])
    assert max(x for x, _ in one[1:]) <= min(x for x, _ in other[1:]) + 0.05, "signs of neighbours do not cover each other"


def test_names_keep_off_place_names_and_stay_on_the_paper(told, road):
    """A line ends beside a village: its name goes elsewhere than over that of the village."""
    name = next(each for each in told.box.sheets[0].sheet.names if each.text == "Stonebridge")
    x, y = told.box.sheets[0].frame.to_plane(name.at)
    sheet = replace(road, measures=(Measure("phase-line", ((x - 4.0, y), (x - 1.5, y)), "Sturgeon"),), rally=())
    _, part = laid(told, (sheet,))
    for _ in part.build():
        pass
    placing = part.placing(sheet, Room(0, 0, 120, 120))
    village = next(
        as_obstacle(ring) for ring in part._scene.names_in(placing.span) if overlap(as_obstacle(ring), around((x, y)))
    )
    for letters in placing.graphics[0].drawn.letters:
        assert overlap(box(letters), village) < 0.1


def around(point):
    x, y = point
    return (x - 0.1, y - 0.1), (x + 0.1, y - 0.1), (x + 0.1, y + 0.1), (x - 0.1, y + 0.1)


def test_north_is_up_as_on_the_map(creek, told):
    """Of two rally points the one with the higher row lies above: rows of this map count from its foot."""
    sheet = next(each for each in told.sheets if each.id == "Hold the valley")
    _, part = laid(told, (sheet,))
    placing = part.placing(sheet, Room(0, 0, 100, 100))
    tops = {
        letters.text: letters.seat.at[1]
        for graphic in placing.graphics
        for letters in graphic.drawn.letters
        if letters.text in ("20.12", "22.09")
    }
    assert tops["20.12"] > tops["22.09"]


def rims(part, sheet):
    """How many dots of a picture have the colour of the rims around hexes of units."""
    image = QImage(500, 500, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(5, 5)
    part.paint(painter, sheet, Room(0, 0, 100, 100))
    painter.end()
    rim = QColor("#6a2c91")
    return sum(QColor(image.pixel(x, y)) == rim for x in range(500) for y in range(500))


def test_a_sheet_without_a_graphic_shows_where_its_units_stand_and_a_line_entry_nothing(told, road):
    bare = replace(road, measures=(), rally=())
    _, part = laid(told, (bare,))
    assert part.shows(bare) and not part.placing(bare, Room(0, 0, 90, 90)).graphics
    for _ in part.build():
        pass
    assert rims(part, bare) > 200 > rims(part, road), "hexes of units are rimmed where nothing else tells of them"
    assert not part.shows(replace(bare, line=True))


def test_a_sheet_that_tells_of_no_place_shows_the_whole_map_and_names_what_is_to_be_written(creek, told, road):
    bare = replace(road, units=(), measures=(), rally=(), note="", failure="")
    _, part = laid(told, (bare,))
    room = Room(0, 0, 90, 90)
    placing, (left, top, right, bottom) = part.placing(bare, room), part._scene.bounds
    assert part.shows(bare) and not placing.graphics
    assert placing.span[0] <= left and placing.span[1] <= top and right <= placing.span[2] and bottom <= placing.span[3]
    written = texts(sheet_pages(form_of(creek, bare), 210, 297, 10, True))
    assert {"Written notes", "Failure instructions"} <= set(written)


# Files --------------------------------------------------------------------------------------------------------------------


def test_a_pdf_has_a_page_for_each_sheet_with_text_and_lines_and_no_pictures(told, tmp_path):
    shares = []
    write_forms(job_of(told, told.sheets), tmp_path / "all.pdf", shares.append)
    assert shares == sorted(shares) and shares[-1] == 1.0
    document = pypdfium2.PdfDocument(tmp_path / "all.pdf")
    assert len(document) == len(told.sheets)
    for sheet, page in zip(told.sheets, document, strict=True):
        said = page.get_textpage().get_text_range()
        assert sheet.id in said and sheet.type in said
        for measure in sheet.measures:
            assert all(sign in said for sign in measure.text)
        kinds = {each.type for each in page.get_objects(max_depth=4)}
        assert pypdfium2.raw.FPDF_PAGEOBJ_PATH in kinds and pypdfium2.raw.FPDF_PAGEOBJ_IMAGE not in kinds
    document.close()


def test_an_svg_holds_its_words_as_text_and_can_be_drawn(told, road, tmp_path):
    write_forms(job_of(told, (road,), turn="portrait"), tmp_path / "a.svg", lambda share: None)
    svg = (tmp_path / "a.svg").read_text("utf-8")
    for said in ("Down the road", "OBJ Falcon", "PL Crow", "18.33", "Task organization"):
        assert f">{said}<" in svg.replace(" </text>", "</text>").replace("\n", ""), said
    assert "<image" not in svg and svg.count("@font-face") >= 3
    renderer = QSvgRenderer(str(tmp_path / "a.svg"))
    assert renderer.isValid() and renderer.viewBoxF().width() / renderer.viewBoxF().height() == pytest.approx(
        210 / 297, abs=0.01
    )


def test_a_picture_has_its_pages_below_each_other(told, road, tmp_path):
    job = job_of(told, (replace(road, note="On and on. " * 1500),), turn="portrait")
    write_forms(job, tmp_path / "a.png", lambda share: None, 60.0)
    image = QImage(str(tmp_path / "a.png"))
    assert len(job.sheets) > 1
    assert image.height() / image.width() == pytest.approx(297 * len(job.sheets) / 210, abs=0.02)


@pytest.mark.parametrize(
    ("name", "dpi", "said"), [("a.odt", 150, "must end in"), ("a.png", 1, "dots per inch"), ("a.png", 1200, "too many")]
)
def test_files_that_cannot_be_written_are_refused(told, road, tmp_path, name, dpi, said):
    wish = {"paper": "a2"} if dpi == 1200 else {}
    with pytest.raises(WrongUse, match=said):
        write_forms(job_of(told, (road,), **wish), tmp_path / name, lambda share: None, dpi)
    assert not list(tmp_path.iterdir())


def test_margins_that_leave_too_little_are_refused(told, road):
    with pytest.raises(WrongUse, match="too little of A4 paper"):
        job_of(told, (road,), margin=70.0)


def test_a_sheet_is_found_whatever_its_capitals_and_nearly_by_a_wrong_name(told):
    assert [each.id for each in chosen_sheets(told.sheets, "down THE road", "x")] == ["Down the road"]
    assert chosen_sheets(told.sheets, "all", "x") == told.sheets
    with pytest.raises(WrongUse, match='Did you mean "Down the road"'):
        chosen_sheets(told.sheets, "Down the rode", "x")
    with pytest.raises(WrongUse, match="no op sheet in"):
        chosen_sheets((), "all", "x")


def test_a_map_that_was_left_while_it_was_prepared_goes_on_from_there(told):
    _, part = laid(told, ())
    steps = part.build()
    come = [next(steps) for _ in range(100)]
    steps.close()
    rest = list(part.build())
    assert 0 < come[-1] <= rest[0] < rest[-1] == 1.0
    assert list(part.build()) == [], "it is whole"
