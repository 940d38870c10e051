"""Translucent layers of SVG and PDF: what overlaps within one of them is no darker there than elsewhere."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest
from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator

from app.canvas.layers import LayerState
from app.export.groups import PdfGroups, SvgGroups
from app.export.page import Look
from app.export.paper import PageWish
from app.export.render import render_box
from core.model.box import GameBox

BLACK = QColor(0, 0, 0)


def draw(painter: QPainter, group) -> None:
    """Two squares that overlap, twice, under a clip of their own within each group, and a square of full ink last."""
    painter.scale(2, 2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(BLACK)
    for x, opacity in ((5, 0.5), (105, 0.25)):
        with group(painter, opacity):
            painter.drawRect(QRectF(x, 5, 40, 40))
            painter.save()
            painter.setClipRect(QRectF(x, 5, 60, 60), Qt.ClipOperation.IntersectClip)
            painter.drawRect(QRectF(x + 20, 25, 40, 80))
            painter.restore()
    painter.drawRect(QRectF(5, 100, 20, 20))


def paper(file: Path, number: int = 0, dots: float = 96) -> np.ndarray:
    """A page of a PDF as grey values."""
    document = pypdfium2.PdfDocument(file)
    try:
        return document[number].render(scale=dots / 72, grayscale=True).to_numpy().squeeze().astype(int)
    finally:
        document.close()


def written(file: Path, groups: PdfGroups, paint) -> None:
    writer = QPdfWriter(str(file))
    writer.setResolution(96)
    writer.setPageSize(QPageSize(QSizeF(100, 80), QPageSize.Unit.Millimeter))
    writer.setPageMargins(writer.pageLayout().margins() * 0)
    painter = QPainter(writer)
    paint(painter, writer)
    painter.end()
    del writer
    file.write_bytes(groups.grouped(file.read_bytes()))


def test_what_overlaps_in_a_group_of_a_pdf_is_no_darker_and_what_follows_is_whole(qapp: object, tmp_path: Path) -> None:
    groups = PdfGroups()
    written(tmp_path / "a.pdf", groups, lambda painter, _: draw(painter, groups.group))
    page = paper(tmp_path / "a.pdf")
    assert page[30, 30] == page[70, 70] == page[110, 110] == pytest.approx(128, abs=2)
    assert page[30, 230] == page[70, 270] == pytest.approx(191, abs=2)
    assert page[150, 70] == 255, "the clip within the group holds"
    assert page[220, 30] == 0, "what comes after it is not translucent"


def test_every_page_has_its_own_groups_and_patterns_lie_where_they_lay(qapp: object, tmp_path: Path) -> None:
    groups = PdfGroups()

    def paint(painter: QPainter, writer: QPdfWriter, group=None) -> None:
        for number in range(2):
            if number:
                writer.newPage()
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(BLACK, Qt.BrushStyle.HorPattern if number else Qt.BrushStyle.BDiagPattern))
            if group is None:
                painter.drawRect(QRectF(20, 20, 100, 100))
            else:
                with group(painter, 0.5):
                    painter.drawRect(QRectF(20, 20, 100, 100))

    written(tmp_path / "grouped.pdf", groups, lambda painter, writer: paint(painter, writer, groups.group))
    plain = QPdfWriter(str(tmp_path / "plain.pdf"))
    plain.setResolution(96)
    plain.setPageSize(QPageSize(QSizeF(100, 80), QPageSize.Unit.Millimeter))
    plain.setPageMargins(plain.pageLayout().margins() * 0)
    painter = QPainter(plain)
    paint(painter, plain)
    painter.end()
    del plain
    for number in range(2):
        one, other = (paper(tmp_path / f"{name}.pdf", number) for name in ("grouped", "plain"))
        assert (one < 200).any()
        assert np.abs((255 - one) - (255 - other) / 2).max() <= 2


def test_what_overlaps_in_a_group_of_an_svg_lies_in_one_element(qapp: object) -> None:
    groups, buffer = SvgGroups(), QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(400, 300))
    painter = QPainter(generator)
    draw(painter, groups.group)
    painter.drawPolyline([QPointF(0, 0), QPointF(5, 5)])
    painter.end()
    svg = groups.grouped(bytes(buffer.data().data()))
    assert b"-9000" not in svg
    space = "{http://www.w3.org/2000/svg}"
    root = ElementTree.fromstring(svg)
    found = [each for each in root.iter(f"{space}g") if "opacity" in each.attrib]
    assert [each.get("opacity") for each in found] == ["0.5", "0.25"]
    assert [sum(1 for each in group.iter() if each.tag == f"{space}rect") for group in found] == [2, 2]
    assert sum(1 for each in root.iter(f"{space}rect")) == 5


@pytest.mark.parametrize("pages", [None, PageWish("a4", overview=True)])
def test_a_map_with_translucent_layers_is_written_like_its_picture(
    qapp: object, tmp_path: Path, made_up_box: GameBox, pages: PageWish | None
) -> None:
    layers = LayerState().with_opacity("roads", 0.4).with_opacity("areas", 0.5).with_opacity("water", 0.3)
    render_box(made_up_box, "A", tmp_path / "map.pdf", Look(dpi=100, layers=layers, pages=pages))
    document = pypdfium2.PdfDocument(tmp_path / "map.pdf")
    assert len(document) >= (2 if pages else 1)
    document.close()
    if pages is None:
        render_box(made_up_box, "A", tmp_path / "map.png", Look(dpi=100, layers=layers))
        picture = QImage(str(tmp_path / "map.png")).convertToFormat(QImage.Format.Format_Grayscale8)
        grey = np.frombuffer(picture.constBits(), np.uint8).reshape(picture.height(), -1)[:, : picture.width()].astype(int)
        page = paper(tmp_path / "map.pdf", dots=100)
        high, wide = min(grey.shape[0], page.shape[0]), min(grey.shape[1], page.shape[1])
        off = np.abs(grey[:high, :wide] - page[:high, :wide])
        assert off.mean() < 6
        assert np.median(off) <= 1


@pytest.mark.parametrize("dpi", [50, 99.5])
def test_a_pdf_fills_its_page_at_any_fineness(qapp: object, tmp_path: Path, made_up_box: GameBox, dpi: float) -> None:
    for name, fineness in (("one", dpi), ("other", 100.0)):
        render_box(made_up_box, "A", tmp_path / f"{name}.pdf", Look(dpi=fineness, layers=LayerState.only("paper", "areas")))
    one, other = paper(tmp_path / "one.pdf", dots=50), paper(tmp_path / "other.pdf", dots=50)
    assert one.shape == other.shape
    assert np.abs(one - other).mean() < 2
