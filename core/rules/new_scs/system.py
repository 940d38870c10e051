"""The series as a system: its questions and their parameters."""

from typing import ClassVar

from core.rules.kernel.system import Question
from core.rules.kernel.tables import TableSystem


class NewScs(TableSystem):
    """The new house rules of the Standard Combat Series."""

    series = "new-scs"
    of_series: ClassVar[tuple[Question, ...]] = ()
