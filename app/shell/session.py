"""What the program keeps between two runs: places of windows and panels, recent boxes, choices of the user."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

from app.widgets.themes import Theme

ORGANISATION = "Phaseline"
APPLICATION = "Phaseline"
MOST_RECENT = 10

LAYOUT_VERSION = 4
"""Raised when docks change so much that an old layout must not be restored."""

T = TypeVar("T")


class Session(QObject):
    """Typed access to the settings of the user. `recent_changed` tells that the list of recent boxes is another, and
    `played_changed` that of the sessions that were played last.
    """

    recent_changed = Signal()
    played_changed = Signal()

    def __init__(self, settings: QSettings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        if settings is None:
            settings = QSettings(QSettings.Format.IniFormat, QSettings.Scope.UserScope, ORGANISATION, APPLICATION)
        self._settings = settings

    def recent(self) -> list[Path]:
        """The boxes opened last, the latest first."""
        return [Path(text) for text in self._read("boxes/recent", [], list) if isinstance(text, str)]

    def add_recent(self, box: Path) -> None:
        """Puts a box at the head of the list."""
        known = [path for path in self.recent() if path != box]
        self._write_recent([box, *known][:MOST_RECENT])

    def forget_recent(self, box: Path) -> None:
        """Takes one box off the list."""
        self._write_recent([path for path in self.recent() if path != box])

    def clear_recent(self) -> None:
        """Empties the list."""
        self._write_recent([])

    def played(self) -> list[Path]:
        """The sessions that were played last, the latest first."""
        return [Path(text) for text in self._read("sessions/recent", [], list) if isinstance(text, str)]

    def add_played(self, file: Path) -> None:
        """Puts a session at the head of the list."""
        self._write_played([file, *(path for path in self.played() if path != file)][:MOST_RECENT])

    def forget_played(self, file: Path) -> None:
        """Takes a session off the list."""
        self._write_played([path for path in self.played() if path != file])

    @property
    def playing(self) -> Path | None:
        """The session that is being played, or was when the last run ended."""
        text = self._read("sessions/playing", "", str)
        return Path(text) if text else None

    @playing.setter
    def playing(self, file: Path | None) -> None:
        self._settings.setValue("sessions/playing", str(file) if file else "")
        # A program that is killed must have said so before.
        self._settings.sync()

    @property
    def theme(self) -> Theme:
        """The theme that the user wants."""
        text = self._read("look/theme", Theme.SYSTEM.value, str)
        return Theme(text) if text in {theme.value for theme in Theme} else Theme.SYSTEM

    @theme.setter
    def theme(self, theme: Theme) -> None:
        self._settings.setValue("look/theme", theme.value)

    @property
    def reopens(self) -> bool:
        """Whether the box of the last run is opened again at the start."""
        return self._read("boxes/reopen", False, bool)

    @reopens.setter
    def reopens(self, wanted: bool) -> None:
        self._settings.setValue("boxes/reopen", wanted)

    @property
    def last_box(self) -> Path | None:
        """The box that was open at the end of the last run."""
        text = self._read("boxes/last", "", str)
        return Path(text) if text else None

    @last_box.setter
    def last_box(self, box: Path | None) -> None:
        self._settings.setValue("boxes/last", str(box) if box else "")

    @property
    def geometry(self) -> QByteArray:
        """Where the window stands, as Qt writes it; empty at the first run."""
        return self._read("window/geometry", QByteArray(), QByteArray)

    @property
    def layout(self) -> QByteArray:
        """Where docks and tool bars stand, as Qt writes it; empty at the first run."""
        return self._read("window/layout", QByteArray(), QByteArray)

    @property
    def play_layout(self) -> QByteArray:
        """The same while a session is played; empty before the first one."""
        return self._read("window/play_layout", QByteArray(), QByteArray)

    def keep_window(self, geometry: QByteArray, layout: QByteArray, play_layout: QByteArray | None = None) -> None:
        """Keeps the places of window and docks, those of docks while a session is played by themselves."""
        self._settings.setValue("window/geometry", geometry)
        self._settings.setValue("window/layout", layout)
        if play_layout is not None:
            self._settings.setValue("window/play_layout", play_layout)

    def text(self, key: str, preset: str = "") -> str:
        """A word kept by a part of the window under its own key."""
        return self._read(f"parts/{key}", preset, str)

    def keep_text(self, key: str, text: str) -> None:
        """Keeps a word for a part of the window."""
        self._settings.setValue(f"parts/{key}", text)

    def own_keys(self) -> dict[str, tuple[str, ...]]:
        """The keys that the user has given to actions, by the name of the action."""
        self._settings.beginGroup("keys")
        names = self._settings.allKeys()
        self._settings.endGroup()
        return {name: tuple(self._read(f"keys/{name}", "", str).split()) for name in names}

    def keep_own_keys(self, chosen: Mapping[str, tuple[str, ...]]) -> None:
        """Keeps the keys that the user has given to actions, and forgets all others."""
        self._settings.remove("keys")
        for name, keys in chosen.items():
            self._settings.setValue(f"keys/{name}", " ".join(keys))

    def sync(self) -> None:
        """Writes everything to disk now."""
        self._settings.sync()

    def _write_played(self, files: list[Path]) -> None:
        self._settings.setValue("sessions/recent", [str(file) for file in files])
        self.played_changed.emit()

    def _write_recent(self, boxes: list[Path]) -> None:
        self._settings.setValue("boxes/recent", [str(box) for box in boxes])
        self.recent_changed.emit()

    def _read(self, key: str, preset: T, kind: type[T]) -> T:
        # Settings files hold text; without a type Qt gives text back, and a list of one as its only text.
        value = self._settings.value(key, preset, type=kind)
        return value if isinstance(value, kind) else preset
