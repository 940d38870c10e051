import base64
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QByteArray
from PySide6.QtGui import QFont, QFontDatabase, QImage, QPainter

from app.canvas.items import SceneSource
from app.canvas.layers import LAYER_IDS, LayerState
from app.canvas.scene_map import SceneMap
from app.canvas.tiles import MEGABYTE, TILE, Allowance, Key, TileSheet
from app.export import render
from app.export.fonts import font_file
from app.export.page import Look, Page
from app.export.paper import PageWish
from app.export.png import pixels_of
from app.export.render import TooLarge, UnknownFormat, render_box, strips
from core.analysis.relief_raster import relief_raster
from core.base.errors import WrongUse
from core.base.steps import finish
from core.model.box import GameBox
from core.model.deployment import Deployment, Piece
from core.model.items import Items
from core.model.maps import Underlay, Zone
from core.model.oob import Counter, Oob
from core.model.relief import ReliefRaster
from tests.app.canvas.pictures import Pixels, changed, pixels


def _joined(page: Page) -> Pixels:
    """The strips of a page as one picture, in the order of colours that `pixels` has."""
    rows = [np.concatenate([pixels_of(part, alpha=True) for part in parts], axis=1) for parts in strips(page)]
    return np.concatenate(rows)[..., [2, 1, 0, 3]]


@pytest.fixture(scope="module")
def raster(made_up_box: GameBox) -> ReliefRaster:
    found = finish(relief_raster(made_up_box))
    assert found is not None
    return found


def test_a_png_has_the_size_on_paper_that_the_style_gives_its_hexes(qapp: object, tmp_path: Path, made_up_box: GameBox) -> None:
    render_box(made_up_box, "A", tmp_path / "map.png", Look(dpi=100))
    image = QImage(str(tmp_path / "map.png"))
    scene = SceneMap(made_up_box)
    wide_mm = (scene.bounds[2] - scene.bounds[0]) / 100 * scene.style.print.hex_mm
    assert image.width() == pytest.approx(wide_mm / 25.4 * 100, abs=1)
    assert image.dotsPerMeterX() == pytest.approx(100 / 0.0254, abs=1)


