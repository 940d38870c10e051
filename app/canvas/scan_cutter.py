"""Cuts a scanned sheet into its pyramid, band by band; runs in a process of its own (`app.export.scan_command`).

JPEG files and pages of PDF files are read a band at a time, PNG and TIFF files likewise where libvips is installed
(`scan_strips`). Without it Qt unpacks them whole, four bytes to the pixel, which that process gives back when it ends.
"""

import ctypes
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader, QPainter

from app.canvas.painters import painting
from app.canvas.scan_strips import Strips, strips_of
from app.canvas.scans import (
    HEAD,
    TILE,
    VERSION,
    UnreadableScan,
    drop_oldest,
    levels_of,
    pyramid_folder,
    scans_folder,
    tile_name,
)

MOST_PIXELS = 400_000_000
"""The largest scan that is taken: twice what a sheet of a large game has at 600 dots per inch."""

PDF_DPI = 300.0
"""Dots per inch at which a page of a PDF file becomes a picture."""

BAND_PIXELS = 32_000_000
"""How much of a JPEG file is unpacked at once."""

QUALITY = 92
"""Of the squares of scans without transparency, which are kept as JPEG."""

SUFFIXES = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".pdf")

OnProgress = Callable[[float], None]


def cut(file: Path, page: int = 1, cache: Path | None = None, on_progress: OnProgress | None = None) -> Path:
    """Makes the pyramid of a scan, unless the cache has it; returns its folder. `on_progress` hears the share done (0 to 1).

    Raises UnreadableScan with a sentence for the user, and OSError.
    """
    home = cache or scans_folder()
    folder = pyramid_folder(file, page, home)
    if (folder / HEAD).is_file():
        return folder
    home.mkdir(parents=True, exist_ok=True)
    making = Path(tempfile.mkdtemp(prefix=".making-", dir=home))
    try:
        Cutter(_source(file, page), making).run(on_progress or (lambda share: None))
        if folder.exists():
            shutil.rmtree(folder)
        making.replace(folder)
    except BaseException:
        shutil.rmtree(making, ignore_errors=True)
        raise
    drop_oldest(home, folder)
    return folder


def _source(file: Path, page: int) -> "PdfPage | Strips | Picture":
    if file.suffix.lower() == ".pdf":
        return PdfPage(file, page)
    strips = strips_of(file)
    if strips is None:
        return Picture(file)
    check_size(file, strips.size)
    return strips


def page_count(file: Path) -> int:
    """How many pages a PDF file has; 1 for any other file. Raises UnreadableScan."""
    if file.suffix.lower() != ".pdf":
        return 1
    document = _pdf(file)
    try:
        return len(document)
    finally:
        document.close()


