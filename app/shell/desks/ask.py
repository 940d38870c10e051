"""Joins the "Ask" panel to the worker, to the map, to the panel "Why?", to a menu and to the palette of actions."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAction

from app.documents.document import Document
from app.panels.ask.panel import AskPanel
from app.shell.actions import ICON_PROPERTY, TIP_PROPERTY, Actions
from app.shell.docks import Docks
from app.shell.menus import Menus
from app.widgets.rule_words import said
from app.workers.answers import Answers
from core.rules.kernel.parameters import Heading, in_words
from core.rules.kernel.rulings import Ruling

SLOT = "ask"
"""A later question of the panel takes the place of an earlier one."""

PREFIX = "ask."


class AskDesk(QObject):
    """Fetches the questions of each box, asks what the form says, and offers every question as an action."""

    def __init__(
        self, parent: QObject, actions: Actions, answers: Answers, docks: Docks, menus: Menus, place: Callable[[], str]
    ) -> None:
        """`place` gives the printed number of the hex that is chosen on the map, empty for none."""
        super().__init__(parent)
        self._actions, self._answers, self._docks, self._menus = actions, answers, docks, menus
        self._document: Document | None = None
        self._offered: list[str] = []
        self._panel: AskPanel = docks.ask
        self._panel.place = place
        self._panel.asked.connect(self._ask)
        for name in ("chart_activated", "hexes_hovered", "hex_activated", "option_wanted"):
            getattr(self._panel.ruling, name).connect(getattr(docks.ruling, name))
        answers.restarted.connect(lambda _: self._panel.ask_again())

    def use(self, document: Document | None) -> None:
        """Asks about another document; None for none."""
        self._document = document
        self._panel.use(document)
        self._menus.fill_topics(self._menus.asking, ())
        for name in self._offered:
            self._actions.drop(name)
        self._offered.clear()
        if document is None:
            return

        def arrived(headings: object) -> None:
            if document is self._document and isinstance(headings, tuple):
                self._panel.show_questions(headings)
                self._offer(headings)

        def refused(sentence: str) -> None:
            if document is self._document:
                self._panel.show_hint(sentence)

        self._answers.run("questions", {}, arrived, on_refused=refused, slot="questions")

    def _offer(self, headings: Sequence[Heading]) -> None:
        """Makes an action of every question, for the palette, the menu and keys of the user's own."""
        topics: dict[str, list[QAction]] = {}
        for heading in headings:
            action = QAction(said(heading.title).replace("&", "&&"), self)
            action.setProperty(ICON_PROPERTY, "ask")
            action.setProperty(TIP_PROPERTY, said(heading.summary))
            action.triggered.connect(lambda _=False, name=heading.name: self._open(name))
            self._offered.append(f"{PREFIX}{heading.name}")
            topics.setdefault(heading.topic, []).append(self._actions.adopt(action, self._offered[-1]))
        self._menus.fill_topics(self._menus.asking, ((said(in_words(topic)), actions) for topic, actions in topics.items()))
        self._actions.paint_icons()

    def _open(self, question: str) -> None:
        self._docks.front("ask")
        self._panel.open(question)

    def _ask(self, question: str, values: Mapping[str, str]) -> None:
        document, form = self._document, self._panel.form
        if document is None:
            return
        if told := self._answers.closed(question):
            self._panel.show_closed(question, told)
            return

        def arrived(ruling: Ruling) -> None:
            # Who has asked may have left the screen to somebody else.
            if document is self._document and form is self._panel.form:
                self._panel.show_ruling(question, ruling, document.box)
                # In a turn of its own: two panels at once would hold the window up.
                QTimer.singleShot(0, self, lambda: self._publish(document, ruling))

        def refused(sentence: str) -> None:
            if document is self._document:
                self._panel.show_refusal(question, sentence)

        self._answers.ask(question, values, arrived, on_refused=refused, slot=SLOT)

    def _publish(self, document: Document, ruling: Ruling) -> None:
        """Shows the ruling where those on the map are shown, too; no panel comes to the front for it."""
        if document is self._document:
            self._docks.ruling.show_rulings((ruling,), document.box)
