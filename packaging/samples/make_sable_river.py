"""Makes the sample box `scenarios/sable-river` again: two corps cross a broad river, in SCS. The same every time.

    python packaging/samples/make_sable_river.py [--out FOLDER]

Peoples, places and units are made up; strengths and allowances are such that the charts of the series give even fights.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from rosters import Roster, SetOut, block, listed, symbol, zone_of
from sable_ground import MAJOR, country
from wide_ground import FRAME
from writing import write_sample

from core.geometry.hexes import Hex
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Cell
from core.model.oob import Oob, Value
from core.model.scenario import Allotment, Arrival, Scenario, SetUp, Turn, Victory
from core.model.terrain import Terrain, TerrainKind

SCENARIO = "summer-storm.scenario.yaml"
WEST, EAST = "veldany", "korrin"
NAMES = {WEST: "Veldany", EAST: "Korrin"}

KINDS = {
    "hills": "hills",
    "woods": "woods",
    "marsh": "marsh",
    "village": "village",
    "town": "town",
    "city": "city",
    "stream": "stream",
    "river": "river",
    "major river": "major-river",
    "bridge": "bridge",
    "road": "primary-road",
    "railway": "railway",
}

TERRAIN: Mapping[str, Terrain] = MappingProxyType(
    {
        each.id: each
        for each in (
            Terrain("hills", "Hills", TerrainKind.AREA, colour="#d8c59a", pattern="grain"),
            Terrain("woods", "Woods", TerrainKind.AREA),
            Terrain("marsh", "Marsh", TerrainKind.AREA),
            Terrain("village", "Village", TerrainKind.HEX),
            Terrain("stream", "Stream", TerrainKind.SIDE),
            Terrain("major-river", "Major river", TerrainKind.SIDE),
        )
    }
)
"""Terrain that SCS leaves to each game, called as in its charts."""

Printed = dict[str, Value]


def infantry(attack: int, defence: int, movement: int = 4) -> tuple[str, Printed, Printed]:
    """A regiment on foot: its function, its front, its reduced side."""
    return "1211000000", *_two_sides("infantry", "leg", attack, defence, movement)


def motorised(attack: int, defence: int) -> tuple[str, Printed, Printed]:
    """A regiment on lorries, which exploits."""
    return "1211040000", *_two_sides("motorised infantry", "truck", attack, defence, 9, exploits=True)


def tanks(attack: int, defence: int) -> tuple[str, Printed, Printed]:
    """A regiment or brigade of tanks, which exploits."""
    return "1205000000", *_two_sides("armour", "track", attack, defence, 8, exploits=True)


def _two_sides(
    type_: str, movement_class: str, attack: int, defence: int, movement: int, *, exploits: bool = False
) -> tuple[Printed, Printed]:
    front: Printed = {
        "piece.kind": "combat",
        "unit.type": type_,
        "attack": attack,
        "defence": defence,
        "movement": movement,
        "movement.class": movement_class,
        "steps": 2,
    }
    back: Printed = {"attack": max(attack // 2, 1), "defence": max((defence + 1) // 2, 1), "movement": movement}
    if exploits:
        front |= {"exploitation": True, "exploitation.colour": "yellow"}
    return front, back


def small(type_: str, function: str, values: tuple[int, int, int], movement_class: str) -> tuple[str, Printed, None]:
    """A battalion of one step."""
    attack, defence, movement = values
    front: Printed = {
        "piece.kind": "combat",
        "unit.type": type_,
        "attack": attack,
        "defence": defence,
        "movement": movement,
        "movement.class": movement_class,
        "steps": 1,
    }
    if movement_class != "leg":
        front |= {"exploitation": True, "exploitation.colour": "yellow"}
    return function, front, None


def guns(barrage: int, reach: int, movement: int = 5) -> tuple[str, Printed, None]:
    """Artillery: its strength from afar and its range."""
    front: Printed = {
        "piece.kind": "artillery",
        "unit.type": "artillery",
        "barrage": barrage,
        "barrage.range": reach,
        "defence": 1,
        "movement": movement,
        "movement.class": "truck",
        "steps": 1,
    }
    return "1303000000", front, None


def headquarters(movement: int) -> tuple[str, Printed, None]:
    """A headquarters of a corps."""
    front: Printed = {
        "piece.kind": "headquarters",
        "unit.type": "headquarters",
        "defence": 1,
        "movement": movement,
        "movement.class": "truck",
        "steps": 1,
    }
    return "1100000000", front, None


def order_of_battle() -> Oob:
    """Both sides: the defenders west of the river with two corps, the attackers east of it with two."""
    roster = Roster("scs-1.6")
    roster.side(WEST, NAMES[WEST], "#3f6b8f", "#ffffff", supply_source="West roads")
    roster.side(EAST, NAMES[EAST], "#a8783f", "#000000", supply_source="East roads")

    def formation(id_: str, name: str, side: str, parent: str, level: str, function: str, stripe: str = "") -> str:
        return roster.formation(id_, name, side, parent, symbol(function, level), stripe)

    def add(name: str, formation_: str, size: str, made: tuple[str, Printed, Printed | None], arrival: str = "") -> None:
        function, front, back = made
        side = WEST if formation_.startswith("v") else EAST
        code = symbol(function, size, headquarters=function.startswith("11"))
        values = {**front, "unit.size": size, **({"arrival": arrival} if arrival else {})}
        roster.unit(name, side, formation_, code, values, back)

    foot, tank, gun = "1211000000", "1205000000", "1303000000"
    formation("v1", "I Corps", WEST, "", "corps", foot)
    formation("v2", "II Corps", WEST, "", "corps", foot)
    formation("v1d", "1st Division", WEST, "v1", "division", foot, "#d8b23c")
    formation("v3d", "3rd Division", WEST, "v1", "division", foot, "#b5523b")
    formation("v6d", "6th Mountain Division", WEST, "v1", "division", "1211000027", "#5f8f4a")
    formation("v9d", "9th Division", WEST, "v2", "division", foot, "#7a5a9a")
    formation("v2t", "2nd Tank Brigade", WEST, "v2", "brigade", tank, "#222222")
    formation("v1a", "Corps troops", WEST, "v1", "corps", gun, "#8d8d88")
    for number, division, made in (
        (1, "v1d", infantry(3, 4)),
        (2, "v1d", infantry(3, 4)),
        (4, "v1d", infantry(4, 4)),
        (7, "v3d", infantry(3, 4)),
        (8, "v3d", infantry(3, 3)),
        (9, "v3d", infantry(3, 4)),
        (17, "v6d", infantry(4, 5)),
        (18, "v6d", infantry(4, 5)),
    ):
        add(f"{number} Rgt/{division[1:-1]}", division, "regiment", made, f"Front {division[1:-1]}")
    add("1 Art", "v1d", "regiment", guns(6, 3), "Front 1")
    add("3 Art", "v3d", "regiment", guns(6, 3), "Front 3")
    add("6 Mtn Art", "v6d", "regiment", guns(5, 2), "Front 6")
    add("I Corps HQ", "v1a", "corps", headquarters(8), "Velmar")
    add("11 Hvy Art", "v1a", "regiment", guns(11, 4), "Velmar")
    add("I Eng", "v1a", "battalion", small("engineers", "1407000000", (1, 3, 5), "leg"), "Velmar")
    add("1 Recon", "v1a", "battalion", small("reconnaissance", "1205010051", (2, 2, 10), "truck"), "Velmar")
    for number in (25, 26, 27):
        add(f"{number} Rgt/9", "v9d", "regiment", infantry(4, 4), "Turn 3")
    add("9 Art", "v9d", "regiment", guns(6, 3), "Turn 3")
    add("II Corps HQ", "v2", "corps", headquarters(8), "Turn 3")
    for number in (3, 5):
        add(f"{number} Tank", "v2t", "regiment", tanks(7, 5), "Turn 4")
    add("2 Mot Rgt", "v2t", "regiment", motorised(4, 4), "Turn 4")
    add("21 Reserve", "v2", "regiment", infantry(2, 3), "VAR")

    formation("k3", "3rd Corps", EAST, "", "corps", foot)
    formation("k5", "5th Mechanised Corps", EAST, "", "corps", "1211020000")
    formation("k12d", "12th Rifle Division", EAST, "k3", "division", foot, "#e0c04a")
    formation("k14d", "14th Rifle Division", EAST, "k3", "division", foot, "#4a7fa8")
    formation("k20d", "20th Rifle Division", EAST, "k3", "division", foot, "#6d9a4e")
    formation("k2m", "2nd Mechanised Division", EAST, "k5", "division", "1211020000", "#c2452f")
    formation("k4t", "4th Tank Division", EAST, "k5", "division", tank, "#222222")
    formation("k3a", "Corps artillery", EAST, "k3", "corps", gun, "#d9d4c4")
    for number, division in ((34, "k12d"), (35, "k12d"), (36, "k12d"), (40, "k14d"), (41, "k14d"), (42, "k14d")):
        add(f"{number} Rifle", division, "regiment", infantry(5, 4), f"Bank {division[1:3]}")
    for number in (58, 59, 60):
        add(f"{number} Rifle", "k20d", "regiment", infantry(4, 4), "Bank 20")
    for number, division in ((12, "k12d"), (14, "k14d"), (20, "k20d")):
        add(f"{number} Art", division, "regiment", guns(7, 3), f"Bank {number}")
    add("3 Corps HQ", "k3a", "corps", headquarters(7), "Karsk")
    add("103 Hvy Art", "k3a", "brigade", guns(14, 4), "Karsk")
    add("104 Hvy Art", "k3a", "brigade", guns(12, 4), "Karsk")
    add("3 Pontoon", "k3a", "battalion", small("engineers", "1407000600", (1, 2, 5), "leg"), "Karsk")
    for number in (5, 6):
        add(f"{number} Mech", "k2m", "regiment", motorised(6, 5), "Karsk")
    add("21 Tank", "k2m", "regiment", tanks(8, 5), "Karsk")
    add("2 Scout", "k2m", "battalion", small("reconnaissance", "1205010000", (2, 2, 10), "track"), "Karsk")
    add("5 Corps HQ", "k5", "corps", headquarters(9), "Turn 2")
    for number in (41, 43):
        add(f"{number} Tank", "k4t", "regiment", tanks(9, 6), "Turn 2")
    add("8 Mech", "k4t", "regiment", motorised(6, 5), "Turn 2")
    add("4 SP Art", "k4t", "regiment", guns(7, 3, 8), "Turn 2")
    add("71 Guards", "k5", "regiment", infantry(6, 5, 5), "Turn 5")
    for side, name, barrage in ((WEST, "Veldany Air", 6), (EAST, "Korrin Air 1", 8), (EAST, "Korrin Air 2", 8)):
        front: Printed = {"piece.kind": "air", "barrage": barrage}
        roster.unit(name, side, "", str(symbol("1101020000", symbol_set="01")), front)
    return roster.oob


def at(*cells: Cell) -> tuple[Hex, ...]:
    """The hexes at columns and rows."""
    return tuple(FRAME.hex(*cell) for cell in cells)


TURNS = tuple(
    Turn(f"{number}", f"{day} {month} 1946", note=note)
    for number, (day, month, note) in enumerate(
        (
            (11, "June", "Korrin moves first. Barrages by all artillery of Korrin."),
            (13, "June", "4th Tank Division arrives."),
            (15, "June", "II Corps arrives at Velmar's railway."),
            (17, "June", "2nd Tank Brigade arrives."),
            (19, "June", ""),
            (21, "June", ""),
            (23, "June", ""),
            (25, "June", ""),
            (27, "June", ""),
            (29, "June", "Last turn; count points after it."),
        ),
        1,
    )
)


def scenario(towns: Mapping[str, tuple[Hex, ...]]) -> Scenario:
    """The one battle of the box: ten turns, from the crossings to the city."""
    start = SetOut()
    for cell, units in (
        ((15, 19), ("3-art", "7-rgt-3")),
        ((15, 17), ("8-rgt-3",)),
        ((14, 16), ("9-rgt-3",)),
        ((15, 14), ("1-art", "1-rgt-1")),
        ((16, 12), ("i-eng", "2-rgt-1")),
        ((15, 10), ("4-rgt-1",)),
        ((16, 8), ("17-rgt-6",)),
        ((15, 5), ("6-mtn-art",)),
        ((16, 4), ("18-rgt-6",)),
        ((6, 12), ("i-corps-hq",)),
        ((12, 13), ("11-hvy-art",)),
        ((10, 7), ("1-recon",)),
        ((20, 19), ("12-art", "34-rifle")),
        ((18, 19), ("35-rifle",)),
        ((18, 17), ("36-rifle",)),
        ((17, 15), ("40-rifle",)),
        ((18, 13), ("41-rifle",)),
        ((20, 13), ("14-art", "103-hvy-art")),
        ((18, 12), ("3-pontoon", "42-rifle")),
        ((20, 9), ("20-art", "58-rifle")),
        ((19, 7), ("59-rifle",)),
        ((18, 4), ("60-rifle",)),
        ((20, 12), ("104-hvy-art", "5-mech")),
        ((22, 14), ("3-corps-hq", "6-mech")),
        ((21, 13), ("21-tank",)),
        ((22, 12), ("2-scout",)),
    ):
        start.put(FRAME.hex(*cell), *units)
    for unit in ("veldany-air", "korrin-air-1", "korrin-air-2"):
        start.put("Airfields", unit)

    def points(town: str, number: int, side: str = EAST) -> Victory:
        return Victory(f"For each hex of {town} at the end of the game.", side, number, towns[town])

    return Scenario(
        title="Summer storm on the Sable",
        sets_up_first=WEST,
        moves_first=EAST,
        turns=TURNS,
        set_ups=(
            SetUp(("v1d",), zone="West bank, centre"),
            SetUp(("v3d",), zone="West bank, north"),
            SetUp(("v6d",), zone="West bank, south"),
            SetUp(("v1a",), hexes=at((6, 12)), within=10, note="In Velmar or before it, west of the river."),
            SetUp(("k12d",), zone="East bank, north"),
            SetUp(("k14d",), zone="East bank, centre"),
            SetUp(("k20d",), zone="East bank, south"),
            SetUp(("k3a", "k2m"), hexes=at((22, 14)), within=4),
            SetUp(("veldany-air", "korrin-air-1", "korrin-air-2"), box="Airfields"),
        ),
        arrivals=(
            Arrival(("k4t", "5-corps-hq"), 2, at((34, 15))),
            Arrival(("v9d", "ii-corps-hq"), 3, at((1, 12), (1, 13))),
            Arrival(("v2t",), 4, at((1, 4), (4, 24))),
            Arrival(("71-guards",), 5, at((34, 15), (34, 5)), area="East roads"),
            Arrival(
                ("21-reserve",),
                0,
                at((1, 12)),
                condition="when Korrin first enters a hex of Velmar, in the next turn of Veldany",
            ),
        ),
        allotments=(
            *(Allotment(EAST, "air points", 2, turn) for turn in (1, 2, 3)),
            *(Allotment(EAST, "air points", 1, turn) for turn in range(4, 11)),
            *(Allotment(WEST, "air points", 1, turn) for turn in range(3, 11)),
            Allotment(EAST, "replacement steps", 2, 4, "For regiments in supply that have lost a step."),
            Allotment(EAST, "replacement steps", 2, 8),
            Allotment(WEST, "replacement steps", 1, 3),
            Allotment(WEST, "replacement steps", 1, 6),
            Allotment(WEST, "replacement steps", 1, 9),
        ),
        victory=(
            points("Velmar", 5),
            points("Harn", 3),
            points("Tolnik", 3),
            points("Sablebridge", 2),
            points("Ostry", 2),
            points("Northgate", 3),
            points("Greyfield", 3),
            Victory("For each town hex east of the Sable that Veldany holds at the end.", WEST, 1),
            Victory("Korrin wins with 13 points or more; with 8 to 12 the battle is drawn; with fewer Veldany wins."),
        ),
        off_map=("Airfields",),
        note="A turn is two days, a hex 4 km. Supply lines of any length lead along hexes that enemies neither hold nor "
        "control alone to a road hex of a side's own edge. Zones of wheels and tracks do not reach over the Sable, those of "
        "foot do. Guns barrage in a phase between movement and combat.",
        start=start.deployment,
    )


def make_box() -> GameBox:
    """The whole box as a value."""
    land = country(KINDS)
    banks = (
        ("West bank, north", WEST, block((9, 16), (16, 24))),
        ("West bank, centre", WEST, block((10, 16), (10, 16))),
        ("West bank, south", WEST, block((10, 17), (2, 9))),
        ("East bank, north", EAST, block((17, 22), (16, 24))),
        ("East bank, centre", EAST, block((17, 22), (11, 15))),
        ("East bank, south", EAST, block((18, 22), (2, 10))),
    )
    bank = land.bank("west", MAJOR)
    zones = [
        zone_of("setup", name, NAMES[side], (cell for cell in cells if (FRAME.hex(*cell) in bank) is (side == WEST)))
        for name, side, cells in banks
    ]
    zones += [
        zone_of("entry", "West roads", NAMES[WEST], ((1, 4), (1, 12), (1, 13), (4, 24)), "Sources of supply."),
        zone_of("entry", "East roads", NAMES[EAST], ((34, 5), (34, 15), (34, 19), (34, 22)), "Sources of supply."),
    ]
    sheet = replace(land.sheet, zones=tuple(zones))
    towns = {name: listed(land.hexes(name)) for name in land.plan.built}
    return GameBox(
        "Sable River",
        "scs-1.6",
        (PlacedSheet(sheet, FRAME, "A", "a.map.yaml"),),
        options=MappingProxyType({"barrage.step": "before_combat", "stacking.limit": "3", "turn.first_player": "Korrin"}),
        terrain=TERRAIN,
        note="SCS: two corps cross a broad river, in ten turns of two days. "
        "A sample box on ground of our own, made by packaging/samples/make_sable_river.py. Peoples, places and units are "
        "made up; charts are the ruleset's.",
        oob=order_of_battle(),
        scenarios=MappingProxyType({SCENARIO: scenario(towns)}),
    )


if __name__ == "__main__":
    write_sample("sable-river", __doc__, make_box)
