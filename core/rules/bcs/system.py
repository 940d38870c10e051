"""The series as a system: its questions and their parameters."""

from typing import ClassVar

from core.rules.kernel.system import Question
from core.rules.kernel.tables import TableSystem


class Bcs(TableSystem):
    """The Battalion Combat Series."""

    series = "bcs"
    of_series: ClassVar[tuple[Question, ...]] = ()
