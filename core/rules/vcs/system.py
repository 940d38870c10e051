"""The series as a system: its questions and their parameters."""

from typing import ClassVar

from core.rules.kernel.system import Question
from core.rules.kernel.tables import TableSystem


class Vcs(TableSystem):
    """The Victory in the West style series VCS."""

    series = "vcs"
    reads = frozenset(
        {
            "demolition.limits",
            "integrity.left_shift",
            "isolation.surrender",
            "retreat.exception",
            "rivers.mechanised_infantry",
            "rubble.placed",
            "scale.grouping",
            "supply.enemy_near",
            "supply.friend_nearby",
            "supply.level",
            "targets.higher_ground",
        }
    )
    of_series: ClassVar[tuple[Question, ...]] = ()
