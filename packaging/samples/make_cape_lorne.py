"""Makes the sample box `scenarios/cape-lorne` again: a landing and what comes against it, in VCS. The same every time.

    python packaging/samples/make_cape_lorne.py [--out FOLDER]

Peoples, places and units are made up; ratings and strengths are such that the charts of the series give even fights.
"""

from dataclasses import replace
from types import MappingProxyType

from lorne_ground import country
from rosters import Printed, Roster, SetOut, block, listed, symbol, zone_of
from wide_ground import FRAME
from writing import write_sample

from core.geometry.hexes import Hex
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Cell
from core.model.oob import Oob
from core.model.scenario import Allotment, Arrival, Scenario, SetUp, Turn, Victory

SCENARIO = "the-landing.scenario.yaml"
ALLIES, KORRIN, CUPS = "alliance", "korrin", "cups"
NAMES = {ALLIES: "Alliance", KORRIN: "Korrin", CUPS: "Strength chits"}

TYPES = {
    "infantry": "1211000000",
    "mechanised_infantry": "1211020000",
    "reconnaissance": "1205010051",
    "artillery": "1303000000",
    "self_propelled_artillery": "1303010000",
    "armour": "1205000000",
    "anti_tank": "1204000047",
    "engineers": "1407000000",
    "rangers": "1220000000",
    "garrison": "1211000092",
    "headquarters": "1100000000",
}
"""The symbol of each type of unit."""

BANDS = {
    "green": "#3f8f3a",
    "yellow": "#f5d92c",
    "orange": "#e8871e",
    "purple": "#7b3f9e",
    "brown": "#7a4a22",
    "blue": "#2556a8",
}
"""The colours of bands, by which parents know their own."""

CHITS = (
    ("red", "strong", 7, (11, 8, 5), (5, 4, 2)),
    ("red", "average", 12, (8, 6, 4), (4, 3, 2)),
    ("red", "weak", 4, (5, 4, 3), (2, 2, 1)),
    ("red", "two steps", 4, (5, 4, 3), (0, 0, 0)),
    ("blue", "strong", 7, (7, 5, 4), (3, 2, 2)),
    ("blue", "average", 12, (5, 4, 3), (2, 2, 1)),
    ("blue", "weak", 4, (4, 3, 2), (2, 1, 1)),
    ("blue", "two steps", 4, (4, 3, 2), (0, 0, 0)),
)
"""The chits of both cups, as the ruleset's chart has them: class, name, how many, strengths at A, B and C, and reduced."""


