"""The battle of Cove Creek for `make_cove_creek.py`: a battalion in the valley, and one with tanks that wants its bridges.

Regiments and what happened are made up; weapons are those of 1944, and strengths such that the charts of the series give even
fights.
"""

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType

from rosters import Printed, Roster, SetOut, block, symbol, zone_of

from core.geometry.hexes import Hex
from core.model.graphics import Measure
from core.model.maps import Cell, Zone
from core.model.oob import Oob
from core.model.orders import OpSheet
from core.model.scenario import Allotment, Arrival, Light, Scenario, SetUp, Turn, Victory

FILE = "bridges-of-the-alder.scenario.yaml"

GRAPHICS = MappingProxyType(
    {
        "Hold the valley": (
            Measure("battle-position", ((15.3, 14.3), (18.3, 14.3), (18.7, 18.7), (15.3, 19.3)), "Trout"),
            Measure("battle-position", ((19.5, 14.7), (21.7, 14.7), (21.9, 20.7), (19.7, 20.6)), "Carp"),
            Measure("battle-position", ((22.8, 18.2), (26.9, 18.4), (26.7, 21.4), (23.0, 21.4)), "Bass"),
            Measure("engagement-area", ((13.9, 21.0), (20.3, 22.0), (19.7, 26.0), (14.4, 26.2)), "Pike"),
            Measure("target-reference-point", ((15.6, 24.0),), "1"),
            Measure("target-reference-point", ((21.8, 23.4),), "2"),
        ),
        "Outpost at Northend": (
            Measure("screen", ((15.4, 28.4), (12.2, 29.0), (19.2, 29.3))),
            Measure("phase-line", ((11.6, 26.9), (16.2, 27.1), (20.8, 27.4)), "Oak"),
        ),
        "Down the road": (
            Measure("line-of-departure", ((11.2, 30.4), (16.0, 30.9), (22.4, 31.3))),
            Measure("axis-main", ((16.6, 20.4), (15.1, 25.2), (15.4, 30.2), (17.3, 20.9)), "Hawk"),
            Measure("objective", ((15.4, 15.0), (18.8, 15.2), (18.9, 18.8), (15.5, 18.9)), "Falcon"),
            Measure("phase-line", ((11.2, 24.6), (15.0, 24.2), (21.6, 24.9)), "Crow"),
        ),
        "Kampfgruppe Vogt": (
            Measure("axis-supporting", ((27.9, 21.5), (30.7, 23.5), (33.2, 24.3), (27.9, 22.4)), "Iron"),
            Measure("objective", ((23.2, 18.6), (26.4, 18.7), (26.3, 21.2), (23.2, 21.2)), "Copper"),
        ),
        "Mill Brook": (Measure("route", ((32.6, 32.6), (29.6, 28.2), (28.0, 23.6)), "Amber"),),
        "B Company comes up": (Measure("route", ((29.2, 6.2), (24.6, 8.0), (20.2, 10.6)), "Granite"),),
    }
)
"""What is drawn on each op sheet, in the units of the map."""

BLUE, RED = "blue", "red"
MG, RIFLE, ENGINEER, TANK, AA = "1211009900", "1211000000", "1407000000", "1205000000", "1301010000"
OFF_MAP = "Off the map"


def foot(kind: str, strength: int, reach: int, steps: int, morale: int, movement: int = 5) -> Printed:
    """Troops on foot, an area target that fires at areas."""
    return {
        "piece.kind": kind,
        "fire.class": "area",
        "fire.strength": strength,
        "fire.range": reach,
        "fire.trajectory": "low",
        "target.class": "area",
        "morale": morale,
        "movement.class": "foot",
        "movement.allowance": movement,
        "steps": steps,
    }


def rifles(morale: int, strength: int = 4) -> Printed:
    """A platoon of five steps."""
    return foot("infantry", strength, 4, 5, morale)


def machine_guns(morale: int, strength: int, reach: int) -> Printed:
    """A section of machine guns."""
    return foot("machine_guns", strength, reach, 2, morale)


