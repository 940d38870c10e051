"""Makes the sample box `scenarios/amber-road` again: formations fight for a valley, in BCS. The same every time.

    python packaging/samples/make_amber_road.py [--out FOLDER]

Peoples, places and units are made up; ratings and steps are such that the charts of the series give even fights.
"""

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from amber_ground import TERRAIN, country
from rosters import Printed, Roster, SetOut, block, listed, symbol, zone_of
from wide_ground import FRAME
from writing import write_sample

from core.geometry.hexes import Hex
from core.model.box import GameBox, PlacedSheet
from core.model.maps import Cell
from core.model.oob import Oob
from core.model.scenario import Allotment, Arrival, Scenario, SetUp, Turn, Victory

SCENARIO = "seven-days-in-october.scenario.yaml"
SOUTH, NORTH = "veldany", "korrin"
NAMES = {SOUTH: "Veldany", NORTH: "Korrin"}
FOOT, MECHANISED, TANK, MOTORISED = "1211000000", "1211020000", "1205000000", "1211040000"

Made = tuple[str, Printed, Printed]
"""The function of a unit's symbol, its Move side, and its Deployed side."""


def fighting(
    function: str, type_: str, action: int, steps: int, moves: tuple[int, str], deployed: tuple[int, str], **more: object
) -> Made:
    """A combat unit: its action rating, its steps, allowance and class of movement on both sides."""
    front: Printed = {
        "piece.kind": "combat",
        "unit.type": type_,
        "action": action,
        "movement": moves[0],
        "movement.class": moves[1],
        "steps": steps,
        **more,  # type: ignore[dict-item]
    }
    back: Printed = {"action": action, "movement": deployed[0], "movement.class": deployed[1]}
    return function, front, back


def infantry(action: int, steps: int = 4) -> Made:
    """A battalion on foot."""
    return fighting(FOOT, "infantry", action, steps, (6, "leg"), (4, "leg"))


def lorried(action: int, steps: int = 4) -> Made:
    """A battalion on lorries, which fights on foot."""
    return fighting(MOTORISED, "motorised infantry", action, steps, (14, "truck"), (4, "leg"))


def armoured_infantry(action: int, steps: int = 4) -> Made:
    """A battalion in half-tracks, which counts as infantry and as armour."""
    return fighting(
        MECHANISED,
        "armoured infantry",
        action,
        steps,
        (14, "tactical"),
        (6, "tactical"),
        **{"armour": 1, "armour.class": "other", "range": 1, "dual": True},
    )


def tanks(action: int, armour: int, steps: int = 4, *, reach: int = 2, breakthrough: bool = False) -> Made:
    """A battalion of tanks."""
    class_ = "breakthrough" if breakthrough else "red"
    return fighting(
        TANK,
        "armour",
        action,
        steps,
        (13, "tactical"),
        (7, "tactical"),
        **{"armour": armour, "armour.class": class_, "range": reach},
    )


def support(function: str, type_: str, action: int, armour: int, steps: int, reach: int) -> Made:
    """Guns on tracks or behind lorries that support others."""
    return fighting(
        function,
        type_,
        action,
        steps,
        (12, "truck" if function.endswith("47") else "tactical"),
        (4, "tactical"),
        **{"armour": armour, "armour.class": "other", "range": reach, "support": True},
    )


def recon(function: str, action: int, steps: int) -> Made:
    """Scouts, which may screen."""
    return fighting(
        function,
        "reconnaissance",
        action,
        steps,
        (18, "tactical"),
        (8, "tactical"),
        **{"armour": 1, "armour.class": "other", "range": 1, "recon": True},
    )


def engineers(action: int) -> Made:
    """A battalion of engineers."""
    return fighting("1407000000", "engineers", action, 3, (12, "truck"), (4, "leg"))