class Divisions:
    """Adds divisions with their units to a roster."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._of: dict[str, tuple[str, str, str]] = {}

    def division(self, id_: str, name: str, side: str, nation: str, type_: str, band: str, level: str = "division") -> None:
        """Adds a formation whose units share a band."""
        self._roster.formation(id_, name, side, "", symbol(TYPES[type_], level), BANDS[band])
        self._of[id_] = side, nation, band

    def parent(
        self, name: str, to: str, type_: str, class_: str, rating: str, movement: int, arrival: str = "", *, arms: bool = False
    ) -> None:
        """Adds a regiment or brigade, which draws a chit and has a cadre behind it."""
        side, nation, band = self._of[to]
        front: Printed = {
            "piece.kind": "parent",
            "unit.band": band,
            "unit.size": "brigade" if class_ == "red" else "regiment",
            "unit.type": type_,
            "strength.class": class_,
            "strength.rating": rating,
            "movement": movement,
            "cadre": True,
            "steps": 3,
            "nationality": nation,
            **({"combined_arms": True} if arms else {}),
            **({"arrival": arrival} if arrival else {}),
        }
        code = symbol(TYPES[type_], "brigade" if class_ == "red" else "regiment")
        self._roster.unit(name, side, to, code, front, {"movement": movement})

    def small(self, name: str, to: str, kind: str, type_: str, strength: int, movement: int, arrival: str = "") -> None:
        """Adds a battalion or a headquarters with a fixed strength and one step."""
        side, nation, _ = self._of[to]
        size = "division" if kind == "headquarters" else "battalion"
        front: Printed = {
            "piece.kind": kind,
            "unit.size": size,
            "unit.type": type_,
            "strength.fixed": strength,
            "movement": movement,
            "steps": 1,
            "nationality": nation,
            **({"range": 3} if kind == "artillery" else {}),
            **({"arrival": arrival} if arrival else {}),
        }
        code = symbol(TYPES[type_], size, headquarters=kind == "headquarters")
        self._roster.unit(name, side, to, code, front)


def order_of_battle() -> Oob:
    """The landing force, the defenders, and the chits of both."""
    roster = Roster("vcs")
    supplied = {"supply_source": "Red Beach, White Beach, depots", "supply_ports": "Red Beach, White Beach"}
    roster.side(ALLIES, NAMES[ALLIES], "#6f7f4a", "#ffffff", support_start=6, replacements_start=1, **supplied)
    supplied = {"supply_source": "Roads of Korrin, depots"}
    roster.side(KORRIN, NAMES[KORRIN], "#a8783f", "#000000", support_start=3, replacements_start=0, **supplied)
    roster.side(CUPS, NAMES[CUPS], "#d8d2c0", "#000000", note="They are drawn from two cups and belong to nobody.")
    all_ = Divisions(roster)
    _landing_force(roster, all_)
    _defenders(roster, all_)
    for class_, name, copies, full, reduced in CHITS:
        ids = ("strength.a", "strength.b", "strength.c")
        front: Printed = {"piece.kind": "chit", "strength.class": class_, **dict(zip(ids, full, strict=True))}
        back = dict(zip(ids, reduced, strict=True))
        roster.unit(f"{class_} {name}", CUPS, "", "", front, back, copies=copies, named=False)
    return roster.oob


def _landing_force(roster: Roster, all_: Divisions) -> None:
    all_.division("a1", "1 Div", ALLIES, "Veldany", "infantry", "green")
    for number, rating in ((1, "A"), (2, "B"), (3, "B")):
        all_.parent(f"{number}/1", "a1", "infantry", "blue", rating, 5, "Red Beach" if number < 3 else "Turn 2")
    all_.small("4 Fd Art", "a1", "artillery", "artillery", 1, 5, "Red Beach")
    all_.small("5 Fd Art", "a1", "artillery", "artillery", 1, 5, "Turn 2")
    all_.small("1 Eng", "a1", "subordinate", "engineers", 2, 5, "Red Beach")
    all_.small("1 Div HQ", "a1", "headquarters", "headquarters", 1, 6, "Turn 2")
    all_.division("a5", "5 Div", ALLIES, "Aldmark", "infantry", "yellow")
    for number, rating in ((13, "B"), (14, "B"), (15, "C")):
        all_.parent(f"{number}/5", "a5", "infantry", "blue", rating, 5, "White Beach" if number < 15 else "Turn 2")
    all_.small("21 Fd Art", "a5", "artillery", "artillery", 1, 5, "White Beach")
    all_.small("5 Recce", "a5", "subordinate", "reconnaissance", 2, 9, "Turn 2")
    all_.small("3 Commando", "a5", "subordinate", "rangers", 3, 6, "White Beach")
    all_.small("5 Div HQ", "a5", "headquarters", "headquarters", 1, 6, "Turn 3")
    all_.division("a7", "7 Armd Bde", ALLIES, "Veldany", "armour", "orange", "brigade")
    all_.parent("7 Armd", "a7", "armour", "red", "B", 8, "Turn 3", arms=True)
    all_.parent("8 Lorried", "a7", "mechanised_infantry", "blue", "A", 8, "Turn 4")
    all_.small("6 SP Art", "a7", "artillery", "self_propelled_artillery", 1, 7, "Turn 3")
    all_.division("a9", "9 Div", ALLIES, "Veldany", "infantry", "blue")
    for number in (25, 26, 27):
        all_.parent(f"{number}/9", "a9", "infantry", "blue", "B", 5, "Turn 6")
    all_.small("30 Fd Art", "a9", "artillery", "artillery", 1, 5, "Turn 6")
    for name, type_, reach, function in (
        ("Resolve", "Cruiser", 8, "1202020000"),
        ("Swift", "Destroyer", 5, "1202030000"),
        ("Petrel", "Destroyer", 5, "1202030000"),
    ):
        front: Printed = {
            "piece.kind": "warship",
            "unit.type": "warship",
            "ship.type": type_,
            "movement": 20,
            "range": reach,
            "nationality": "Veldany",
            "arrival": "Gulf",
        }
        roster.unit(name, ALLIES, "", symbol(function, symbol_set="30"), front)
    _depot(roster, "Alliance depot", ALLIES, "Veldany", "White Beach", "A")
    _depot(roster, "Beach depot", ALLIES, "Veldany", "Red Beach", "C")


def _defenders(roster: Roster, all_: Divisions) -> None:
    all_.division("k210", "210 Coast", KORRIN, "Korrin", "garrison", "brown")
    for number in (629, 630, 631):
        all_.parent(f"{number}/210", "k210", "infantry", "blue", "C", 4, "Coast")
    for name in ("Btl Porta", "Btl Lorne", "Btl Sandry"):
        all_.small(name, "k210", "subordinate", "garrison", 1, 2, "Coast")
    all_.small("I/210 Art", "k210", "artillery", "artillery", 1, 4, "Coast")
    all_.division("k14", "14 Div", KORRIN, "Korrin", "infantry", "purple")
    for number, arrival in ((40, "Castel"), (41, "Castel"), (42, "Turn 3")):
        all_.parent(f"{number}/14", "k14", "infantry", "blue", "B", 5, arrival)
    all_.small("I/14 Art", "k14", "artillery", "artillery", 1, 5, "Castel")
    all_.small("14 Pio", "k14", "subordinate", "engineers", 2, 5, "Castel")
    all_.small("14 Div HQ", "k14", "headquarters", "headquarters", 1, 6, "Castel")
    all_.division("k4", "4 Tank Div", KORRIN, "Korrin", "armour", "orange")
    all_.parent("41 Tank", "k4", "armour", "red", "A", 8, "Turn 2", arms=True)
    all_.parent("8 Mech", "k4", "mechanised_infantry", "red", "B", 8, "Turn 2", arms=True)
    all_.small("4 Aufkl", "k4", "subordinate", "reconnaissance", 3, 10, "Turn 2")
    all_.small("4 SP Art", "k4", "artillery", "self_propelled_artillery", 1, 7, "Turn 2")
    all_.small("4 Div HQ", "k4", "headquarters", "headquarters", 1, 8, "Turn 2")
    all_.division("k33", "33 Mtn Bde", KORRIN, "Korrin", "infantry", "green", "brigade")
    all_.parent("33 Mtn", "k33", "infantry", "red", "B", 5, "Turn 5")
    _depot(roster, "Korrin depot", KORRIN, "Korrin", "Castel", "B")


def _depot(roster: Roster, name: str, side: str, nation: str, arrival: str, rating: str) -> None:
    """Adds a depot; `rating` is that of the place where it lies, which says how many support points it brings."""
    front: Printed = {"piece.kind": "depot", "strength.fixed": 1, "nationality": nation, "arrival": arrival}
    front = {**front, "depot.rating": rating}
    roster.unit(name, side, "", symbol("1634000000"), front, named=False)


def at(*cells: Cell) -> tuple[Hex, ...]:
    """The hexes at columns and rows."""
    return tuple(FRAME.hex(*cell) for cell in cells)


RED_BEACH: tuple[Cell, ...] = ((13, 9), (14, 10), (15, 9), (14, 9), (15, 10))
WHITE_BEACH: tuple[Cell, ...] = ((18, 9), (19, 9), (20, 9), (21, 8), (22, 9))
WEATHER = ("Clear", "Clear", "Clear", "Overcast", "Storm", "Overcast", "Clear", "Clear", "Overcast", "Clear")


def turns() -> tuple[Turn, ...]:
    """Ten turns of two days."""
    return tuple(
        Turn(f"{number}", f"{3 + 2 * number} May 1947", weather=weather, note=note)
        for number, (weather, note) in enumerate(
            zip(WEATHER, ("The Alliance moves first.", "4th Tank Division arrives.", *[""] * 8), strict=True), 1
        )
    )


def scenario(towns: dict[str, tuple[Hex, ...]]) -> Scenario:
    """The one battle of the box: ten turns, from the beaches to the mountains."""
    start = SetOut()
    for cell, units in (
        ((14, 10), ("1-1", "1-eng")),
        ((15, 10), ("2-1",)),
        ((14, 9), ("beach-depot", "4-fd-art")),
        ((18, 9), ("alliance-depot", "21-fd-art")),
        ((20, 9), ("13-5",)),
        ((22, 9), ("14-5",)),
        ((21, 8), ("3-commando",)),
        ((13, 4), ("resolve",)),
        ((15, 6), ("swift",)),
        ((20, 5), ("petrel",)),
        ((15, 11), ("629-210", "btl-porta")),
        ((19, 10), ("630-210",)),
        ((24, 7), ("631-210",)),
        ((25, 5), ("btl-lorne",)),
        ((12, 11), ("btl-sandry",)),
        ((17, 12), ("i-210-art",)),
        ((14, 18), ("korrin-depot", "14-div-hq", "i-14-art")),
        ((14, 16), ("40-14",)),
        ((12, 15), ("41-14",)),
        ((15, 16), ("14-pio",)),
    ):
        start.put(FRAME.hex(*cell), *units)
    start.mark(FRAME.hex(15, 11), "entrenchment", KORRIN)

    def points(town: str, number: int, side: str) -> Victory:
        return Victory(f"For {town} at the end.", side, number, towns[town])

    return Scenario(
        title="The landing",
        sets_up_first=KORRIN,
        moves_first=ALLIES,
        turns=turns(),
        set_ups=(
            SetUp(code="Coast", zone="Coast of Korrin"),
            SetUp(code="Castel", hexes=at((14, 18)), within=4),
            SetUp(code="Red Beach", zone="Red Beach"),
            SetUp(code="White Beach", zone="White Beach"),
            SetUp(("alliance-depot",), zone="White Beach"),
            SetUp(("beach-depot",), zone="Red Beach"),
            SetUp(("korrin-depot",), hexes=at((14, 18))),
            SetUp(code="Gulf", hexes=at((11, 4), (18, 4)), within=3),
        ),
        arrivals=(
            Arrival(("3-1", "5-fd-art", "1-div-hq"), 2, area="Red Beach", edge=False, sea=True),
            Arrival(("15-5", "5-recce"), 2, area="White Beach", edge=False, sea=True),
            Arrival(("7-armd", "6-sp-art", "5-div-hq"), 3, area="White Beach", edge=False, sea=True),
            Arrival(("8-lorried",), 4, area="White Beach", edge=False, sea=True),
            Arrival(("a9",), 6, area="Red Beach", edge=False, sea=True),
            Arrival(("k4",), 2, at((34, 10), (31, 25))),
            Arrival(("42-14",), 3, at((16, 25))),
            Arrival(("k33",), 5, at((4, 25))),
        ),
        allotments=(
            # What depots bring comes to these in each Accounting Phase, the first one as well.
            Allotment(ALLIES, "support points", 4, 1),
            Allotment(KORRIN, "support points", 1, 1),
            *(Allotment(ALLIES, "air missions", 2, turn) for turn in (1, 2, 3, 7, 8, 10)),
            *(Allotment(ALLIES, "air missions", 1, turn) for turn in (4, 6, 9)),
            *(Allotment(ALLIES, "naval points", 2, turn) for turn in (1, 2, 3, 4, 6, 7, 8, 9, 10)),
            *(Allotment(ALLIES, "replacement points", 1, turn) for turn in (3, 5, 7, 9)),
            *(Allotment(KORRIN, "replacement points", 1, turn) for turn in (4, 8)),
        ),
        victory=(
            points("Porta", 6, ALLIES),
            points("Lorne", 4, ALLIES),
            points("Castel", 4, ALLIES),
            points("Ferrano", 3, ALLIES),
            points("Vigna", 3, ALLIES),
            points("Montero", 3, ALLIES),
            Victory("For each parent unit of the Alliance that is destroyed.", KORRIN, 2),
            Victory("For each beach on which no unit of the Alliance can trace a supply line at the end.", KORRIN, 5),
            Victory("The Alliance wins with a lead of 12 points, Korrin with one below 6; anything between is a draw."),
        ),
        note="A turn is two days, a hex 2 km. Regiments and brigades are the largest grouping. The beaches and the depots "
        "supply the Alliance, the road hexes of the northern and eastern edges Korrin. Depots bring support points by their "
        "ratings; who comes by sea enters at a depot, and ships fire within their half of the gulf.",
        start=start.deployment,
    )


def make_box() -> GameBox:
    """The whole box as a value."""
    land = country()
    sea = {FRAME.cell(place) for place in land.land.sea}
    coast = {cell for cell in block((8, 27), (4, 14)) if cell not in sea}
    zones = (
        zone_of("setup", "Coast of Korrin", NAMES[KORRIN], coast - {*RED_BEACH, *WHITE_BEACH}),
        zone_of("setup", "Red Beach", NAMES[ALLIES], RED_BEACH, "A source of supply."),
        zone_of("setup", "White Beach", NAMES[ALLIES], WHITE_BEACH, "A source of supply."),
        zone_of("sea", "Western gulf", "", block((1, 19), (1, 14)), "Ships here fire into the west of the landing."),
        zone_of("sea", "Eastern gulf", "", block((18, 34), (1, 14)), "Ships here fire into the east of the landing."),
        zone_of(
            "entry", "Roads of Korrin", NAMES[KORRIN], ((4, 25), (16, 25), (31, 25), (34, 10)), "Sources of supply and entries."
        ),
    )
    towns = {name: listed(land.hexes(name)) for name in land.plan.built}
    options = {"scale.grouping": "regiment_or_brigade", "turn.initiative": NAMES[ALLIES]}
    return GameBox(
        "Cape Lorne",
        "vcs",
        (PlacedSheet(replace(land.sheet, zones=zones), FRAME, "A", "a.map.yaml"),),
        options=MappingProxyType(options),
        palette="operational",
        note="VCS: a landing and what comes against it, in ten turns of two days. "
        "A sample box on ground of our own, made by packaging/samples/make_cape_lorne.py. Peoples, places and units are "
        "made up; charts are the ruleset's.",
        oob=order_of_battle(),
        scenarios=MappingProxyType({SCENARIO: scenario(towns)}),
    )


if __name__ == "__main__":
    write_sample("cape-lorne", __doc__, make_box)
