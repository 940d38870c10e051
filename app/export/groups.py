"""Translucent layers of SVG and PDF as one: Qt writes how opaque every line is, and lines that overlap would show it.

While Qt paints, a group leaves marks where it begins and ends; when the file is whole, what lies between two marks becomes a
group of the file's own: `<g opacity>` of an SVG, a transparency group of a PDF (ISO 32000-1, 11.6.6).
"""

import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

FAR = 90_000
"""Dots from the page's corner at which marks lie: beyond every page, within what both formats write to the last digit."""


class SvgGroups:
    """Marks of an SVG: lines far off the page, which `grouped` takes out again."""

    def __init__(self) -> None:
        self._opacities: list[float] = []

    @contextmanager
    def group(self, painter: QPainter, opacity: float) -> Iterator[None]:
        """What is painted meanwhile becomes a group of an opacity."""
        self._opacities.append(opacity)
        number = 2 * len(self._opacities)
        _draw_mark(painter, number)
        yield
        _draw_mark(painter, number + 1)

    def grouped(self, svg: bytes) -> bytes:
        """The file with its groups. Every element of Qt's stands in a `<g>` of its own, which a mark closes and opens anew."""
        for count, opacity in enumerate(self._opacities, 1):
            for number, put in (
                (2 * count, f'</g>\n<g opacity="{opacity:.4g}">\n<g>'),
                (2 * count + 1, "</g>\n</g>\n<g>"),
            ):
                mark = rf"<(?:polyline|path|line)\b[^>]*-{FAR}[, ]-{FAR + number}\b[^>]*/>"
                svg, found = re.subn(mark.encode(), put.encode(), svg)
                _check(found == 1)
        return svg


def _draw_mark(painter: QPainter, number: int) -> None:
    painter.save()
    painter.resetTransform()
    painter.setPen(QPen(QColor(0, 0, 0), 1))
    painter.drawLine(QLineF(-FAR, -FAR - number, -FAR - 1, -FAR - number))
    painter.restore()


class PdfGroups:
    """Marks of a PDF: clips as wide as nothing on the page is, at which Qt begins every setting anew."""

    def __init__(self) -> None:
        self._opacities: list[float] = []

    @contextmanager
    def group(self, painter: QPainter, opacity: float) -> Iterator[None]:
        """What is painted meanwhile becomes a group of an opacity."""
        self._opacities.append(opacity)
        number = 2 * len(self._opacities)
        painter.save()
        _clip_mark(painter, number)
        yield
        painter.restore()
        painter.save()
        _clip_mark(painter, number + 1)
        painter.restore()

    @property
    def any(self) -> bool:
        """Whether there is any group."""
        return bool(self._opacities)

    def grouped(self, pdf: bytes) -> bytes:
        """The file with its groups."""
        file = _Pdf.read(pdf)
        left = dict(enumerate(self._opacities, 1))
        for number in [number for number, body in file.objects.items() if re.search(rb"/Type /Page\b", body)]:
            self._group_page(file, number, left)
        _check(not left)
        return file.written()

    def _group_page(self, file: "_Pdf", number: int, left: dict[int, float]) -> None:
        """Takes the groups of one page out of its content, each into an object of its own that the content then calls."""
        page = file.objects[number]
        contents, resources = _reference(page, b"Contents"), _reference(page, b"Resources")
        box = re.search(rb"/MediaBox (\[[^]]*\])", page)
        content = file.content(contents)
        head = re.match(rb"(.*?)((?:-?[\d.]+ ){6}cm\n)", content, re.DOTALL)
        _check(box is not None and head is not None)
        assert box is not None and head is not None
        begin, matrix, rest = head[1], head[2], content[head.end() :]
        main = begin
        names: list[tuple[bytes, float, int]] = []
        for count, opacity in sorted(left.items()):
            first, second = _cut_before(rest, 2 * count), _cut_before(rest, 2 * count + 1)
            if first is None or second is None:
                continue
            del left[count]
            name = f"Layer{count}".encode()
            # Patterns are laid out from where a form begins, so that the form holds the page's own matrix and not its caller.
            head_of_form = (
                b"<<\n/Type /XObject\n/Subtype /Form\n/BBox " + box[1] + b"\n/Resources %d 0 R\n" % resources
                + b"/Group << /S /Transparency /CS /DeviceRGB /I false /K false >>"
            )  # fmt: skip
            form = file.add_stream(head_of_form, begin + matrix + rest[first:second])
            names.append((name, opacity, form))
            main += b"q\n" + matrix + rest[:first] + b"Q\nq\n/" + name + b"G gs\n/" + name + b" Do\nQ\n"
            rest = rest[second:]
        if not names:
            return
        main += b"q\n" + matrix + rest + b"\nQ\n"
        file.replace_stream(contents, main)
        known = file.objects[resources]
        states = b"".join(b"/%sG << /ca %.4f /CA %.4f >>\n" % (name, opacity, opacity) for name, opacity, _ in names)
        forms = b"".join(b"/%s %d 0 R\n" % (name, form) for name, _, form in names)
        for key, more in ((b"/ExtGState <<\n", states), (b"/XObject <<\n", forms)):
            _check(known.count(key) == 1)
            known = known.replace(key, key + more)
        file.objects[resources] = known


