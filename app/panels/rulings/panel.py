"""The "Why?" panel: what was ruled, by which methods, with which numbers, for which reasons."""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.counters.unit_words import known_as
from app.panels.charts.line import ChartsLine
from app.panels.map_tables import map_table
from app.panels.reasons_view import ReasonLine, ReasonsView, reason_lines
from app.panels.rows_table import RowsTable
from app.panels.rulings.headlines import disagreement, headline, method_of, of_map, short
from app.panels.rulings.method_row import MethodRow, MethodState
from app.panels.rulings.notes import hex_of_link, note_of, option_of_link
from app.panels.rulings.tables import RulingTables
from app.panels.signs import Sign, sign_icon
from app.panels.tables import TableModel, table_of
from app.panels.tints import tints, verdict_tint, verdict_wash
from app.panels.words import method_word
from app.widgets.dressing import dress_soon
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.questions.answers import as_json, as_text
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.rulings import Ruling

FEW_REASONS = 4
"""So many reasons need no way to leave some out."""

Pending = Mapping[str, tuple[int, int]]
"""Methods whose answers are still to come, with (done, total)."""


class RulingPanel(QWidget):
    """Shows the rulings of one question, one method in full and the others beside it.

    `hex_hovered` carries the Hex that a row under the mouse or the cursor names, or None; `hexes_hovered` all of them as a
    tuple. `hex_activated` carries a Hex that the user wants to see. `ruling_shown` carries the Ruling whose details are
    shown, or None. `methods_chosen` carries the methods that the user wants side by side, as a tuple of names.
    `chart_activated` carries the id of a chart that the user wants to see.
    `option_wanted` carries the id of a reading that decided, which the user wants to see. Units have names by `ruleset`.
    """

    hex_hovered = Signal(object)
    hexes_hovered = Signal(object)
    hex_activated = Signal(object)
    ruling_shown = Signal(object)
    chart_activated = Signal(str)
    methods_chosen = Signal(object)
    option_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ruling-panel")
        self.setWindowTitle(self.tr("Why?"))
        self._box: GameBox | None = None
        self.ruleset: Ruleset | None = None
        self._rulings: tuple[Ruling, ...] = ()
        self._shown: Ruling | None = None
        self._wanted = ""
        self._lines: tuple[ReasonLine, ...] = ()
        self._method_actions: dict[str, QAction] = {}
        self._build()
        self.clear()

    @property
    def shown(self) -> Ruling | None:
        """The ruling whose details are shown."""
        return self._shown

    def set_methods(self, methods: Sequence[str], chosen: Sequence[str]) -> None:
        """Fills the menu of methods; those in `chosen` are ticked. At least one stays ticked."""
        self._methods_menu.clear()
        self._method_actions = {}
        for method in methods:
            action = self._methods_menu.addAction(method_word(method))
            action.setCheckable(True)
            action.setChecked(method in chosen)
            action.toggled.connect(lambda on, name=method: self._method_toggled(name, on))
            self._method_actions[method] = action
        self._methods_button.setVisible(bool(methods))
        self._hint.setText(self._what_to_do(sights=bool(methods)))

    def show_rulings(self, rulings: Sequence[Ruling], box: GameBox, pending: Pending | None = None) -> None:
        """Shows rulings of one question, the most important first; `pending` names methods still being computed.

        The method whose details the user has last asked for stays in view.
        """
        self._box, self._rulings = box, tuple(rulings)
        if not rulings and not pending:
            self.clear()
            return
        by_method = {method_of(each): each for each in self._rulings}
        shown = by_method.get(self._wanted) or (self._rulings[0] if self._rulings else None)
        self._show_row(pending or {}, shown)
        if shown is None:
            self._show_waiting(pending or {})
        elif shown is not self._shown:
            # Progress of other methods must not take selection and place from the reader.
            self._show(shown)
        self._stack.setCurrentWidget(self._page)

    def show_outdated(self, outdated: bool) -> None:
        """Whether what is shown answers what is asked no longer; it can still be read."""
        self._outdated.setVisible(outdated)

    def clear(self) -> None:
        """Back to the hint that says what to do."""
        self._box, self._rulings = None, ()
        self._stack.setCurrentWidget(self._hint)
        if self._shown is not None:
            self._shown = None
            self.ruling_shown.emit(None)

    def copy_text(self) -> None:
        """Puts the shown rulings on the clipboard as text."""
        if self._box is not None:
            box = self._box
            QGuiApplication.clipboard().setText("\n\n".join(as_text(each, box, self.ruleset) for each in self._rulings))

    def copy_json(self) -> None:
        """Puts the shown ruling on the clipboard as JSON, several as a list."""
        if self._box is None:
            return
        answers: list[dict[str, Any]] = [as_json(each, self._box) for each in self._rulings]
        whole: Any = answers[0] if len(answers) == 1 else answers
        QGuiApplication.clipboard().setText(json.dumps(whole, ensure_ascii=False, indent=2))

    def changeEvent(self, event: QEvent) -> None:
        """Signs and washes follow the palette."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_table"):
            dress_soon(self, self._dress_anew)

    def _dress_anew(self) -> None:
        self._dress()
        if self._shown is not None:
            self._show(self._shown)

    def _build(self) -> None:
        self._sign = Sign(side=32)
        self._title = QLabel()
        self._title.setWordWrap(True)
        self._title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        font = self._title.font()
        font.setPointSizeF(font.pointSizeF() * 1.25)
        font.setBold(True)
        self._title.setFont(font)
        self._particulars = QLabel()
        self._particulars.setWordWrap(True)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self._title)
        words.addWidget(self._particulars)
        self._band = QFrame()
        self._band.setAutoFillBackground(True)
        band = QHBoxLayout(self._band)
        band.setContentsMargins(8, 6, 8, 6)
        band.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        band.addLayout(words, 1)

        self._row = MethodRow()
        self._row.chosen.connect(self._choose)
        self._warning_sign = Sign("warning", 18)
        self._warning = QLabel()
        self._warning.setWordWrap(True)
        self._flag = QWidget()
        flag = QHBoxLayout(self._flag)
        flag.setContentsMargins(4, 0, 4, 0)
        flag.addWidget(self._warning_sign, 0, Qt.AlignmentFlag.AlignTop)
        flag.addWidget(self._warning, 1)

        self._outdated = QFrame()
        self._outdated.setFrameShape(QFrame.Shape.StyledPanel)
        old = QHBoxLayout(self._outdated)
        old.setContentsMargins(4, 2, 4, 2)
        old.addWidget(Sign("warning", 18), 0, Qt.AlignmentFlag.AlignTop)
        words_of_age = QLabel(self.tr("<b>Out of date:</b> this answers what was asked before."))
        words_of_age.setWordWrap(True)
        old.addWidget(words_of_age, 1)
        self._outdated.hide()

        self._model = TableModel()
        self._table = RowsTable(self._model)
        self._table.named.connect(self._name)
        self._table.activated_hexes.connect(self._activate)
        self._note = QLabel()
        self._note.setWordWrap(True)
        self._note.setTextFormat(Qt.TextFormat.RichText)
        self._note.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self._note.linkHovered.connect(self._link_hovered)
        self._note.linkActivated.connect(self._link_activated)
        self._reasons = ReasonsView()
        self._reasons.named.connect(self._name)
        self._reasons.activated_hexes.connect(self._activate)
        self._reasons_head = QLabel()
        self._only = QCheckBox(self.tr("Only what decides"))
        self._only.setToolTip(self.tr("Leave out the steps that the verdict does not rest on"))
        self._only.toggled.connect(lambda _: self._show_reasons())
        self._reasons_bar = QWidget()
        bar = QHBoxLayout(self._reasons_bar)
        bar.setContentsMargins(0, 0, 0, 0)
        bar.addWidget(self._reasons_head, 1)
        bar.addWidget(self._only)
        self.tables = RulingTables()
        self._charts = ChartsLine()
        self._charts.activated.connect(self.chart_activated)

        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(8)
        for widget in (
            self._band,
            self._row,
            self._flag,
            self._table,
            self._note,
            self.tables,
            self._reasons_bar,
            self._reasons,
            self._charts,
        ):
            column.addWidget(widget)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)

        self._page = QWidget()
        page = QVBoxLayout(self._page)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addWidget(self._outdated)
        page.addWidget(scroll, 1)
        page.addLayout(self._foot())

        self._hint = QLabel(self._what_to_do(sights=True))
        self._hint.setWordWrap(True)
        self._hint.setMargin(12)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._hint)
        self._stack.addWidget(self._page)
        self._dress()

    def _what_to_do(self, *, sights: bool) -> str:
        if not sights:
            return self.tr("Here you will read what was ruled, and why. The panel “Ask” holds every question of the rules.")
        return self.tr(
            "Press L and drag from hex to hex: here you will read what blocks the line, or why nothing does.\n\n"
            "V shows what a hex sees, X counts cross fires. The panel “Ask” holds every other question of the rules."
        )

    def _foot(self) -> QHBoxLayout:
        self._methods_menu = QMenu(self)
        self._methods_menu.setToolTipsVisible(True)
        self._methods_button = QToolButton()
        self._methods_button.setText(self.tr("Methods"))
        self._methods_button.setToolTip(self.tr("Which methods of finding heights stand side by side"))
        self._methods_button.setMenu(self._methods_menu)
        self._methods_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._methods_button.setVisible(False)
        self._copy_text = QAction(self.tr("Copy as text"), self)
        self._copy_text.setShortcut(QKeySequence.StandardKey.Copy)
        self._copy_text.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._copy_text.triggered.connect(self._copy_chosen)
        self._copy_json = QAction(self.tr("Copy as JSON"), self)
        self._copy_json.triggered.connect(self.copy_json)
        self.addActions([self._copy_text, self._copy_json])
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        foot = QHBoxLayout()
        foot.setContentsMargins(6, 2, 6, 4)
        foot.addWidget(self._methods_button)
        foot.addStretch(1)
        self._copy_buttons = []
        for action, word in ((self._copy_text, self.tr("Text")), (self._copy_json, "JSON")):
            button = QToolButton()
            button.setText(word)
            button.setToolTip(action.text())
            button.setAccessibleName(action.text())
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setAutoRaise(True)
            foot.addWidget(button)
            self._copy_buttons.append(button)
        self._copy_buttons[0].clicked.connect(self.copy_text)
        self._copy_buttons[1].clicked.connect(self.copy_json)
        for button in (self._methods_button, *self._copy_buttons):
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        return foot

    def _dress(self) -> None:
        palette = self.palette()
        for button in self._copy_buttons:
            button.setIcon(sign_icon("copy", palette))
        self._methods_button.setIcon(sign_icon("methods", palette))
        self._methods_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)

    def _show_row(self, pending: Pending, shown: Ruling | None) -> None:
        assert self._box is not None
        states = []
        for ruling in self._rulings:
            sign = headline(ruling, self._box).sign
            states.append(MethodState(method_of(ruling), sign, short(ruling, self._box)))
        for method, (done, total) in pending.items():
            states.append(MethodState(method, "pending", "", done / total if total else 0.0))
        several = len(states) > 1 and all(state.method for state in states)
        self._row.show_states(states if several else [], method_of(shown) if shown else "")
        said = disagreement(self._rulings, self._box)
        self._warning.setText(said)
        self._flag.setVisible(bool(said))

    def _show(self, ruling: Ruling) -> None:
        assert self._box is not None
        before, self._shown = self._shown, ruling
        line = headline(ruling, self._box, self.ruleset)
        self._sign.show_sign(line.sign)
        self._title.setText(line.title)
        self._particulars.setText(line.particulars)
        self._wash(line.sign)
        if of_map(ruling):
            table = map_table(ruling, self._box, self.palette(), self.ruleset)
        else:
            table = table_of(ruling, self._box, self.palette())
        self._model.show_table(table, self.palette())
        self._table.setVisible(bool(table.rows))
        self._table.setAccessibleName(line.title)
        self._table.fit()
        note = note_of(ruling, self._box, tints(self.palette()).accent)
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self._lines = reason_lines(ruling, self._box)
        self._show_reasons()
        self.tables.show_ruling(ruling, partial(known_as, self.ruleset, self._box.oob))
        self._charts.show_charts(ruling.charts)
        if before is not ruling:
            self.ruling_shown.emit(ruling)

    def _show_waiting(self, pending: Pending) -> None:
        self._sign.show_sign("pending")
        self._title.setText(self.tr("Computing"))
        shares = [
            f"{method_word(method).lower()} {round(100 * done / max(1, total))} %" for method, (done, total) in pending.items()
        ]
        self._particulars.setText(" · ".join(shares))
        self._wash("pending")
        self._table.setVisible(False)
        self._note.setVisible(False)
        self._lines = ()
        self._show_reasons()
        self.tables.show_ruling(None)
        self._charts.show_charts(())
        if self._shown is not None:
            self._shown = None
            self.ruling_shown.emit(None)

    def _show_reasons(self) -> None:
        weighty = tuple(line for line in self._lines if line.decides)
        self._reasons.show_lines(weighty if self._only.isChecked() else self._lines)
        self._reasons_head.setText(self.tr("Reasons (%n)", "", len(self._lines)))
        self._reasons_bar.setVisible(len(self._lines) > FEW_REASONS)

    def _wash(self, sign: str) -> None:
        palette = self.palette()
        palette.setColor(palette.ColorRole.Window, verdict_wash(sign, self.palette()))
        self._band.setPalette(palette)
        words = self.palette()
        words.setColor(words.ColorRole.WindowText, verdict_tint(sign, self.palette()))
        self._title.setPalette(words if sign in {"clear", "blocked", "undecidable"} else self.palette())

    def _choose(self, method: str) -> None:
        self._wanted = method
        for ruling in self._rulings:
            if method_of(ruling) == method:
                self._show(ruling)

    def _method_toggled(self, name: str, on: bool) -> None:
        chosen = tuple(method for method, action in self._method_actions.items() if action.isChecked())
        if chosen:
            self.methods_chosen.emit(chosen)
        else:
            self._method_actions[name].setChecked(True)

    def _copy_chosen(self) -> None:
        chosen = self._reasons.chosen_text() if self._reasons.hasFocus() else ""
        if chosen:
            QGuiApplication.clipboard().setText(chosen)
        else:
            self.copy_text()

    def _name(self, hexes: tuple[Hex, ...]) -> None:
        self.hexes_hovered.emit(hexes)
        self.hex_hovered.emit(hexes[0] if hexes else None)

    def _activate(self, hexes: tuple[Hex, ...]) -> None:
        if hexes:
            self.hex_activated.emit(hexes[0])

    def _link_hovered(self, link: str) -> None:
        self._name((hex_of_link(link),) if link and not option_of_link(link) else ())

    def _link_activated(self, link: str) -> None:
        option = option_of_link(link)
        if option:
            self.option_wanted.emit(option)
        else:
            self._activate((hex_of_link(link),))
