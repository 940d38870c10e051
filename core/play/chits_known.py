"""Which chits a side knows: what it may ask the rules with, and no more [VCS 1.0, 9.1, 9.2].

Known is what was told to everybody, and to who sits alone before the game what lies under the units of that side. As long as
both sides sit at one table nothing is read that is not told, for both would read it; who plays alone knows everything.
"""

from collections.abc import Callable, Iterator, Mapping

from core.base.errors import WrongUse
from core.model.state import GameState
from core.play.chits import owner_of, told
from core.play.session import Session
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.play_rules import CupRule

CHITS = "chits"
"""The parameter of questions that says what is known of strengths."""

Values = Callable[[str, str], str]
"""What a chit says, by its name and the side that looks; raises WrongUse where that cannot be read."""


def known_chits(session: Session, seen: GameState, side: str, values: Values) -> Iterator[tuple[str, str]]:
    """The units under which chits lie that are known, each with what its chit says.

    `seen` is the state as it is seen, `side` who sits here, "" for both. Raises nothing: what cannot be read is not known.
    """
    alone = session.record.began.kind == "solitaire"
    for unit, held in sorted(seen.held.items()):
        said = told(session.record, held.seal)
        owner = owner_of(session.record, held.seal)
        if not said and (alone or (side and owner == side)):
            try:
                said = values(held.seal, owner)
            except WrongUse:
                continue
        if said:
            yield unit, said


def listed(known: Mapping[str, str], state: GameState, rules: Mapping[str, CupRule], charts: ChartBook) -> tuple[str, ...]:
    """What is known of strengths, as questions take it: 1-1*Blue strong. Chits that no chart lists are left out. [VCS 9.1]"""
    found = []
    for unit, said in known.items():
        rule = rules.get(state.held[unit].cup)
        if rule is not None and rule.chart and charts.chart(rule.chart).rows.index(said) is not None:
            found.append(f"{unit}*{said}")
    return tuple(found)


def named(text: str) -> frozenset[str]:
    """The units of which a text says what is known of them already."""
    return frozenset(each.rpartition("*")[0].strip() for each in text.split(",") if "*" in each)
