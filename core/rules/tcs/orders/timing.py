"""The phases in which something is done with op sheets: outside of them it is told, and not forbidden [TCS 4.01 2.0, 6.11]."""

from dataclasses import replace

from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import ForceTables

COMMAND, ACTION = "command", "action"
"""Phases of the sequence of play, by their ids."""

ROLLED = "It is rolled for"
"""How the sentence begins that says when a roll or a check is made."""


def in_command(case: ForceTables, said: Reason, done: str = "That is done") -> Reason:
    """What is said of a step that belongs to a Command Phase; with the phase in which play stands, where that is another one.
    `done` begins the sentence that says when, as `ROLLED`.
    [TCS 4.01 2.0, 6.8, 6.9d, 6.9f, 6.11a, 6.13b, 6.14b, 6.14d]"""
    return _in(case, said, COMMAND, "", "a Command Phase", done)


def in_action(case: ForceTables, said: Reason, side: str) -> Reason:
    """The same of a step that belongs to an Action Phase of its side. [TCS 4.01 6.11b]"""
    return _in(case, said, ACTION, side, f"an Action Phase of {case.forces.side_name(side)}", "That is done")


def _in(case: ForceTables, said: Reason, phase: str, side: str, when: str, done: str) -> Reason:
    moment = case.forces.state.moment
    now, _, _ = moment.phase.partition(".")
    # Before the first turn, and where nobody follows the sequence of play, every time is as good as any other.
    if moment.turn == 0 or not now or (now == phase and (not side or moment.side in ("", side))):
        return said
    title = next((each.title for each in case.ruleset.sequence if each.id == now), now)
    whose = f", {case.forces.side_name(moment.side)}" if moment.side else ""
    values = {**said.values, "when": when, "now": f"{title}{whose}"}
    return replace(said, template=f"{said.template}. {done} in {{when}}; play stands in: {{now}}", values=values)
