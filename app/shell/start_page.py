"""What the window shows when no box is open: the boxes that ship with it, those opened last, and the way to any other."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QCommandLinkButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.shell.files.offers import Offer
from app.shell.files.samples import BoxEntry
from app.widgets.dressing import dress_soon
from app.widgets.icons import emblem, icon

EMBLEM = 48
COLUMN_LETTERS = 74
DISCARD_LETTERS = 20


class StartPage(QScrollArea):
    """A column of things to begin with. `chosen` carries the path of a box, `browse` asks for a file dialog, `new_map`
    for the dialog that makes one, `session` for the file of a session.

    `recover` and `discard` carry an offer of unsaved work, as it was given to `show_offers`.
    """

    chosen = Signal(object)
    recover = Signal(object)
    discard = Signal(object)
    browse = Signal()
    session = Signal()
    new_map = Signal()
    cleared = Signal()

    _filled = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._samples: Sequence[BoxEntry] = ()
        self._recent: Sequence[BoxEntry] = ()
        self._links: list[QCommandLinkButton] = []
        self._offers: Sequence[Offer] = ()
        self._page = QWidget()
        self._column = QVBoxLayout()
        self._column.setSpacing(self.fontMetrics().height() // 3)
        rows = QVBoxLayout(self._page)
        rows.addStretch(1)
        middle = QHBoxLayout()
        middle.addStretch(1)
        holder = QWidget()
        holder.setLayout(self._column)
        holder.setMaximumWidth(COLUMN_LETTERS * self.fontMetrics().averageCharWidth())
        middle.addWidget(holder, 8)
        middle.addStretch(1)
        rows.addLayout(middle)
        rows.addStretch(2)
        self.setWidget(self._page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setBackgroundRole(QPalette.ColorRole.Base)

    def show_boxes(self, samples: Sequence[BoxEntry], recent: Sequence[BoxEntry]) -> None:
        """Shows other boxes."""
        if not self._filled or (samples, recent) != (self._samples, self._recent):
            self._samples, self._recent = samples, recent
            self._fill()

    def show_offers(self, offers: Sequence[Offer]) -> None:
        """Shows what earlier runs have left unsaved."""
        if tuple(offers) != self._offers:
            self._offers = tuple(offers)
            if self._filled:
                self._fill()

    def changeEvent(self, event: QEvent) -> None:
        """Icons follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._filled:
            dress_soon(self, self._fill)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Narrow windows get the whole width."""
        super().resizeEvent(event)
        self._page.setMaximumWidth(event.size().width())

    def _fill(self) -> None:
        self._filled = True
        self._links.clear()
        while (item := self._column.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.deleteLater()
        self._column.addWidget(self._title())
        self._column.addSpacing(self.fontMetrics().height() // 2)
        if self._offers:
            self._head(self.tr("Not saved when Phaseline last ended"))
            for offer in self._offers:
                self._offer(offer)
        if self._samples:
            self._head(self.tr("Boxes that come with Phaseline"))
            for entry in self._samples:
                self._box(entry, "map")
        self._head(self.tr("Your own"))
        create = QPushButton(icon("new"), self.tr("&New map…"))
        create.clicked.connect(self.new_map)
        create.setToolTip(self.tr("Make a new box with an empty map (Ctrl+N)"))
        self._column.addWidget(create, 0, Qt.AlignmentFlag.AlignLeft)
        browse = QPushButton(icon("open"), self.tr("&Open a box…"))
        browse.clicked.connect(self.browse)
        browse.setToolTip(self.tr("Choose the game.yaml of a box (Ctrl+O)"))
        self._column.addWidget(browse, 0, Qt.AlignmentFlag.AlignLeft)
        session = QPushButton(icon("play"), self.tr("Open a &session…"))
        session.clicked.connect(self.session)
        session.setToolTip(self.tr("Go on with a session by its journal (Ctrl+Alt+O)"))
        self._column.addWidget(session, 0, Qt.AlignmentFlag.AlignLeft)
        for entry in self._recent:
            self._box(entry, "recent")
        if self._recent:
            clear = QPushButton(self.tr("Clear this list"))
            clear.setFlat(True)
            clear.clicked.connect(self.cleared)
            self._column.addWidget(clear, 0, Qt.AlignmentFlag.AlignLeft)
        hint = QLabel(self.tr("You can also drop a box folder or the journal of a session on this window."))
        hint.setWordWrap(True)
        hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._column.addWidget(hint)
        self._lead()

    def _lead(self) -> None:
        """What was not saved has the keyboard, else the first box."""
        if self._links:
            self._links[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter is a click on the button that has the keyboard, as in dialogs."""
        held = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(held, QAbstractButton):
            held.click()
            return
        super().keyPressEvent(event)

    def _title(self) -> QWidget:
        whole = QWidget()
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        picture = QLabel()
        picture.setPixmap(emblem().pixmap(QSize(EMBLEM, EMBLEM), self.devicePixelRatio()))
        words = QLabel(
            self.tr("<h1 style='margin:0'>Phaseline</h1>Maps, lines of sight and rulings for hex-and-counter wargames.")
        )
        words.setWordWrap(True)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(words, 1)
        return whole

    def _head(self, text: str) -> None:
        label = QLabel(text)
        font = label.font()
        font.setBold(True)
        label.setFont(font)
        self._column.addSpacing(self.fontMetrics().height() // 2)
        self._column.addWidget(label)

    def _offer(self, offer: Offer) -> None:
        whole = QWidget()
        row = QHBoxLayout(whole)
        row.setContentsMargins(0, 0, 0, 0)
        if offer.usable:
            button = self._link(self.tr("Recover %s") % offer.title, offer.phrase, "undo", DISCARD_LETTERS)
            button.setAccessibleName(self.tr("Recover %s: %s") % (offer.title, offer.phrase))
            button.clicked.connect(lambda: self.recover.emit(offer.offer))
            row.addWidget(button, 1)
        else:
            words = QLabel(self.tr("%s cannot be recovered. %s") % (offer.title, offer.phrase))
            words.setTextFormat(Qt.TextFormat.PlainText)
            words.setWordWrap(True)
            row.addWidget(words, 1)
        discard = QPushButton(self.tr("Discard…"))
        discard.setAccessibleName(self.tr("Discard what was not saved of %s") % offer.title)
        discard.clicked.connect(lambda: self.discard.emit(offer.offer))
        row.addWidget(discard, 0, Qt.AlignmentFlag.AlignVCenter)
        self._column.addWidget(whole)

    def _box(self, entry: BoxEntry, picture: str) -> None:
        button = self._link(entry.title, entry.about or _short(entry.path), picture, lines=2 if entry.about else 1)
        button.setToolTip(str(entry.path))
        button.setAccessibleName(self.tr("Open %s") % entry.title)
        button.setAccessibleDescription(entry.about)
        button.clicked.connect(lambda: self.chosen.emit(entry.path))
        self._column.addWidget(button)

    def _link(self, title: str, below: str, picture: str, beside: int = 0, lines: int = 1) -> QCommandLinkButton:
        """A large button with words below its title; it leaves room for so many letters `beside` it.

        What goes over several lines is cut at its end, a title and a path keep both ends.
        """
        room = (COLUMN_LETTERS - 12 - beside) * self.fontMetrics().averageCharWidth()
        kinds, cut = Qt.TextElideMode, self.fontMetrics().elidedText
        shown = cut(title, kinds.ElideMiddle, room)
        small = cut(below, kinds.ElideRight if lines > 1 else kinds.ElideMiddle, lines * room)
        button = QCommandLinkButton(shown.replace("&", "&&"), small.replace("&", "&&"))
        button.setIcon(icon(picture))
        self._links.append(button)
        return button


def _short(path: Path) -> str:
    """A path as people say it: inside the home folder from there."""
    try:
        return f"~/{path.relative_to(Path.home())}"
    except ValueError:
        return str(path)
