"""Long work in slices: generators that yield as they go and return their result."""

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")
Mark = TypeVar("Mark")


def finish(steps: Generator[object, None, Result]) -> Result:
    """Runs a generator to its end and gives what it returns.

    >>> def count():
    ...     yield 1
    ...     return "done"
    >>> finish(count())
    'done'
    """
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            result: Result = stop.value
            return result


def marked(steps: Generator[object, None, Result], mark: Mark) -> Generator[Mark, None, Result]:
    """A part of longer work, every step of which says the same of how far the whole has come.

    >>> def part():
    ...     yield "anything"
    ...     return "done"
    >>> list(marked(part(), (3, 10)))
    [(3, 10)]
    """
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            result: Result = stop.value
            return result
        yield mark
