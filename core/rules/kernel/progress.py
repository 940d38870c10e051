"""How far a long answer has come."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` steps; `partial` is what is already known of the answer, in a form of the question's own."""

    done: int
    total: int
    partial: object = None
