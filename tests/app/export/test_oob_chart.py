"""Charts of orders of battle: everything is on them once, they fit their paper, and every kind of file can be read again."""

from dataclasses import replace
from itertools import combinations

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from app.export import command
from app.export.oob_chart import ChartWish, Sheet, lay_out, page_of, write_chart
from core.base.errors import WrongUse
from core.files import box_files
from core.files.box_files import load_box
from core.files.resources import scenarios_folder
from core.model.box import GameBox
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Side


@pytest.fixture(scope="module")
def sable(qapp):
    return load_box(scenarios_folder() / "sable-river")


def cards(sheet):
    return [placed.box.key for tree, _ in sheet.trees for placed in tree]


@pytest.mark.parametrize("show", ["counters", "symbols"])
def test_every_formation_and_every_counter_is_on_the_chart_once(sable, tmp_path, show):
    (sheet,) = lay_out(sable.box, sable.ruleset, ChartWish(tmp_path / "x.svg", show)).sheets
    oob = sable.box.oob
    named = [card.item.id for card in cards(sheet)]
    assert sorted(named) == sorted([*oob.ids("sides"), *oob.ids("formations")])
    drawn = [counter.id for card in cards(sheet) for counter in card.counters]
    assert sorted(drawn) == sorted(oob.ids("counters"))


def test_formations_alone_need_less_room(sable, tmp_path):
    wish = ChartWish(tmp_path / "x.svg")
    whole = lay_out(sable.box, sable.ruleset, wish).sheets[0].size
    bare = lay_out(sable.box, sable.ruleset, replace(wish, show="formations")).sheets[0]
    assert bare.size[1] < whole[1]
    assert not any(card.counters for card in cards(bare))


def test_no_box_lies_upon_another_on_the_chart_of_two_sides(sable, tmp_path):
    (sheet,) = lay_out(sable.box, sable.ruleset, ChartWish(tmp_path / "x.svg")).sheets
    areas = [QRectF(each.x + x, each.y, each.box.width, each.box.height) for tree, x in sheet.trees for each in tree]
    for one, other in combinations(areas, 2):
        assert not one.adjusted(0.01, 0.01, -0.01, -0.01).intersects(other)
    assert all(area.right() <= sheet.size[0] + 0.01 for area in areas)


@given(
    st.floats(20, 3000),
    st.floats(20, 3000),
    st.sampled_from(["a4", "letter", "a3"]),
    st.sampled_from(["portrait", "landscape", "fewest"]),
)
def test_a_sheet_lies_within_the_margins_of_its_paper(width, height, paper, turn):
    page = page_of(Sheet("x", (), (width, height)), ChartWish(None, paper=paper, turn=turn))
    assert page.scale <= 1.0
    for at, size, room in zip(page.at, (width, height), page.size, strict=True):
        assert at >= 10.0 - 1e-6
        assert at + size * page.scale <= room - 10.0 + 1e-6
    if turn != "fewest":
        assert (page.size[0] > page.size[1]) == (turn == "landscape")


def test_margins_that_leave_nothing_are_refused():
    with pytest.raises(WrongUse, match="leave nothing of A4"):
        page_of(Sheet("x", (), (10, 10)), ChartWish(None, paper="a4", margin=200))


def test_a_chart_can_be_read_again_in_every_kind_of_file(sable, tmp_path):
    svg, pdf, png = (tmp_path / f"x.{kind}" for kind in ("svg", "pdf", "png"))
    for file in (svg, pdf, png):
        assert write_chart(sable.box, sable.ruleset, ChartWish(file, dpi=60)) == ()
    picture = QImage(str(png))
    assert not picture.isNull() and picture.dotsPerMeterX() == round(60 / 25.4 * 1000)
    renderer = QSvgRenderer(str(svg))
    assert renderer.isValid()
    assert renderer.viewBox().size() == picture.size()
    # Qt reads millimetres as 90 dots to the inch.
    assert abs(renderer.defaultSize().width() * 25.4 / 90 - picture.width() * 25.4 / 60) < 1
    # Letters are outlines: the file looks the same where the font is not installed.
    assert b"<text" not in svg.read_bytes()
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 1
    document.close()


def test_the_colours_of_both_sides_are_on_the_picture(sable, tmp_path):
    file = tmp_path / "x.png"
    write_chart(sable.box, sable.ruleset, ChartWish(file, dpi=60))
    picture = QImage(str(file))
    seen = {picture.pixelColor(x, y).name() for x in range(0, picture.width(), 2) for y in range(0, picture.height(), 2)}
    assert {side.colour for side in sable.box.oob.sides} <= seen


