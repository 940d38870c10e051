"""What may be declared: own units attack places that others hold, each once, and who attacks sees what lies there."""

from collections.abc import Mapping, Sequence

from core.base.errors import WrongUse
from core.model.deployment import Deployment, Spot
from core.model.state import Declared, GameState

Known = Mapping[str, tuple[str, str]]
"""The side and the name of each unit."""


def declared(
    known: Known, state: GameState, by: str, units: Sequence[str], against: Sequence[Spot], what: str = "attack"
) -> Declared:
    """What a side declares in a state, with the units of others that lie where it attacks.

    Raises WrongUse for units of others or that are not in play, for places without others, and for what takes part twice.
    """
    deployment = state.deployment or Deployment()
    if not units or not against:
        raise WrongUse("An attack is declared by at least one unit, against at least one hex.")
    for unit in units:
        side, name = known.get(unit, ("", ""))
        if side != by or not by:
            raise WrongUse(f'"{unit}" is no unit of side "{by}"; only own units are declared to attack.')
        if unit not in deployment.pieces:
            raise WrongUse(f"{name or unit} is not in play, and attacks nobody.")
    shown: dict[str, None] = {}
    for spot in against:
        others = [unit for unit in deployment.stack(spot) if known.get(unit, (by, ""))[0] != by]
        if not others:
            raise WrongUse("A place in which nobody of another side lies is not attacked.")
        shown |= dict.fromkeys(others)
    attacking = {unit for each in state.declared for unit in each.units}
    if not attacking.isdisjoint(units) or len(set(units)) < len(units):
        raise WrongUse("A unit is declared to attack once, until that is resolved.")
    attacked = {spot for each in state.declared for spot in each.against}
    if not attacked.isdisjoint(against) or len(set(against)) < len(against):
        raise WrongUse("A place is attacked once, until that is resolved; all that attack it are declared together.")
    return Declared(by, tuple(units), tuple(against), what, tuple(shown))


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
