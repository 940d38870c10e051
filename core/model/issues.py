"""Findings about files that still load: what is wrong, where, and what follows from it."""

from dataclasses import dataclass
from enum import Enum

from core.base.errors import Place
from core.geometry.layout import Point
from core.model.edits.edit import Edit
from core.model.maps import ItemRef


class Severity(Enum):
    """How much a finding matters. Advice is no fault: it says what comes next."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"


OOB_UNREAD = "oob-unread"
"""The kind of the finding that nothing of the order of battle could be read; much else follows from it."""


@dataclass(frozen=True, slots=True)
class Issue:
    """One finding, as a whole English sentence with its place; `rule` names the rule that suffers, if one does.

    `code` is the lasting name of the kind of finding ("open-end"). `subjects` are the items of the map that it is about and
    `at` the point of the shared plane to look at. `fix` mends it, where that is safe; its label says how.
    `ways` mend it where only the user knows which of them is true. `units` are the counters that it is about, by their ids.
    """

    place: Place
    text: str
    severity: Severity = Severity.ERROR
    rule: str = ""
    code: str = ""
    subjects: tuple[ItemRef, ...] = ()
    at: Point | None = None
    fix: Edit | None = None
    ways: tuple[Edit, ...] = ()
    units: tuple[str, ...] = ()

    @property
    def is_of_reading(self) -> bool:
        """Whether it is about a file as it was read; what is checked anew after each change has a lasting name of its own."""
        return self.code in ("", OOB_UNREAD)

    def __str__(self) -> str:
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{self.place}: {self.severity.value}: {self.text}{rule}"
