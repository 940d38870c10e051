"""A made-up battle: red attacks blue in one hex; and the rulings about it, as a worker would send them when a test says so."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from app.documents.combat import Combat
from app.documents.document import Document
from app.documents.procedures import Procedures
from core.geometry.hexes import Hex
from core.geometry.labels import Numbering
from core.geometry.layout import SheetFrame
from core.model.box import GameBox, PlacedSheet
from core.model.deployment import Deployment, Piece
from core.model.edits.piece_edits import moved, reduced
from core.model.items import Items
from core.model.maps import Grid, MapSheet
from core.model.oob import Counter, Oob, Side
from core.model.scenario import Scenario
from core.rules.kernel.chart_detail import ChartDetail
from core.rules.kernel.combat import CombatDetail, Force, Losses, read_result
from core.rules.kernel.modifiers import Factor
from core.rules.kernel.parameters import Heading, Parameter
from core.rules.kernel.procedure import ProcedureDetail
from core.rules.kernel.proposals import Next
from core.rules.kernel.refs import RuleRef
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.battle_detail import (
    Advanced,
    AdvanceDetail,
    AttackersDetail,
    LossesDetail,
    NearUnit,
    Proposal,
    RetreatDetail,
    RetreatOption,
    RetreatWay,
    UnitAdvance,
    with_proposals,
)
from core.rules.operations.movement_detail import Condition, OverrunDetail, StepCost

FILE = "a.scenario.yaml"
TARGET, WEST, EAST, FAR = Hex(5, 3), Hex(4, 3), Hex(6, 2), Hex(9, 1)
BEHIND, BEYOND, ASIDE = Hex(5, 4), Hex(5, 5), Hex(6, 4)
REF = RuleRef("demo", "1.0", "7.1")
PLACES = {"r1": WEST, "r2": WEST, "r3": EAST, "r4": FAR, "b1": TARGET, "b2": TARGET}


def placed(document: Document) -> Document:
    """Three red units beside two blue ones, and one that stands too far away."""
    oob = Oob(
        Items([Side("red", "Red army"), Side("blue", "Blue army")]),
        counters=Items([Counter(id_, "red" if id_[0] == "r" else "blue", {"steps": 2}) for id_ in PLACES]),
    )
    pieces = {id_: Piece(place, rank) for rank, (id_, place) in enumerate(PLACES.items())}
    box = document.box.with_oob(oob).with_scenarios({FILE: Scenario("A", start=Deployment().with_pieces(pieces))})
    document.work = document.work.__class__(box, document.state)
    document.show_scenario(FILE)
    return document


def made_up() -> Document:
    grid = Grid(12, 10, Numbering("{column:02}.{row:02}", 12, 10), raised="even")
    return placed(Document(GameBox("Plain", "", (PlacedSheet(MapSheet("A", grid), SheetFrame.place("even")),))))


@dataclass
class Asked:
    ticket: int
    question: str
    parameters: Mapping[str, Any]
    on_ruling: Callable[[Ruling], None]
    on_refused: Callable[[str], None] | None
    slot: str


@dataclass
class Worker:
    """Keeps the rules of `Answers`: a later question in a slot supersedes the earlier one, a cancelled one is never heard."""

    under_way: list[Asked] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)

    def ask(self, question, parameters, on_ruling, on_progress=None, on_refused=None, slot="", background=False) -> int:
        new = Asked(len(self.asked) + 1, question, dict(parameters), on_ruling, on_refused, slot)
        self.under_way = [each for each in self.under_way if not slot or each.slot != slot]
        self.under_way.append(new)
        self.asked.append(new)
        return new.ticket

    def cancel(self, ticket: int) -> None:
        self.under_way = [each for each in self.under_way if each.ticket != ticket]

    def waiting(self, question: str) -> Asked:
        return next(each for each in self.under_way if each.question == question)

    def answer(self, question: str, ruling: Ruling) -> Asked:
        asked = self.waiting(question)
        self.under_way.remove(asked)
        asked.on_ruling(ruling)
        return asked

    def refuse(self, question: str, sentence: str) -> None:
        asked = self.waiting(question)
        self.under_way.remove(asked)
        asked.on_refused(sentence)


def why(text: str, **values: object) -> Reason:
    return Reason(REF, text, MappingProxyType(values))


def attackers() -> Ruling:
    units = (
        NearUnit("r1", "attacks", (why("r1 may"),)),
        NearUnit("r2", "joins", (why("r2 joins"),)),
        NearUnit("r3", "attacks", (why("r3 may"),)),
        NearUnit("r4", "no", (why("r4 is not adjacent to {hex}", hex=TARGET),)),
    )
    return Ruling("combat.attackers", "demo-1.0", "some", 3, (), AttackersDetail(TARGET, ("b1", "b2"), units))


def fought(
    verdict: str = "",
    roll: int | None = None,
    losses: Losses | None = None,
    breakthrough: str = "no",
    idle: tuple[str, ...] = (),
    facts: Mapping[str, str] = MappingProxyType({}),
) -> Ruling:
    """The odds, or what a roll gives; other `facts` are told with it."""
    river = Factor("River", Fraction(1, 2), REF)
    ours = (Force(Fraction(4), (river,), "r1", "r1"), Force(Fraction(3), (), "r3", "r3"))
    theirs = (Force(Fraction(3), (), "b1", "b1"),)
    chances = (("A1", Fraction(1, 3)), ("D1r2", Fraction(2, 3)))
    table = ChartDetail("demo.crt", "Results", "", "3:2", (), "3:2", chances, "", roll, verdict)
    known = {"falls": Fraction(2, 3), "falls_surely": Fraction(1, 3), "breakthrough": breakthrough, "result": verdict, **facts}
    found = losses if losses is not None else read_result(verdict) if verdict else None
    detail = CombatDetail(ours, theirs, "3:2", (table,), found, facts=known)
    if idle:
        detail = with_proposals(detail, idle=idle)
    question = "combat" if verdict else "odds"
    return Ruling(question, "demo-1.0", verdict or "odds", "3:2", (why("Odds are 3:2"),), detail)


def overrunners() -> Ruling:
    """The two units in WEST may overrun, those of EAST may not."""
    units = (
        NearUnit("r1", "attacks", (why("r1 may"),)),
        NearUnit("r2", "attacks", (why("r2 may"),)),
        NearUnit("r3", "no", (why("r3 began in a zone"),)),
    )
    return Ruling("overrun.units", "demo-1.0", "attackers", 2, (), AttackersDetail(TARGET, ("b1", "b2"), units))


def overrun(
    document: Document,
    start: Hex = WEST,
    odds: Ruling | None = None,
    verdict: str = "allowed",
    proposals: tuple[Proposal, ...] = (),
) -> Ruling:
    """What is said of an overrun by those in WEST, out of a hex beside the target: 3 points to come there and 2 for it."""
    units = ("r1", "r2")
    conditions = (
        Condition("together", True, why("They began together")),
        Condition("points", verdict == "allowed", why("Points are left in {hex}", hex=start)),
        Condition("once", None, why("Nobody knows of others")),
    )
    way = () if start == WEST else (StepCost(WEST, start, (), Fraction(3), False),)
    approach = going(document, units, start, "Move r1, r2") if way else None
    detail = OverrunDetail(units, TARGET, start, "movement", conditions, way, Fraction(len(way) * 3), Fraction(2), Fraction(1))
    detail = replace(detail, odds=odds, approach=approach, proposals=proposals)
    return Ruling("overrun", "demo-1.0", verdict, 5, (why("The overrun costs 2"),), detail)


def losses(document: Document, *choices: Mapping[str, int], verdict: str = "choices", side: str = "defender") -> Ruling:
    proposals = []
    for choice in choices:
        lost = reduced(document.work, list(choice), dict.fromkeys(choice, 2), 1)
        proposals.append(Proposal(f"Lose steps: {', '.join(choice)}", (lost,)))
    units = tuple(dict.fromkeys(unit for choice in choices for unit in choice))
    detail = LossesDetail(side, units, 1, 1, units, "owner", len(choices), tuple(choices), tuple(proposals))
    return Ruling("losses", "demo-1.0", verdict, 1, (why("One step is lost"), why("The last word")), detail)


def way(*hexes: Hex, steps: int = 0, zones: tuple[Hex, ...] = ()) -> RetreatWay:
    return RetreatWay(hexes, zones, 0, steps, 1, 0, (why("This way costs what it costs"),) if steps else ())


def retreat(
    units: tuple[str, ...], start: Hex, *ways: RetreatWay, proposals: tuple[Proposal, ...] = (), paid: int = 0
) -> Ruling:
    option = RetreatOption(len(ways[0].hexes), paid, min(each.steps for each in ways), len(ways), ways)
    detail = RetreatDetail(units, start, len(ways[0].hexes), "owner", True, (option,), (), proposals)
    return Ruling("retreat", "demo-1.0", "free", len(ways), (why("They retreat"),), detail)


def going(document: Document, units: tuple[str, ...], place: Hex, label: str) -> Proposal:
    return Proposal(label, (moved(document.work, list(units), place, label),))


def advance(document: Document, *units: str) -> Ruling:
    rows = tuple(UnitAdvance(unit, 1, (Advanced(TARGET, (TARGET,)),), ()) for unit in units)
    proposals = tuple(going(document, (unit,), TARGET, f"Advance {unit}") for unit in units)
    detail = AdvanceDetail(TARGET, 2, rows, 0, False, proposals)
    return Ruling("advance", "demo-1.0", "advance" if units else "none", len(units), (why("Who advances"),), detail)


AFTER, ROLLS = "combat.after", ("combat", "overrun", "bombardment", "barrage")
"""The questions that a combat is led through by from its roll on."""

TO = Parameter("to", "hexes", "the hexes", required=True)
HEADINGS = (
    *(Heading(name, name.title(), "a roll", "7.0", (TO, Parameter("roll", "whole", "the roll"))) for name in ROLLS),
    Heading(
        *(AFTER, "What follows", "a step", "8.0"),
        (TO, Parameter("path", "hexes", "the hexes of a way; in order"), Parameter("chits", "texts", "chits")),
        leads=True,
    ),
)


def combat_of(document: Document, worker: Worker) -> Combat:
    """A combat over a document, with the procedures that lead through what follows its roll, and all that is done followed."""
    procedures = Procedures(document, worker, document)
    procedures.learn(HEADINGS)
    combat = Combat(document, worker, procedures, document)
    document.changed.connect(lambda _: combat.follow())
    document.changed.connect(lambda _: procedures.follow())
    return combat


def leads(document: Document, count: int = 1, *targets: Hex, **given: str) -> Next:
    """The question about the next step after a combat, of which so many are left."""
    to = ", ".join(map(document.box.label, targets or (TARGET,)))
    title = why("{count} steps are left in {hex}", count=str(count), hex=(targets or (TARGET,))[0])
    return Next(AFTER, title, {"to": to, "done": str(count), **given}, "")


def led(document: Document, ruling: Ruling, *then: Next, edits: tuple[Any, ...] = ()) -> Ruling:
    """A result that leads on to questions, or is over with what it proposes."""
    proposal = Proposal(f"Go on with {ruling.verdict}", edits, then=then)
    detail = with_proposals(ruling.detail, (proposal,)) if then or edits else with_proposals(ruling.detail)
    return replace(ruling, detail=detail)


def step(document: Document, *proposals: Proposal, verdict: str = "losses", **detail: Any) -> Ruling:
    """How a step after a combat can be taken."""
    known = ProcedureDetail({}, proposals=proposals, **detail)
    return Ruling(AFTER, "demo-1.0", verdict, 1, (why("One step is lost"),), known)


def loses(document: Document, unit: str, *then: Next, **more: Any) -> Proposal:
    """That a unit loses a step, and what follows."""
    return Proposal(f"Lose 1 step of {unit}", (reduced(document.work, [unit], {unit: 2}, 1),), then=then, **more)


def attacked(combat: Combat, worker: Worker, units: tuple[str, ...] = ("r1", "r3")) -> None:
    """The hex is attacked by some, and the odds are known."""
    combat.attack(TARGET)
    worker.answer("combat.attackers", attackers())
    combat.choose(units)
    worker.answer("odds", fought())


OVERRUNS = MappingProxyType({"combat.attackers": frozenset(), "overrun.units": frozenset({"units", "before", "mode"})})
"""The parameters of a series that knows overruns, as far as tests of them need any."""


def on_the_move(combat: Combat, worker: Worker, ruling: Ruling) -> None:
    """The hex is overrun by those in WEST, and it is known what the rules say."""
    combat.parameters = OVERRUNS
    combat.wish("overrun")
    combat.attack(TARGET)
    worker.answer("overrun.units", overrunners())
    combat.press(WEST)
    worker.answer("overrun", ruling)


def rolled(combat: Combat, worker: Worker, result: str = "A1D1r2", **more: Any) -> None:
    """A roll has fallen, and leads on to the first of two steps."""
    document = combat._document
    combat.read({"roll": 9}, 17)
    worker.answer("combat", led(document, fought(result, 9, **more), leads(document, 2, *combat.targets)))
