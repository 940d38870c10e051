"""Long work in slices: generators that yield as they go and return their result."""

from collections.abc import Generator
from typing import TypeVar

Result = TypeVar("Result")


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