class Picture:
    """A PNG, JPEG or TIFF file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        reader = self._reader()
        size = reader.size()
        turned = reader.transformation() != QImageIOHandler.Transformation.TransformationNone
        self._whole = turned or not reader.supportsOption(QImageIOHandler.ImageOption.ClipRect)
        self._image: QImage | None = None
        if not size.isValid():
            self._image = self._read(reader)
            size = self._image.size()
        elif turned and reader.transformation().value & QImageIOHandler.Transformation.TransformationRotate90.value:
            size = size.transposed()
        check_size(file, size)
        self.size = size
        self.has_alpha = reader.imageFormat() in _WITH_ALPHA

    def bands(self) -> Iterator[QImage]:
        """The picture from the top, 512 rows at a time."""
        width, height = self.size.width(), self.size.height()
        if self._whole or self._image is not None:
            image = self._image or self._read(self._reader())
            self._image = None
            for top in range(0, height, TILE):
                yield image.copy(0, top, width, min(TILE, height - top))
            return
        step = max(BAND_PIXELS // width // TILE, 1) * TILE
        for first in range(0, height, step):
            reader = self._reader()
            reader.setClipRect(QRect(0, first, width, min(step, height - first)))
            part = self._read(reader)
            for top in range(0, part.height(), TILE):
                yield part.copy(0, top, width, min(TILE, part.height() - top))

    def _reader(self) -> QImageReader:
        reader = QImageReader(str(self._file))
        reader.setDecideFormatFromContent(True)
        reader.setAutoTransform(True)
        if not reader.canRead():
            raise UnreadableScan(f"{self._file.name} cannot be read as a picture: {reader.errorString()}.")
        return reader

    def _read(self, reader: QImageReader) -> QImage:
        # Qt refuses pictures of more than 256 MB of itself; the size has been checked.
        QImageReader.setAllocationLimit(0)
        image = reader.read()
        if image.isNull():
            raise UnreadableScan(f"{self._file.name} cannot be read as a picture: {reader.errorString()}.")
        return image


_WITH_ALPHA = frozenset(
    {
        QImage.Format.Format_ARGB32,
        QImage.Format.Format_ARGB32_Premultiplied,
        QImage.Format.Format_RGBA8888,
        QImage.Format.Format_RGBA8888_Premultiplied,
        QImage.Format.Format_RGBA64,
        QImage.Format.Format_RGBA64_Premultiplied,
    }
)


class PdfPage:
    """One page of a PDF file, counted from 1, painted at 300 dots per inch, or at fewer where that would be too large."""

    has_alpha = False

    def __init__(self, file: Path, page: int) -> None:
        self._document = _pdf(file)
        count = len(self._document)
        if not 1 <= page <= count:
            raise UnreadableScan(f"{file.name} has no page {page}; it has {count}.")
        self._page = self._document[page - 1]
        width, height = self._page.get_size()
        scale = PDF_DPI / 72.0
        scale = min(scale, (MOST_PIXELS / 2 / max(width * height, 1.0)) ** 0.5)
        self.size = QSize(max(round(width * scale), 1), max(round(height * scale), 1))

    def bands(self) -> Iterator[QImage]:
        """The page from the top, 512 rows at a time."""
        from pypdfium2 import PdfBitmap, raw

        width, height = self.size.width(), self.size.height()
        for top in range(0, height, TILE):
            rows = min(TILE, height - top)
            bitmap = PdfBitmap.new_native(width, rows, raw.FPDFBitmap_BGRx)
            raw.FPDFBitmap_FillRect(bitmap, 0, 0, width, rows, 0xFFFFFFFF)
            raw.FPDF_RenderPageBitmap(bitmap, self._page, 0, -top, width, height, 0, raw.FPDF_ANNOT)
            data = ctypes.string_at(ctypes.addressof(bitmap.buffer), bitmap.stride * rows)
            # `copy` because the first picture only borrows Python's bytes.
            yield QImage(data, width, rows, bitmap.stride, QImage.Format.Format_RGB32).copy()
            bitmap.close()


def _pdf(file: Path) -> Any:
    import pypdfium2

    try:
        return pypdfium2.PdfDocument(file)
    except pypdfium2.PdfiumError as error:
        raise UnreadableScan(f"{file.name} cannot be read as PDF: {error}") from error


def check_size(file: Path, size: QSize) -> None:
    """Raises UnreadableScan for a picture without pixels or with too many."""
    pixels = size.width() * size.height()
    if pixels <= 0:
        raise UnreadableScan(f"{file.name} is an empty picture.")
    if pixels > MOST_PIXELS:
        raise UnreadableScan(
            f"{file.name} has {size.width()} × {size.height()} pixels; the most that can be laid under a map is "
            f"{MOST_PIXELS // 1_000_000} million. Save it with fewer dots per inch."
        )


class Cutter:
    """Takes bands of 512 rows, cuts them into squares, and hands them on at half the size to the next level."""

    def __init__(self, source: Picture | PdfPage | Strips, folder: Path) -> None:
        self._source, self._folder = source, folder
        self._size = source.size
        self._levels = levels_of(self._size.width(), self._size.height())
        self._suffix = ".png" if source.has_alpha else ".jpg"
        self._rows = [0] * len(self._levels)
        self._halves: list[QImage | None] = [None] * len(self._levels)

    def run(self, on_progress: OnProgress) -> None:
        """Cuts everything and writes the head last."""
        done = 0
        wanted = QImage.Format.Format_ARGB32_Premultiplied if self._source.has_alpha else QImage.Format.Format_RGB32
        for band in self._source.bands():
            self._take(0, band.convertToFormat(wanted))
            done += band.height()
            on_progress(done / self._size.height())
        for level, half in enumerate(self._halves):
            if half is not None:
                self._halves[level] = None
                self._take(level, half)
        head = {
            "version": VERSION,
            "width": self._size.width(),
            "height": self._size.height(),
            "suffix": self._suffix,
        }
        with (self._folder / HEAD).open("w", encoding="utf-8") as stream:
            json.dump(head, stream)
            stream.flush()
            os.fsync(stream.fileno())

    def _take(self, level: int, band: QImage) -> None:
        row = self._rows[level]
        self._rows[level] += 1
        for column in range(-(-band.width() // TILE)):
            tile = band.copy(column * TILE, 0, min(TILE, band.width() - column * TILE), band.height())
            name = self._folder / tile_name(level, column, row, self._suffix)
            if not tile.save(str(name), quality=QUALITY if self._suffix == ".jpg" else 60):
                raise OSError(f"The prepared picture could not be written to {name.parent}.")
        if level + 1 == len(self._levels):
            return
        size = QSize(self._levels[level + 1].width, -(-band.height() // 2))
        half = band.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)
        waiting = self._halves[level + 1]
        if waiting is None:
            self._halves[level + 1] = half
        else:
            self._halves[level + 1] = None
            self._take(level + 1, _under(waiting, half))


def _under(top: QImage, bottom: QImage) -> QImage:
    """Two pictures of one width, the second below the first."""
    joined = QImage(top.width(), top.height() + bottom.height(), top.format())
    with painting(joined) as painter:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.drawImage(0, 0, top)
        painter.drawImage(0, top.height(), bottom)
    return joined
