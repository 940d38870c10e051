"""What the map says of the modifiers of an attack: each row of the chart that applies, for which side, and why.

[BCS 1.1 Combat Table, published summaries]

The rows are those of the printed chart; when each of them applies is known from its name alone, so that every one can be put
in or left out.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.rules.bcs.combat import MODIFIERS
from core.rules.bcs.fights.ground_of_combat import ATTACK as IN_ATTACKS
from core.rules.bcs.fights.ground_of_combat import MOUNTAIN, PROTECTIVE, hexsides, words_of
from core.rules.bcs.fights.taking_part import combat_units, formation_name, in_hex, standing
from core.rules.bcs.ground.objectives import zones_over
from core.rules.bcs.ground.routes import route_of
from core.rules.bcs.tables import PUBLISHED
from core.rules.kernel.combat import chart_word
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board

ATTACK, DEFENCE = "attack", "defence"
GROUP = "use only one of"
NO_GROUP = "-"
BREAKTHROUGH, RED = "breakthrough", "red"
HARD = (RED, BREAKTHROUGH)
"""Classes of armour values that are red or better."""


@dataclass(frozen=True, slots=True)
class Fight:
    """An attack: the attackers' hex and that of the defenders; who gives the rating of each side; who assists."""

    start: int
    target: int
    lead: Unit
    assist: tuple[Unit, ...]
    defender: Unit
    defenders: tuple[Unit, ...]
    suppression: bool = False

    @property
    def attackers(self) -> tuple[Unit, ...]:
        """All that attack, the one that gives the rating first."""
        return (self.lead, *self.assist)


@dataclass(frozen=True, slots=True)
class Applies:
    """A row of the chart that applies to a side, and why."""

    row: str
    column: str
    why: Reason


def applying(board: Board, fight: Fight) -> tuple[Applies, ...]:
    """Every row that the map says to apply, as far as the chart has a number for the side.

    [BCS 1.1 Combat Table, published summaries]
    """
    found = (*_of_attackers(board, fight), *_of_defenders(board, fight))
    return tuple(each for each in found if board.consulted.number(MODIFIERS, each.row, each.column))


def chosen(board: Board, found: Iterable[Applies], given: Mapping[str, Any]) -> dict[str, list[str]]:
    """The rows of both sides: those that apply without those that are left out, and with those that are put in, which take the
    place of others of which a side has only one. Raises WrongUse for a word that is no row."""
    rows: dict[str, list[str]] = {ATTACK: [], DEFENCE: []}
    for each in found:
        rows[each.column].append(each.row)
    for column, more, less in ((ATTACK, "modifiers", "without"), (DEFENCE, "defence_modifiers", "defence_without")):
        put = [_row(board, word) for word in given.get(more) or ()]
        left = {_row(board, word) for word in given.get(less) or ()}
        groups = {group for row in put if (group := _group(board, row)) != NO_GROUP}
        kept = [row for row in rows[column] if row not in left and row not in put and _group(board, row) not in groups]
        rows[column] = [*kept, *put]
    return rows


def _row(board: Board, word: str) -> str:
    return chart_word(board.consulted, word, (MODIFIERS,))[1]


def _group(board: Board, row: str) -> str:
    return str(board.consulted.cell(MODIFIERS, row, GROUP))


# Of the attackers ---------------------------------------------------------------------------------------------------------