def test_an_svg_is_drawn_as_the_picture_is(sable, tmp_path):
    svg, png = tmp_path / "x.svg", tmp_path / "x.png"
    wish = ChartWish(svg, "formations", dpi=80)
    write_chart(sable.box, sable.ruleset, wish)
    write_chart(sable.box, sable.ruleset, replace(wish, file=png))
    picture = QImage(str(png)).convertToFormat(QImage.Format.Format_RGB32)
    drawn = QImage(picture.size(), QImage.Format.Format_RGB32)
    drawn.fill(QColor("white"))
    painter = QPainter(drawn)
    QSvgRenderer(str(svg)).render(painter)
    painter.end()
    small = QSize(60, 40)
    one, other = picture.scaled(small), drawn.scaled(small)
    far = sum(
        abs(one.pixelColor(x, y).lightness() - other.pixelColor(x, y).lightness()) > 90 for x in range(60) for y in range(40)
    )
    assert far < 240


def test_each_side_has_a_page_of_its_own_in_a_pdf_only(sable, tmp_path):
    wish = ChartWish(tmp_path / "x.pdf", per_side=True, paper="a4")
    write_chart(sable.box, sable.ruleset, wish)
    document = pypdfium2.PdfDocument(wish.file)
    assert len(document) == 2
    width, height = document.get_page_size(0)
    assert {round(width / 72 * 25.4), round(height / 72 * 25.4)} == {210, 297}
    document.close()
    with pytest.raises(WrongUse, match="cannot hold a page for each side"):
        write_chart(sable.box, sable.ruleset, replace(wish, file=tmp_path / "x.svg"))
    # One side by itself needs no pages.
    write_chart(sable.box, sable.ruleset, replace(wish, file=tmp_path / "x.svg", sides=("korrin",)))
    assert (tmp_path / "x.svg").is_file()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"sides": ("korin",)}, 'no side "korin" in this box. Did you mean "korrin"'),
        ({"dpi": 3.0}, "Allowed: 10 to 2400"),
        ({"paper": "a44"}, 'Did you mean "a4"'),
        ({"dpi": 2400.0}, "fewer dots"),
        ({"show": "counter"}, 'Did you mean "counters"'),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(sable, tmp_path, changes, said):
    with pytest.raises(WrongUse, match=said):
        write_chart(sable.box, sable.ruleset, replace(ChartWish(tmp_path / "x.png"), **changes))
    assert not list(tmp_path.iterdir())


def test_letters_too_small_for_the_paper_and_counters_without_a_side_are_told(qapp, tmp_path):
    sides = Items([Side("red", "Red")])
    formations = Items([Formation(f"f{n}", f"Formation {n}", "red", f"f{n // 2}" if n > 1 else "") for n in range(1, 200)])
    box = GameBox("Wide", "", ()).with_oob(Oob(sides, formations, Items([Counter("x", "green")])))
    notes = write_chart(box, None, ChartWish(tmp_path / "x.pdf", paper="a4"))
    assert any("hard to read" in note for note in notes)
    assert any("name no side" in note for note in notes)


def test_a_box_without_sides_has_no_chart(qapp, tmp_path):
    with pytest.raises(WrongUse, match="no side whose order of battle"):
        write_chart(GameBox("Empty", "", ()), None, ChartWish(tmp_path / "x.pdf"))


# The command -----------------------------------------------------------------------------------------------------------------


def test_the_command_draws_a_chart_and_names_its_file(sable, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(box_files, "load_box", lambda path: sable)
    out = tmp_path / "x.pdf"
    arguments = ChartWish(out, "symbols", ("korrin",), paper="a3", turn="portrait").arguments()
    assert command.main(["box", *arguments]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert out.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--oob-show", "symbols", "-o", "x.png"], "needs --oob"),
        (["--oob", "x.svg", "-o", "x.png"], "two calls"),
        (["--oob", "x.svg", "--turn", "portrait"], "needs --pages"),
        (["--oob", "x.svg", "--pages", "a44"], 'Did you mean "a4"'),
        (["--oob", "x.bmp"], "Allowed: .svg, .pdf, .png"),
    ],
)
def test_what_does_not_go_together_is_a_wrong_call(sable, monkeypatch, capsys, arguments, said):
    monkeypatch.setattr(box_files, "load_box", lambda path: sable)
    assert command.main(["box", *arguments]) == 2
    assert said in capsys.readouterr().err
