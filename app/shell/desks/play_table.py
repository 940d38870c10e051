"""What the parts of the desk of live play share: the window that they speak to, and a session that is about to be shown."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import SignalInstance

from app.documents.document import Document
from core.play.journal import Journal
from core.play.memories import Memory
from core.play.record import Record
from core.play.snapshots import History

if TYPE_CHECKING:
    from app.shell.files.saving import Saving
    from core.play.keys import Keys


class OpenBox(Protocol):
    """What the window has open."""

    box_shown: SignalInstance

    @property
    def document(self) -> Document | None:
        """The open box, None when there is none."""
        ...

    @property
    def saving(self) -> "Saving | None":
        """What brings the open box to disk."""
        ...

    def recent(self) -> list[Path]:
        """The boxes opened last."""
        ...

    def open_now(self, folder: Path) -> None:
        """Opens a box, whatever becomes of the one that is open."""
        ...

    def show_play(self) -> None:
        """A session begins or ends: the title and all actions tell it."""
        ...

    def show_play_title(self) -> None:
        """The title tells where the session stands."""
        ...


@dataclass
class Seated:
    """A session that was made or opened, before the window shows it: its file, its states, what is remembered of it, which
    sides are played here, and the keys that are open.
    """

    journal: Journal
    history: History
    memory: Memory
    mine: tuple[str, ...] = ()
    keys: "tuple[Keys, ...]" = ()
    warning: str = ""

    @property
    def record(self) -> Record:
        """What is never taken back."""
        return self.journal.records[-1]


Begin = Callable[[Seated], object]


def odd_cups(document: Document, record: Record) -> list[str]:
    """Cups that were filled with other chits than the rules list, as sentences."""
    ruleset = document.ruleset
    if ruleset is None or not record.cups:
        return []
    from core.play.cups import unlike_rules

    rules = ruleset.play.cups_in(ruleset.choices(record.began.options))
    return unlike_rules(record, rules, ruleset.book(document.box))


def hides(document: Document, record: Record) -> bool:
    """Whether one side may know something that the other may not."""
    ruleset = document.ruleset
    if record.keys or ruleset is None:
        return bool(record.keys)
    play, choices = ruleset.play, ruleset.choices(document.box.options)
    secret = any(kind.secret for kind in play.points.values()) or any(cup.secret for cup in play.cups_in(choices))
    return play.stacks.seen == "top" or secret or bool(play.secrets_in(choices))
