"""The methods side by side: what each says, which one is shown below, which are still being computed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget

from app.panels.flow import FlowLayout
from app.panels.signs import paint_sign
from app.panels.tints import tints, verdict_wash
from app.panels.words import method_word

_SIGN = 18
_PAD = 6


@dataclass(frozen=True, slots=True)
class MethodState:
    """What a button shows. `share` is how far the answer has come, None when it is there."""

    method: str
    sign: str
    verdict: str
    share: float | None = None


class MethodButton(QAbstractButton):
    """One method with its verdict; pressed in while its details are shown."""

    def __init__(self, state: MethodState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.state = state
        self.show_state(state)

    def show_state(self, state: MethodState) -> None:
        """Shows another verdict, or more of its progress."""
        self.state = state
        name = method_word(state.method)
        if state.share is None:
            verdict = state.verdict
        else:
            verdict = self.tr("computing, {share} %").format(share=round(100 * state.share))
        self.setText(name)
        self.setAccessibleName(f"{name}: {verdict}")
        self.setToolTip(f"{name}: {verdict}")
        self.setEnabled(state.share is None)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Sign and two lines of words."""
        small, bold = self._metrics()
        computing = self.tr("computing…")
        words = max(
            small.horizontalAdvance(self.text()), bold.horizontalAdvance(self.state.verdict), small.horizontalAdvance(computing)
        )
        return QSize(_PAD + _SIGN + _PAD + words + _PAD + 2, small.height() + bold.height() + _PAD)

    def minimumSizeHint(self) -> QSize:
        """As small as it can be read."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints frame, sign, words and progress."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette, frame = self.palette(), QRectF(self.rect()).adjusted(1, 1, -1, -1)
        colours, waiting = tints(palette), self.state.share is not None
        painter.setBrush(verdict_wash(self.state.sign if self.isChecked() else "", palette))
        edge = QColor(colours.accent) if self.isChecked() or self.hasFocus() else QColor(colours.rule)
        painter.setPen(QPen(edge, 2.0 if self.isChecked() else 1.0))
        painter.drawRoundedRect(frame, 4, 4)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(edge, 1.0, Qt.PenStyle.DotLine))
            painter.drawRoundedRect(frame.adjusted(3, 3, -3, -3), 2, 2)
        paint_sign(painter, QRectF(_PAD, (self.height() - _SIGN) / 2, _SIGN, _SIGN), self.state.sign, palette)
        self._paint_words(painter, palette, waiting)
        if self.state.share is not None:
            bar = QRectF(_PAD + _SIGN + _PAD, self.height() - 6, self.width() - 3 * _PAD - _SIGN, 3)
            painter.fillRect(bar, QColor(colours.rule))
            bar.setWidth(bar.width() * max(0.0, min(1.0, self.state.share)))
            painter.fillRect(bar, QColor(colours.accent))
        painter.end()

    def _paint_words(self, painter: QPainter, palette: QPalette, waiting: bool) -> None:
        small, bold = self._metrics()
        left = _PAD + _SIGN + _PAD
        painter.setPen(QColor(tints(palette).quiet))
        font = self.font()
        font.setPointSizeF(font.pointSizeF() * 0.88)
        painter.setFont(font)
        painter.drawText(left, _PAD // 2 + small.ascent(), self.text())
        if waiting:
            painter.drawText(left, _PAD // 2 + small.height() + small.ascent() - 1, self.tr("computing…"))
            return
        font = self.font()
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(palette.color(QPalette.ColorRole.WindowText))
        painter.drawText(left, _PAD // 2 + small.height() + bold.ascent(), self.state.verdict)

    def _metrics(self) -> tuple[QFontMetrics, QFontMetrics]:
        small, bold = self.font(), self.font()
        small.setPointSizeF(small.pointSizeF() * 0.88)
        bold.setBold(True)
        return QFontMetrics(small), QFontMetrics(bold)


class MethodRow(QWidget):
    """One button per method. `chosen` carries the method whose details the user wants."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._buttons: dict[str, MethodButton] = {}
        self.setAccessibleName(self.tr("Methods"))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def buttons(self) -> Mapping[str, MethodButton]:
        """The buttons by method."""
        return self._buttons

    def show_states(self, states: Sequence[MethodState], shown: str) -> None:
        """Shows the methods in order, keeping buttons that stay, so that the focus stays too."""
        if [each.method for each in states] != list(self._buttons):
            self._rebuild(states)
        for state in states:
            self._buttons[state.method].show_state(state)
        if shown in self._buttons:
            self._buttons[shown].setChecked(True)
        self.setVisible(bool(states))

    def changeEvent(self, event: QEvent) -> None:
        """Follows palette and font."""
        if event.type() in {QEvent.Type.PaletteChange, QEvent.Type.FontChange}:
            for button in self._buttons.values():
                button.updateGeometry()
                button.update()
        super().changeEvent(event)

    def _rebuild(self, states: Sequence[MethodState]) -> None:
        for button in self._buttons.values():
            self._group.removeButton(button)
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._buttons = {}
        for state in states:
            button = MethodButton(state, self)
            button.clicked.connect(lambda _checked=False, method=state.method: self.chosen.emit(method))
            self._group.addButton(button)
            self._flow.addWidget(button)
            self._buttons[state.method] = button
            button.show()
