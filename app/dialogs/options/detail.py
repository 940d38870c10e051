"""One option of a box with all it says: its sentence, each choice with its own, or a field for a number or words."""

from PySide6.QtCore import QEvent, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.dialogs.options.draft import BOX, Entry, OptionsDraft
from app.widgets.rule_words import said
from core.rules.kernel.ruleset import KINDS

REFUSED = "phaseline-refused"
"""The property by which tests know a field whose text is refused."""

NOTE_LINES = 6


class OptionDetail(QScrollArea):
    """Shows one option and lets it be chosen. `chosen` comes with every change; the draft holds it already."""

    chosen = Signal()

    def __init__(self, draft: OptionsDraft, behind: QWidget) -> None:
        """`behind` is what the keyboard comes from by Tab."""
        super().__init__()
        self._draft, self._behind = draft, behind
        self._entry: Entry | None = None
        self.reads: frozenset[str] | None = None
        """The options that procedures ask for; None while that is not known."""
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.title, self.place, self.about = QLabel(), QLabel(), QLabel()
        self.problem, self.unread = QLabel(), QLabel()
        for label in (self.title, self.place, self.about, self.problem, self.unread):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        font = self.title.font()
        font.setBold(True)
        font.setPointSizeF(font.pointSizeF() * 1.2)
        self.title.setFont(font)
        self.place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.problem.setAccessibleName(self.tr("What is wrong"))
        self.unread.setText(self.tr("What you choose is kept in the box, but nothing in this program asks for it yet."))
        self.back = QPushButton(self.tr("&Back to the preset"))
        self.back.setAutoDefault(False)
        self.back.clicked.connect(self._go_back)
        self.buttons: dict[str, QRadioButton] = {}
        """The choices of the option that is shown, by their values."""
        self.line: QLineEdit | None = None
        self.words: QPlainTextEdit | None = None
        self._middle = QVBoxLayout()
        self._held: QWidget | None = None
        inside = QWidget()
        column = QVBoxLayout(inside)
        for part in (self.title, self.place, self.about):
            column.addWidget(part)
        column.addLayout(self._middle)
        for part in (self.problem, self.unread):
            column.addWidget(part)
        column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        self.setWidget(inside)
        self._grey()
        self.show_entry(None)

    @property
    def field(self) -> QWidget | None:
        """What takes the keyboard to change the option: a line, a text, or the choice that holds."""
        if self.buttons:
            held = (button for button in self.buttons.values() if button.isChecked())
            return next(held, next(iter(self.buttons.values())))
        return self.line or self.words

    def show_entry(self, entry: Entry | None) -> None:
        """Shows another option, or none."""
        self._entry = entry
        if self._held is not None:
            self._middle.removeWidget(self._held)
            self._held.hide()
            self._held.deleteLater()
        self._held = QWidget()
        self._form = QVBoxLayout(self._held)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._middle.addWidget(self._held)
        self.buttons, self.line, self.words = {}, None, None
        for part in (self.title, self.place, self.about, self.problem, self.unread, self.back):
            part.setVisible(entry is not None)
        if entry is None:
            self.about.setText(self.tr("No option fits."))
            self.about.setVisible(True)
            return
        self.title.setText(said(entry.option.title))
        self.place.setText(_place(entry))
        self.place.setVisible(entry.option.kind != BOX)
        self.about.setText(said(entry.option.about))
        self.about.setVisible(bool(entry.option.about))
        if entry.option.values:
            self._make_choices(entry)
        elif entry.lines:
            self._make_words(entry)
        else:
            self._make_line(entry)
        self.back.setVisible(entry.has_preset)
        self.follow()
        # At once, not with the next turn of the event loop, so that it can be given the keyboard.
        self._held.show()
        self._chain()
        self.verticalScrollBar().setValue(0)

    def follow(self) -> None:
        """Shows what the draft says now: what is wrong, whether there is something to go back to."""
        entry = self._entry
        if entry is None:
            return
        id_ = entry.option.id
        refused = self._draft.refusal(id_)
        clashes = [each.sentence for each in self._draft.clashes() if id_ in (each.first, each.second)]
        wrong = [refused] if refused else clashes
        if not wrong and self._draft.must_say(id_):
            wrong = [self.tr("The game must say it; until then what depends on it stays open.")]
        self.problem.setText("\n".join(f"⚠ {each}" for each in wrong))
        self.problem.setVisible(bool(wrong))
        self.back.setEnabled(self._draft.differs(id_) or bool(refused))
        asked = self.reads is None or entry.option.kind == BOX or id_ in self.reads | self._draft.in_sequence
        self.unread.setVisible(not asked)
        self._mark(refused)
        for button in self.buttons.values():
            font = self.font()
            font.setBold(button.isChecked())
            button.setFont(font)

    def changeEvent(self, event: QEvent) -> None:
        """The grey follows the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "unread"):
            self._grey()

    def _grey(self) -> None:
        colours = self.palette()
        colours.setColor(QPalette.ColorRole.WindowText, self.palette().color(QPalette.ColorRole.PlaceholderText))
        for label in (self.place, self.unread):
            if label.palette() != colours:
                label.setPalette(colours)

    def _chain(self) -> None:
        """Lays what has just been made into the order of Tab; of itself it would come after all else."""
        line = (part for part in (self.line, self.words) if part is not None)
        before = self._behind
        for part in (*self.buttons.values(), *line, self.back):
            QWidget.setTabOrder(before, part)
            before = part

    def _make_choices(self, entry: Entry) -> None:
        group = QButtonGroup(self._held)
        value = self._draft.value(entry.option.id)
        indent = self.fontMetrics().averageCharWidth() * 3
        for choice, sentence in entry.option.values.items():
            word = entry.word(choice)
            preset = choice == entry.option.preset
            button = QRadioButton((self.tr("%s (the preset)") % word if preset else word).replace("&", "&&"))
            button.setAccessibleDescription(said(sentence))
            button.setChecked(choice == value)
            button.toggled.connect(lambda on, choice=choice: self._take(choice) if on else None)
            group.addButton(button)
            label = QLabel(said(sentence))
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setIndent(indent)
            label.setBuddy(button)
            pair = QVBoxLayout()
            pair.setSpacing(0)
            pair.addWidget(button)
            pair.addWidget(label)
            self._form.addLayout(pair)
            self.buttons[choice] = button

    def _make_line(self, entry: Entry) -> None:
        option = entry.option
        self.line = QLineEdit(self._draft.value(option.id) if self._draft.differs(option.id) or entry.is_number else "")
        self.line.setAccessibleName(said(option.title))
        if not entry.has_preset:
            self.line.setText(self._draft.value(option.id))
        elif option.preset:
            self.line.setPlaceholderText(self.tr("%s (the preset)") % option.preset)
        self.line.textEdited.connect(self._take)
        row = QWidget()
        across = QHBoxLayout(row)
        across.setContentsMargins(0, 0, 0, 0)
        across.addWidget(self.line, 0 if entry.is_number else 1)
        if entry.is_number:
            self.line.setMaximumWidth(14 * self.fontMetrics().averageCharWidth())
            limits = self.tr("{unit}, from {least} to {most}").format(
                unit=said(option.unit), least=option.least, most=option.most
            )
            if option.preset:
                limits += self.tr("; the preset is %s") % option.preset
            unit = QLabel(limits)
            unit.setWordWrap(True)
            self.line.setAccessibleName(f"{said(option.title)}, {limits}")
            across.addWidget(unit, 1)
        self._form.addWidget(row)

    def _make_words(self, entry: Entry) -> None:
        words = self.words = QPlainTextEdit(self._draft.value(entry.option.id))
        words.setAccessibleName(said(entry.option.title))
        words.setTabChangesFocus(True)
        words.setFixedHeight((NOTE_LINES + 1) * self.fontMetrics().lineSpacing())
        words.textChanged.connect(lambda: self._take(words.toPlainText()))
        self._form.addWidget(words)

    def _take(self, value: str) -> None:
        if self._entry is not None:
            self._draft.choose(self._entry.option.id, value)
            self.follow()
            self.chosen.emit()

    def _go_back(self) -> None:
        entry = self._entry
        if entry is None:
            return
        self._draft.back(entry.option.id)
        value = self._draft.value(entry.option.id)
        for choice, button in self.buttons.items():
            with QSignalBlocker(button):
                button.setChecked(choice == value)
        if self.line is not None:
            self.line.setText(value if entry.is_number else "")
        field = self.field
        if field is not None:
            field.setFocus(Qt.FocusReason.OtherFocusReason)
        self.follow()
        self.chosen.emit()

    def _mark(self, refused: str) -> None:
        """Marks a line whose text is refused."""
        if self.line is None or bool(self.line.property(REFUSED)) == bool(refused):
            return
        self.line.setProperty(REFUSED, bool(refused))
        self.line.setAccessibleDescription(refused)
        self.line.setToolTip(refused)
        colours = QPalette(self.palette())
        if refused:
            colours.setColor(QPalette.ColorRole.Base, QColor("#8c1d18"))
            colours.setColor(QPalette.ColorRole.Text, QColor(Qt.GlobalColor.white))
        self.line.setPalette(colours)


def _place(entry: Entry) -> str:
    """The rule and the kind of an option, and its id as files write it."""
    option = entry.option
    return " · ".join((option.section, said(KINDS[option.kind]).partition(",")[0], option.id)) if option.kind in KINDS else ""
