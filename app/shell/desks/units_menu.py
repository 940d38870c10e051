"""The menu of counters: what can be done with those that are selected, and with the hex."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, QPoint, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.tools.unit_commands import UNIT_COMMANDS, UnitCommands
from app.widgets.rule_words import said
from core.geometry.hexes import Hex
from core.model.deployment import Spot
from core.model.looks import MarkerKind
from core.rules.kernel.carrying import Carrier, CarryDetail

_GROUPS = (("flip",), ("up", "down", "top", "bottom"), ("lose", "regain"))

MOST_RIDERS = 12
"""Of so many selected counters of a hex the rules are asked who may carry them."""


class UnitsMenu(QObject):
    """Makes menus for the selected counters. What is impossible is grey and says why; who may carry a counter is asked of the
    rules while the menu is open. `stack_wanted` comes when the panel Stack is wanted."""

    stack_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._open: QMenu | None = None
        self.stack_keys: Callable[[], str] = str
        """The key of the panel Stack, as it is told."""
        self.chits: Callable[[], object] | None = None
        """Shows the chits of units, None while none are played with."""
        self.attack: Callable[[], object] | None = None
        """Declares an attack of the selected units, None while no session is played."""

    def pop_up(self, commands: UnitCommands, spot: Spot | None, at: QPoint, what: str = "all") -> QMenu:
        """Opens the menu for the selected counters and a hex: all of it, or only "marks" or "carriers"."""
        menu = QMenu(self._parent)
        menu.setToolTipsVisible(True)
        chosen = commands.chosen
        if what == "all":
            self._add_commands(menu, commands)
        if what in ("all", "carriers"):
            carriers = menu.addMenu(self.tr("&Mount on")) if what == "all" else menu
            self._add_carriers(menu, carriers, commands, chosen)
        if what in ("all", "marks"):
            self._add_markers(menu, commands, chosen, spot)
        if what == "all":
            self._add_places(menu, commands, chosen)
        self._open = menu
        menu.aboutToHide.connect(self._closed)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)
        return menu

    def _closed(self) -> None:
        self._open = None

    def _action(self, menu: QMenu, words: str, run: Callable[[], object], tip: str = "", usable: bool = True) -> QAction:
        action = menu.addAction(words)
        action.setToolTip(tip or words.replace("&", ""))
        action.setEnabled(usable)
        action.triggered.connect(lambda _=False: run())
        return action

    def _command(self, menu: QMenu, commands: UnitCommands, name: str) -> None:
        spec = next(each for each in UNIT_COMMANDS if each.id == name)
        usable = name in commands.fitting()
        words = QCoreApplication.translate("UnitCommands", spec.text)
        tip = QCoreApplication.translate("UnitCommands", spec.tip if usable else spec.needs)
        action = self._action(menu, words, partial(commands.run, name), tip, usable)
        keys = QKeySequence(spec.keys).toString(QKeySequence.SequenceFormat.NativeText)
        # Told and not set: the tool takes its keys by itself.
        action.setText(f"{words}\t{keys}")

    def _add_commands(self, menu: QMenu, commands: UnitCommands) -> None:
        for group in _GROUPS:
            for name in group:
                self._command(menu, commands, name)
            menu.addSeparator()

    # Carriers ------------------------------------------------------------------------------------------------------------

    def _add_carriers(self, menu: QMenu, carriers: QMenu, commands: UnitCommands, chosen: Sequence[str]) -> None:
        if carriers is menu or chosen:
            self._command(menu, commands, "dismount")
        if not chosen:
            carriers.setEnabled(carriers is menu)
            return
        carriers.setToolTipsVisible(True)
        waiting = carriers.addAction(self.tr("Asking the rules…"))
        waiting.setEnabled(False)
        pieces = commands.deployment.pieces
        asked = [id_ for id_ in chosen if pieces[id_].at == pieces[chosen[0]].at][:MOST_RIDERS]
        told: dict[str, CarryDetail | None] = {}

        def tell(id_: str, detail: CarryDetail | None) -> None:
            told[id_] = detail
            if self._open is menu and len(told) == len(asked):
                carriers.removeAction(waiting)
                self._fill_carriers(carriers, commands, {each: told[each] for each in asked})

        for id_ in asked:
            commands.ask_carriers(id_, partial(tell, id_))

    def _fill_carriers(self, menu: QMenu, commands: UnitCommands, told: Mapping[str, CarryDetail | None]) -> None:
        """Those that may carry any of the selected counters first; those that may not are grey and say why."""
        if all(detail is None for detail in told.values()):
            menu.addAction(self.tr("The rules of this series know of no carriers")).setEnabled(False)
            return
        offers: dict[str, list[tuple[str, Carrier]]] = {}
        for id_, detail in told.items():
            for each in detail.carriers if detail is not None else ():
                offers.setdefault(each.id, []).append((id_, each))
        may = {carrier: [id_ for id_, each in offer if each.allowed] for carrier, offer in offers.items()}
        for carrier, offer in sorted(offers.items(), key=lambda pair: not may[pair[0]]):
            riders = may[carrier]
            each = next((each for _, each in offer if each.allowed), offer[0][1])
            how = {"tow": self.tr("towed by %s"), "ride": self.tr("riding on %s")}.get(each.how, self.tr("in %s"))
            words = (how % each.name).replace("&", "&&")
            if riders and len(told) > 1:
                words = f"{words}: {commands.names(riders)}".replace("&", "&&")
            self._action(menu, words, partial(commands.mount_each, riders, carrier), each.why, bool(riders))
        if not offers:
            menu.addAction(self.tr("No carrier of its side is in the hex")).setEnabled(False)

    # Markers -------------------------------------------------------------------------------------------------------------

    def _add_markers(self, menu: QMenu, commands: UnitCommands, chosen: Sequence[str], spot: Spot | None) -> None:
        pieces = commands.deployment.pieces
        on_units = menu.addMenu(self.tr("Mar&kers on counters"))
        on_units.setToolTipsVisible(True)
        carried = {word for id_ in chosen for word in pieces[id_].marks}
        for kind in commands.markers("unit"):
            self._add_kind(on_units, kind, carried, partial(self._switch, commands))
        for word in sorted(carried - {word for kind in commands.markers("unit") for word in kind.words()}):
            self._action(on_units, self.tr("Remove %s") % commands.marker_word(word), partial(commands.unmark, word))
        on_units.setEnabled(bool(chosen) and not on_units.isEmpty())
        in_hex = menu.addMenu(self.tr("Markers in the &hex"))
        in_hex.setToolTipsVisible(True)
        if spot is None:
            spot = next((pieces[id_].at for id_ in chosen), None)
        if isinstance(spot, Hex):
            self._add_hex_markers(in_hex, commands, spot, chosen)
        in_hex.setEnabled(not in_hex.isEmpty())
        menu.addSeparator()

    def _switch(self, commands: UnitCommands, word: str) -> None:
        pieces = commands.deployment.pieces
        if all(word in pieces[id_].marks for id_ in commands.chosen):
            commands.unmark(word)
        else:
            commands.mark(word)

    def _add_kind(self, menu: QMenu, kind: MarkerKind, lying: set[str], run: Callable[[str], object], whose: str = "") -> None:
        """A kind of marker, or a menu of its numbers, and whose it will be; those that lie there are checked."""
        title = ", ".join(filter(None, (said(kind.title), whose))).replace("&", "&&")
        tip = f"{said(kind.about)} [{kind.section}]"
        numbers = kind.numbers
        under = menu.addMenu(title) if numbers else menu
        for word in kind.words():
            words = str(word.rpartition(" ")[2]) if numbers else title
            action = self._action(under, words, partial(run, word), tip)
            action.setCheckable(True)
            action.setChecked(word in lying)

    def _add_hex_markers(self, menu: QMenu, commands: UnitCommands, spot: Hex, chosen: Sequence[str]) -> None:
        marks = commands.deployment.marks.get(spot, ())
        for mark in marks:
            whose = ", ".join(filter(None, (commands.marker_word(mark.kind), commands.side_name(mark.side))))
            self._action(menu, self.tr("Remove %s") % whose.replace("&", "&&"), partial(commands.unmark_hex, spot, mark))
        if marks:
            menu.addSeparator()
        owners = commands.owners(chosen) or ("",)
        for kind in commands.markers("hex"):
            for owner in owners if kind.owned else ("",):
                self._add_kind(menu, kind, set(), partial(commands.mark_hex, spot, side=owner), commands.side_name(owner))

    # Places --------------------------------------------------------------------------------------------------------------

    def _add_places(self, menu: QMenu, commands: UnitCommands, chosen: Sequence[str]) -> None:
        boxes = commands.off_map
        if boxes and chosen:
            places = menu.addMenu(self.tr("Move to the &box"))
            for name in boxes:
                self._action(places, name.replace("&", "&&"), partial(commands.put, chosen, name))
        self._command(menu, commands, "off")
        menu.addSeparator()
        if self.chits is not None:
            self._action(menu, self.tr("C&hits…"), self.chits, self.tr("Draw a chit for the unit, look at it, put it back"))
        if self.attack is not None and chosen:
            self._action(menu, self.tr("&Declare an attack…"), self.attack, self.tr("Announce which places the units attack"))
        words = self.tr("Show the &stack")
        action = self._action(menu, words, self.stack_wanted.emit, self.tr("Bring the panel Stack to the front"))
        action.setText(f"{words}\t{self.stack_keys()}")