def order_of_battle() -> Oob:
    """Five formations and some units of nobody's."""
    roster = Roster("bcs-1.1")
    roster.side(SOUTH, NAMES[SOUTH], "#3f6b8f", "#ffffff", supply_source="Southern roads")
    roster.side(NORTH, NAMES[NORTH], "#a8783f", "#000000", supply_source="Northern roads")

    def formation(
        id_: str, name: str, side: str, level: str, function: str, stripe: str, points: int, fatigue: str, **more: bool
    ) -> None:
        values = {key: value for key, value in more.items() if value}
        roster.formation(id_, name, side, "", symbol(function, level), stripe, fatigue=fatigue, **values)
        short = name.split(" ")[0]
        allowance, class_ = (16, "truck") if function == FOOT else (18, "tactical")
        front: Printed = {
            "piece.kind": "headquarters",
            "movement": allowance,
            "movement.class": class_,
            "artillery.points": points,
        }
        roster.unit(f"{short} HQ", side, id_, symbol("1100000000", level, headquarters=True), front, {"movement": 0})
        trains: Printed = {"piece.kind": "trains", "movement": 14, "movement.class": "truck"}
        roster.unit(f"{short} Trains", side, id_, symbol("1606000000"), trains, {"movement": 14})

    def add(name: str, to: str, made: Made, level: str = "battalion", side: str = "") -> None:
        function, front, back = made
        roster.unit(name, side or (SOUTH if to.startswith("v") else NORTH), to, symbol(function, level), front, back)

    formation("v61", "61st Infantry Regiment", SOUTH, "regiment", FOOT, "#d8b23c", 3, "Fresh", prepared=True)
    for number in (1, 2, 3):
        add(f"{number}/61", "v61", infantry(3))
    add("61 Antitank", "v61", support("1204000047", "anti-tank", 3, 3, 2, 2), "company")
    formation("v62", "62nd Infantry Regiment", SOUTH, "regiment", FOOT, "#b5523b", 3, "Fat-1")
    for number in (1, 2, 3):
        add(f"{number}/62", "v62", infantry(2 if number == 3 else 3))
    add("62 Antitank", "v62", support("1204000047", "anti-tank", 3, 3, 2, 2), "company")
    formation("v7", "7th Armoured Group", SOUTH, "brigade", TANK, "#222222", 4, "Fat-0")
    for number in (1, 2):
        add(f"{number}/7 Tank", "v7", tanks(4, 4))
    add("3/7 Rifles", "v7", armoured_infantry(4))
    add("7 Assault Guns", "v7", support("1205008400", "assault guns", 4, 4, 3, 2), "company")
    add("7 Scouts", "v7", recon("1205010051", 4, 2), "company")
    add("Border Cavalry", "", recon("1205010051", 3, 2), "battalion", SOUTH)
    add("Field Engineers", "", engineers(3), "battalion", SOUTH)

    formation("k17", "17th Rifle Regiment", NORTH, "regiment", FOOT, "#e0c04a", 4, "Fresh", trains_ghost=True)
    for number in (1, 2, 3, 4):
        add(f"{number}/17", "k17", infantry(3, 5))
    add("17 Antitank", "k17", support("1204000047", "anti-tank", 3, 2, 2, 2), "company")
    formation("k40", "40th Mechanised Brigade", NORTH, "brigade", MECHANISED, "#4a7fa8", 4, "Fresh")
    for number in (1, 2):
        add(f"{number}/40 Mech", "k40", armoured_infantry(4))
    add("3/40 Motor", "k40", lorried(3))
    add("4/40 Tank", "k40", tanks(3, 3, breakthrough=True))
    add("40 Scouts", "k40", recon("1205010000", 4, 2), "company")
    formation("k3", "3rd Guards Tank Brigade", NORTH, "brigade", TANK, "#c2452f", 3, "Fat-0")
    for number in (1, 2, 3):
        add(f"{number}/3 Guards", "k3", tanks(4, 4, 3))
    add("4/3 Riflemen", "k3", lorried(4))
    add("3 SP Guns", "k3", support("1204010000", "tank destroyers", 4, 4, 3, 3), "company")
    add("90 Heavy Tanks", "", tanks(4, 5, 2, breakthrough=True), "battalion", NORTH)
    add("9 Sappers", "", engineers(4), "battalion", NORTH)
    return roster.oob


def at(*cells: Cell) -> tuple[Hex, ...]:
    """The hexes at columns and rows."""
    return tuple(FRAME.hex(*cell) for cell in cells)


TURNS = tuple(
    Turn(f"{number}", f"{day} October 1946", weather=weather)
    for number, (day, weather) in enumerate(
        ((9, "Clear"), (10, "Clear"), (11, "Clear"), (12, "Overcast"), (13, "Rain"), (14, "Overcast"), (15, "Clear")), 1
    )
)


