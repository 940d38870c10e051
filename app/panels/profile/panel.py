"""The side view of a line of sight: ground, features, the line, and the margin of every point of contention."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QEvent, QIODevice, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QHelpEvent,
    QImage,
    QImageWriter,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QResizeEvent,
)
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QToolTip, QVBoxLayout, QWidget

from app.panels.profile.geometry import Slot, slot_at, slots_of
from app.panels.profile.painter import ProfileDrawing
from app.panels.rulings.headlines import headline
from app.panels.signs import Sign, paint_sign, sign_icon
from app.panels.words import contact_word, exact, height, margin, tr
from app.widgets.dressing import dress_soon
from core.base.atomic import write_bytes
from core.model.box import GameBox
from core.rules.kernel.rulings import Ruling

_MARGIN = 6
_WIDE = 400
"""From this width on the title says what was asked, too."""
_PICTURE = QSize(1200, 640)


def row_words(slot: Slot, box: GameBox) -> str:
    """All numbers of one point of contention in a sentence."""
    row = slot.row
    parts = [f"{box.label(row.hex)} ({contact_word(row.contact)})", tr("base {height}").format(height=height(row.base))]
    if row.smoke:
        parts.append(tr("smoke without a top"))
    elif row.feature:
        parts.append(f"{row.feature_name} +{height(row.feature_height)}")
    parts.append(tr("total {height}").format(height=height(row.height)))
    parts.append(tr("line {height} (exactly {exact})").format(height=height(row.sight), exact=exact(row.sight)))
    parts.append(tr("margin {margin}").format(margin=margin(row.margin)))
    if row.blocks:
        parts.append(tr("blocks"))
    elif row.margin is None:
        parts.append(tr("not decidable"))
    return ", ".join(parts)


class ProfileView(QWidget):
    """The drawing itself. Arrow keys go from point to point, Enter activates; hovering does the same for the mouse.

    `named` carries the Hex of the row under mouse or cursor, or None; `activated` one that was opened.
    """

    named = Signal(object)
    activated = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ruling: Ruling | None = None
        self._box: GameBox | None = None
        self._slot: Slot | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(120, 80)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Room for a line of a few hexes."""
        return QSize(480, 240)

    def show_ruling(self, ruling: Ruling | None, box: GameBox | None) -> None:
        """Draws another ruling, or nothing."""
        self._ruling, self._box, self._slot = ruling, box, None
        name = self.tr("Side view of the line of sight")
        if ruling is not None and box is not None:
            rows = "; ".join(row_words(slot, box) for slot in slots_of(ruling.detail))
            line = headline(ruling, box)
            self.setAccessibleDescription(f"{line.title}, {line.particulars}. {rows}")
        else:
            self.setAccessibleDescription("")
        self.setAccessibleName(name)
        self.update()

    def drawing(self) -> ProfileDrawing | None:
        """The drawing as it stands in the widget now."""
        if self._ruling is None or self._box is None:
            return None
        room = QRectF(self.rect()).adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        return ProfileDrawing(self._ruling, self._box, room, self.font(), self.palette())

    def name_slot(self, slot: Slot | None) -> None:
        """Marks a row and tells which hex it is."""
        if slot is self._slot:
            return
        self._slot = slot
        if slot is not None and self._box is not None:
            self.setAccessibleName(row_words(slot, self._box))
        self.named.emit(slot.row.hex if slot is not None else None)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the drawing and the ring of the keyboard focus."""
        painter = QPainter(self)
        drawing = self.drawing()
        if drawing is not None:
            drawing.paint(painter, self._slot)
        if self.hasFocus():
            painter.setPen(self.palette().color(QPalette.ColorRole.Highlight))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The row under the mouse."""
        self.name_slot(self._slot_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click opens the row's hex."""
        slot = self._slot_at(event.position())
        if slot is not None and event.button() == Qt.MouseButton.LeftButton:
            self.activated.emit(slot.row.hex)

    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is named once the mouse is gone."""
        self.name_slot(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right go along the line, Enter opens."""
        slots: Sequence[Slot] = slots_of(self._ruling.detail) if self._ruling is not None else ()
        places = [slot.row.hex for slot in slots]
        here = places.index(self._slot.row.hex) if self._slot is not None else -1
        match event.key():
            case Qt.Key.Key_Right if slots:
                self.name_slot(slots[min(here + 1, len(slots) - 1)])
            case Qt.Key.Key_Left if slots:
                self.name_slot(slots[max(here - 1, 0)])
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if self._slot is not None:
                self.activated.emit(self._slot.row.hex)
            case _:
                super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Tooltips tell the numbers."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            slot = self._slot_at(QPointF(event.pos()))
            if slot is not None and self._box is not None:
                QToolTip.showText(event.globalPos(), row_words(slot, self._box), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def _slot_at(self, point: QPointF) -> Slot | None:
        drawing = self.drawing()
        frame = drawing.frame() if drawing is not None else None
        if frame is None or self._ruling is None or not frame.top <= point.y() <= self.height():
            return None
        return slot_at(slots_of(self._ruling.detail), frame, point.x())


class ProfilePanel(QWidget):
    """The side view with its headline and buttons that copy or save it as a picture.

    `hex_hovered` carries the Hex of the point of contention under mouse or cursor, or None; `hex_activated` one to look at.
    """

    hex_hovered = Signal(object)
    hex_activated = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("profile-panel")
        self.setWindowTitle(self.tr("Side view"))
        self._ruling: Ruling | None = None
        self._box: GameBox | None = None
        self._sign = Sign(side=18)
        self._title = QLabel()
        self._title.setWordWrap(True)
        self._copy = QAction(self.tr("Copy picture"), self)
        self._copy.triggered.connect(self.copy_picture)
        self._save = QAction(self.tr("Save picture…"), self)
        self._save.triggered.connect(self._ask_where_to_save)
        self._buttons = []
        head = QHBoxLayout()
        head.setContentsMargins(_MARGIN, 2, 2, 0)
        head.addWidget(self._sign)
        head.addWidget(self._title, 1)
        for action in (self._copy, self._save):
            button = QToolButton()
            button.setDefaultAction(action)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setAccessibleName(action.text())
            button.setAutoRaise(True)
            head.addWidget(button)
            self._buttons.append(button)
        self.view = ProfileView()
        self.view.named.connect(self.hex_hovered)
        self.view.activated.connect(self.hex_activated)
        self._hint = QLabel(self.tr("Press L and drag from hex to hex to see the line from the side."))
        self._hint.setWordWrap(True)
        self._hint.setMargin(12)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._head = QWidget()
        self._head.setLayout(head)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self.view, 1)
        column.addWidget(self._hint, 1)
        self._dress()
        self.clear()

    def show_ruling(self, ruling: Ruling | None, box: GameBox) -> None:
        """Draws a line of sight; a ruling on another question clears the panel."""
        if ruling is None or ruling.question != "los" or ruling.detail is None:
            self.clear()
            return
        self._ruling, self._box = ruling, box
        line = headline(ruling, box)
        self._sign.show_sign(line.sign)
        self._title.setToolTip(f"{line.title} · {line.particulars}")
        self._fit_title()
        self.view.show_ruling(ruling, box)
        self._show_parts(True)

    def show_rulings(self, rulings: Sequence[Ruling], box: GameBox) -> None:
        """Draws the first of several rulings."""
        self.show_ruling(rulings[0] if rulings else None, box)

    def clear(self) -> None:
        """Back to the hint that says what to do."""
        self._ruling = self._box = None
        self.view.show_ruling(None, None)
        self._show_parts(False)

    def to_image(self, size: QSize = _PICTURE, scale: float = 2.0, palette: QPalette | None = None) -> QImage:
        """The drawing as a picture of `size` points with `scale` pixels each; null when there is nothing to draw.

        `palette` may ask for other colours than the window's, such as light ones for print.
        """
        if self._ruling is None or self._box is None:
            return QImage()
        colours = palette or self.palette()
        image = QImage(size * scale, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(scale)
        image.fill(colours.color(QPalette.ColorRole.Window))
        painter = QPainter(image)
        line = headline(self._ruling, self._box)
        font = self.font()
        paint_sign(painter, QRectF(14, 10, 22, 22), line.sign, colours)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(colours.color(QPalette.ColorRole.WindowText))
        bold = self.font()
        bold.setBold(True)
        bold.setPointSizeF(font.pointSizeF() * 1.2)
        painter.setFont(bold)
        words = f"{line.title} · {line.particulars}"
        painter.drawText(QRectF(44, 8, size.width() - 58, 26), Qt.AlignmentFlag.AlignVCenter, words)
        room = QRectF(14, 42, size.width() - 28, size.height() - 54)
        ProfileDrawing(self._ruling, self._box, room, font, colours).paint(painter)
        painter.end()
        return image

    def copy_picture(self) -> None:
        """Puts the drawing on the clipboard."""
        if self._ruling is not None:
            QGuiApplication.clipboard().setImage(self.to_image())

    def save_picture(self, path: Path) -> None:
        """Writes the drawing as PNG. Raises OSError when the file cannot be written."""
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, QByteArray(b"png")).write(self.to_image())
        write_bytes(path, bytes(buffer.data().data()))

    def changeEvent(self, event: QEvent) -> None:
        """Icons follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_buttons"):
            dress_soon(self, self._dress)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A small panel keeps its room for the drawing."""
        super().resizeEvent(event)
        self._fit_title()

    def _fit_title(self) -> None:
        if self._ruling is not None and self._box is not None:
            line = headline(self._ruling, self._box)
            whole = min(self.width(), 2 * self.height()) >= _WIDE
            self._title.setText(f"<b>{line.title}</b> · {line.particulars}" if whole else f"<b>{line.title}</b>")

    def _ask_where_to_save(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, self._save.text(), "line-of-sight.png", self.tr("Pictures (*.png)"))
        if name:
            self.save_picture(Path(name))

    def _show_parts(self, something: bool) -> None:
        self._head.setVisible(something)
        self.view.setVisible(something)
        self._hint.setVisible(not something)

    def _dress(self) -> None:
        self._copy.setIcon(sign_icon("copy", self.palette()))
        self._save.setIcon(sign_icon("save", self.palette()))