def mortars(morale: int, calibre: int, strength: int, reach: int) -> Printed:
    """A section of mortars, which fires indirect."""
    printed = foot("mortar", strength, reach, 2, morale)
    return {**printed, "fire.trajectory": "high", "fire.indirect": True, "fire.calibre": calibre}


def mounted(printed: Printed) -> Printed:
    """Troops with half-tracks of their own."""
    return {
        **printed,
        "carrier.integrated": True,
        "carrier.movement_class": "tracked",
        "carrier.movement_allowance": 16,
        "carrier.target_class": "both",
        "carrier.defence": 1,
    }


def gun(kind: str, calibre: int, strength: int, reach: int, steps: int) -> Printed:
    """Guns that are towed: AT guns fire at points, all others at areas, and infantry guns high."""
    at_points = kind == "at_gun"
    return {
        "piece.kind": kind,
        "fire.class": "point" if at_points else "area",
        "fire.strength": strength,
        "fire.range": reach,
        "fire.trajectory": "high" if kind == "infantry_gun" else "low",
        "fire.calibre": calibre,
        "target.class": "both",
        "target.defence": 0,
        "morale": 3,
        "movement.class": "tow",
        "steps": steps,
    }


def armour(steps: int, point: int, area: int, reach: int, defence: int, movement: int, *, wheeled: bool = False) -> Printed:
    """Fighting vehicles: strengths for each step, and their armour."""
    return {
        "piece.kind": "vehicle",
        "fire.class": "point",
        "fire.strength": point,
        "fire.area_rating": area,
        "fire.range": reach,
        "fire.trajectory": "low",
        "target.class": "point",
        "target.defence": defence,
        "movement.class": "wheeled" if wheeled else "tracked",
        "movement.allowance": movement,
        "steps": steps,
    }


def lorries(movement: int = 24) -> Printed:
    """Transport for a platoon or a few guns."""
    return {
        "piece.kind": "carrier",
        "fire.class": "none",
        "target.class": "both",
        "target.defence": 0,
        "movement.class": "wheeled",
        "movement.allowance": movement,
        "steps": 2,
    }


def barrage(size: str, calibre: int, good: int, bad: int) -> Printed:
    """A mission of artillery behind the map."""
    return {
        "piece.kind": "barrage",
        "barrage.size": size,
        "barrage.good_shoot": good,
        "barrage.bad_shoot": bad,
        "fire.calibre": calibre,
    }


def order_of_battle() -> Oob:
    """Both battalions with what is attached to them."""
    roster = Roster("tcs-4.01")
    roster.side(BLUE, "Blue", "#4b6b3c", "#ffffff", command_rating=3, nationality="American")
    roster.side(RED, "Red", "#7d8790", "#000000", command_rating=2, nationality="German")
    _blue(roster)
    _red(roster)
    return roster.oob


