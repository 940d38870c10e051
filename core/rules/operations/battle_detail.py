"""What rulings on combat carry: attackers, losses, retreats, advances, and what is proposed.

It stands in a module of its own, so that whoever draws it needs neither the searches nor the rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from fractions import Fraction

from core.geometry.hexes import Hex
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.combat import CombatDetail
from core.rules.kernel.proposals import Proposal as Proposal
from core.rules.kernel.proposals import Proposed as Proposed
from core.rules.kernel.proposals import proposing as proposing
from core.rules.kernel.rulings import Reason

ATTACKER, DEFENDER = "attacker", "defender"

PROHIBITED = "prohibited"
"""The verdict on what the rules forbid, and on what was said by hand and breaks one."""

ATTACKS, JOINS, SUPPORTS, BARRED = "attacks", "joins", "supports", "no"
"""What a unit can do in an attack on a hex: attack, take part with others that attack, support them, or nothing."""

HOLDS = "holds"
"""What a fact of a combat says of a hex that does not fall by its result."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A unit that fights with a strength out of a cup, by its id: the cup, and what each chit that it may have comes to. `told`
    says whether what it has is known."""

    unit: str
    cup: str
    chits: tuple[tuple[str, Fraction], ...]
    told: bool


@dataclass(frozen=True)
class FoughtDetail(CombatDetail):
    """What an answer about a combat carries that proposes something, such as markers, or in which strengths are drawn. `idle`
    are units beside the attackers, named for the attack or not, that do not fight and suffer the results all the same. `offers`
    are what may be added to this very combat, such as a gun in range of who attacks."""

    proposals: tuple[Proposal, ...] = ()
    drawing: tuple[Drawing, ...] = ()
    idle: tuple[str, ...] = ()
    offers: tuple["Offered", ...] = ()


def with_proposals(
    detail: CombatDetail,
    proposals: tuple[Proposal, ...] = (),
    drawing: tuple[Drawing, ...] = (),
    idle: tuple[str, ...] = (),
    offers: tuple["Offered", ...] = (),
) -> FoughtDetail:
    """The same with proposals, with those who draw their strengths, with those who only suffer the results, and with what may
    be added."""
    held = {each.name: getattr(detail, each.name) for each in fields(CombatDetail)}
    return FoughtDetail(**held, proposals=proposals, drawing=drawing, idle=idle, offers=offers)


@dataclass(frozen=True)
class Rolled(ChartDetail):
    """A roll on a chart that proposes something."""

    proposals: tuple[Proposal, ...] = ()


def rolled(detail: ChartDetail, *proposals: Proposal) -> Rolled:
    """The same roll with proposals."""
    return Rolled(**{each.name: getattr(detail, each.name) for each in fields(ChartDetail)}, proposals=proposals)


def fact_of(name: str, hex_label: str, several: bool) -> str:
    """What a fact about a hex that is attacked is called: of several at once those of each bear its number.

    >>> fact_of("falls", "0506", False), fact_of("falls", "0506", True)
    ('falls', 'falls 0506')
    """
    return f"{name} {hex_label}" if several else name


@dataclass(frozen=True, slots=True)
class NearUnit:
    """A unit near a hex that is attacked, by its id: what it can do there, and why it can do no more."""

    unit: str
    role: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """What a side may add to a combat beside the units that fight, such as an air point or a gun: the parameter that says so
    with its value, how many of it are `left` and under which words they are counted (`side`, `what`), and why; with none left
    it is not added. `added` says whether it is added already, None where what was given tells that. `roll` is the parameter of
    the die that says whether it comes, and `dice` which one, both "" where none is rolled."""

    parameter: str
    value: str
    side: str
    what: str
    left: int
    reason: Reason
    added: bool | None = None
    roll: str = ""
    dice: str = ""


@dataclass(frozen=True, slots=True)
class AttackersDetail:
    """What a ruling on attackers carries: the hex, the units that defend it, and every unit near it, those first that
    attack. `others` are the hexes that are attacked together with it; their units are among the defenders. `offers` are what
    both sides may add beside units."""

    hex: Hex
    defenders: tuple[str, ...]
    units: tuple[NearUnit, ...]
    others: tuple[Hex, ...] = ()
    offers: tuple[Offered, ...] = ()


Steps = Mapping[str, int]
"""How many steps each unit loses, by its id; units that lose none are left out."""


@dataclass(frozen=True, slots=True)
class LossesDetail:
    """What a ruling on losses carries: the units, the steps that are asked for and those that are lost, who may lose the first
    one and who picks that; how many legal choices there are, and the first of them in a lasting order.
    """

    side: str
    units: tuple[str, ...]
    asked: int
    steps: int
    first: tuple[str, ...]
    picks: str
    count: int
    choices: tuple[Steps, ...]
    proposals: tuple[Proposal, ...] = ()


@dataclass(frozen=True, slots=True)
class RetreatWay:
    """A legal way: the hexes entered, those of them in enemy zones, how many hexes it is too short, the steps that it costs in
    all, how many hexes nearer to a source of supply it ends (None where no source is known), how much the last hex is over its
    limit, and why it costs what it does. One that goes on `off_map` destroys who takes it."""

    hexes: tuple[Hex, ...]
    zones: tuple[Hex, ...]
    short: int
    steps: int
    nearer: int | None
    over: int
    reasons: tuple[Reason, ...]
    off_map: bool = False


@dataclass(frozen=True, slots=True)
class RetreatOption:
    """One way to meet a retreat: so many hexes, `paid` with steps in the place of the others; how many legal ways there are,
    and the first of them. `steps` are the fewest that it costs."""

    hexes: int
    paid: int
    steps: int
    count: int
    ways: tuple[RetreatWay, ...]


@dataclass(frozen=True, slots=True)
class Alone:
    """What a unit would find that went by itself: how many legal ways, and the fewest steps that they cost."""

    unit: str
    count: int
    steps: int


@dataclass(frozen=True, slots=True)
class RetreatDetail:
    """What a ruling on a retreat carries: who retreats, where from, how far, who picks the way, whether a source of supply is
    known, every way to meet it, and what single units would find. `whole` says that the stack goes together, and `lacking` are
    the units of it that are not named, for which nothing is offered."""

    units: tuple[str, ...]
    start: Hex
    hexes: int
    picks: str
    supply: bool
    options: tuple[RetreatOption, ...]
    alone: tuple[Alone, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    whole: bool = False
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Advanced:
    """A hex that a unit may end its advance in, the hexes entered on the way to it, and how much would be over the limit
    there."""

    hex: Hex
    way: tuple[Hex, ...]
    over: int = 0


@dataclass(frozen=True, slots=True)
class UnitAdvance:
    """How far a unit may advance, where to, and what is to be said of it; no hexes for one that does not."""

    unit: str
    length: int
    hexes: tuple[Advanced, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class AdvanceDetail:
    """What a ruling on advances carries: the hex that became empty, each unit, and how much would be over the limit in that hex
    if all of them stopped there. `must` says that they have to enter it."""

    target: Hex
    hexes: int
    units: tuple[UnitAdvance, ...]
    over: int
    must: bool
    proposals: tuple[Proposal, ...] = ()