def _of_attackers(board: Board, fight: Fight) -> Iterator[Applies]:
    lead, place = fight.lead, board.net.hexes[fight.target]
    dual = [unit for unit in fight.attackers if unit.flag("dual")]
    if dual:
        yield _attack(board, "Dual", "{units} are dual", units=names(dual))
    near = combat_units(in_hex(board, fight.start, lead.side))
    beside = {unit.id: unit for unit in (*near, *fight.assist)}
    supports = [unit for unit in beside.values() if unit.flag("support") and unit.id != lead.id]
    if supports:
        yield _attack(board, "Supported", "{units} support {lead}", units=names(supports), lead=lead.name)
    yield from _blocked(board, lead, ATTACK)
    if fight.suppression:
        yield _attack(
            board, "Suppression Mission", "{formation} fires a suppression mission", formation=_formation(board, lead)
        )
    helping = [unit for unit in fight.assist if not unit.flag("support")]
    if helping:
        yield _attack(board, "Assist", "{units} assist {lead}", units=names(helping), lead=lead.name)
    zones = zones_over(board, lead.side, fight.target)
    if zones > 1:
        template = "{hex} lies in {count} objective zones of the attackers"
        yield _attack(board, "Double Objective Zone", template, hex=place, count=zones)
    if standing(board, lead).prepared:
        template = "{formation} has a prepared defence, and attacks"
        yield _attack(board, "Prepared Defense of attackers", template, formation=_formation(board, lead))
    for class_, row in ((BREAKTHROUGH, "Breakthrough AV"), (RED, "Hard red AV")):
        some = [unit for unit in fight.attackers if unit.word("armour.class") == class_ and _armoured(unit)]
        if some:
            yield _attack(board, row, "{units}: armour value of the class {class_}", units=names(some), class_=class_)
            return


# Of the defenders ---------------------------------------------------------------------------------------------------------


def _of_defenders(board: Board, fight: Fight) -> Iterator[Applies]:
    unit, place = fight.defender, board.net.hexes[fight.target]
    if unit.flag("dual"):
        yield _defence(board, "Dual", "{units} are dual", units=unit.name)
    supports = [each for each in fight.defenders if each.flag("support") and each.id != unit.id]
    if supports:
        yield _defence(board, "Supported", "{units} support {lead}", units=names(supports), lead=unit.name)
    yield from _blocked(board, unit, DEFENCE)
    if len(fight.defenders) > 1:
        yield _defence(board, "Two defending units", "In {hex} defend: {units}", hex=place, units=names(fight.defenders))
    sides = hexsides(board, fight.start, fight.target)
    if sides:
        template = "The attackers come over a hexside with {terrain}"
        yield _defence(board, "Hexside terrain", template, terrain=", ".join(sides))
    yield from _by_ground(board, fight)


def _by_ground(board: Board, fight: Fight) -> Iterator[Applies]:
    """What the terrain of the defenders' hex does, of which only one thing counts."""
    unit, place = fight.defender, board.net.hexes[fight.target]
    words = words_of(board, fight.target, IN_ATTACKS)
    protected = unit.flag("dual") or not _armoured(unit)
    for row in (MOUNTAIN, PROTECTIVE):
        if row in words and protected:
            kind = "dual" if unit.flag("dual") else "without an armour value, as infantry is"
            template = "{unit} defends in {hex}, {terrain}, and is {kind}"
            yield _defence(board, row, template, unit=unit.name, hex=place, terrain=row.casefold(), kind=kind)
            return
    if not words and _armoured(unit) and unit.word("armour.class") in HARD and not unit.flag("support"):
        template = "{unit} defends in {hex}, which is open, with a red armour value and not in support"
        yield _defence(board, "Red AV in the open", template, unit=unit.name, hex=place)


def _blocked(board: Board, unit: Unit, column: str) -> Iterator[Applies]:
    """That the supply route of a unit's formation is blocked."""
    if not unit.counter.formation:
        return
    route = route_of(board, unit.counter.formation)
    if route.is_known and route.level:
        why = route.why[0] if route.why else Reason(board.ref(PUBLISHED), "The supply route is blocked")
        yield Applies("MSR Blocked", column, why)


def _armoured(unit: Unit) -> bool:
    return "armour" in unit.values


def _formation(board: Board, unit: Unit) -> str:
    return formation_name(board, unit.counter.formation) or unit.name


def _attack(board: Board, row: str, template: str, **told: object) -> Applies:
    return Applies(row, ATTACK, Reason(board.ref(PUBLISHED), template, told))


def _defence(board: Board, row: str, template: str, **told: object) -> Applies:
    return Applies(row, DEFENCE, Reason(board.ref(PUBLISHED), template, told))