def _blue(roster: Roster) -> None:
    def formation(id_: str, name: str, level: str, function: str, kind: str = "", parent: str = "", stripe: str = "") -> None:
        values = {"morale_kind": kind} if kind else {}
        roster.formation(id_, name, BLUE, parent, symbol(function, level), stripe, **values)

    def unit(name: str, to: str, level: str, function: str, printed: Printed) -> None:
        roster.unit(name, BLUE, to, symbol(function, level), printed)

    formation("b71", "71st Infantry Regiment", "regiment", RIFLE)
    formation("b2", "2nd Battalion, 71st Infantry", "battalion", RIFLE, "battalion", "b71", "#e3b93c")
    for letter in "EFG":
        company = f"b2{letter.lower()}"
        formation(company, f"{letter} Company", "company", RIFLE, "", "b2")
        for number in (1, 2, 3):
            unit(f"{number}/{letter}/71", company, "platoon", RIFLE, rifles(4))
        unit(f"MG/{letter}/71", company, "section", MG, machine_guns(4, 2, 7))
        unit(f"60/{letter}/71", company, "section", "1308000019", mortars(4, 60, 2, 16))
    formation("b2h", "H Company", "company", "1211008500", "", "b2")
    for number in (1, 2):
        unit(f"HMG {number}/H/71", "b2h", "section", "1211009915", machine_guns(4, 3, 10))
    for number in (1, 2):
        unit(f"81 {number}/H/71", "b2h", "section", "1308000024", mortars(4, 81, 4, 26))
    formation("b2n", "Antitank Platoon", "platoon", "1204000000", "", "b2")
    for number in (1, 2, 3):
        unit(f"57 {number}/71", "b2n", "section", "1204000047", gun("at_gun", 57, 3, 8, 1))
    unit("40 mm/462 AA", "b2", "section", AA, gun("aa_gun", 40, 4, 12, 2))
    unit("2/B/309 Engineers", "b2", "platoon", ENGINEER, rifles(4, 3))
    formation("b2t", "Transport of 2nd Battalion", "platoon", "1636000000", "none", "b2", "#9c9c96")
    for number in (1, 2, 3):
        unit(f"Trucks {number}/71", "b2t", "section", "1636000000", lorries())
    formation("bt", "C Company, 781st Tank Battalion", "company", TANK, "vehicles", "", "#c94f38")
    for number in (1, 2, 3):
        unit(f"{number}/C/781", "bt", "platoon", "1205000024", armour(5, 3, 2, 8, 3, 13))
    formation("br", "Cavalry Troop", "company", "1205010051", "vehicles", "", "#5d87b5")
    unit("1/71 Cavalry", "br", "platoon", "1205010051", armour(3, 1, 2, 6, 1, 26, wheeled=True))
    formation("b1", "1st Battalion, 71st Infantry (part)", "battalion", RIFLE, "battalion", "b71", "#d8d2c0")
    for number in (1, 2, 3):
        unit(f"{number}/B/71", "b1", "platoon", RIFLE, rifles(4))
    unit("MG/B/71", "b1", "section", MG, machine_guns(4, 2, 7))
    formation("b1t", "Transport of B Company", "platoon", "1636000000", "none", "b1", "#9c9c96")
    for number in (4, 5):
        unit(f"Trucks {number}/71", "b1t", "section", "1636000000", lorries())
    formation("bd", "Tank Destroyers", "company", "1204010000", "vehicles", "", "#222222")
    unit("1/A/628 TD", "bd", "platoon", "1204010000", armour(4, 4, 2, 9, 2, 14))
    formation("ba", "Artillery of Blue", "battalion", "1303000047")
    for letter in "ABC":
        unit(f"{letter}/907 FA", "ba", "", "1303000000", barrage("battery", 105, 12, 6))
    unit("907 FA Bn", "ba", "", "1303000000", barrage("battalion", 105, 24, 12))
    for number in (1, 2):
        code = symbol("1101050000", symbol_set="01")
        printed: Printed = {"piece.kind": "sortie", "sortie.area_rating": 20, "sortie.kill_number": 9}
        roster.unit(f"P-47 {number}", BLUE, "", code, printed)


