"""The worker, as far as documents ask it."""

from collections.abc import Callable, Mapping
from typing import Protocol

from core.rules.kernel.rulings import Ruling


class Asks(Protocol):
    """The worker, as far as a document asks it (app.workers.answers.Answers)."""

    def ask(
        self,
        question: str,
        parameters: Mapping[str, object],
        on_ruling: Callable[[Ruling], None],
        on_progress: Callable[[int, int, object], None] | None = None,
        on_refused: Callable[[str], None] | None = None,
        slot: str = "",
        background: bool = False,
    ) -> int:
        """Asks a question; returns its ticket."""

    def cancel(self, ticket: int) -> None:
        """Forgets a question."""
