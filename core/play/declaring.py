"""What may be declared: own units attack places that others hold, each once, and who attacks sees what lies there. Who fights
so draws a strength chit, where the series has any. What is resolved has been fought, and is kept for as long as it counts."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.base.errors import WrongUse
from core.model.deployment import Deployment, Spot
from core.model.state import OF_PLACES, SUPPLIES, SUPPORT, Declared, GameState
from core.play.record import Record

Known = Mapping[str, tuple[str, str]]
"""The side and the name of each unit."""


def declared(
    known: Known, state: GameState, by: str, units: Sequence[str], against: Sequence[Spot], what: str = "attack"
) -> Declared:
    """What a side declares in a state, with the units of others that lie where it attacks; `SUPPORT` is declared for places in
    which it is attacked itself, one of `OF_PLACES` for any, one of `SUPPLIES` for that of its unit; they show nothing.

    Raises WrongUse for units of others or that are not in play, for places without others, and for what takes part twice.
    """
    deployment = state.deployment or Deployment()
    if not what.strip():
        raise WrongUse("Say what is declared, such as an attack.")
    if not units or not against:
        raise WrongUse("An attack is declared by at least one unit, against at least one hex.")
    for unit in units:
        side, name = known.get(unit, ("", ""))
        if side != by or not by:
            raise WrongUse(f'"{unit}" is no unit of side "{by}"; only own units are declared to attack.')
        if unit not in deployment.pieces:
            raise WrongUse(f"{name or unit} is not in play, and attacks nobody.")
    attacking = {unit for each in state.declared for unit in each.units}
    if not attacking.isdisjoint(units) or len(set(units)) < len(units):
        raise WrongUse("A unit is declared to attack once, until that is resolved.")
    if len(set(against)) < len(against):
        raise WrongUse("A place is named once.")
    if what in SUPPLIES and (len(units) > 1 or set(against) != {deployment.pieces[unit].at for unit in units}):
        raise WrongUse("Supply from elsewhere is declared for one unit, in the place in which it lies.")
    if what in OF_PLACES:
        if any(each.what == what and not set(each.against).isdisjoint(against) for each in state.declared):
            raise WrongUse("This is declared for that place already, and not resolved.")
        return Declared(by, tuple(units), tuple(against), what)
    if what == SUPPORT:
        attacked = {spot for each in state.declared if each.by != by and is_fight(each) for spot in each.against}
        if not attacked.issuperset(against):
            raise WrongUse("Support is declared for a place that is attacked, once that is declared and not resolved.")
        return Declared(by, tuple(units), tuple(against), what)
    shown: dict[str, None] = {}
    for spot in against:
        others = [unit for unit in deployment.stack(spot) if known.get(unit, (by, ""))[0] != by]
        if not others:
            raise WrongUse("A place in which nobody of another side lies is not attacked.")
        shown |= dict.fromkeys(others)
    attacked = {spot for each in state.declared if each.what not in OF_PLACES for spot in each.against}
    if not attacked.isdisjoint(against):
        raise WrongUse("A place is attacked once, until that is resolved; all that attack it are declared together.")
    return Declared(by, tuple(units), tuple(against), what, tuple(shown))


def is_fight(declared: Declared) -> bool:
    """Whether what is declared is a fight, and not support for one or something that is done to a place."""
    return declared.what != SUPPORT and declared.what not in OF_PLACES


def resolved(state: GameState, gone: Sequence[Declared]) -> dict[str, Any]:
    """What is said of a state when something declared is done with: it has been fought. Who supports there alone has, too."""
    left = [each for each in state.declared if each not in gone]
    attacked = {spot for each in left if is_fight(each) for spot in each.against}
    left = [each for each in left if each.what != SUPPORT or not attacked.isdisjoint(each.against)]
    done = tuple(each for each in state.declared if each not in left)
    return {"declared": tuple(left), "fought": (*state.fought, *done)}


def done_at_once(known: Known, state: GameState, made: Declared) -> dict[str, Any]:
    """What is said of a state in which something is done that nobody has declared before, so that it counts. Raises WrongUse
    for units of others or that are not in play."""
    for unit in made.units:
        side, name = known.get(unit, ("", ""))
        if side != made.by or not made.by:
            raise WrongUse(f'"{unit}" is no unit of side "{made.by}", which does nothing with it.')
        if unit not in (state.deployment or Deployment()).pieces:
            raise WrongUse(f"{name or unit} is not in play, and does nothing.")
    return {"fought": (*state.fought, made)}


def fault_of_fought(known: Known, before: GameState, after: GameState, *, announced: bool) -> str:
    """What is wrong with what was fought after a change, as a sentence; "" for nothing.

    What was declared and is resolved is added to it, and so is what is done at once, where not everything must be `announced`
    first; going on to another moment of play drops what no longer counts.
    """
    was, now = before.fought, after.fought
    if before.moment != after.moment:
        left = iter(was)
        return "" if all(each in left for each in now) else "Something counts as fought that was not fought before."
    done = tuple(each for each in before.declared if each not in after.declared)
    if now == was or (done and now == (*was, *done)):
        # Programs before this one have kept nothing of what was resolved.
        return ""
    if not announced and not done and now[: len(was)] == was:
        try:
            for each in now[len(was) :]:
                done_at_once(known, before, each)
        except WrongUse as wrong:
            return str(wrong)
        return ""
    return "Something counts as fought that was not declared and resolved, or no longer counts in the same phase."


def fault(known: Known, before: GameState, each: Declared) -> str:
    """What is wrong with something that somebody else's program has declared in a state, as a sentence; "" for nothing, and
    where nobody knows whose units are."""
    if not known:
        return ""
    try:
        made = declared(known, before, each.by, each.units, each.against, each.what)
    except WrongUse as wrong:
        return str(wrong)
    return "" if made == each else "What is declared names other units than those that lie where it attacks."


PRINTED = "chit"
"""The marker of a unit that has a chit from the start, as its scenario prints it."""


def fights(state: GameState, unit: str) -> bool:
    """Whether a unit attacks or is attacked in something that is declared and not resolved."""
    return any(unit in each.units or unit in each.shown for each in state.declared if is_fight(each))


def fault_of_draw(record: Record, state: GameState, cup: str, unit: str) -> str:
    """Why no chit is drawn for a unit in a state, as a sentence with its rule; "" when it may be.

    A unit draws from the cup of its class, and when it fights for the first time [VCS 9.1]: who could draw at will would learn
    by what is left what the other side has drawn. Units that a scenario starts with a chit draw their first whenever it is set
    up. Whose chit went back while an attack is fought draws no other in it.
    """
    began = record.began
    section = next((section for name, section in began.combat_cups if name == cup), None)
    if section is None:
        return ""
    named = began.units.get(unit, ("", ""))[1] or unit
    if unit and began.drawing and (own := began.drawing.get(unit, "")) != cup:
        if not own:
            return f'"{named}" prints no class of chits, and draws none [{section}].'
        return f'"{named}" draws its chit from the cup "{own}", whose class it prints, and not from "{cup}" [{section}].'
    earlier = [chit for chit in record.chits.values() if unit and chit.unit == unit]
    if fights(state, unit):
        since = max(record.announced.get(each, 0) for each in state.declared if unit in each.units or unit in each.shown)
        if any(chit.returned > since for chit in earlier):
            return f'The chit of "{named}" went back into its cup in this attack; it draws no other in it [{section}].'
        return ""
    printed = began.scenario.start.pieces.get(unit)
    if printed is not None and PRINTED in printed.marks and not earlier:
        return ""
    what = f'"{named}" is in none' if unit else "no unit is named"
    return f'The cup "{cup}" gives a chit to a unit that is in an attack declared and not resolved; {what} [{section}].'