def _red(roster: Roster) -> None:
    def formation(id_: str, name: str, level: str, function: str, kind: str = "", parent: str = "", stripe: str = "") -> None:
        values = {"morale_kind": kind} if kind else {}
        roster.formation(id_, name, RED, parent, symbol(function, level), stripe, **values)

    def unit(name: str, to: str, level: str, function: str, printed: Printed) -> None:
        roster.unit(name, RED, to, symbol(function, level), printed)

    formation("r2", "II./Grenadier 933", "battalion", RIFLE, "battalion", "", "#d9c24a")
    for number in (5, 6, 7):
        company = f"r2-{number}"
        formation(company, f"{number}. Kompanie", "company", RIFLE, "", "r2")
        for platoon in (1, 2, 3):
            unit(f"{platoon}/{number}/933", company, "platoon", RIFLE, rifles(3))
        unit(f"MG/{number}/933", company, "section", MG, machine_guns(3, 3, 8))
    formation("r2-8", "8. Kompanie", "company", "1211008500", "", "r2")
    for number in (1, 2):
        unit(f"sMG {number}/8/933", "r2-8", "section", "1211009915", machine_guns(3, 4, 11))
    for number in (1, 2):
        unit(f"8 cm {number}/8/933", "r2-8", "section", "1308000024", mortars(3, 81, 4, 21))
    unit("leIG/13/933", "r2", "section", "1211030000", gun("infantry_gun", 75, 5, 31, 2))
    unit("Pak/14/933", "r2", "section", "1204000047", gun("at_gun", 75, 4, 12, 1))
    unit("2 cm/Fla 116", "r2", "section", AA, gun("aa_gun", 20, 3, 10, 2))
    unit("Pioniere 933", "r2", "platoon", ENGINEER, rifles(3, 5))
    formation("r2-t", "Lkw-Kolonne 933", "platoon", "1636000000", "none", "r2", "#9c9c96")
    for number in (1, 2):
        unit(f"Lkw {number}/933", "r2-t", "section", "1636000000", lorries(20))
    formation("rp", "2./Panzer 116", "company", TANK, "vehicles", "", "#b5402e")
    for number in (1, 2, 3):
        unit(f"{number}/2/Pz 116", "rp", "platoon", "1205000024", armour(4, 4, 2, 9, 3, 12))
    formation("rg", "Kampfgruppe Vogt", "battalion", "1211020000", "battalion", "", "#3f6fa3")
    for number in (1, 2, 3):
        unit(f"{number}/1/PG 60", "rg", "platoon", "1211020000", mounted(rifles(3, 5)))
    unit("sMG/1/PG 60", "rg", "section", "1211009915", mounted(machine_guns(3, 4, 11)))
    unit("8 cm/1/PG 60", "rg", "section", "1308010000", mounted(mortars(3, 81, 4, 21)))
    formation("rs", "Sturmgeschütze 228", "company", "1205008400", "vehicles", "", "#222222")
    unit("1/StuG 228", "rs", "platoon", "1205008400", armour(4, 4, 1, 9, 3, 11))
    unit("2/StuG 228", "rs", "platoon", "1205008400", armour(3, 4, 1, 9, 3, 11))
    formation("rr", "Aufklärer 116", "company", "1205010051", "vehicles", "", "#7a9a4f")
    unit("1/Aufkl 116", "rr", "platoon", "1205010051", armour(3, 1, 2, 6, 0, 24, wheeled=True))
    formation("ra", "Artillery of Red", "battalion", "1303000047")
    for number in (4, 5):
        unit(f"{number}/AR 146", "ra", "", "1303000000", barrage("battery", 105, 12, 6))
    unit("9/AR 146", "ra", "", "1303000015", barrage("battery", 150, 16, 8))
    rockets: Printed = {
        "piece.kind": "barrage",
        "barrage.size": "rockets",
        "barrage.good_shoot": 16,
        "barrage.radius": 1,
        "fire.calibre": 150,
    }
    unit("2/Werfer 84", "ra", "", "1303004100", rockets)
    code = symbol("1101020000", symbol_set="01")
    roster.unit("Fw 190", RED, "", code, {"piece.kind": "sortie", "sortie.area_rating": 16, "sortie.kill_number": 10})


ZONES: tuple[Zone, ...] = (
    zone_of("setup", "Blue valley", "Blue", block((14, 34), (2, 23)), "The main body of Blue."),
    zone_of("setup", "Red north", "Red", block((12, 30), (30, 34)), "The battalion of Red and its tanks."),
    zone_of("entry", "North road", "Red", block((18, 20), (34, 34))),
    zone_of("entry", "Highfield road", "Red", block((48, 48), (23, 25))),
    zone_of("entry", "South road", "Blue", block((33, 35), (1, 1))),
)


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02}{minutes % 60:02}"


def turns() -> tuple[Turn, ...]:
    """Twenty turns from first light to noon."""
    found = []
    for number in range(20):
        minutes = 5 * 60 + 40 + 20 * number
        light: Light = "twilight" if number < 2 else "day"
        found.append(Turn(_clock(minutes), "19 September 1944", light, (6, 12)[number] if number < 2 else None))
    return tuple(found)


