"""Joins the panel Formations: asks for the board while it is seen, lights up what is in hand, begins what it offers."""

from PySide6.QtCore import QObject, QTimer

from app.documents.document import Document
from app.panels.formations.panel import FormationsPanel
from app.shell.desks.procedures import ProcedureDesk
from app.shell.docks import Docks
from app.tools.tool_box import ToolBox
from app.workers.answers import Answers
from core.model.edits.edit import Touched
from core.rules.kernel.formations_detail import FORMATIONS
from core.rules.kernel.rulings import Ruling

REST_MS = 120
"""How long nothing may change before the board is asked for again."""

SLOT = "formations: board"


class FormationDesk(QObject):
    """Keeps the board of the open document up to date; what nobody looks at is not asked for."""

    def __init__(self, parent: QObject, answers: Answers, docks: Docks, procedures: ProcedureDesk) -> None:
        super().__init__(parent)
        self._answers, self._docks = answers, docks
        self._panel: FormationsPanel = docks.formations
        self._document: Document | None = None
        self._tools: ToolBox | None = None
        self._stale = True
        self._resting = QTimer(self, singleShot=True, interval=REST_MS)
        self._resting.timeout.connect(self._ask)
        self._panel.leads = procedures.leads
        self._panel.seen.connect(self._look)
        self._panel.begin_wanted.connect(lambda asked: procedures.begin((asked,)))
        self._panel.hexes_hovered.connect(docks.ruling.hexes_hovered)

    def use(self, document: Document | None, tools: ToolBox | None) -> None:
        """Follows another document; None for none."""
        if self._document is not None:
            self._document.changed.disconnect(self._follow)
            self._document.play_changed.disconnect(self._change)
        self._resting.stop()
        self._document, self._tools = document, tools
        if document is not None and tools is not None:
            document.changed.connect(self._follow)
            document.play_changed.connect(self._change)
            tools.learned.connect(self._learn)
        self._learn()

    @property
    def known(self) -> bool:
        """Whether the series has a board."""
        return self._tools is not None and self._tools.context.headings is not None and self._tools.context.means(FORMATIONS)

    def _learn(self) -> None:
        """The questions of the series are known, or those of another document."""
        self._panel.use(self._document, known=self.known)
        if self._tools is not None and self._tools.context.headings is not None:
            self._docks.fit_board(self.known)
        self._change()

    def _follow(self, _touched: Touched) -> None:
        self._change()

    def _change(self) -> None:
        self._stale = True
        self._look()

    def _look(self) -> None:
        if self._stale and self.known and self._panel.isVisible():
            self._resting.start()

    def _ask(self) -> None:
        document = self._document
        if document is None or not self.known:
            return
        self._stale = False

        def arrived(ruling: Ruling) -> None:
            if document is self._document:
                self._panel.show_board(ruling)

        def refused(sentence: str) -> None:
            if document is self._document:
                self._panel.show_refusal(sentence)

        self._answers.ask(FORMATIONS, {}, arrived, on_refused=refused, slot=SLOT, background=True)
