"""Findings about files that still load: what is wrong, where, and what follows from it."""

from dataclasses import dataclass
from enum import Enum

from core.base.errors import Place


class Severity(Enum):
    """How much a finding matters."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Issue:
    """One finding, as a whole English sentence with its place; `rule` names the rule that suffers, if one does."""

    place: Place
    text: str
    severity: Severity = Severity.ERROR
    rule: str = ""

    def __str__(self) -> str:
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{self.place}: {self.severity.value}: {self.text}{rule}"