def _clip_mark(painter: QPainter, number: int) -> None:
    transform = painter.transform()
    painter.resetTransform()
    painter.setClipRect(QRectF(-FAR - number, -FAR, 3 * FAR, 3 * FAR), Qt.ClipOperation.IntersectClip)
    painter.setTransform(transform)


def _cut_before(content: bytes, number: int) -> int | None:
    """Where the settings begin that a mark has made Qt write, outside of everything that was saved before; None without it."""
    mark = content.find(b"\n%d -%d m\n" % (-FAR - number, FAR))
    if mark < 0:
        return None
    begun = content.rfind(b"Q q\n", 0, mark + 1)
    _check(begun >= 0)
    return begun + len(b"Q ")


def _reference(body: bytes, key: bytes) -> int:
    found = re.search(rb"/" + key + rb" (\d+) 0 R", body)
    _check(found is not None)
    assert found is not None
    return int(found[1])


@dataclass
class _Pdf:
    """The objects of a file as Qt writes it, by number, each with all between "obj" and "endobj"; and its head and trailer."""

    head: bytes
    objects: dict[int, bytes]
    trailer: bytes

    @classmethod
    def read(cls, data: bytes) -> "_Pdf":
        """Takes a file apart by its table of objects."""
        end = re.search(rb"startxref\s+(\d+)\s+%%EOF\s*$", data)
        _check(end is not None)
        assert end is not None
        table = int(end[1])
        start = re.match(rb"xref\n0 (\d+)\n", data[table : table + 40])
        _check(start is not None)
        assert start is not None
        rows = table + start.end()
        count = int(start[1])
        # Rows of the table have twenty bytes each.
        entries = [data[rows + 20 * number : rows + 20 * number + 20] for number in range(count)]
        places = sorted((int(row[:10]), number) for number, row in enumerate(entries) if row[17:18] == b"n")
        ends = [place for place, _ in places[1:]] + [table]
        objects: dict[int, bytes] = {}
        for (place, number), after in zip(places, ends, strict=True):
            begun = b"%d 0 obj" % number
            whole = data[place:after]
            _check(whole.startswith(begun) and b"endobj" in whole)
            objects[number] = whole[len(begun) : whole.rindex(b"endobj")]
        found = re.search(rb"trailer\s*<<(.*?)>>\s*startxref", data[table:], re.DOTALL)
        _check(found is not None and bool(places))
        assert found is not None
        return cls(data[: places[0][0]], objects, found[1])

    def content(self, number: int) -> bytes:
        """What a stream holds, unpacked."""
        body = self.objects[number]
        begun = re.search(rb"stream\r?\n", body)
        _check(begun is not None)
        assert begun is not None
        held = body[begun.end() : body.rindex(b"endstream")]
        return zlib.decompressobj().decompress(held) if b"/FlateDecode" in body[: begun.start()] else held

    def replace_stream(self, number: int, content: bytes) -> None:
        """Gives a stream something else to hold."""
        self.objects[number] = _stream(b"<<", content)

    def add_stream(self, dictionary: bytes, content: bytes) -> int:
        """Adds a stream, whose dictionary is begun, and gives its number."""
        number = max(self.objects) + 1
        self.objects[number] = _stream(dictionary, content)
        return number

    def written(self) -> bytes:
        """The file as it is written."""
        parts, places, at = [self.head], {}, len(self.head)
        for number, body in self.objects.items():
            places[number] = at
            part = b"%d 0 obj" % number + body + b"endobj\n"
            parts.append(part)
            at += len(part)
        size = max(self.objects) + 1
        rows = [
            b"%010d 00000 n \n" % places[number] if number in places else b"0000000000 65535 f \n" for number in range(size)
        ]
        trailer = re.sub(rb"/Size \d+", b"/Size %d" % size, self.trailer)
        parts += [b"xref\n0 %d\n" % size, *rows, b"trailer\n<<" + trailer + b">>\nstartxref\n%d\n%%%%EOF\n" % at]
        return b"".join(parts)


def _stream(dictionary: bytes, content: bytes) -> bytes:
    packed = zlib.compress(content)
    return b"\n" + dictionary + b"\n/Length %d\n/Filter /FlateDecode\n>>\nstream\n" % len(packed) + packed + b"\nendstream\n"


def _check(fine: bool) -> None:
    """Refuses a file of Qt's that is not written as Qt has written them up to now."""
    if not fine:
        raise OSError(
            "Qt wrote the file in another way than this program knows, and translucent layers cannot be kept together."
        )
