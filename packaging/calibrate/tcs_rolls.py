"""Derives the TCS charts of morale, spotting, AT rolls and artillery. The constraints stand in `README.md`.

python packaging/calibrate/tcs_rolls.py [--out FOLDER]
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import count

from shaping import known_chart, laddered, main

from core.model.charts import Axis, Chart, Part

HOME = "tcs/4.01"
SOURCE = "ours, derived by packaging/calibrate/tcs_rolls.py"

MORALE_LAST = 13
MORALE_RESULTS = ("none", "suppressed", "syr", "paralyzed", "surrender")
FAIL_BASE, FAIL_STEP, FAIL_AT = Fraction(25, 100), Fraction(10, 100), 3
"""The chance to fail, what it rises by with each column, and the column where it begins: the least morale that guns print."""
WORSE_AFTER = 3
"""Each worse result comes so many columns after the one before it."""

AREA_RANGE, RANGE_DOUBLES = 3, 2
"""The range at which area targets are spotted with no shift, and the columns that double it (7.1e, 13.1)."""
SPOTTING_LAST = 30
"""The first column that sees farther than so many hexes is the last; beyond it, sight is unlimited."""
SPOTTING_KNOWN = {-2: ("7.1e", 1), 0: ("7.1e", 3), 2: ("7.1e", 6), 3: ("13.1", 8)}
"""The rule that gives a range, and the range, by place."""

AT_KNOWN = 8
"""Needed against a target one hex away in Protective terrain (16.1)."""
AT_OPEN, AT_INSIDE = 1, -2
"""What each class of terrain with less cover adds, and what it is worth to be in the same hex."""
CLASSES = ("Billiard Table", "Open", "Partly Protective", "Protective")

ADJUSTMENTS = range(1, 7)
SHOOTS = ("no shoot", "scatter", "bad shoot", "good shoot")
WORST = (Fraction(3, 5), Fraction(1, 3), Fraction(1, 9))
BEST = (Fraction(11, 12), Fraction(7, 9), Fraction(5, 9))
"""Chances of a scatter or better, of a bad shoot or better, and of a good shoot, for the least and the greatest value."""

GUNS = 4
"""Guns of a battery."""
HE = 2
"""What an HE mission multiplies the printed strength by (18.5a)."""


def charts() -> tuple[Chart, ...]:
    """All the charts of this script."""
    direct = known_chart(HOME, "tcs.on_map_direct_fire")
    return morale(), spotting(), at_roll(), adjustment(), strengths(direct), artillery_point_fire(direct)


def morale() -> Chart:
    """The Morale Table: to fail is likelier with each column, and each worse result follows some columns later."""
    labels = (*map(str, range(1, MORALE_LAST)), f"{MORALE_LAST}+")
    columns = []
    for column in range(1, MORALE_LAST + 1):
        at = [column - worse * WORSE_AFTER for worse in range(len(MORALE_RESULTS) - 1)]
        columns.append(laddered("11..66", MORALE_RESULTS, [FAIL_BASE + FAIL_STEP * (each - FAIL_AT) for each in at]))
    return Chart(
        id="tcs.morale",
        title="Morale Table",
        form="dice",
        unit="morale result",
        status="stand-in",
        source=SOURCE,
        columns=Axis("modified morale", labels, "span"),
        dice="11..66",
        bands=tuple(columns),
        order=MORALE_RESULTS,
        parts=(Part("rules text", "TCS 4.01 17.2", (), ("9",), (46,)),),
        closed=True,
        rules=("17.2", "17.3", "17.4", "17.5", "17.6"),
    )


def spotting() -> Chart:
    """The ranges of the Spotting Range Table by the place of their columns, counted from that of area targets."""
    ranges = {}
    for place in count():
        ranges[place] = _range(place)
        if ranges[place] > SPOTTING_LAST:
            break
    for place in count(-1, -1):
        if not _range(place):
            break
        ranges[place] = _range(place)
    ranges = dict(sorted(ranges.items()))
    if any(ranges[place] != hexes for place, (_, hexes) in SPOTTING_KNOWN.items()):
        raise SystemExit("the ranges are not those of the rules")
    by_rule: dict[str, list[str]] = {}
    for place, (rule, _) in SPOTTING_KNOWN.items():
        by_rule.setdefault(rule, []).append(str(place))
    return Chart(
        id="tcs.spotting",
        title="Spotting Range Table",
        form="values",
        unit="hexes",
        status="stand-in",
        source=SOURCE,
        columns=Axis("place, from that of area targets", tuple(map(str, ranges)), "span", below="0", above="unlimited"),
        rows=Axis("", ("range",)),
        cells={("range", str(place)): Fraction(hexes) for place, hexes in ranges.items()},
        parts=tuple(Part("rules text", f"TCS 4.01 {rule}", (), tuple(places)) for rule, places in by_rule.items()),
        whole=True,
        rules=("7.1a", "7.1e"),
        note="The target that is spotted farthest counts. Mortars measure from their observer.",
    )


def _range(place: int) -> int:
    """The range doubles with every two columns, rounded down; exact, by squares."""
    square = AREA_RANGE**2 * Fraction(2) ** (2 * place // RANGE_DOUBLES)
    return next(n for n in count() if (n + 1) ** 2 > square)


def at_roll() -> Chart:
    """What infantry must roll against vehicles and guns: more where there is less cover."""
    needed = {name: AT_KNOWN + AT_OPEN * (len(CLASSES) - 1 - n) for n, name in enumerate(CLASSES)}
    cells = {(name, "one hex"): Fraction(least) for name, least in needed.items()}
    cells |= {(name, "in hex"): Fraction(least + AT_INSIDE) for name, least in needed.items()}
    return Chart(
        id="tcs.at_roll",
        title="AT Roll Table",
        form="needed",
        unit="sum of two dice or more",
        status="stand-in",
        source=SOURCE,
        columns=Axis("range", ("in hex", "one hex")),
        rows=Axis("terrain of the target", CLASSES),
        dice="2d6",
        cells=cells,
        parts=(Part("rules text", "TCS 4.01 16.1", ("Protective",), ("one hex",)),),
        rules=("16.0", "16.1"),
        note="A natural 3 or less destroys the step that attacks.",
    )


def adjustment() -> Chart:
    """The Artillery Adjustment Table: its chances rise evenly from the least value to the greatest."""
    last = len(ADJUSTMENTS) - 1
    columns = [
        laddered("11..66", SHOOTS, [low + (high - low) * n / last for low, high in zip(WORST, BEST, strict=True)])
        for n in range(len(ADJUSTMENTS))
    ]
    return Chart(
        id="tcs.artillery.adjustment",
        title="Artillery Adjustment Table",
        form="dice",
        unit="result of the mission",
        status="stand-in",
        source=SOURCE,
        columns=Axis("adjustment value", tuple(map(str, ADJUSTMENTS)), "span"),
        dice="11..66",
        bands=tuple(columns),
        order=SHOOTS,
        closed=True,
        rules=("18.7a", "18.7b", "18.7c", "18.7d", "18.7e"),
        note="Higher values adjust better. A smoke mission fails only by no shoot (18.5c).",
    )


def strengths(direct: Chart) -> Chart:
    """Printed strengths of batteries: an HE mission that shoots well is as strong as the battery's guns firing direct."""
    cells: dict[tuple[str, str], Fraction] = {}
    for calibre, gun in _guns(direct).items():
        good = gun * GUNS / HE
        cells |= {(calibre, "good shoot"): good, (calibre, "bad shoot"): good / 2}
    return Chart(
        id="tcs.artillery.strengths",
        title="Barrage strengths",
        form="values",
        unit="fire strength",
        status="stand-in",
        source=SOURCE,
        columns=Axis("result", ("good shoot", "bad shoot")),
        rows=direct.rows,
        cells=cells,
        whole=True,
        rules=("18.5", "18.7d", "18.7e"),
        note="As printed on barrage markers: missions multiply it. Of mixed battalions the smallest calibre counts (18.5b).",
    )


def artillery_point_fire(direct: Chart) -> Chart:
    """What a barrage must roll against each step that is a point target: 1 less for each larger class of calibre."""
    return Chart(
        id="tcs.artillery.point_fire",
        title="Artillery Point Fire Table",
        form="needed",
        unit="sum of two dice or more",
        status="stand-in",
        source=SOURCE,
        columns=Axis("", ("needed",)),
        rows=direct.rows,
        dice="2d6",
        cells={(calibre, "needed"): Fraction(12 - n) for n, calibre in enumerate(direct.rows.labels)},
        rules=("18.9", "24.5b"),
        note="One roll for each step that is a point target, in the attack zone alone.",
    )


def _guns(direct: Chart) -> Mapping[str, Fraction]:
    """The strength of one gun firing direct, by calibre."""
    found = {}
    for calibre in direct.rows.labels:
        cell = direct.cells[calibre, "strength"]
        if isinstance(cell, str):
            raise SystemExit(f"{direct.id}: {calibre} has no strength")
        found[calibre] = cell
    return found


if __name__ == "__main__":
    main(charts(), HOME)
