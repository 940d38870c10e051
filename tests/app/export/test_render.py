import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from app.canvas.items import SceneSource
from app.canvas.layers import LAYER_IDS, LayerState
from app.canvas.scene_map import SceneMap
from app.canvas.tiles import MEGABYTE, TILE, Allowance, Key, TileSheet
from app.export.render import Page, TooLarge, UnknownFormat, UnknownSheet, find_sheet, png_image, render_box
from core.analysis.relief_raster import relief_raster
from core.base.errors import WrongUse
from core.base.steps import finish
from core.model.box import GameBox
from core.model.relief import ReliefRaster
from tests.app.canvas.pictures import changed, pixels
from tests.app.conftest import box_of, made_up_sheet


@pytest.fixture(scope="module")
def raster(made_up_box: GameBox) -> ReliefRaster:
    found = finish(relief_raster(made_up_box))
    assert found is not None
    return found


def test_a_png_has_the_size_on_paper_that_the_style_gives_its_hexes(qapp: object, tmp_path: Path, made_up_box: GameBox) -> None:
    render_box(made_up_box, "A", tmp_path / "map.png", dpi=100)
    image = QImage(str(tmp_path / "map.png"))
    scene = SceneMap(made_up_box)
    wide_mm = (scene.bounds[2] - scene.bounds[0]) / 100 * scene.style.print.hex_mm
    assert image.width() == pytest.approx(wide_mm / 25.4 * 100, abs=1)
    assert image.dotsPerMeterX() == pytest.approx(100 / 0.0254, abs=1)


def test_a_png_shows_what_the_tiles_of_the_view_show(qapp: object, made_up_box: GameBox, raster: ReliefRaster) -> None:
    scene = SceneMap.whole(made_up_box)
    scene.show_relief(raster)
    page = Page(scene, LayerState(), 96, "A")
    picture = pixels(png_image(page, lambda share: None))
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
    page = Page(scene, LayerState(), 150, "A")
    strips = png_image(page, lambda share: None)
    once = QImage(page.size, QImage.Format.Format_RGB32)
    once.fill(scene.style.paper.margin_colour)
    painter = QPainter(once)
    painter.setTransform(page.transform())
    scene.paint(painter, page.layers, page.exposure())
    painter.end()
    assert changed(pixels(strips), pixels(once), by=8).mean() < 1e-3


def test_a_picture_without_paper_is_transparent(qapp: object, tmp_path: Path, made_up_box: GameBox) -> None:
    render_box(made_up_box, "A", tmp_path / "grid.png", dpi=60, layers=LayerState.only("grid"))
    picture = pixels(QImage(str(tmp_path / "grid.png")))
    assert (picture[..., 3] == 0).mean() > 0.8
    assert picture[..., 3].max() > 100


@pytest.mark.parametrize("layer", [layer for layer in LAYER_IDS if layer != "paper"])
def test_an_svg_is_well_formed_and_holds_every_layer(
    qapp: object, tmp_path: Path, made_up_box: GameBox, raster: ReliefRaster, layer: str
) -> None:
    def size(state: LayerState) -> int:
        out = tmp_path / "map.svg"
        render_box(made_up_box, "A", out, dpi=100, layers=state, raster=raster)
        root = ElementTree.fromstring(out.read_text("utf-8"))
        assert root.tag.endswith("svg")
        return sum(1 for _ in root.iter())

    assert size(LayerState.only(layer)) > size(LayerState.only())


def test_an_svg_writes_hex_numbers_as_text(qapp: object, tmp_path: Path, made_up_box: GameBox) -> None:
    render_box(made_up_box, "A", tmp_path / "map.svg", layers=LayerState.only("numbers"))
    assert ">07.10<" in (tmp_path / "map.svg").read_text("utf-8")


def test_a_pdf_is_one_page_of_the_size_of_the_map(
    qapp: object, tmp_path: Path, made_up_box: GameBox, raster: ReliefRaster
) -> None:
    render_box(made_up_box, "A", tmp_path / "map.pdf", raster=raster)
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


def test_too_many_dots_are_refused_before_memory_runs_out(qapp: object, tmp_path: Path) -> None:
    large = box_of(made_up_sheet(60, 40))
    with pytest.raises(TooLarge, match=r"At 1200 dots per inch this map would have \d+ × \d+ pixels"):
        render_box(large, "A", tmp_path / "map.png", dpi=1200)
    with pytest.raises(WrongUse, match="Allowed: 20 to 1200"):
        render_box(large, "A", tmp_path / "map.png", dpi=0)
    assert list(tmp_path.iterdir()) == []


def test_the_old_file_stays_when_the_new_one_fails(
    qapp: object, tmp_path: Path, made_up_box: GameBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "map.png"
    out.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise RuntimeError("in the middle of painting")

    monkeypatch.setattr(SceneMap, "paint", fail)
    with pytest.raises(RuntimeError, match="in the middle"):
        render_box(made_up_box, "A", out, dpi=40)
    assert out.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [out]


def test_sheets_are_found_by_letter_or_id_in_any_case() -> None:
    box = box_of(made_up_sheet(6, 5, name="north"), made_up_sheet(6, 5, name="south"))
    assert find_sheet(box, "B") is find_sheet(box, "b") is find_sheet(box, "South") is box.sheets[1]
    with pytest.raises(UnknownSheet, match=r'no map "sooth"\. Did you mean "south"'):
        find_sheet(box, "sooth")
    with pytest.raises(UnknownSheet, match="2 maps; say which one: A, north, B, south"):
        find_sheet(box)


def test_the_only_sheet_of_a_box_needs_no_name(made_up_box: GameBox) -> None:
    assert find_sheet(made_up_box) is made_up_box.sheets[0]
