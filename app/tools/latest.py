"""Asks while the mouse moves: at most one question under way, the latest wish wins, stale answers are never heard."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer

from app.documents.asks import Asks
from core.rules.kernel.rulings import Ruling

PATIENCE_MS = 150
"""How long a newer wish waits for the answer to an older one before that is given up."""


@dataclass(frozen=True, slots=True)
class _Wish:
    question: str
    parameters: Mapping[str, object]
    on_ruling: Callable[[Ruling], None]
    on_progress: Callable[[int, int, object], None] | None


_PARAMETER = re.compile(r"[a-z][a-z_]*: ")


def refused_words(refusal: str) -> str:
    """Why a question was refused, without the name of the parameter that it begins with: tools have no such names.

    >>> refused_words("side: say which side."), refused_words("3: is no hex."), refused_words("Nobody stands there.")
    ('Say which side.', '3: is no hex.', 'Nobody stands there.')
    """
    words = _PARAMETER.sub("", refusal, count=1) if _PARAMETER.match(refusal) else refusal
    return f"{words[:1].upper()}{words[1:]}"


class Latest(QObject):
    """One stream of questions, in a slot of its own.

    A wish that arrives while a question is under way waits for it, so that a steady stream of moves does not starve all
    answers; after `PATIENCE_MS` the old question is superseded. Only the answer to the last wish is delivered.
    """

    def __init__(self, answers: Asks, slot: str, on_refused: Callable[[str], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._answers, self._slot, self._on_refused = answers, slot, on_refused
        self._wanted: _Wish | None = None
        self._under_way: _Wish | None = None
        self._ticket = 0
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(self._send)

    @property
    def waiting(self) -> bool:
        """Whether the last wish has not been answered yet."""
        return self._wanted is not None

    def want(
        self,
        question: str,
        parameters: Mapping[str, object],
        on_ruling: Callable[[Ruling], None],
        on_progress: Callable[[int, int, object], None] | None = None,
    ) -> None:
        """Replaces the wish before."""
        self._wanted = _Wish(question, parameters, on_ruling, on_progress)
        if self._under_way is None:
            self._send()
        elif not self._patience.isActive():
            self._patience.start()

    def drop(self) -> None:
        """Wants nothing any more."""
        self._patience.stop()
        if self._under_way is not None:
            self._answers.cancel(self._ticket)
        self._wanted = self._under_way = None

    def _send(self) -> None:
        wish = self._under_way = self._wanted
        self._patience.stop()
        if wish is None:
            return

        def take(ruling: Ruling) -> None:
            if self._under_way is wish:
                self._settle(wish, lambda: wish.on_ruling(ruling))

        def advance(done: int, total: int, partial: object) -> None:
            if self._wanted is wish and wish.on_progress is not None:
                wish.on_progress(done, total, partial)

        def refuse(words: str) -> None:
            if self._under_way is wish:
                self._settle(wish, lambda: self._on_refused(refused_words(words)))

        self._ticket = self._answers.ask(wish.question, wish.parameters, take, advance, refuse, slot=self._slot)

    def _settle(self, wish: _Wish, deliver: Callable[[], None]) -> None:
        self._under_way = None
        if self._wanted is wish:
            self._wanted = None
            self._patience.stop()
            deliver()
        else:
            self._send()
