"""What a draw from a cup leads on to: the question that is told what the chits say, once everybody knows it."""

from collections.abc import Iterable, Iterator

from core.model.edits.state_edits import ChangeState
from core.model.state import GameState, Owed
from core.play import cups
from core.play.chits import told
from core.play.events import Drew, PutBack
from core.play.record import Record
from core.rules.kernel.play_rules import CupRule


def last_draw(record: Record, rule: CupRule) -> tuple[str, ...]:
    """The chits of the last draw from a cup, by their seals: as many as the rules draw at once, fewer where the cup is empty;
    none while some of them are still to be drawn."""
    seals: list[str] = []
    for _, event in record.cups[rule.id].events if rule.id in record.cups else ():
        if isinstance(event, PutBack):
            # Chits go back once it is known what all of the draw say.
            seals.clear()
        elif isinstance(event, Drew):
            seals.append(event.seal)
    rest = len(seals) % rule.drawn
    if not seals or (rest and cups.state(record, rule.id).inside):
        return ()
    return tuple(seals[-(rest or rule.drawn) :])


def led_on(record: Record, state: GameState, rule: CupRule) -> ChangeState | None:
    """The edit by which the question is to be asked that is told what the last draw says; None where a draw is followed by
    nothing, where not all of it is told yet, and where it waits already."""
    values = [told(record, seal) for seal in last_draw(record, rule)] if rule.tells else []
    if not values or not all(values):
        return None
    chits = ", ".join(values)
    said = (("cup", rule.title), ("chits", chits))
    asked = Owed(rule.asks, ((rule.tells, chits),), section=rule.section, title="{cup}: drawn {chits}", told=said)
    return ChangeState(f"Drawn: {chits}", {"owed": (asked, *state.owed)}) if asked not in state.owed else None


def going_back(record: Record, rules: Iterable[CupRule], values: Iterable[str]) -> Iterator[PutBack]:
    """The entries by which those chits of a last draw go back into their cup that say so."""
    for rule in rules:
        left = [seal for seal in last_draw(record, rule) if not record.chits[seal].back] if rule.tells else []
        for value in values if left else ():
            seal = next((each for each in left if told(record, each) == value), None)
            if seal is not None:
                left.remove(seal)
                yield cups.put_back(record, seal)
