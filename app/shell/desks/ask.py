"""Joins the "Ask" panel to the worker, the map and its tools, the panel "Why?", a menu and the palette of actions."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAction

from app.documents.document import Document
from app.documents.proposals import do_for_side
from app.panels.ask.form import AskForm
from app.panels.ask.panel import AskPanel
from app.shell.actions import ICON_PROPERTY, TIP_PROPERTY, Actions
from app.shell.docks import Docks
from app.shell.menus import Menus
from app.tools.tool_box import ToolBox
from app.widgets.rule_words import said
from app.workers.answers import Answers
from core.base.errors import WrongUse
from core.play.odds import STACKING, unseen
from core.play.proposed import side_of
from core.rules.kernel.parameters import Heading, in_words
from core.rules.kernel.proposals import Proposal
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
        self._headings: tuple[Heading, ...] | None = None
        self._tools: tuple[ToolBox, Mapping[str, QAction]] | None = None
        self._panel: AskPanel = docks.ask
        self._panel.place = place
        self._panel.asked.connect(self._ask)
        self._panel.do_wanted.connect(self._do)
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
        self._headings = self._tools = None
        for ruling in (self._panel.ruling, self._docks.ruling):
            ruling.ruleset = document.ruleset if document is not None else None
        if document is None:
            return

        def arrived(headings: object) -> None:
            if document is self._document and isinstance(headings, tuple):
                self._panel.show_questions(headings)
                self._offer(headings)
                self._headings = headings
                self._show_tools()

        def refused(sentence: str) -> None:
            if document is self._document:
                self._panel.show_hint(sentence)

        self._answers.run("questions", {}, arrived, on_refused=refused, slot="questions")

    def offer_to(self, tools: ToolBox, actions: Mapping[str, QAction]) -> None:
        """Shows of some tools those that the series of the box has a question for, by the actions that take them in hand."""
        self._tools = tools, actions
        self._show_tools()

    def _show_tools(self) -> None:
        if self._tools is None:
            return
        tools, actions = self._tools
        if self._headings is not None:
            tools.learn(self._headings)
        for id_, action in actions.items():
            means = tools.context.means(tools.tools[id_].question)
            self._actions.allow(f"tool.{id_}", "" if means else self.tr("the rules of this box have no such question"))
            action.setVisible(means)

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
        self._actions.paint_icons(missing=True)

    def _open(self, question: str) -> None:
        self._docks.front("ask")
        self._panel.open(question)

    def _ask(self, question: str, values: Mapping[str, str]) -> None:
        document, form = self._document, self._panel.form
        if document is None:
            return
        if told := self._answers.closed(question, values):
            self._panel.show_closed(question, told)
            return
        if told := self._unseen(document, question, values):
            self._panel.show_refusal(question, told)
            return

        def arrived(ruling: Ruling) -> None:
            # Who has asked may have left the screen to somebody else.
            if document is self._document and form is self._panel.form:
                self._panel.show_ruling(question, ruling, document.box)
                # In a turn of its own: two panels at once would hold the window up.
                QTimer.singleShot(0, self, lambda: self._publish(document, form, ruling))

        def refused(sentence: str) -> None:
            if document is self._document:
                self._panel.show_refusal(question, sentence)

        self._answers.ask(question, values, arrived, on_refused=refused, slot=SLOT)

    def _do(self, proposal: Proposal) -> None:
        """Does what an answer proposes, for the side whose pieces or sheets it changes."""
        document = self._document
        if document is None:
            return
        if not do_for_side(document, proposal, side_of(document.box.oob, document.work.orders, proposal)):
            question = self._panel.question
            self._panel.show_refusal(question, self.tr("That could not be done: something else has happened meanwhile."))

    @staticmethod
    def _unseen(document: Document, question: str, values: Mapping[str, str]) -> str:
        """Why nobody who looks at the screen can say whether a stack fits; "" when it is seen."""
        if document.play is None or question != STACKING:
            return ""
        try:
            place = document.box.hex(values.get("hex", ""))
        except WrongUse:
            # The question itself says what is wrong with it.
            return ""
        return unseen(document.play.below, question, place, document.box.label(place))

    def _publish(self, document: Document, form: AskForm | None, ruling: Ruling) -> None:
        """Shows the ruling where those on the map are shown, too; no panel comes to the front for it.

        What is asked again behind another tab leaves there what the tool in hand has answered. Meanwhile who asked may have
        left the screen to somebody else, whose form is another one.
        """
        if document is not self._document or form is not self._panel.form:
            return
        # A dock behind another one of its tabs is visible to Qt all the same.
        if not self._panel.visibleRegion().isEmpty():
            self._docks.ruling.show_rulings((ruling,), document.box)
