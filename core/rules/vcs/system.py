"""The series as a system: its questions and their parameters."""

from typing import ClassVar

from core.rules.kernel.system import Question
from core.rules.kernel.tables import TableSystem


class Vcs(TableSystem):
    """The Victory in the West style series VCS."""

    series = "vcs"
    of_series: ClassVar[tuple[Question, ...]] = ()
