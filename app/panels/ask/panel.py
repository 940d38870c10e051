"""The "Ask" panel: every question of the open box's series in a form, and the ruling on it, anew with every change."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAction, QGuiApplication, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QScrollArea,
    QSplitter,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.documents.document import Document
from app.panels.ask.form import AskForm
from app.panels.ask.list import QuestionList
from app.panels.ask.words import command_line, fault_of, missing, needed_words
from app.panels.charts.one_line import OneLine
from app.panels.proposed import ProposedBox
from app.panels.rulings.panel import RulingPanel
from app.panels.signs import Sign
from app.widgets.letters import keep_letters
from app.widgets.rule_words import said
from core.model.box import GameBox
from core.model.edits.edit import Aspect, Touched
from core.play.others import left_to_others
from core.rules.kernel.parameters import Heading, reworded
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Ruling

PAUSE_MS = 150
"""So long nothing may be typed before the form is asked."""

WIDE = 1.3
"""Form and ruling stand side by side when the panel is so many times as wide as it is high."""

FORM_SHARE = 0.52
LEAST_FORM_LINES, LEAST_RULING_LINES = 7, 6

_HINT, _LIST, _FORM = range(3)


class AskPanel(QWidget):
    """Lists the questions of a document's series, and asks them by forms.

    `asked` carries the name of a question and what its form says, as a mapping of texts. What comes of it is given to
    `show_ruling`, `show_refusal` or `show_closed`, from which an attack can be declared (`declare_wanted`). While a session is
    played, what a ruling proposes can be done: `do_wanted` carries the `Proposal`. `place` gives the
    printed number of the hex that is chosen on the map, empty for none. What forms say is kept while the document is shown. A
    panel that is not seen asks nothing until it is shown.
    """

    asked = Signal(str, object)
    declare_wanted = Signal()
    do_wanted = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ask-panel")
        self.setWindowTitle(self.tr("Ask"))
        self.place: Callable[[], str] = lambda: ""
        self.form: AskForm | None = None
        self._document: Document | None = None
        self._headings: dict[str, Heading] = {}
        self._kept: dict[str, dict[str, str]] = {}
        self._stale = False
        self._turned = False
        self._proposals: tuple[Proposal, ...] = ()
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(PAUSE_MS)
        self._pause.timeout.connect(self._rested)
        self._build()
        self.use(None)

    @property
    def question(self) -> str:
        """The question whose form is shown, empty while the list is."""
        return self.form.heading.name if self.form is not None and self._stack.currentIndex() == _FORM else ""

    def use(self, document: Document | None) -> None:
        """Asks about another document; its questions are still to be given."""
        if self._document is not None:
            self._document.changed.disconnect(self._follow)
            self._document.ruleset_changed.disconnect(self._follow_charts)
        self._document = document
        self._headings = {}
        self._forget()
        self.list.show_questions(())
        if document is not None:
            document.changed.connect(self._follow)
            document.ruleset_changed.connect(self._follow_charts)
        self.show_hint(
            self.tr("Open a box to ask its rules.") if document is None else self.tr("The questions are being fetched.")
        )

    def forget(self) -> None:
        """Somebody else looks at the screen: what was asked and answered is gone, and the list of questions is shown."""
        self._forget()
        if self._headings:
            self.show_list()
            self.list.reset()

    def show_hint(self, text: str) -> None:
        """Says why there is nothing to ask."""
        self._hint.setText(text)
        self._stack.setCurrentIndex(_HINT)
        self.setFocusProxy(None)  # type: ignore[arg-type]

    def show_questions(self, headings: Sequence[Heading]) -> None:
        """Lists the questions of the document's series."""
        self._headings = {heading.name: reworded(heading, said) for heading in headings}
        self.list.show_questions(tuple(self._headings.values()))
        self.show_list()

    def show_list(self) -> None:
        """Goes back to the list of questions; what the form says is kept."""
        self._keep()
        self._pause.stop()
        held = self.form is not None and self._stack.currentIndex() == _FORM and self._has_keyboard()
        self._stack.setCurrentIndex(_LIST)
        self.setFocusProxy(self.list)
        if self.form is not None:
            self.list.mark(self.form.heading.name)
        if held:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def open(self, question: str) -> None:
        """Shows the form of a question, as it was left, and gives it the keyboard."""
        heading, document = self._headings.get(question), self._document
        if heading is None or document is None:
            return
        self._keep()
        if self.form is None or self.form.heading is not heading:
            self._drop_form()
            form = AskForm(heading, lambda: self.place())
            form.use(document)
            form.set_values(self._kept.get(question, {}))
            form.changed.connect(self._changed)
            form.entered.connect(self.ask)
            form.no_place.connect(self._miss_place)
            self.form = form
            self._scroll.setWidget(form)
            least = min(LEAST_FORM_LINES * self.fontMetrics().lineSpacing(), form.sizeHint().height())
            self._scroll.setMinimumHeight(least)
            self._title.setText(heading.title)
            self._summary.say(f"{heading.summary[:1].upper()}{heading.summary[1:]}. [{heading.rules}]")
            self.ruling.clear()
            self.ruling.hide()
        self._stack.setCurrentIndex(_FORM)
        proxy: QWidget = self.form if self.form.fields else self._ask
        self.setFocusProxy(proxy)
        proxy.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ask()

    def ask(self) -> None:
        """Asks what the form says now, if it says all that is needed."""
        self._pause.stop()
        if self.form is None or self._stack.currentIndex() != _FORM:
            return
        if not self.isVisible():
            self._stale = True
            return
        self._stale = False
        values = self.form.values
        lacking = missing(self.form.heading, values)
        self.form.show_fault("", "")
        if lacking:
            self._say(needed_words(lacking))
            return
        self._say("")
        self.asked.emit(self.form.heading.name, values)

    def ask_again(self) -> None:
        """The answer may be another now: what is shown is asked again."""
        if self.form is not None and self._stack.currentIndex() == _FORM:
            self._pause.start()

    def show_ruling(self, question: str, ruling: Ruling, box: GameBox) -> None:
        """Shows the ruling on what the form says."""
        if question != self.question or self.form is None:
            return
        self.form.show_fault("", "")
        self._say("")
        self.ruling.show_rulings((ruling,), box)
        play = self._document.play if self._document is not None else None
        own = left_to_others(ruling, play.eyes)[0] if play is not None else None
        # Something can be done where there is a journal to do it in.
        self._show_proposed(tuple(getattr(own.detail, "proposals", ())) if own is not None else ())
        if self.ruling.isHidden():
            self.ruling.show()
            self._below.show()
            self._share()

    def _show_proposed(self, proposals: tuple[Proposal, ...]) -> None:
        """What can be done by the ruling that is shown."""
        self._proposals = proposals
        self.proposed.show_proposals(self.tr("What can be done by it"), self._proposals)

    def _do(self, number: int) -> None:
        if number < len(self._proposals):
            self.do_wanted.emit(self._proposals[number])

    def show_refusal(self, question: str, sentence: str) -> None:
        """Says why there is no answer, at the field that it is about."""
        if question != self.question or self.form is None:
            return
        charts = self._document.charts if self._document is not None else None
        name, text = fault_of(sentence, self.form.heading, self.form.values, charts)
        self.form.show_fault(name, text)
        # Its field may lie out of sight, and the user be busy elsewhere, where nothing should move.
        label = self.form.fields[name].parameter.label if name else ""
        self._say(f"{label}: {text}" if name else text, trouble=True)

    def show_closed(self, question: str, sentence: str) -> None:
        """Says that a question waits until an attack is declared, which can be done from here; an older ruling is gone."""
        if question == self.question and self.form is not None:
            self.ruling.clear()
            self.ruling.hide()
            self._say(sentence, trouble=True)
            self._declare.show()
            self._share()

    def clear_form(self) -> None:
        """Empties the form."""
        if self.form is not None:
            self.form.set_values({})
            self._kept.pop(self.form.heading.name, None)
            self.form.setFocus(Qt.FocusReason.OtherFocusReason)
            self.ask()

    def copy_command(self) -> None:
        """Puts the form on the clipboard as a line for a terminal."""
        if self.form is not None and self._document is not None:
            line = command_line(self.form.heading, self.form.values, self._document.path)
            QGuiApplication.clipboard().setText(line)

    @property
    def told(self) -> str:
        """What the panel says of the form: what is still needed, or why there is no answer."""
        return self._status.text() if not self._strip.isHidden() else ""

    def showEvent(self, event: QShowEvent) -> None:
        """Asks what changed while nobody looked."""
        super().showEvent(event)
        if self._stale:
            self._pause.start()

    def event(self, event: QEvent) -> bool:
        """Letters that nothing here takes, such as those typed on a button, choose no tool."""
        return keep_letters(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes from the form to the list, from there to the map."""
        if event.key() == Qt.Key.Key_Escape and self._stack.currentIndex() == _FORM:
            self.show_list()
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Sets form and ruling side by side where there is room."""
        super().resizeEvent(event)
        wide = event.size().width() > WIDE * event.size().height()
        turn = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if turn != self._splitter.orientation() or not self._turned:
            self._turned = True
            self._splitter.setOrientation(turn)
            self._share()

    def _build(self) -> None:
        self._hint = QLabel()
        self._hint.setWordWrap(True)
        self._hint.setMargin(12)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.list = QuestionList()
        self.list.opened.connect(self.open)
        self._stack = QStackedLayout(self)
        for page in (self._hint, self.list, self._build_form()):
            self._stack.addWidget(page)

    def _build_form(self) -> QWidget:
        line = self.fontMetrics().lineSpacing()
        self._back = QToolButton()
        self._back.setText("‹")
        self._back.setToolTip(self.tr("Back to the questions (Esc)"))
        self._back.setAccessibleName(self.tr("Back to the questions"))
        self._back.clicked.connect(self.show_list)
        self._title = QLabel()
        font = self._title.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self._title.setFont(font)
        self._title.setWordWrap(True)
        self._ask = QPushButton(self.tr("Ask"))
        self._ask.setAutoDefault(False)
        self._ask.setToolTip(self.tr("Ask now; Enter in a field does the same, Ctrl+Enter in a list"))
        self._ask.clicked.connect(self.ask)
        self._more = QToolButton()
        self._more.setText("⋯")
        self._more.setToolTip(self.tr("Clear the form, or copy it as a command"))
        self._more.setAccessibleName(self.tr("More for this form"))
        self._more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        for text, do in ((self.tr("Clear"), self.clear_form), (self.tr("Copy as command"), self.copy_command)):
            action = QAction(text, self)
            action.triggered.connect(lambda _=False, do=do: do())
            menu.addAction(action)
        self._more.setMenu(menu)
        head = QHBoxLayout()
        head.addWidget(self._back)
        head.addWidget(self._title, 1)
        head.addWidget(self._ask)
        head.addWidget(self._more)
        self._summary = OneLine()
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._sign = Sign("warning", self.fontMetrics().height())
        self._status = QLabel()
        self._status.setWordWrap(True)
        self._status.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._strip = QWidget()
        strip = QHBoxLayout(self._strip)
        strip.setContentsMargins(0, 0, 0, 0)
        strip.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        strip.addWidget(self._status, 1)
        self._declare = QPushButton(self.tr("De&clare an attack…"))
        self._declare.setAutoDefault(False)
        self._declare.setToolTip(self.tr("Of the units that are selected on the map"))
        self._declare.clicked.connect(lambda _=False: self.declare_wanted.emit())
        self._declare.hide()
        self.ruling = RulingPanel()
        self.ruling.setMinimumHeight(LEAST_RULING_LINES * line)
        self.ruling.hide()
        self._splitter = QSplitter(Qt.Orientation.Vertical)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self._scroll)
        self._below = QWidget()
        below = QVBoxLayout(self._below)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(4)
        below.addWidget(self._strip)
        below.addWidget(self._declare, 0, Qt.AlignmentFlag.AlignLeft)
        self.proposed = ProposedBox(self.tr("What can be done by it"))
        self.proposed.do_wanted.connect(self._do)
        below.addWidget(self.proposed)
        below.addWidget(self.ruling, 1)
        self._splitter.addWidget(self._below)
        self._splitter.setStretchFactor(0, 1)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self._summary)
        column.addWidget(self._splitter, 1)
        return page

    def _share(self) -> None:
        """Gives form and ruling their first shares of the room; without a ruling nearly all of it is the form's."""
        wide = self._splitter.orientation() == Qt.Orientation.Horizontal
        whole = self._splitter.width() if wide else self._splitter.height()
        part = round(FORM_SHARE * whole)
        if not wide and self.ruling.isHidden():
            layout = self._below.layout()
            assert layout is not None
            part = whole - layout.totalHeightForWidth(self._splitter.width())
        elif not wide and self.form is not None:
            part = min(part, self.form.sizeHint().height())
        self._splitter.setSizes([part, whole - part])

    def _changed(self) -> None:
        self._keep()
        self._pause.start()

    def _rested(self) -> None:
        """Nothing was typed for a while; where words are offered, the user is still about to choose one."""
        if self.form is not None and self.form.is_choosing:
            self._pause.start()
        else:
            self.ask()

    def _keep(self) -> None:
        if self.form is not None:
            self._kept[self.form.heading.name] = self.form.values

    def _forget(self) -> None:
        self._kept = {}
        self._stale = False
        self._pause.stop()
        self._drop_form()
        self.ruling.clear()
        self._say("")

    def _drop_form(self) -> None:
        form, self.form = self.form, None
        if form is not None:
            self._scroll.takeWidget()
            form.deleteLater()

    def _say(self, text: str, trouble: bool = False) -> None:
        """Says something of the form; a ruling that is still shown answers what it said before."""
        if text != self._status.text():
            self._status.setText(text)
            QAccessible.updateAccessibility(QAccessibleEvent(self._status, QAccessible.Event.NameChanged))
        self._sign.setVisible(trouble)
        self._declare.hide()
        # What was proposed belongs to an answer that is older than what is said now.
        self._show_proposed(())
        self._strip.setVisible(bool(text))
        self._below.setVisible(bool(text) or not self.ruling.isHidden())
        if self.ruling.isHidden():
            self._share()
        self.ruling.show_outdated(bool(text))

    def _miss_place(self) -> None:
        self._status.setText(self.tr("No hex is chosen: click one on the map, or move the hex cursor there."))
        self._sign.show()
        self._strip.show()
        self._below.show()
        if self.ruling.isHidden():
            self._share()

    def _has_keyboard(self) -> bool:
        held = self.window().focusWidget()
        return held is not None and self.isAncestorOf(held)

    def _follow(self, touched: Touched) -> None:
        if self.form is not None:
            self.form.forget_steps()
        if touched.units or touched.aspects & {Aspect.HEADS, Aspect.TERRAIN}:
            self._follow_charts()
        else:
            self.ask_again()

    def _follow_charts(self) -> None:
        if self.form is not None and self._document is not None:
            self.form.use(self._document)
        self.ask_again()