def scenario(towns: dict[str, tuple[Hex, ...]]) -> Scenario:
    """The one battle of the box: seven days, from the northern hills over the river."""
    start = SetOut()
    deployed: Iterable[tuple[Cell, tuple[str, ...]]] = (
        ((16, 17), ("1-61",)),
        ((19, 14), ("2-61", "61-antitank")),
        ((21, 17), ("3-61",)),
        ((19, 10), ("61st-hq",)),
        ((6, 14), ("1-62", "62-antitank")),
        ((10, 14), ("2-62",)),
        ((13, 11), ("3-62",)),
        ((9, 10), ("62nd-hq",)),
        ((20, 14), ("field-engineers",)),
    )
    moving: Iterable[tuple[Cell, tuple[str, ...]]] = (
        ((18, 4), ("61st-trains",)),
        ((10, 6), ("62nd-trains",)),
        ((14, 22), ("1-17", "2-17")),
        ((15, 21), ("3-17",)),
        ((13, 23), ("4-17", "17-antitank")),
        ((14, 24), ("17th-hq",)),
        ((14, 26), ("17th-trains",)),
        ((27, 20), ("1-40-mech", "4-40-tank")),
        ((25, 21), ("2-40-mech",)),
        ((26, 22), ("3-40-motor",)),
        ((27, 21), ("40th-hq",)),
        ((26, 26), ("40th-trains",)),
        ((28, 22), ("9-sappers",)),
    )
    for cell, units in deployed:
        start.put(FRAME.hex(*cell), *units, face=1)
    for cell, units in moving:
        start.put(FRAME.hex(*cell), *units)
    start.put(FRAME.hex(30, 17), "border-cavalry", marks=("screen",))
    start.put(FRAME.hex(23, 22), "40-scouts", marks=("screen",))
    start.mark(FRAME.hex(19, 14), "objective", NORTH)
    start.mark(FRAME.hex(30, 12), "objective", NORTH)

    def points(town: str, number: int) -> Victory:
        return Victory(f"Korrin was the last to hold all of {town}.", NORTH, number, towns[town])

    return Scenario(
        title="Seven days in October",
        sets_up_first=SOUTH,
        moves_first=NORTH,
        turns=TURNS,
        set_ups=(
            SetUp(("v61",), zone="Bridgehead of Torrin", note="The prepared defence is north of the river."),
            SetUp(("v62",), zone="Upper Halm"),
            SetUp(("61st-hq", "61st-trains"), hexes=at((18, 8)), within=4),
            SetUp(("62nd-hq", "62nd-trains"), hexes=at((10, 7)), within=4),
            SetUp(("border-cavalry",), hexes=at((30, 15)), within=3, note="As a screen if Veldany likes."),
            SetUp(("field-engineers",), hexes=towns["Torrin"]),
            SetUp(("k17",), hexes=at((14, 22)), within=4),
            SetUp(("k40", "9-sappers"), zone="Marn and the northern road"),
        ),
        arrivals=(
            Arrival(("k3", "90-heavy-tanks"), 2, at((14, 26), (26, 26)), area="Northern roads"),
            Arrival(("v7",), 3, at((18, 1), (26, 1)), area="Southern roads"),
        ),
        allotments=(
            *(Allotment(NORTH, "air points", 2, turn) for turn in (1, 2, 3, 7)),
            *(Allotment(SOUTH, "air points", 1, turn) for turn in (2, 3, 7)),
            Allotment(NORTH, "replacement steps", 2, 4, "For any two units that are not beside an enemy."),
            Allotment(SOUTH, "replacement steps", 2, 4),
        ),
        victory=(
            points("Torrin", 4),
            points("Steinau", 3),
            points("Upper Halm", 3),
            points("Grund", 2),
            points("Seefeld", 2),
            points("Brennet", 6),
            Victory("For every five steps of Korrin that are lost.", SOUTH, 1),
            Victory("Korrin wins with a lead of 8 points, Veldany with one below 4; anything between is a draw."),
        ),
        note="A turn is a day, a hex 1 km. Supply is traced from combat trains along roads to a road hex of a side's own edge: "
        "the northern one for Korrin, the southern one for Veldany. Only legs cross the Halm without a bridge.",
        start=start.deployment,
    )


def make_box() -> GameBox:
    """The whole box as a value."""
    land = country()
    zones = (
        zone_of("setup", "Bridgehead of Torrin", NAMES[SOUTH], block((15, 24), (13, 17))),
        zone_of("setup", "Upper Halm", NAMES[SOUTH], block((2, 14), (10, 16))),
        zone_of("setup", "Marn and the northern road", NAMES[NORTH], block((22, 30), (19, 26))),
        zone_of("entry", "Northern roads", NAMES[NORTH], ((4, 26), (14, 26), (26, 26)), "Sources of supply."),
        zone_of("entry", "Southern roads", NAMES[SOUTH], ((18, 1), (26, 1), (33, 1)), "Sources of supply."),
    )
    towns = {name: listed(land.hexes(name)) for name in land.plan.built}
    return GameBox(
        "The Amber Road",
        "bcs-1.1",
        (PlacedSheet(replace(land.sheet, zones=zones), FRAME, "A", "a.map.yaml"),),
        terrain=TERRAIN,
        options=MappingProxyType({"recon.screens": "on", "recon.screen_radius": "2"}),
        note="BCS: formations fight for a valley and its bridges, in seven days. "
        "A sample box on ground of our own, made by packaging/samples/make_amber_road.py. Peoples, places and units are "
        "made up; movement costs are those of the box, charts are the ruleset's.",
        oob=order_of_battle(),
        scenarios=MappingProxyType({SCENARIO: scenario(towns)}),
    )


if __name__ == "__main__":
    write_sample("amber-road", __doc__, make_box)
