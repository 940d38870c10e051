"""The actions of the window by name; menus, tool bars, the palette of actions and the page of shortcuts all draw on these."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from app.shell.action_table import ActionSpec
from app.widgets.focus import finish_writing

if TYPE_CHECKING:
    from app.widgets.turns import Turns

ICON_PROPERTY = "phaseline-icon"
TIP_PROPERTY = "phaseline-tip"
WHY_NOT_PROPERTY = "phaseline-why-not"
LASTING = ("file.", "play.")
"""What the names of actions begin with that keep what there is, or go on from it: what is being written is part of it."""

GROUP_PROPERTY = "phaseline-group"
"""Whether the action of a tool takes one in hand that asks, or one that draws."""

SAVE_KEYS = ("file.save", "file.save_as")
BOX_KEYS = (*SAVE_KEYS, "edit.undo", "edit.redo")
"""Actions on the open box that are wanted in a dialog beside the map as well."""


class Actions(QObject):
    """Makes each action once and keeps it under its name. `window` is where shortcuts work.

    `keys_changed` comes when the user has chosen other keys, `refused` with a sentence when the keys of an action are pressed
    that means nothing just now.
    """

    keys_changed = Signal()
    refused = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._actions: dict[str, QAction] = {}
        self._presets: dict[str, tuple[str, ...]] = {}
        self._names: dict[str, str] = {}
        self._allowed: dict[str, tuple[str, str]] = {}
        self._chosen: dict[str, tuple[str, ...]] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._turns: Turns | None = None
        window.installEventFilter(self)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def named(self, name: str) -> QAction | None:
        """An action by a name that may be none."""
        return self._actions.get(name)

    def __iter__(self) -> Iterator[QAction]:
        return iter(self._actions.values())

    def __contains__(self, name: object) -> bool:
        return name in self._actions

    def add(self, specs: Iterable[ActionSpec]) -> None:
        """Makes the actions of a table."""
        for spec in specs:
            self.adopt(self._made(spec), spec.id, spec.where)

    def adopt(self, action: QAction, name: str, where: str = "window") -> QAction:
        """Takes an action made elsewhere, such as a dock's, under a name; the name is also its object name."""
        action.setObjectName(name)
        if name.startswith(LASTING):
            # The first to hear of it: whoever saves or goes on later finds what was written.
            action.triggered.connect(lambda _=False: finish_writing())
        self._presets[name] = portable_keys(action)
        self._names[name] = plain_text(action)
        if name in self._chosen:
            action.setShortcuts([QKeySequence(keys) for keys in self._chosen[name]])
        describe(action)
        if where == "window":
            self._window.addAction(action)
        else:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self._actions[name] = action
        return action

    def allow(self, name: str, why_not: str = "") -> None:
        """Makes an action usable, or says why it is not: part of a sentence, such as "no box is open"."""
        action = self._actions[name]
        said = action.text(), why_not
        # Nearly all stay as they are when all are gone through.
        if self._allowed.get(name) != said or action.isEnabled() == bool(why_not):
            self._allowed[name] = said
            allow(action, why_not)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tells why nothing happens at keys of an action that is grey; those of usable ones never come here."""
        if watched is self._window and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            pressed = QKeySequence(event.keyCombination())
            for action in self._actions.values():
                if pressed in action.shortcuts() and why_not(action):
                    self.refused.emit(f"{plain_text(action)}: {why_not(action)}")
                    break
        return False

    def lasting_name(self, name: str) -> str:
        """What an action is called whatever it would do just now: "Undo", not "Undo Draw contour"."""
        return self._names[name]

    def preset_keys(self, name: str) -> tuple[str, ...]:
        """The keys that an action is shipped with, in Qt's portable writing."""
        return self._presets[name]

    def use_keys(self, chosen: Mapping[str, tuple[str, ...]]) -> None:
        """Puts the user's own keys in force, by the name of the action; those of actions to come are kept for them."""
        gone = self._chosen.keys() - chosen.keys()
        self._chosen = dict(chosen)
        for name in (*gone, *chosen):
            action = self._actions.get(name)
            if action is not None:
                action.setShortcuts([QKeySequence(keys) for keys in self._chosen.get(name, self._presets[name])])
                describe(action)

    def choose_keys(self, keys: Mapping[str, tuple[str, ...]]) -> None:
        """Takes the keys that the user has chosen; only what differs from what is shipped is kept.

        Keys of actions that are not here, such as tools while no box is open, stay as they are.
        """
        own = {name: chosen for name, chosen in self._chosen.items() if name not in keys}
        own |= {name: chosen for name, chosen in keys.items() if chosen != self._presets.get(name)}
        self.use_keys(own)
        self.keys_changed.emit()

    @property
    def own_keys(self) -> Mapping[str, tuple[str, ...]]:
        """The user's own keys, by the name of the action."""
        return dict(self._chosen)

    def lend(self, window: QWidget, names: Iterable[str] = BOX_KEYS) -> None:
        """Lets a dialog beside the main window have the keys of actions, which work only where the keyboard is."""
        for name in names:
            window.addAction(self._actions[name])

    def drop(self, name: str) -> None:
        """Forgets an action."""
        action = self._actions.pop(name)
        self._window.removeAction(action)
        action.deleteLater()

    def paint_icons(self, *, missing: bool = False) -> None:
        """Draws every icon in the colours of the palette in force, some per turn of the event loop; or at once only those of
        actions that have none yet."""
        from app.widgets.turns import Turns

        if missing:
            for _ in self._icons_painted(missing=True):
                pass
            return
        if self._turns is None:
            self._turns = Turns(self)
        self._turns.wish(self, "icons", self._icons_painted)

    def _icons_painted(self, *, missing: bool = False) -> Iterator[None]:
        from app.widgets.icons import icon

        for known in tuple(self._actions):
            action = self._actions.get(known)
            name = action.property(ICON_PROPERTY) if action is not None else None
            if action is not None and name and not (missing and not action.icon().isNull()):
                action.setIcon(icon(str(name)))
                yield

    def _made(self, spec: ActionSpec) -> QAction:
        action = QAction(QCoreApplication.translate("Actions", spec.text), self)
        action.setShortcuts([QKeySequence(keys) for keys in spec.keys])
        action.setProperty(ICON_PROPERTY, spec.icon)
        action.setProperty(TIP_PROPERTY, QCoreApplication.translate("Actions", spec.tip))
        action.setCheckable(spec.checkable)
        if spec.group:
            group = self._groups.setdefault(spec.group, QActionGroup(self))
            group.addAction(action)
        return action


