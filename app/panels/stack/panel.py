"""The panel Stack: what lies in one hex, in its order, against the limits of the series, and what cannot be seen on the map."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.counters.piece_words import marker_words, piece_words
from app.documents.document import Document
from app.panels.flow import FlowBox
from app.panels.reasons_view import cited
from app.panels.rulings.told import stand_ins
from app.panels.short_list import Row, ShortList
from app.panels.stack.list import StackList
from app.panels.stack.words import act_lines, begun_rows
from core.model.deployment import Deployment, Spot
from core.model.edits.edit import Aspect, Touched
from core.rules.kernel.acts_detail import ActsDetail, UnitActs
from core.rules.kernel.faces import Face
from core.rules.kernel.looks import face_of
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Ruling

ASK_MS = 60
"""How long a stack must stay as it is before the rules are asked about it."""

SEEN = 5
"""Counters of a stack whose rims are seen on the map."""

GOOD = frozenset({"fits", "empty"})


class StackPanel(QWidget):
    """Shows the stack of the hex that was clicked, or that the first selected counter lies in.

    `stacking_wanted` carries a spot whose stack is to be judged: `show_ruling` brings the answer; `acts_wanted` one of whose
    units it is asked what they can do, which `show_acts` brings. `command_wanted` carries the name of a command for the
    selected counters, `order_wanted` a spot and its counters from the bottom to the top, `put_wanted` counters and the spot
    that they were dragged to, `menu_wanted` "marks", "carriers" or "all" and where on the screen, `sought` a counter that is
    to be shown on the map. `act_wanted` carries the questions (`Next`) of units that are to do the same, where the series leads
    through one (`leads`). `has_counters` comes when the box has got counters.
    """

    stacking_wanted = Signal(object)
    acts_wanted = Signal(object)
    command_wanted = Signal(str)
    order_wanted = Signal(object, object)
    put_wanted = Signal(object, object)
    menu_wanted = Signal(str, object)
    sought = Signal(str)
    act_wanted = Signal(object)
    has_counters = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("stack-panel")
        self.setWindowTitle(self.tr("Stack"))
        self._document: Document | None = None
        self._spot: Spot | None = None
        self._faces: dict[tuple[str, int], tuple[object, Face]] = {}
        self._asking = QTimer(self, singleShot=True, interval=ASK_MS)
        self._asking.timeout.connect(self._ask)
        self._title = QLabel()
        self._title.setWordWrap(True)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setAccessibleName(self.tr("Hex and number of counters"))
        self.list = StackList()
        self.fitting: Callable[[], frozenset[str]] = frozenset
        """The commands that mean something for the selected counters."""
        self.list.setAccessibleName(self.tr("Counters of the stack, from the top down"))
        self.list.setToolTip(self.tr("Drag counters to order the stack, or onto the map; Alt and the arrows move them, too"))
        self._limits = self._text(self.tr("Limits of the series"))
        self._hidden = self._text(self.tr("What cannot be seen on the map"))
        self._acts = self._text(self.tr("What the units can do now"))
        self._can: tuple[UnitActs, ...] = ()
        self.leads: Callable[[str], bool] = lambda question: False
        self._begun: tuple[tuple[Next, ...], ...] = ()
        self.acts = ShortList(self.tr("What is led through step by step"), self)
        self.acts.setToolTip(self.tr("Enter or a double click begins it"))
        self.acts.opened.connect(self._begin_act)
        self._acts_head = QLabel(self.tr("Begin, with Enter or a double click:"))
        self._acts_head.setBuddy(self.acts)
        self._acts_head.setWordWrap(True)
        self.setFocusProxy(self.list)
        self._buttons: dict[str, QPushButton] = {}
        self._keys: tuple[tuple[QKeySequence, str], ...] = ()
        buttons = FlowBox(self)
        for name, words, tip in (
            ("flip", self.tr("Flip"), self.tr("Turn the selected counters over")),
            ("up", self.tr("Up"), self.tr("Lay over the next counter")),
            ("down", self.tr("Down"), self.tr("Lay under the next counter")),
            ("lose", self.tr("− Step"), self.tr("Take a step from each selected counter")),
            ("regain", self.tr("+ Step"), self.tr("Give a lost step back to each selected counter")),
            ("carriers", self.tr("Mount…"), self.tr("Have a selected counter carried or towed, or stand on its own again")),
            ("marks", self.tr("Markers…"), self.tr("Put markers on the selected counters or into the hex, or take them away")),
            ("off", self.tr("Off the map"), self.tr("Take the selected counters off the map")),
        ):
            button = QPushButton(words)
            button.setToolTip(tip)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, name=name: self._pressed(name))
            self._buttons[name] = button
            buttons.flow.addWidget(button)
        column = QVBoxLayout(self)
        column.addWidget(self._title)
        column.addWidget(self.list, 2)
        below = QWidget()
        inner = QVBoxLayout(below)
        inner.setContentsMargins(0, 0, 0, 0)
        # In a low window the limits are seen and the rest scrolls; what units can do is the longest and comes last.
        inner.addWidget(self._limits)
        inner.addWidget(self._hidden)
        inner.addWidget(buttons)
        inner.addWidget(self._acts_head)
        inner.addWidget(self.acts)
        inner.addWidget(self._acts)
        inner.addStretch(1)
        room = QScrollArea()
        room.setWidgetResizable(True)
        room.setFrameShape(QScrollArea.Shape.NoFrame)
        room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        room.setWidget(below)
        column.addWidget(room, 3)
        self.list.chosen.connect(self._choose)
        self.list.ordered.connect(self._order)
        self.list.brought.connect(self._put)
        self.list.activated_id.connect(self.sought)
        self.list.menu_asked.connect(lambda at: self.menu_wanted.emit("all", at))
        self._refresh()

    def _text(self, name: str) -> QLabel:
        label = QLabel()
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setAccessibleName(name)
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        return label

    # What is shown -------------------------------------------------------------------------------------------------------

    def use(self, document: Document | None) -> None:
        """Shows stacks of another document; none for None."""
        if self._document is not None:
            self._document.changed.disconnect(self._follow)
            self._document.units.changed.disconnect(self._follow_units)
        self._document, self._spot = document, None
        self._faces.clear()
        if document is not None:
            document.changed.connect(self._follow)
            document.units.changed.connect(self._follow_units)
        self._refresh()

    @property
    def spot(self) -> Spot | None:
        """The hex, or the box beside the map, whose stack is shown."""
        return self._spot

    def show_spot(self, spot: Spot | None) -> None:
        """Shows another stack."""
        if spot != self._spot:
            self._spot = spot
            # What was said of another hex is not true of this one.
            self._limits.clear()
            self._show_can(())
            self._refresh()

    @property
    def _deployment(self) -> Deployment:
        return self._document.work.deployment if self._document is not None else Deployment()

    @property
    def _out_of_sight(self) -> int:
        """How many counters of the stack those who look may not see; what they see is then no ground to judge it on."""
        play = self._document.play if self._document is not None else None
        return play.below.get(self._spot, 0) if play is not None and self._spot is not None else 0

    def _follow(self, touched: Touched) -> None:
        if touched.forces or touched.aspects & {Aspect.SCENARIO, Aspect.LOOKS}:
            if touched.units or Aspect.LOOKS in touched.aspects:
                self._faces.clear()
            self._refresh()
            if touched.units and self._document is not None and self._document.box.oob.counters:
                self.has_counters.emit()

    def _follow_units(self) -> None:
        """Shows the stack of what is selected; in the one that is shown only the selection changes."""
        if self._document is None:
            return
        ids, deployment = self._document.units.ids, self._deployment
        spots = [deployment.pieces[id_].at for id_ in ids if id_ in deployment.pieces]
        if spots and self._spot not in spots:
            self.show_spot(spots[0])
        else:
            self.list.select(ids)
            self._show_can(self._can)
            self._allow()

    def _refresh(self) -> None:
        document, spot = self._document, self._spot
        if document is None or spot is None:
            self._title.setText(self.tr("Click a hex with counters, or select counters, to see their stack."))
            self.list.show_counters((), ())
            self._limits.clear()
            self._hidden.clear()
            self._hidden.hide()
            self._show_can(())
            self._allow()
            return
        deployment, oob = self._deployment, document.box.oob
        stack = tuple(reversed(deployment.stack(spot)))
        where = spot if isinstance(spot, str) else document.box.label(spot) if spot in document.box.cells else "?"
        count = self.tr("one counter") if len(stack) == 1 else self.tr("%n counters", "", len(stack))
        if below := self._out_of_sight:
            count = self.tr("{count} in sight, {below} more out of sight").replace("{count}", count)
            count = count.replace("{below}", str(below))
        self._title.setText(f"{where} — {count if stack else self.tr('no counters')}")
        rows = [(id_, self._face(id_), piece_words(document.ruleset, oob, deployment, id_)) for id_ in stack]
        self.list.show_counters(rows, document.units.ids)
        self._hidden.setText(self._unseen(stack, spot))
        self._hidden.setVisible(bool(self._hidden.text()))
        if not stack:
            self._limits.clear()
            self._show_can(())
        elif below:
            self._limits.setText(
                self.tr("What lies under the top counter of the other side is not shown, and nothing is said of limits here.")
            )
        elif isinstance(spot, str):
            self._limits.setText(self.tr("Beside the map no limits are checked."))
        self._asking.start()
        self._allow()

    def _face(self, id_: str) -> Face | None:
        assert self._document is not None
        oob = self._document.box.oob
        counter, piece = oob.counter(id_), self._deployment.pieces.get(id_)
        if counter is None or piece is None:
            return None
        kept = self._faces.get((id_, piece.face))
        if kept is None or kept[0] is not counter:
            kept = self._faces[id_, piece.face] = counter, face_of(self._document.ruleset, oob, counter, piece.face)
        return kept[1]

    def _unseen(self, stack: Sequence[str], spot: Spot) -> str:
        """What nobody sees who looks at the map: markers under counters, counters deeper than rims are seen, and the text of
        markers of the hex."""
        assert self._document is not None
        document, pieces = self._document, self._deployment.pieces
        oob, ruleset = document.box.oob, document.ruleset
        lines: list[str] = []
        if isinstance(spot, str):
            return ""
        for id_ in stack[1:]:
            piece = pieces[id_]
            if piece.marks or piece.lost or piece.on:
                lines.append(piece_words(ruleset, oob, self._deployment, id_))
        if len(stack) > SEEN:
            deep = len(stack) - SEEN
            one = self.tr("One more counter lies at the bottom, under those whose rims show.")
            lines.append(
                one if deep == 1 else self.tr("%n more counters lie at the bottom, under those whose rims show.", "", deep)
            )
        for mark in self._deployment.marks.get(spot, ()):
            words = marker_words(ruleset, mark.kind)
            side = oob.side(mark.side)
            parts = [words, *([side.name] if side is not None else []), *([mark.text] if mark.text else [])]
            lines.append(self.tr("In the hex: %s") % ", ".join(parts))
        if not lines:
            return ""
        return "\n".join((self.tr("What can’t be seen:"), *(f"• {line}" for line in lines)))

    # Limits --------------------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        if self._spot is None or isinstance(self._spot, str) or self._out_of_sight:
            return
        if self._deployment.stack(self._spot):
            self.stacking_wanted.emit(self._spot)
            self.acts_wanted.emit(self._spot)

    def show_ruling(self, spot: Spot, ruling: Ruling) -> None:
        """Shows what the rules say of a stack, with the rule of each sentence, and whether it rests on stand-ins."""
        if spot != self._spot or self._document is None or self._out_of_sight:
            return
        lines = []
        for reason in ruling.reasons:
            over = reason.numbers.get("total", 0) > reason.numbers.get("limit", 10**9)
            sign = "⚠ " if over else "• "
            lines.append(f"{sign}{cited(reason, self._document.box)}")
        if standing_in := stand_ins(ruling):
            lines.append(f"• {standing_in[:1].upper()}{standing_in[1:]}")
        head = self.tr("Within the limits:") if ruling.verdict in GOOD else self.tr("The rules say:")
        if ruling.verdict == "over":
            head = self.tr("⚠ Too much in one hex:")
        self._limits.setText("\n".join((head, *lines)))

    def show_refusal(self, spot: Spot, sentence_: str) -> None:
        """Shows why the rules cannot judge a stack."""
        if spot == self._spot and not self._out_of_sight:
            self._limits.setText(sentence_)

    # What units can do ---------------------------------------------------------------------------------------------------

    def show_acts(self, spot: Spot, detail: ActsDetail) -> None:
        """Shows what the units of a stack can do now, and why not the rest: those that are selected, else all of them."""
        if spot == self._spot and not self._out_of_sight:
            self._show_can(detail.units)

    def _show_can(self, units: tuple[UnitActs, ...]) -> None:
        self._can = units
        document = self._document
        chosen = set(document.units.ids) if document is not None else set()
        meant = [each for each in units if each.unit in chosen] or units
        lines = act_lines(meant, document.box) if document is not None else []
        self._acts.setText("\n".join(lines))
        questions = {act.asked.question for each in meant for act in each.acts if act.asked is not None}
        rows = begun_rows(meant, frozenset(filter(self.leads, questions))) if document is not None else []
        self._begun = tuple(asked for _, asked in rows)
        self.acts.show_rows([Row(words) for words, _ in rows])
        self.acts.setVisible(bool(rows))
        self._acts_head.setVisible(bool(rows))

    def _begin_act(self) -> None:
        if 0 <= self.acts.currentRow() < len(self._begun):
            self.act_wanted.emit(self._begun[self.acts.currentRow()])

    # What is done --------------------------------------------------------------------------------------------------------

    def use_keys(self, keys: Mapping[str, str]) -> None:
        """Takes keys, in Qt's portable writing, for commands while the panel has the keyboard; its buttons tell them."""
        self._keys = tuple((QKeySequence(written), name) for written, name in keys.items())
        self.list.lets_go = lambda event: bool(self._command(event))
        for written, name in keys.items():
            if name in self._buttons:
                told = QKeySequence(written).toString(QKeySequence.SequenceFormat.NativeText)
                self._buttons[name].setToolTip(f"{self._buttons[name].toolTip()} ({told})")

    def _command(self, event: QKeyEvent) -> str:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            # On many keyboards plus needs Shift.
            modifiers &= ~Qt.KeyboardModifier.ShiftModifier
        pressed = QKeySequence(event.key() | modifiers.value)
        return next((name for sequence, name in self._keys if sequence == pressed), "")

    def event(self, event: QEvent) -> bool:
        """Keys of commands mean the same here as on the map, and not what the window would do at them."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._command(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Runs a command on the selected counters."""
        name = self._command(event)
        if name:
            self.command_wanted.emit(name)
        else:
            super().keyPressEvent(event)

    def _choose(self, ids: Sequence[str]) -> None:
        if self._document is not None:
            self._document.units.set(ids)

    def _order(self, ids: Sequence[str]) -> None:
        if self._spot is not None:
            self.order_wanted.emit(self._spot, tuple(reversed(ids)))

    def _put(self, ids: Sequence[str]) -> None:
        if self._spot is not None:
            self.put_wanted.emit(tuple(ids), self._spot)

    def _pressed(self, name: str) -> None:
        if name in ("carriers", "marks"):
            button = self._buttons[name]
            self.menu_wanted.emit(name, button.mapToGlobal(button.rect().bottomLeft()))
        else:
            self.command_wanted.emit(name)

    def _allow(self) -> None:
        """Buttons that mean nothing just now are grey; what thousands can do is looked for a moment later."""
        if self._document is None:
            self._show_allowed()
        else:
            self._document.turns.wish(self, "allow", self._show_allowed, len(self._document.units.ids))

    def _show_allowed(self) -> None:
        some, any_ = bool(self.list.selected), self._spot is not None
        means = self.fitting() if some else frozenset()
        for name, button in self._buttons.items():
            if name == "marks":
                button.setEnabled(any_)
            else:
                button.setEnabled(name in means or (some and name == "carriers"))