def test_a_png_shows_what_the_tiles_of_the_view_show(qapp: object, made_up_box: GameBox, raster: ReliefRaster) -> None:
    scene = SceneMap.whole(made_up_box)
    scene.show_relief(raster)
    page = Page(scene, Look(dpi=96), "A")
    picture = _joined(page)
    source = SceneSource()
    source.map = scene
    sheet = TileSheet(source, Allowance(), MEGABYTE)
    left, top = scene.bounds[0] * page.scale, scene.bounds[1] * page.scale
    column, row = int(left // TILE) + 1, int(top // TILE) + 1
    tile = pixels(sheet.image(Key(page.scale, column, row), 1.0))
    # The page begins between two dots of the tile: compare them a few dots at a time.
    x, y = round(column * TILE - left), round(row * TILE - top)
    high, wide = (min(TILE, picture.shape[axis] - start) // 8 * 8 for axis, start in ((0, y), (1, x)))
    assert high > 200 and wide > 200
    means = [
        part.reshape(high // 8, 8, wide // 8, 8, 4).mean(axis=(1, 3))
        for part in (picture[y : y + high, x : x + wide], tile[:high, :wide])
    ]
    assert np.abs(means[0] - means[1]).max() < 25
    assert np.abs(means[0] - means[1]).mean() < 1.5


def test_strips_of_a_png_leave_no_seam(qapp: object, made_up_box: GameBox, raster: ReliefRaster) -> None:
    scene = SceneMap.whole(made_up_box)
    scene.show_relief(raster)
    page = Page(scene, Look(dpi=150), "A")
    painted = _joined(page)
    once = QImage(page.size, QImage.Format.Format_RGB32)
    once.fill(scene.style.paper.margin_colour)
    painter = QPainter(once)
    painter.setTransform(page.transform())
    scene.paint(painter, page.layers, page.exposure())
    painter.end()
    assert changed(painted, pixels(once), by=8).mean() < 1e-3


def test_a_picture_without_paper_is_transparent(qapp: object, tmp_path: Path, made_up_box: GameBox) -> None:
    render_box(made_up_box, "A", tmp_path / "grid.png", Look(dpi=60, layers=LayerState.only("grid")))
    picture = pixels(QImage(str(tmp_path / "grid.png")))
    assert (picture[..., 3] == 0).mean() > 0.8
    assert picture[..., 3].max() > 100


@pytest.mark.parametrize("layer", [layer for layer in LAYER_IDS if layer != "paper"])
def test_an_svg_is_well_formed_and_holds_every_layer(
    qapp: object, tmp_path: Path, made_up_box: GameBox, raster: ReliefRaster, layer: str
) -> None:
    placed = made_up_box.sheets[0]
    more = replace(
        placed.sheet, zones=(Zone("setup", frozenset({(3, 3), (3, 4)}), "North"),), underlay=Underlay("n.png", (90, 60))
    )
    box = made_up_box.with_sheet(placed.file, more).with_oob(Oob(counters=Items([Counter("u", "us")])))
    start = Deployment().with_pieces({"u": Piece(placed.frame.hex(5, 5))})

    def size(state: LayerState) -> int:
        out = tmp_path / "map.svg"
        render_box(box, "A", out, Look(dpi=100, layers=state, raster=raster, deployment=start))
        root = ElementTree.fromstring(out.read_text("utf-8"))
        assert root.tag.endswith("svg")
        return sum(1 for _ in root.iter())

    assert size(LayerState.only(layer)) > size(LayerState.only())


def test_an_svg_writes_hex_numbers_as_text(qapp: object, tmp_path: Path, made_up_box: GameBox) -> None:
    render_box(made_up_box, "A", tmp_path / "map.svg", Look(layers=LayerState.only("numbers")))
    assert ">07.10<" in (tmp_path / "map.svg").read_text("utf-8")


def test_a_pdf_is_one_page_of_the_size_of_the_map(
    qapp: object, tmp_path: Path, made_up_box: GameBox, raster: ReliefRaster
) -> None:
    render_box(made_up_box, "A", tmp_path / "map.pdf", Look(raster=raster))
    data = (tmp_path / "map.pdf").read_bytes()
    assert data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF")
    assert len(data) > 50_000
    boxes = re.findall(rb"/MediaBox \[\s*0 0 ([\d.]+) ([\d.]+)\s*\]", data)
    assert len(boxes) == 1
    scene = SceneMap(made_up_box)
    wide = (scene.bounds[2] - scene.bounds[0]) / 100 * scene.style.print.hex_mm / 25.4 * 72
    assert float(boxes[0][0]) == pytest.approx(wide, abs=1)


def test_the_end_of_a_file_name_must_name_a_picture_that_can_be_written(
    qapp: object, tmp_path: Path, made_up_box: GameBox
) -> None:
    with pytest.raises(UnknownFormat, match=r'"\.gif" is no kind of picture.*Allowed: \.png, \.svg, \.pdf\.'):
        render_box(made_up_box, "A", tmp_path / "map.gif")
    with pytest.raises(UnknownFormat, match='"map" names no kind'):
        render_box(made_up_box, "A", tmp_path / "map")


def test_too_many_dots_are_refused_before_memory_runs_out(
    qapp: object, tmp_path: Path, made_up_box: GameBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render, "LONGEST_SIDE", 5000)
    with pytest.raises(TooLarge, match=r"At 1200 dots per inch this map would have [\d,]+ × [\d,]+ pixels; the most is 5,000"):
        render_box(made_up_box, "A", tmp_path / "map.png", Look(dpi=1200))
    with pytest.raises(WrongUse, match="Allowed: 10 to 2400"):
        render_box(made_up_box, "A", tmp_path / "map.png", Look(dpi=0))
    with pytest.raises(WrongUse, match=r"Hexes of 1 mm .* Allowed: 2 to 200 mm"):
        render_box(made_up_box, "A", tmp_path / "map.png", Look(hex_mm=1))
    with pytest.raises(UnknownFormat, match=r"only a \.pdf file can"):
        render_box(made_up_box, "A", tmp_path / "map.png", Look(pages=PageWish()))
    assert list(tmp_path.iterdir()) == []


def test_a_png_of_many_strips_and_blocks_is_the_picture_painted_in_one_piece(
    qapp: object, tmp_path: Path, made_up_box: GameBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render, "STRIP_PIXELS", 700 * 97)
    monkeypatch.setattr(render, "BLOCK", 300)
    told: list[float] = []
    render_box(made_up_box, "A", tmp_path / "map.png", Look(dpi=73.5), told.append)
    written = QImage(str(tmp_path / "map.png"))
    scene = SceneMap.whole(made_up_box)
    page = Page(scene, Look(dpi=73.5), "A")
    assert written.size() == page.size and page.size.width() > 600
    once = QImage(page.size, QImage.Format.Format_RGB32)
    once.fill(scene.style.paper.margin_colour)
    page.paint(once)
    # Dashes of a few lines begin at other points of the same line.
    assert changed(pixels(written), pixels(once), by=8).mean() < 3e-3
    assert told == sorted(told) and told[-1] == 1.0 and len(told) > 5


def test_hexes_have_the_size_on_paper_that_is_asked_for(qapp: object, made_up_box: GameBox) -> None:
    scene = SceneMap(made_up_box)
    small, large = (Page(scene, Look(dpi=100, hex_mm=mm), "A") for mm in (10.0, 20.0))
    assert large.mm.width() == pytest.approx(2 * small.mm.width())
    assert small.mm.width() == pytest.approx((scene.bounds[2] - scene.bounds[0]) / 100 * 10.0)
    assert large.size.width() == pytest.approx(2 * small.size.width(), abs=1)


def test_an_svg_holds_the_font_of_its_numbers(qapp: object, tmp_path: Path, made_up_box: GameBox) -> None:
    render_box(made_up_box, "A", tmp_path / "map.svg", Look(layers=LayerState.only("numbers")))
    text = (tmp_path / "map.svg").read_text("utf-8")
    family = re.search(r'<text[^>]*font-family="([^"]+)"', text)
    assert family is not None
    face = re.search(r'@font-face \{ font-family: "([^"]+)".*base64,([A-Za-z0-9+/=]+)"', text)
    assert face is not None and face.group(1) == family.group(1)
    assert len(base64.b64decode(face.group(2))) > 10_000
    render_box(made_up_box, "A", tmp_path / "map.svg", Look(layers=LayerState.only("contours")))
    assert "@font-face" not in (tmp_path / "map.svg").read_text("utf-8")


def test_a_font_put_together_from_its_tables_is_read_again(qapp: object) -> None:
    data = font_file(QFont("DejaVu Sans"))
    number = QFontDatabase.addApplicationFontFromData(QByteArray(data))
    assert number >= 0
    assert QFontDatabase.applicationFontFamilies(number) == ["DejaVu Sans"]
    QFontDatabase.removeApplicationFont(number)


def test_the_old_file_stays_when_the_new_one_fails(
    qapp: object, tmp_path: Path, made_up_box: GameBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "map.png"
    out.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise RuntimeError("in the middle of painting")

    monkeypatch.setattr(SceneMap, "paint", fail)
    with pytest.raises(RuntimeError, match="in the middle"):
        render_box(made_up_box, "A", out, Look(dpi=40))
    assert out.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [out]