def plain_text(action: QAction) -> str:
    """The text of an action without its access key and dots, as it stands in a sentence or list.

    A doubled ampersand is one that is meant.
    """
    return re.sub(r"&(.)", r"\1", action.text()).rstrip("…").strip()


def keys_of(action: QAction) -> list[str]:
    """The shortcuts of an action as the user's system writes them."""
    return [keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in action.shortcuts()]


def portable_keys(action: QAction) -> tuple[str, ...]:
    """The shortcuts of an action as they are kept: the same on every system and in every language."""
    return tuple(keys.toString(QKeySequence.SequenceFormat.PortableText) for keys in action.shortcuts())


def tip_of(action: QAction) -> str:
    """The sentence that says what an action does."""
    return str(action.property(TIP_PROPERTY) or "")


def allow(action: QAction, why_not: str = "") -> None:
    """Makes an action usable, or grey with a reason: part of a sentence, such as "no box is open"."""
    action.setEnabled(not why_not)
    action.setProperty(WHY_NOT_PROPERTY, why_not)
    describe(action)


def why_not(action: QAction) -> str:
    """The sentence that says why an action is grey; empty when it is not, or nobody knows why."""
    reason = "" if action.isEnabled() else str(action.property(WHY_NOT_PROPERTY) or "")
    return QCoreApplication.translate("Actions", "Not now, because %s.") % reason if reason else ""


def describe(action: QAction) -> None:
    """Writes tool tip and status tip from what the action is called, does, which keys it has, and why it is grey."""
    name, tip, keys, reason = plain_text(action), tip_of(action), keys_of(action), why_not(action)
    action.setStatusTip(" ".join(part for part in (reason, tip or name) if part))
    head = f"{name} ({keys[0]})" if keys else name
    action.setToolTip("\n".join(part for part in (head, tip, reason) if part))
