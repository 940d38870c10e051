"""The worker, as far as documents and tools ask it; and questions of which a later one takes the place of an earlier."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from core.model.state import GameState
from core.rules.kernel.rulings import Ruling


class Asks(Protocol):
    """The worker (app.workers.answers.Answers)."""

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

    def run(
        self,
        job: str,
        parameters: Mapping[str, object],
        on_result: Callable[[Any], None],
        on_progress: Callable[[int, int, object], None] | None = None,
        on_refused: Callable[[str], None] | None = None,
        slot: str = "",
        background: bool = False,
    ) -> int:
        """Has work done that is no question (app.workers.jobs); returns its ticket."""

    def cancel(self, ticket: int) -> None:
        """Forgets a question."""

    def set_state(self, state: GameState) -> None:
        """The state of play for what is asked from now on."""


class Slots:
    """Questions by what they are for, their slots; one that is dropped is not heard any more. `name` keeps the slots apart from
    those of others."""

    def __init__(self, asks: Asks, name: str) -> None:
        self._asks, self._name = asks, name
        self._tickets: dict[str, int] = {}

    def ask(
        self,
        slot: str,
        question: str,
        parameters: Mapping[str, object],
        on_ruling: Callable[[Ruling], None],
        on_refused: Callable[[str], None],
    ) -> None:
        """Asks a question in the place of any other of its slot."""
        named = f"{self._name}: {slot}"
        self._tickets[slot] = self._asks.ask(question, parameters, on_ruling, on_refused=on_refused, slot=named)

    def drop(self, *slots: str) -> None:
        """Nothing is waited for any more, or not for these."""
        for slot in slots or tuple(self._tickets):
            if slot in self._tickets:
                self._asks.cancel(self._tickets.pop(slot))