def scenario(hex_at: Callable[[int, int], Hex]) -> Scenario:
    """The battle; `hex_at` gives the hex at a column and row."""

    def at(*cells: Cell) -> tuple[Hex, ...]:
        return tuple(hex_at(*cell) for cell in cells)

    start = SetOut()
    for cell, units in (
        ((19, 17), ("1-e-71", "mg-e-71", "57-1-71")),
        ((20, 17), ("2-e-71", "hmg-1-h-71")),
        ((18, 19), ("3-e-71",)),
        ((19, 15), ("60-e-71", "2-b-309-engineers")),
        ((27, 20), ("1-f-71", "mg-f-71")),
        ((28, 20), ("2-f-71", "57-2-71")),
        ((30, 21), ("3-f-71",)),
        ((27, 19), ("60-f-71",)),
        ((24, 20), ("1-g-71", "hmg-2-h-71")),
        ((23, 18), ("2-g-71", "mg-g-71")),
        ((31, 16), ("3-g-71",)),
        ((23, 15), ("60-g-71", "57-3-71")),
        ((21, 13), ("81-1-h-71", "81-2-h-71")),
        ((22, 11), ("40-mm-462-aa",)),
    ):
        start.put(hex_at(*cell), *units, face=1, mode="fire", marks=("dug-in",))
    for cell, unit in (((21, 15), "1-c-781"), ((26, 17), "2-c-781"), ((22, 10), "3-c-781")):
        start.put(hex_at(*cell), unit, face=1, mode="fire")
    start.put(hex_at(17, 28), "1-71-cavalry", face=1, mode="fire")
    for cell, unit in (((22, 9), "trucks-1-71"), ((23, 9), "trucks-2-71"), ((23, 8), "trucks-3-71")):
        start.put(hex_at(*cell), unit, mode="move")
    for cell, units in (
        ((15, 31), ("1-5-933", "mg-5-933")),
        ((16, 32), ("2-5-933",)),
        ((14, 32), ("3-5-933",)),
        ((17, 32), ("1-6-933", "mg-6-933")),
        ((18, 33), ("2-6-933",)),
        ((20, 32), ("3-6-933",)),
        ((22, 33), ("1-7-933", "mg-7-933")),
        ((23, 32), ("2-7-933",)),
        ((24, 33), ("3-7-933",)),
        ((18, 34), ("smg-1-8-933", "smg-2-8-933")),
        ((20, 34), ("pioniere-933",)),
        ((19, 34), ("lkw-1-933",)),
        ((19, 33), ("lkw-2-933",)),
    ):
        start.put(hex_at(*cell), *units, mode="move")
    start.put(hex_at(21, 34), "8-cm-1-8-933", "8-cm-2-8-933", face=1, mode="fire")
    start.put(hex_at(17, 34), "leig-13-933", face=1, mode="fire")
    start.put(hex_at(19, 34), "pak-14-933", mode="move", on="lkw-1-933")
    start.put(hex_at(19, 33), "2-cm-fla-116", mode="move", on="lkw-2-933")
    for cell, unit in (((18, 31), "1-2-pz-116"), ((19, 31), "2-2-pz-116"), ((21, 32), "3-2-pz-116")):
        start.put(hex_at(*cell), unit, mode="move")
    for artillery in ("a-907-fa", "b-907-fa", "c-907-fa", "907-fa-bn", "4-ar-146", "5-ar-146", "9-ar-146", "2-werfer-84"):
        start.put(OFF_MAP, artillery)
    for aircraft in ("p-47-1", "p-47-2", "fw-190"):
        start.put(OFF_MAP, aircraft)
    for cell in ((17, 24), (18, 24), (28, 24)):
        start.mark(hex_at(*cell), "minefield", BLUE)
    villages = {
        "Stonebridge": at((19, 15), (19, 16), (20, 16), (20, 17), (21, 16)),
        "Millbrook": at((27, 19), (28, 19), (28, 20)),
        "Gapfoot": at((22, 9), (22, 10), (23, 9)),
        "Northend": at((17, 28), (17, 29), (18, 29)),
        "Southcross": at((33, 4), (33, 5), (34, 4), (34, 5)),
    }

    def taken(village: str, points: int) -> Victory:
        return Victory(f"Red was the last to hold all of {village}.", RED, points, villages[village])

    return Scenario(
        title="The bridges of the Alder",
        sets_up_first=BLUE,
        moves_first=RED,
        turns=turns(),
        set_ups=(
            SetUp(("b2",), zone="Blue valley", note="In Fire Mode and dug in as Blue likes."),
            SetUp(("b2t",), hexes=at((22, 9)), within=3),
            SetUp(("bt",), zone="Blue valley"),
            SetUp(("br",), hexes=at((17, 28)), within=2, note="An outpost."),
            SetUp(("r2", "rp"), zone="Red north"),
            SetUp(("ba", "ra", "p-47-1", "p-47-2", "fw-190"), box=OFF_MAP),
        ),
        arrivals=(
            Arrival(("rr",), 2, at((38, 34)), note="On the road down Mill Brook."),
            Arrival(("rg", "rs"), 4, at((48, 24)), area="Highfield road"),
            Arrival(("b1",), 7, at((34, 1)), area="South road", note="B Company mounted in trucks."),
            Arrival(("bd",), 0, at((25, 1), (34, 1)), condition="from turn 8 on, on a roll of 5 or 6 each turn"),
        ),
        allotments=(
            Allotment(BLUE, "105 mm, missions", 18),
            Allotment(BLUE, "105 mm smoke, missions", 4),
            Allotment(BLUE, "105 mm illumination, missions", 2),
            *(Allotment(BLUE, "sorties", 1, turn) for turn in (6, 9, 12, 15)),
            Allotment(RED, "105 mm, missions", 14),
            Allotment(RED, "105 mm smoke, missions", 3),
            Allotment(RED, "150 mm, missions", 5),
            Allotment(RED, "rockets, missions", 2),
            Allotment(RED, "sorties", 1, 5),
        ),
        victory=(
            taken("Stonebridge", 6),
            taken("Millbrook", 4),
            taken("Gapfoot", 5),
            taken("Southcross", 4),
            taken("Northend", 1),
            Victory("For every two infantry platoons of Blue that are destroyed.", RED, 1),
            Victory("For every two infantry platoons and for every three steps of tanks of Red that are destroyed.", BLUE, 1),
            Victory("Red wins when it has 8 points more than Blue; with 4 to 7 more the battle is drawn; else Blue wins."),
        ),
        sheets=_with_graphics(
            OpSheet(
                "Hold the valley",
                BLUE,
                "Prepared Defense",
                ("b2", "bt"),
                (("b2", hex_at(20, 12)), ("bt", hex_at(22, 9))),
                note="E Company holds Stonebridge, F Company Millbrook, G Company the ground between; tanks behind them.",
            ),
            OpSheet(
                "Outpost at Northend",
                BLUE,
                "Hasty Defense",
                ("br",),
                (("br", hex_at(19, 14)),),
                note="Falls back.",
            ),
            OpSheet(
                "Down the road",
                RED,
                "Attack",
                ("r2", "rp"),
                (("r2", hex_at(18, 33)), ("rp", hex_at(19, 33))),
                note="Along both sides of the road to Northend and on to Stonebridge.",
            ),
            OpSheet(
                "Kampfgruppe Vogt",
                RED,
                "Attack",
                ("rg", "rs"),
                (("rg", hex_at(46, 24)), ("rs", hex_at(46, 23))),
                note="From Highfield down to Millbrook and across the brook.",
            ),
            OpSheet(
                "Mill Brook", RED, "Move", ("rr",), (("rr", hex_at(38, 33)),), note="Down the brook, to find the flank of Blue."
            ),
            OpSheet(
                "B Company comes up",
                BLUE,
                "Move",
                ("b1",),
                (("b1", hex_at(34, 3)),),
                note="To Southcross and on towards Gapfoot.",
            ),
        ),
        off_map=(OFF_MAP,),
        note="A turn is 20 minutes. Artillery and aircraft stand off the map. Mines lie face up; bridges are not mined.",
        start=start.deployment,
    )


def _with_graphics(*sheets: OpSheet) -> tuple[OpSheet, ...]:
    """Op sheets with what is drawn on them."""
    return tuple(replace(sheet, measures=GRAPHICS.get(sheet.id, ())) for sheet in sheets)
