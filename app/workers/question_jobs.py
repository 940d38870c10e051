"""Jobs on questions: which there are for the open box, and all that a form needs to know of each."""

from collections.abc import Generator
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.parameters import Heading
from core.rules.kernel.progress import Progress


def questions(game: Any) -> Generator[Progress, None, tuple[Heading, ...]]:
    """The questions of the series of the open box, in its own order. Raises WrongUse where there is none, or no such series."""
    yield Progress(0, 1)
    if game is None:
        raise WrongUse("The rules of this box are not known here, so nothing can be asked of it.")
    return tuple(question.heading for question in game.system.questions.values())
