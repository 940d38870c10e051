"""Where the window stands, and in it panels and tool bars: one layout for making a game, one for playing it."""

from collections.abc import Generator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QApplication, QWidget

from app.shell.session import LAYOUT_VERSION, Session

if TYPE_CHECKING:
    from app.documents.document import Document
    from app.shell.main_window import MainWindow
    from app.shell.workbench import Workbench

MAKING, PLAYING = 0, 1

LAYOUT = "layout"
"""What a layout is called among all that takes turns."""

FIRST_WIDTH_LETTERS, FIRST_HEIGHT_LINES = 215, 58
"""The size of the window at the first run, in letters and lines of the system's font, at most the screen."""


class Layouts:
    """Keeps the layouts of a window and restores them."""

    def __init__(self, window: "MainWindow", session: Session) -> None:
        self._window = window
        self._kept = [session.layout, session.play_layout]
        self._mode = MAKING
        self._workbench: Workbench | None = None
        self._document: Document | None = None
        self._settled = False

    @property
    def all(self) -> tuple[QByteArray, QByteArray]:
        """The layout for making a game, and that for playing it, as Qt writes them; empty where there was none yet."""
        return self._kept[MAKING], self._kept[PLAYING]

    @property
    def settled(self) -> bool:
        """Whether panels stand where they are to stand: nothing is being laid out."""
        return self._document is None or not self._document.turns.waits(self._window, LAYOUT)

    def use(self, workbench: "Workbench", document: "Document") -> Generator[None, None, None]:
        """A box is shown: its panels come to where they stood, in steps of a few milliseconds."""
        self._workbench, self._mode = workbench, MAKING
        yield from self._restored(document)
        self._document = document

    def leave(self) -> None:
        """The box is being closed."""
        self.keep()
        self._document = None
        self._mode = MAKING

    def play(self, playing: bool) -> None:
        """A session begins or ends: panels and tool bars stand as they did when one was played last, or else was not."""
        mode = PLAYING if playing else MAKING
        if mode != self._mode:
            self.keep()
            self._window.actions_["view.hide_panels"].setChecked(False)
            self._mode = mode
            self.restore()

    def keep(self) -> None:
        """Notes where panels stand, while a map is shown and they are not hidden for the moment."""
        hidden = self._window.actions_["view.hide_panels"].isChecked()
        # Half of a layout is none: that of before stays.
        if self._document is not None and self._settled and not hidden:
            assert self._workbench is not None
            self._kept[self._mode] = self._workbench.docks.layout(LAYOUT_VERSION)

    def restore(self) -> None:
        """Puts panels to where they stood, or to their first places, in the next turns of the event loop."""
        if self._document is not None:
            self._settled = False
            self._document.turns.wish(self._window, LAYOUT, partial(self._restored, self._document))

    def _restored(self, document: "Document") -> Generator[None, None, None]:
        assert self._workbench is not None
        self._settled = False
        layout = self._kept[self._mode]
        if layout.isEmpty() or not self._window.restoreState(layout, LAYOUT_VERSION):
            yield from self._workbench.arrange_docks(self._mode == PLAYING)
        self._workbench.docks.fit_box(bool(document.methods), bool(document.box.oob.counters))
        self._workbench.docks.fit_board(self._workbench.formations.known)
        if self._mode == PLAYING:
            self._workbench.procedures.remind()
        self._settled = True

    def reset(self) -> None:
        """Puts every panel and tool bar to its first place."""
        self._kept[self._mode] = QByteArray()
        self._window.actions_["view.full_screen"].setChecked(False)
        self._window.actions_["view.hide_panels"].setChecked(False)
        self._window.tool_bar.show()
        self.restore()

    def hide_panels(self, hide: bool) -> None:
        """Leaves the map alone for a while, or brings the panels back."""
        if self._workbench is None or self._document is None:
            return
        if hide:
            if self._settled:
                self._kept[self._mode] = self._workbench.docks.layout(LAYOUT_VERSION)
            # What is being laid out would bring them back.
            self._document.turns.wish(self._window, LAYOUT, self._workbench.hide_docks)
        else:
            self.restore()


def place_window(window: QWidget, kept: QByteArray) -> None:
    """Gives the window the place and size that it had in the last run, as Qt wrote them; at the first run a fitting size."""
    if not kept.isEmpty() and window.restoreGeometry(kept):
        return
    metrics = window.fontMetrics()
    room = QApplication.primaryScreen().availableSize()
    width = min(FIRST_WIDTH_LETTERS * metrics.averageCharWidth(), room.width() * 9 // 10)
    height = min(FIRST_HEIGHT_LINES * metrics.lineSpacing(), room.height() * 9 // 10)
    window.resize(width, height)
