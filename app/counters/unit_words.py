"""Units in words: what they are called, and where they are."""

from PySide6.QtCore import QCoreApplication

from core.model.box import GameBox
from core.model.deployment import Spot
from core.model.oob import Counter, Formation, Oob, OobItem, Side
from core.rules.kernel.looks import name_of
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.whereabouts import Whereabouts


def _tr(text: str) -> str:
    return QCoreApplication.translate("Units", text)


def called(ruleset: Ruleset | None, item: OobItem | None) -> str:
    """What something of the order of battle is called, its id where it has no name."""
    match item:
        case Counter():
            return name_of(ruleset, item)
        case Side() | Formation():
            return item.name or item.id
        case _:
            return ""


def known_as(ruleset: Ruleset | None, oob: Oob, id_: str) -> str:
    """What a side, a formation or a unit with an id is called, or several with commas between them; the text itself where it is
    none of them."""
    parts = id_.split(", ")
    return ", ".join(called(ruleset, oob.side(each) or oob.formation(each) or oob.counter(each)) or each for each in parts)


def spot_words(box: GameBox, spot: Spot) -> str:
    """A hex by its printed number, a box beside the map by its name."""
    if isinstance(spot, str):
        return spot
    return box.label(spot) if spot in box.cells else _tr("off the map")


def where_words(box: GameBox, where: Whereabouts) -> str:
    """Where a counter is, as short as a cell of a table needs it."""
    match where.standing:
        case "map":
            return spot_words(box, where.at) if where.at is not None else ""
        case "box":
            return where.box
        case "arrives":
            return _tr("turn %d") % where.turn
        case "condition":
            return _tr("on a condition")
        case "to set up":
            return _tr("to set up")
        case _:
            return _tr("nowhere")


def where_sentence(box: GameBox, name: str, where: Whereabouts) -> str:
    """Where a counter is, as a whole sentence."""
    if where.standing == "map" and where.at not in box.cells:
        return _tr("%s stands in a hex that no map of this box has.") % name
    if where.standing == "map":
        return _tr("%(name)s is in hex %(hex)s.") % {"name": name, "hex": where_words(box, where)}
    if where.standing == "box":
        return _tr("%(name)s is off the map, in the box “%(box)s”.") % {"name": name, "box": where.box}
    if where.standing == "arrives":
        hexes = ", ".join(spot_words(box, each) for each in where.hexes)
        said = _tr("%(name)s is not on the map yet: it arrives on turn %(turn)d") % {"name": name, "turn": where.turn}
        return f"{said}{_tr(' at ') + hexes if hexes else ''}."
    if where.standing == "condition":
        said = _tr("%s is not on the map: it arrives on a condition") % name
        return f"{said}: {where.words.rstrip('.')}." if where.words else f"{said}."
    if where.standing == "to set up":
        return _tr("%s has a place to be set up, and is not on the map yet.") % name
    return _tr("%s is nowhere in this scenario.") % name
