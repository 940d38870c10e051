"""Makes the sample box `scenarios/sable-raid` again: a counter-attack over the Sable, in New SCS. The same every time.

    python packaging/samples/make_sable_raid.py [--out FOLDER]

It plays on the map of `make_sable_river.py`. Peoples, places and units are made up; strengths and qualities are such that the
charts of the series give even fights.
"""

from dataclasses import replace
from types import MappingProxyType

from rosters import Printed, Roster, SetOut, listed, symbol, zone_of
from sable_ground import MAJOR, country
from wide_ground import FRAME
from writing import write_sample

from core.geometry.hexes import Hex
from core.model.box import GameBox, PlacedSheet
from core.model.looks import Chosen, Element, Look, LookBook, MarkerKind
from core.model.maps import Cell
from core.model.oob import Oob
from core.model.scenario import Allotment, Arrival, Scenario, SetUp, Turn, Victory
from core.model.terrain import Terrain, TerrainKind

SCENARIO = "autumn-raid.scenario.yaml"
WEST, EAST = "veldany", "korrin"
NAMES = {WEST: "Veldany", EAST: "Korrin"}

KINDS = {
    "woods": "forest",
    "marsh": "swamp",
    "village": "village",
    "town": "village",
    "city": "city",
    "stream": "stream",
    "river": "river",
    "major river": "major-river",
    "bridge": "bridge",
    "road": "primary-road",
    "railway": "railway",
}
TERRAIN = {
    each.id: each
    for each in (
        Terrain("forest", "Forest", TerrainKind.AREA, colour="#9dbb6c", pattern="trees"),
        Terrain("swamp", "Swamp", TerrainKind.AREA, colour="#cfe0d0", pattern="marsh"),
        Terrain("railway", "Railway", TerrainKind.PATH),
    )
}
"""What this map draws otherwise than the ruleset: forests and swamps with outlines, and railways."""

BLACK, INK = Chosen("#000000"), Chosen("ink")
RATING = Chosen("{bombardment.rating}")
NAME = Element("text", (0.04, 0.05, 0.92, 0.1), text=Chosen("{name}"), ink=INK, from_px=44)


def roundel(ring: str) -> tuple[Element, ...]:
    """What both sides of an air point show: its rating in rings, and wings beside them."""
    return (
        Element("box", (0.04, 0.47, 0.92, 0.12), fill=Chosen(ring), ink=BLACK, width=0.012, round=0.06),
        Element("oval", (0.22, 0.25, 0.56, 0.56), (0.14, 0.14, 0.72, 0.72), fill=Chosen(ring), ink=BLACK, width=0.012),
        Element("oval", (0.3, 0.33, 0.4, 0.4), (0.24, 0.24, 0.52, 0.52), fill=Chosen("sky"), ink=BLACK, width=0.012),
        Element("text", (0.38, 0.43, 0.24, 0.2), (0.34, 0.36, 0.32, 0.28), text=RATING, ink=BLACK),
    )


LOOKS = LookBook(
    MappingProxyType({"exploits": "#e7d36a", "sky": "#e4eef4"}),
    MappingProxyType(
        {
            "air": Look(
                "air",
                "Air point with a roundel",
                ("air",),
                front=(NAME, *roundel("deep side")),
                back=(*roundel("#ffffff"), replace(NAME, text=Chosen("FLOWN"))),
                back_when="always",
            )
        }
    ),
    MappingProxyType(
        {
            "raided": MarkerKind(
                "raided",
                "Raided",
                "victory",
                "A supplied unit of Veldany has been in this town.",
                ("hex",),
                ground=Chosen("#f4efdd"),
                parts=(
                    Element("sign", (0.3, 0.1, 0.4, 0.5), text=Chosen("flag"), ink=Chosen("#b3261e"), fill=Chosen("#b3261e")),
                    Element("text", (0.06, 0.68, 0.88, 0.2), text=Chosen("RAIDED"), ink=BLACK),
                ),
            )
        }
    ),
)
"""What this game draws otherwise than the ruleset: a paler colour of exploitation, air points, and a marker of its own."""

Made = tuple[str, Printed, Printed | None]


