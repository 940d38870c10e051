"""Paints the side view of a line of sight from the ruling's own numbers."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPalette, QPen, QPolygonF

from app.panels.features import FeatureKind, feature_brush, feature_colour, feature_kind, paint_swatch
from app.panels.profile.geometry import (
    Frame,
    Slot,
    Spot,
    ends_of,
    ground,
    heights_of,
    line_y,
    outline,
    point_of,
    sight_line,
    slots_of,
    ticks,
)
from app.panels.signs import paint_sign
from app.panels.tints import Tints, tints, verdict_tint
from app.panels.words import margin, tr
from core.model.box import GameBox
from core.rules.kernel.rulings import Ruling, metres

_LEGEND_FROM = 150.0
"""Least height of a drawing that has room for a legend."""

_ROUND = Qt.PenCapStyle.RoundCap
_MIDDLE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True)
class ProfileDrawing:
    """One side view, laid out for a rectangle, a font and a palette."""

    ruling: Ruling
    box: GameBox
    rect: QRectF
    font: QFont
    palette: QPalette

    @property
    def colours(self) -> Tints:
        """The colours that go with the palette."""
        return tints(self.palette)

    def frame(self) -> Frame | None:
        """The plot inside the rectangle; None when no height is known or there is no room."""
        heights = heights_of(self.ruling.detail)
        if heights is None:
            return None
        small = QFontMetricsF(self._small())
        line = small.height()
        axis = max(small.horizontalAdvance(f"{metres(round(each))}") for each in (heights.low, heights.high)) + 10
        below = line * (1 + self._label_lines(small)) + 8
        above = line * self._legend_lines(small) + 6
        left, top = self.rect.left() + axis + line, self.rect.top() + above
        right, bottom = self.rect.right() - 6, self.rect.bottom() - below
        if right - left < 40 or bottom - top < 30:
            return None
        columns = self.ruling.detail.distance
        inset = min(34.0, (right - left) / (2 * columns + 2))
        return Frame(left, top, right, bottom, columns, heights, inset)

    def paint(self, painter: QPainter, named: Slot | None = None) -> None:
        """Paints everything; `named` is the row under mouse or cursor."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font)
        frame = self.frame()
        if frame is None:
            painter.setPen(self.palette.color(QPalette.ColorRole.WindowText))
            words = tr("No heights are known along this line.") if heights_of(self.ruling.detail) is None else "…"
            painter.drawText(self.rect, int(_MIDDLE | Qt.TextFlag.TextWordWrap), words)
        else:
            self._paint_all(painter, frame, named)
        painter.restore()

    def _paint_all(self, painter: QPainter, frame: Frame, named: Slot | None) -> None:
        detail, slots = self.ruling.detail, slots_of(self.ruling.detail)
        plot = QRectF(QPointF(frame.left, frame.top), QPointF(frame.right, frame.bottom))
        line = sight_line(detail, frame)
        painter.fillRect(plot, QColor(self.colours.sky))
        self._paint_height_axis(painter, frame)
        painter.save()
        painter.setClipRect(plot)
        if named is not None:
            self._paint_band(painter, frame, named)
        for slot in slots:
            self._paint_feature(painter, frame, slot, line)
        self._paint_ground(painter, frame)
        self._paint_visibility(painter, frame)
        if line is not None:
            self._paint_line(painter, frame, line, slots)
        for slot in slots:
            self._paint_point(painter, frame, slot)
        self._paint_ends(painter, frame)
        painter.restore()
        self._paint_margins(painter, frame, slots, line)
        self._paint_labels(painter, frame, slots)
        self._paint_legend(painter, slots)
        painter.setPen(QPen(QColor(self.colours.quiet), 1))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        painter.drawLine(plot.topLeft(), plot.bottomLeft())

    def _paint_height_axis(self, painter: QPainter, frame: Frame) -> None:
        small = self._small()
        painter.setFont(small)
        line = QFontMetricsF(small).height()
        for tick in ticks(frame.heights, frame.bottom - frame.top, 1.9 * line):
            y = frame.y(tick)
            painter.setPen(QPen(QColor(self.colours.rule), 1))
            painter.drawLine(QPointF(frame.left, y), QPointF(frame.right, y))
            painter.setPen(QColor(self.colours.quiet))
            room = QRectF(self.rect.left(), y - line / 2, frame.left - self.rect.left() - 5, line)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), metres(tick))
        painter.save()
        painter.translate(self.rect.left() + line / 2 + 1, (frame.top + frame.bottom) / 2)
        painter.rotate(-90)
        painter.drawText(QRectF(-60, -line / 2, 120, line), int(_MIDDLE), tr("metres"))
        painter.restore()

    def _paint_band(self, painter: QPainter, frame: Frame, slot: Slot) -> None:
        wash = QColor(self.colours.accent)
        wash.setAlpha(45)
        left = frame.x(slot.column) - (0.5 * frame.step if slot.side <= 0 else 0)
        right = frame.x(slot.column) + (0.5 * frame.step if slot.side >= 0 else 0)
        painter.fillRect(QRectF(QPointF(left, frame.top), QPointF(right, frame.bottom)), wash)

    def _paint_feature(self, painter: QPainter, frame: Frame, slot: Slot, line: tuple[Spot, Spot] | None) -> None:
        row = slot.row
        kind = feature_kind(row.feature, row.smoke)
        if kind is FeatureKind.SMOKE:
            reach = 0.4 * frame.step
            left = frame.x(slot.column) - (reach if slot.side <= 0 else 0)
            right = frame.x(slot.column) + (reach if slot.side >= 0 else 0)
            column = QRectF(QPointF(left, frame.top), QPointF(right, frame.bottom))
            painter.setPen(QPen(feature_colour(kind, self.colours), 1, Qt.PenStyle.DotLine))
            painter.setBrush(feature_brush(kind, self.colours))
            painter.drawRect(column)
            return
        if not row.feature or row.base is None or row.height is None or row.height == row.base:
            return
        points = outline(kind.value, slot, frame, line)
        # The foot reaches below the ground, which is painted over it: a slope hides none of it in the air.
        whole = QPolygonF([QPointF(points[0][0], frame.bottom), *(QPointF(x, y) for x, y in points)])
        whole.append(QPointF(points[-1][0], frame.bottom))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.colours.sky))
        painter.drawPolygon(whole)
        pen = QPen(feature_colour(kind, self.colours), 2.2 if row.blocks else 1.2)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(feature_brush(kind, self.colours))
        painter.drawPolygon(whole)

    def _paint_ground(self, painter: QPainter, frame: Frame) -> None:
        points = ground(self.ruling.detail)
        known = [(frame.x(column), frame.y(height)) for column, height in points if height is not None]
        if not known:
            return
        first, last = known[0], known[-1]
        surface = [(frame.left, first[1]), *known, (frame.right, last[1])]
        whole = QPolygonF([QPointF(frame.left, frame.bottom), *(QPointF(*p) for p in surface)])
        whole.append(QPointF(frame.right, frame.bottom))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self.colours.ground))
        painter.drawPolygon(whole)
        edge = QColor(self.colours.ground_edge)
        painter.setPen(QPen(edge, 1.6, Qt.PenStyle.SolidLine, _ROUND, Qt.PenJoinStyle.RoundJoin))
        painter.drawLine(QPointF(frame.left, first[1]), QPointF(*first))
        painter.drawLine(QPointF(*last), QPointF(frame.right, last[1]))
        before: Spot | None = None
        gap = False
        for column, height in points:
            if height is None:
                gap = True
                continue
            here = frame.x(column), frame.y(height)
            if before is not None:
                style = Qt.PenStyle.DotLine if gap else Qt.PenStyle.SolidLine
                painter.setPen(QPen(edge, 1.6, style, _ROUND))
                painter.drawLine(QPointF(*before), QPointF(*here))
            before, gap = here, False

    def _paint_visibility(self, painter: QPainter, frame: Frame) -> None:
        detail = self.ruling.detail
        limit = detail.visibility
        if limit is None or limit >= detail.distance:
            return
        from_left = detail.low_end == detail.start
        x = frame.x(limit if from_left else detail.distance - limit)
        beyond = QRectF(QPointF(x, frame.top), QPointF(frame.right if from_left else frame.left, frame.bottom)).normalized()
        colour = QColor(self.colours.undecided)
        faint = QColor(colour)
        faint.setAlpha(90)
        painter.fillRect(beyond, QBrush(faint, Qt.BrushStyle.FDiagPattern))
        painter.setPen(QPen(colour, 1.6, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, frame.top), QPointF(x, frame.bottom))
        words = tr("visibility {count}").format(count=limit)
        painter.setFont(self._small())
        room = QFontMetricsF(self._small()).horizontalAdvance(words) + 8
        left = x - room if from_left else x
        self._plate(painter, QRectF(left, frame.top + 2, room, QFontMetricsF(self._small()).height()), words, colour)

    def _paint_line(self, painter: QPainter, frame: Frame, line: tuple[Spot, Spot], slots: Sequence[Slot]) -> None:
        detail, verdict = self.ruling.detail, self.ruling.verdict
        colour = verdict_tint(verdict, self.palette)
        (x0, y0), (x1, y1) = line
        solid = QPen(colour, 2.2, Qt.PenStyle.SolidLine, _ROUND)
        broken = QPen(colour, 1.6, Qt.PenStyle.DashLine, _ROUND)
        columns = {slot.row.hex: slot.column for slot in slots}
        if verdict == "undecidable":
            broken.setStyle(Qt.PenStyle.DashDotLine)
        if verdict == "clear":
            stop: float | None = x1
        elif detail.blockers and detail.blockers[0] in columns:
            stop = frame.x(columns[detail.blockers[0]])
        elif verdict == "blocked" and detail.visibility is not None:
            stop = frame.x(detail.visibility if detail.low_end == detail.start else detail.distance - detail.visibility)
        else:
            stop = None
        if stop is None:
            painter.setPen(broken)
            painter.drawLine(QLineF(x0, y0, x1, y1))
            return
        middle = QPointF(stop, line_y(line, stop))
        from_left = detail.low_end == detail.start or verdict == "clear"
        painter.setPen(solid if from_left else broken)
        painter.drawLine(QPointF(x0, y0), middle)
        painter.setPen(broken if from_left else solid)
        painter.drawLine(middle, QPointF(x1, y1))

    def _paint_point(self, painter: QPainter, frame: Frame, slot: Slot) -> None:
        row, point = slot.row, point_of(slot, frame)
        side = min(18.0, 0.7 * frame.step)
        middle = frame.x(slot.column) + slot.side * side * 0.55
        if row.smoke:
            self._paint_sign(painter, "blocked", QPointF(middle, frame.top + side), side)
            return
        if point is None or row.sight is None:
            y = (frame.top + frame.bottom) / 2 if point is None else point[1] - side
            self._paint_sign(painter, "undecidable", QPointF(middle, y), side)
        if point is None:
            return
        x, y = point
        if row.blocks:
            self._paint_sign(painter, "blocked", QPointF(middle, max(y - side * 0.9, frame.top + side / 2 + 1)), side)
        radius = 3.6 if row.blocks else 3.0
        disc = QPainterPath()
        if slot.side:
            disc.moveTo(x, y)
            disc.arcTo(QRectF(x - radius, y - radius, 2 * radius, 2 * radius), 90 if slot.side < 0 else -90, 180)
            disc.closeSubpath()
        else:
            disc.addEllipse(QPointF(x, y), radius, radius)
        painter.setPen(QPen(QColor(self.colours.sky), 1))
        painter.setBrush(self.palette.color(QPalette.ColorRole.WindowText))
        painter.drawPath(disc)

    def _paint_sign(self, painter: QPainter, sign: str, at: QPointF, side: float) -> None:
        paint_sign(painter, QRectF(at.x() - side / 2, at.y() - side / 2, side, side), sign, self.palette)

    def _paint_ends(self, painter: QPainter, frame: Frame) -> None:
        detail = self.ruling.detail
        for column, height, is_start in zip(
            (0, detail.distance), ends_of(detail), (detail.low_end == detail.start, detail.low_end != detail.start), strict=True
        ):
            x = frame.x(column)
            if height is None:
                self._paint_sign(painter, "undecidable", QPointF(x, (frame.top + frame.bottom) / 2), 16.0)
                continue
            y = frame.y(float(height))
            ink = self.palette.color(QPalette.ColorRole.WindowText)
            painter.setPen(QPen(ink, 1.6))
            painter.setBrush(ink if is_start else QColor(self.colours.sky))
            painter.drawEllipse(QPointF(x, y), 4.4, 4.4)
            words = metres(height)
            bold = self._small(bold=True)
            painter.setFont(bold)
            size = QFontMetricsF(bold)
            room = QRectF(0, 0, size.horizontalAdvance(words) + 6, size.height())
            room.moveCenter(QPointF(x, y - size.height() * 0.5 - 8))
            room.moveLeft(max(frame.left + 1, min(room.left(), frame.right - room.width() - 1)))
            room.moveTop(max(frame.top + 1, room.top()))
            self._plate(painter, room, words, ink)

    def _paint_margins(self, painter: QPainter, frame: Frame, slots: Sequence[Slot], line: tuple[Spot, Spot] | None) -> None:
        if line is None:
            return
        measured = [slot for slot in slots if slot.row.margin is not None and not slot.row.smoke]
        for slot in measured:
            upright = self._margin_mark(frame, slot, line)
            painter.setPen(QPen(self._margin_colour(slot), 2.4 if slot.row.blocks else 1.4))
            painter.drawLine(upright.p1(), upright.p2())
            for end in (upright.p1(), upright.p2()):
                painter.drawLine(end - QPointF(3, 0), end + QPointF(3, 0))
        for slot, room in self.margin_rooms(frame, slots, line):
            painter.setFont(self._small(bold=slot.row.blocks))
            self._plate(painter, room, margin(slot.row.margin), self._margin_colour(slot))

    def _margin_colour(self, slot: Slot) -> QColor:
        return verdict_tint("blocked" if slot.row.blocks else "clear", self.palette)

    @staticmethod
    def _margin_mark(frame: Frame, slot: Slot, line: tuple[Spot, Spot]) -> QLineF:
        """The upright from the top of a row to the sight line."""
        point = point_of(slot, frame)
        assert point is not None
        x = point[0] + 2.5 * slot.side
        return QLineF(x, point[1], x, line_y(line, point[0]))

    def margin_rooms(self, frame: Frame, slots: Sequence[Slot], line: tuple[Spot, Spot]) -> list[tuple[Slot, QRectF]]:
        """Where the numbers of margins stand: beside their own mark, on no other number and on no mark of another row.

        Blocking rows choose first, then the tightest; what finds no room is left to the table.
        """
        measured = [slot for slot in slots if slot.row.margin is not None and not slot.row.smoke]
        marks = []
        for slot in measured:
            upright = self._margin_mark(frame, slot, line)
            marks.append(QRectF(upright.p1(), upright.p2()).normalized().adjusted(-3, -1, 3, 1))
        plot = QRectF(QPointF(frame.left, frame.top), QPointF(frame.right, frame.bottom))
        placed: list[tuple[Slot, QRectF]] = []
        order = sorted(range(len(measured)), key=lambda n: (not measured[n].row.blocks, measured[n].row.margin))
        for number in order:
            slot, mark = measured[number], marks[number]
            size = QFontMetricsF(self._small(bold=slot.row.blocks))
            room = QRectF(0, 0, size.horizontalAdvance(margin(slot.row.margin)) + 5, size.height())
            room.moveCenter(mark.center())
            for side in (-1, 1) if slot.side < 0 else (1, -1):
                room.moveLeft(mark.right() + 2 if side > 0 else mark.left() - 2 - room.width())
                # Marks are as high as their margin; a number is kept out of another's whole column.
                columns = (QRectF(each.left(), room.top(), each.width(), room.height()) for each in marks if each is not mark)
                inside = plot.left() <= room.left() and room.right() <= plot.right()
                if inside and not any(room.intersects(each) for each in (*columns, *(other for _, other in placed))):
                    placed.append((slot, QRectF(room)))
                    break
        return placed

    def label_rooms(self, frame: Frame, slots: Sequence[Slot]) -> list[tuple[str, bool, QRectF]]:
        """What is written under the axis: numbers of hexes, whether they weigh, and where; none reaches into another.

        Both ends come first, then what blocks, then as many of the others as there is room for, at even distances.
        """
        detail = self.ruling.detail
        size = QFontMetricsF(self._small(bold=True))
        line = size.height()
        names: dict[int, list[tuple[str, bool]]] = {}
        ends = (detail.start, detail.end) if detail.low_end == detail.start else (detail.end, detail.start)
        names[0] = [(self.box.label(ends[0]), True)]
        names[detail.distance] = [(self.box.label(ends[1]), True)]
        for slot in slots:
            names.setdefault(slot.column, []).append((self.box.label(slot.row.hex), slot.row.blocks))
        widest = max(size.horizontalAdvance(word) for words in names.values() for word, _ in words) + 4
        every = max(1, math.ceil(widest / frame.step))
        weighty = [column for column, words in names.items() if any(strong for _, strong in words)]
        others = [column for column in sorted(names) if column % every == 0]
        placed: dict[int, list[QRectF]] = {}
        for column in (0, detail.distance, *sorted(weighty), *others):
            if column in placed:
                continue
            count = len(names[column])
            abreast = count == 2 and frame.step > 2.2 * widest
            rooms = []
            for number in range(count):
                room = QRectF(frame.x(column) - widest / 2, frame.bottom + 3 + line, widest, line)
                room.translate(*(((number - 0.5) * widest, 0.0) if abreast else (0.0, number * line)))
                room.moveLeft(min(room.left(), self.rect.right() - widest))
                rooms.append(room)
            whole = QRectF(rooms[0].left(), rooms[0].top(), rooms[-1].right() - rooms[0].left(), line)
            if not any(whole.intersects(other) for taken in placed.values() for other in taken):
                placed[column] = rooms
        return [
            (word, strong, room)
            for column in sorted(placed)
            for (word, strong), room in zip(names[column], placed[column], strict=True)
        ]

    def _paint_labels(self, painter: QPainter, frame: Frame, slots: Sequence[Slot]) -> None:
        distance = self.ruling.detail.distance
        small, bold = self._small(), self._small(bold=True)
        size = QFontMetricsF(bold)
        line = size.height()
        painter.setFont(small)
        painter.setPen(QColor(self.colours.quiet))
        every = max(1, math.ceil((size.horizontalAdvance("00") + 6) / frame.step))
        for column in range(distance + 1):
            # The last number stands whatever the distance is, and no other one close to it.
            if column == distance or (column % every == 0 and distance - column >= every):
                painter.drawText(QRectF(frame.x(column) - 30, frame.bottom + 3, 60, line), int(_MIDDLE), str(column))
        for word, strong, room in self.label_rooms(frame, slots):
            painter.setFont(bold if strong else small)
            painter.setPen(self.palette.color(QPalette.ColorRole.WindowText))
            painter.drawText(room, int(_MIDDLE), word)
        painter.setFont(small)
        painter.setPen(QColor(self.colours.quiet))
        hexes = tr("hexes")
        room = QRectF(self.rect.left(), frame.bottom + 3, frame.x(0) - self.rect.left() - 8, line)
        if room.width() >= size.horizontalAdvance(hexes):
            painter.drawText(room, int(Qt.AlignmentFlag.AlignRight), hexes)

    def _paint_legend(self, painter: QPainter, slots: Sequence[Slot]) -> None:
        small = QFontMetricsF(self._small())
        painter.setFont(self._small())
        line = small.height()
        for number, (kind, words, x) in self._legend(small):
            if number >= self._legend_lines(small):
                break
            y = self.rect.top() + number * line + 2
            sample = QRectF(self.rect.left() + x, y + 2, 14, line - 5)
            if kind == "line":
                dash = Qt.PenStyle.SolidLine if self.ruling.verdict == "clear" else Qt.PenStyle.DashLine
                painter.setPen(QPen(verdict_tint(self.ruling.verdict, self.palette), 2, dash))
                painter.drawLine(QPointF(sample.left(), sample.center().y()), QPointF(sample.right(), sample.center().y()))
            elif kind == "ground":
                painter.fillRect(sample, QColor(self.colours.ground))
                painter.setPen(QPen(QColor(self.colours.ground_edge), 1.4))
                painter.drawLine(sample.topLeft(), sample.topRight())
            elif kind == "margin":
                painter.setPen(QPen(verdict_tint("clear", self.palette), 1.4))
                middle = sample.center().x()
                painter.drawLine(QPointF(middle, sample.top()), QPointF(middle, sample.bottom()))
                painter.drawLine(QPointF(middle - 3, sample.top()), QPointF(middle + 3, sample.top()))
                painter.drawLine(QPointF(middle - 3, sample.bottom()), QPointF(middle + 3, sample.bottom()))
            else:
                paint_swatch(painter, sample, FeatureKind(kind), self.palette)
            painter.setPen(self.palette.color(QPalette.ColorRole.WindowText))
            painter.drawText(QPointF(sample.right() + 4, y + small.ascent()), words)

    def _legend(self, small: QFontMetricsF) -> list[tuple[int, tuple[str, str, float]]]:
        entries = [("line", tr("sight line")), ("ground", tr("ground")), ("margin", tr("margin"))]
        for row in self.ruling.detail.profile:
            kind = feature_kind(row.feature, row.smoke)
            entry = (kind.value, tr("smoke") if row.smoke else row.feature_name.lower())
            if (row.feature or row.smoke) and entry not in entries:
                entries.append(entry)
        placed, x, number = [], 0.0, 0
        for what, words in entries:
            width = 18 + small.horizontalAdvance(words) + 12
            if x and x + width - 12 > self.rect.width():
                x, number = 0.0, number + 1
            placed.append((number, (what, words, x)))
            x += width
        return placed

    def _legend_lines(self, small: QFontMetricsF) -> int:
        if self.rect.height() < _LEGEND_FROM:
            return 0
        needed = self._legend(small)[-1][0] + 1
        return min(needed, 1 if self.rect.height() < 1.4 * _LEGEND_FROM else 2)

    def _label_lines(self, small: QFontMetricsF) -> int:
        shared: dict[int, int] = {}
        for slot in slots_of(self.ruling.detail):
            shared[slot.column] = shared.get(slot.column, 0) + 1
        return max(shared.values(), default=1)

    def _plate(self, painter: QPainter, room: QRectF, words: str, colour: QColor) -> None:
        """Words on a plate of sky, so that lines behind do not cross them."""
        plate = QColor(self.colours.sky)
        plate.setAlpha(225)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(plate)
        painter.drawRoundedRect(room, 2, 2)
        painter.setPen(colour)
        painter.drawText(room, int(_MIDDLE), words)

    def _small(self, bold: bool = False) -> QFont:
        font = QFont(self.font)
        font.setPointSizeF(max(6.5, self.font.pointSizeF() * 0.86))
        font.setBold(bold)
        return font