def combat(
    function: str, type_: str, armour: str, quality: int, strengths: tuple[int, int], moves: tuple[int, str], **more: object
) -> Made:
    """A unit of two steps that attacks and defends."""
    attack, defence = strengths
    front: Printed = {
        "piece.kind": "combat",
        "unit.type": type_,
        "armour": armour,
        "quality": quality,
        "attack": attack,
        "defence": defence,
        "movement": moves[0],
        "movement.class": moves[1],
        "steps": 2,
        **more,  # type: ignore[dict-item]
    }
    back: Printed = {"attack": max(attack // 2, 1), "defence": max((defence + 1) // 2, 1), "movement": moves[0]}
    return function, front, back


def foot(quality: int, attack: int, defence: int) -> Made:
    """Infantry."""
    return combat("1211000000", "infantry", "soft", quality, (attack, defence), (5, "leg"))


def riders(quality: int, attack: int, defence: int) -> Made:
    """Mechanised infantry."""
    moves = (10, "mechanised")
    return combat("1211020000", "mechanised infantry", "light_armour", quality, (attack, defence), moves, exploitation=True)


def tanks(quality: int, attack: int, defence: int) -> Made:
    """Tanks."""
    return combat("1205000000", "tanks", "tank", quality, (attack, defence), (9, "mechanised"), exploitation=True)


def one_step(made: Made) -> Made:
    """The same with one step and nothing behind it."""
    return made[0], {**made[1], "steps": 1}, None


def pioneers(quality: int) -> Made:
    """Engineers of one step."""
    return one_step(combat("1407000000", "engineers", "soft", quality, (2, 2), (8, "truck"), engineers="engineers"))


def flak(quality: int) -> Made:
    """Heavy flak of one step."""
    return one_step(combat("1301010015", "heavy flak", "anti_tank", quality, (1, 3), (7, "truck"), flak=True))


def scouts(quality: int) -> Made:
    """Armoured cars of one step."""
    moves = (12, "mechanised")
    return one_step(combat("1205010051", "armoured cars", "light_armour", quality, (2, 2), moves, exploitation=True))


def guns(quality: int, rating: int, reach: int, *, rockets: bool = False) -> Made:
    """Artillery of one step."""
    front: Printed = {
        "piece.kind": "artillery",
        "unit.type": "rockets" if rockets else "artillery",
        "armour": "soft" if rockets else "anti_tank",
        "quality": 0 if rockets else quality,
        "attack": 0,
        "defence": 1,
        "movement": 8,
        "movement.class": "truck",
        "bombardment.rating": rating,
        "bombardment.range": reach,
        "artillery.type": "rocket" if rockets else "tube",
        "steps": 1,
    }
    return "1303004100" if rockets else "1303000000", front, None


def order_of_battle() -> Oob:
    """The raiders from the west and the garrisons of the east."""
    roster = Roster("new-scs")
    roster.side(WEST, NAMES[WEST], "#3f6b8f", "#ffffff", air_points=1, supply_source="West roads")
    roster.side(EAST, NAMES[EAST], "#a8783f", "#000000", air_points=1, supply_source="East roads")

    def formation(id_: str, name: str, function: str, stripe: str, quality: int) -> None:
        side = WEST if id_.startswith("v") else EAST
        roster.formation(id_, name, side, "", symbol(function, "division"), stripe, quality=quality)

    def add(name: str, to: str, made: Made, level: str = "regiment") -> None:
        function, front, back = made
        roster.unit(name, WEST if to.startswith("v") else EAST, to, symbol(function, level), front, back)

    formation("v2t", "2nd Tank Division", "1205000000", "#222222", 3)
    for number in (3, 5):
        add(f"{number} Tank", "v2t", tanks(3, 7, 5))
    add("2 Mot", "v2t", riders(3, 5, 5))
    add("2 Scouts", "v2t", scouts(3), "battalion")
    add("2 Art", "v2t", guns(3, 3, 3))
    formation("v9", "9th Division", "1211000000", "#7a5a9a", 2)
    for number in (25, 26, 27):
        add(f"{number} Rgt", "v9", foot(2, 4, 4))
    add("9 Art", "v9", guns(2, 3, 3))
    add("9 Eng", "v9", pioneers(2), "battalion")
    formation("v6", "6th Mountain Division", "1211000027", "#5f8f4a", 3)
    for number in (17, 18):
        add(f"{number} Mtn", "v6", foot(3, 4, 5))
    add("6 Rockets", "v6", guns(0, 4, 2, rockets=True), "battalion")

    formation("k12", "12th Rifle Division", "1211000000", "#e0c04a", 1)
    for number in (34, 35, 36):
        add(f"{number} Rifle", "k12", foot(1, 4, 4))
    add("12 Art", "k12", guns(1, 3, 3))
    formation("k20", "20th Rifle Division", "1211000000", "#6d9a4e", 2)
    for number in (58, 59, 60):
        add(f"{number} Rifle", "k20", foot(2, 4, 4))
    add("20 Art", "k20", guns(2, 3, 3))
    add("20 Flak", "k20", flak(2), "battalion")
    formation("k4", "4th Tank Division", "1205000000", "#c2452f", 3)
    for number in (41, 43):
        add(f"{number} Tank", "k4", tanks(3, 8, 5))
    add("8 Mech", "k4", riders(3, 6, 5))
    add("4 Art", "k4", guns(3, 3, 3))
    for side, count in ((WEST, 2), (EAST, 2)):
        for number in range(1, count + 1):
            code = symbol("1101020000", symbol_set="01")
            front: Printed = {"piece.kind": "air", "bombardment.rating": 4}
            roster.unit(f"{NAMES[side]} Air {number}", side, "", code, front)
    return roster.oob


def at(*cells: Cell) -> tuple[Hex, ...]:
    """The hexes at columns and rows."""
    return tuple(FRAME.hex(*cell) for cell in cells)


TURNS = tuple(
    Turn(f"{number}", f"{day} October 1946", weather=weather)
    for number, (day, weather) in enumerate(
        ((2, "Fog"), (4, "Clear"), (6, "Clear"), (8, "Rain"), (10, "Clear"), (12, "Clear"), (14, "Rain"), (16, "Clear")), 1
    )
)


def scenario(towns: dict[str, tuple[Hex, ...]]) -> Scenario:
    """The one battle of the box: eight turns, over the bridges to the railways and back."""
    start = SetOut()
    for cell, units in (
        ((18, 19), ("34-rifle",)),
        ((19, 17), ("35-rifle",)),
        ((18, 13), ("36-rifle",)),
        ((20, 13), ("12-art",)),
        ((19, 9), ("58-rifle",)),
        ((18, 4), ("59-rifle",)),
        ((22, 14), ("60-rifle", "20-flak")),
        ((20, 9), ("20-art",)),
        ((16, 12), ("25-rgt", "9-eng")),
        ((15, 14), ("26-rgt",)),
        ((15, 10), ("27-rgt",)),
        ((14, 12), ("9-art",)),
        ((16, 4), ("17-mtn",)),
        ((15, 5), ("6-rockets", "18-mtn")),
        ((14, 13), ("2-art", "3-tank")),
        ((12, 13), ("5-tank", "2-mot")),
        ((15, 19), ("2-scouts",)),
    ):
        start.put(FRAME.hex(*cell), *units)
    for name in ("veldany-air-1", "veldany-air-2", "korrin-air-1", "korrin-air-2"):
        start.put("Airfields", name)

    def points(town: str, number: int) -> Victory:
        return Victory(f"A supplied unit of Veldany has been in {town}.", WEST, number, towns[town])

    return Scenario(
        title="Autumn raid",
        sets_up_first=EAST,
        moves_first=WEST,
        turns=TURNS,
        set_ups=(
            SetUp(("k12", "k20"), zone="East of the Sable"),
            SetUp(("v9", "v2t"), zone="West of the Sable"),
            SetUp(("v6",), hexes=at((15, 5)), within=3),
            SetUp(("veldany-air-1", "veldany-air-2", "korrin-air-1", "korrin-air-2"), box="Airfields"),
        ),
        arrivals=(Arrival(("k4",), 3, at((34, 15), (34, 5)), area="East roads"),),
        allotments=(
            *(Allotment(WEST, "air points", 2, turn) for turn in (2, 3, 5)),
            *(Allotment(EAST, "air points", 2, turn) for turn in (5, 6, 8)),
        ),
        victory=(
            points("Karsk", 2),
            points("Zelna", 3),
            points("Dubrin", 3),
            points("Morvec", 5),
            points("Stannov", 5),
            Victory("For each unit of Veldany that is east of the Sable and out of supply after the last turn.", EAST, 1),
            Victory("Veldany wins with a lead of 6 points; with 3 to 5 the raid is a draw; else Korrin wins."),
        ),
        off_map=("Airfields",),
        note="A turn is two days, a hex 4 km. Each side is supplied from the road hexes of its own edge of the map.",
        start=start.deployment,
    )


def make_box() -> GameBox:
    """The whole box as a value."""
    land = country(KINDS)
    west = land.bank("west", MAJOR)
    banks = {
        "West of the Sable": (NAMES[WEST], {place for place in west if FRAME.cell(place)[0] >= 10}),
        "East of the Sable": (NAMES[EAST], {place for place in land.land.hexes if place not in west}),
    }
    zones = (
        *(zone_of("setup", name, side, map(FRAME.cell, places)) for name, (side, places) in banks.items()),
        zone_of("entry", "West roads", NAMES[WEST], ((1, 4), (1, 12), (4, 24)), "Sources of supply."),
        zone_of("entry", "East roads", NAMES[EAST], ((34, 5), (34, 15), (34, 22)), "Sources of supply and entries."),
    )
    towns = {name: listed(land.hexes(name)) for name in land.plan.built}
    return GameBox(
        "Sable Raid",
        "new-scs",
        (PlacedSheet(replace(land.sheet, zones=zones), FRAME, "A", "a.map.yaml"),),
        terrain=MappingProxyType(TERRAIN),
        note="New SCS: a counter-attack over the same river, in eight turns. "
        "A sample box on ground of our own, made by packaging/samples/make_sable_raid.py. Peoples, places and units are "
        "made up; charts are the ruleset's.",
        oob=order_of_battle(),
        looks=LOOKS,
        scenarios=MappingProxyType({SCENARIO: scenario(towns)}),
    )


if __name__ == "__main__":
    write_sample("sable-raid", __doc__, make_box)
