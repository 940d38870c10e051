"""Derives the shifts of area and point fires in TCS. The constraints stand in `README.md`.

python packaging/calibrate/tcs_shifts.py [--out FOLDER]
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import count

from shaping import added, main, runs

from core.model.charts import Axis, Chart, Part

HOME = "tcs/4.01"
SOURCE = "ours, derived by packaging/calibrate/tcs_shifts.py"
UNIT = "columns shifted"

POSTURES = ("Move", "Fire", "Dug In")
CLASSES = ("Billiard Table", "Open", "Partly Protective", "Protective")
FLAT = "Billiard Table, vehicles"
"""A Billiard Table under vehicles and carriers, which the rules tell apart (11.3b)."""
AREA_KNOWN: Mapping[tuple[str, str], int] = {
    ("Move", "Open"): 2,
    ("Fire", "Partly Protective"): -2,
    ("Fire", "Protective"): -3,
    ("Dug In", "Protective"): -5,
}
"""Cells that the worked examples give."""
AREA_RULES = {
    ("Move", "Open"): "11.1",
    ("Fire", "Partly Protective"): "13.1",
    ("Fire", "Protective"): "22.0g",
    ("Dug In", "Protective"): "22.0g",
}
AREA_GIVEN = {"Fire": 0, "Open": 0, "Billiard Table": 1, FLAT: 0}
"""Effects that nothing fixes: to fire from open ground is where shifts begin, and a Billiard Table is worse by one column."""
UNSPOTTED = {"Move": -2, "Fire": -3, "Dug In": -4}
"""What it is worth not to be spotted: about half the losses on average, and most for those who are dug in (S7)."""
FREE_STEPS, STEPS_LISTED, STEPS_ALONE = 7, 40, (6, 7, 8)
"""So many steps in a hex shift nothing; the steps that the chart goes through; those that the rules speak of."""
REACH = {"infantry": 3, "low trajectory": 6}
"""As far as these hexes a fire loses nothing; high trajectories never do."""
HEXES_LISTED = 40
MIDDLES = {"close": Fraction(1, 4), "nominal": Fraction(3, 4), "long": Fraction(3, 2)}
"""The middle of each band of point fires, as a share of the printed range; at long range nothing is shifted (12.2)."""
DIFFERENTIALS = range(-4, 7)
BETTER, WORSE = 1, 2
"""Columns for each point by which the attack is stronger, or weaker, than the defence (12.2)."""


def charts() -> tuple[Chart, ...]:
    """All the charts of this script."""
    area = added(POSTURES, (*CLASSES, FLAT), AREA_KNOWN, AREA_GIVEN)
    unspotted = {(row, column): shift + UNSPOTTED[row] for (row, column), shift in area.items()}
    return (
        _postures("tcs.area.terrain", "Area fire: terrain and posture", area, ("11.3a", "11.3b"), _known_parts()),
        _postures(
            "tcs.area.terrain_unspotted", "Area fire at what is not spotted: terrain and posture", unspotted, ("7.1d", "9.3c")
        ),
        area_range(),
        *stacking(),
        point_terrain(area),
        point_range(),
        differential(),
    )


def further(value: Fraction | int, free: Fraction | int) -> int:
    """Columns for going beyond what is free: losses grow or fall as the square root, and three columns double them (S4).

    Begun columns count. This is 1.5 times the logarithm to base 2 of their ratio, rounded up; exact, by cubes.

    >>> further(7, 7), further(8, 7), further(28, 7), further(29, 7)
    (0, 1, 3, 4)
    """
    return next(n for n in count() if Fraction(value) ** 3 <= Fraction(free) ** 3 * 4**n)


def nearest_columns(ratio: Fraction) -> int:
    """The same for a ratio of 1 or more, to the nearest column, halves up.

    >>> nearest_columns(Fraction(2)), nearest_columns(Fraction(6))
    (2, 4)
    """
    return next(n for n in count() if ratio**3 < 2 ** (2 * n + 1))


def _known_parts() -> tuple[Part, ...]:
    return tuple(Part("rules text", f"TCS 4.01 {rule}", (row,), (column,)) for (row, column), rule in AREA_RULES.items())


def _postures(
    id_: str, title: str, cells: Mapping[tuple[str, str], Fraction], rules: tuple[str, ...], parts: tuple[Part, ...] = ()
) -> Chart:
    columns = tuple(dict.fromkeys(column for _, column in cells))
    return _shifts(
        id_, title, Axis("terrain of the target", columns), Axis("posture of the target", POSTURES), cells, rules, parts
    )


def _shifts(
    id_: str,
    title: str,
    columns: Axis,
    rows: Axis,
    cells: Mapping[tuple[str, str], Fraction],
    rules: tuple[str, ...],
    parts: tuple[Part, ...] = (),
    note: str = "",
) -> Chart:
    return Chart(
        id_,
        title,
        "values",
        UNIT,
        "stand-in",
        SOURCE,
        columns,
        rows,
        cells=cells,
        whole=True,
        parts=parts,
        rules=rules,
        note=note,
    )


def area_range() -> Chart:
    """Shifts by the distance of the firer; the worst firer's counts."""
    rows = ("infantry", "low trajectory", "high trajectory")
    listed = {hexes: tuple(-further(hexes, REACH[row]) if row in REACH else 0 for row in rows) for hexes in range(HEXES_LISTED)}
    labels = runs(list(listed.items()))
    cells = {(row, label): Fraction(listed[first][n]) for label, first in labels for n, row in enumerate(rows)}
    return _shifts(
        "tcs.area.range",
        "Area fire: range",
        Axis("hexes", tuple(label for label, _ in labels), "span"),
        Axis("firer", rows),
        cells,
        ("11.3c",),
        (Part("rules text", "TCS 4.01 11.1, 13.1", ("infantry",), ("4",)),),
    )


def stacking() -> tuple[Chart, Chart]:
    """Shifts by the steps in the target hex, spotted and not; what is not spotted is hit by one column less."""
    listed = [(steps, further(steps, FREE_STEPS)) for steps in range(STEPS_LISTED)]
    labels = runs(listed, STEPS_ALONE)
    axis = Axis("steps in the target hex", tuple(label for label, _ in labels), "span")
    rows = Axis("", ("shift",))
    spotted = {("shift", label): Fraction(dict(listed)[first]) for label, first in labels}
    unspotted = {at: max(Fraction(0), shift - 1) for at, shift in spotted.items()}
    parts = (
        Part("rules text", "TCS 4.01 11.1", (), ("6",)),
        Part("rules text", "TCS 4.01 13.1", (), ("8",)),
    )
    rules = ("11.3e",)
    return (
        _shifts("tcs.area.stacking", "Area fire: stacking", axis, rows, spotted, rules, parts),
        _shifts(
            "tcs.area.stacking_unspotted", "Area fire at what is not spotted: stacking", axis, rows, unspotted, ("7.1d", *rules)
        ),
    )


def point_terrain(area: Mapping[tuple[str, str], Fraction]) -> Chart:
    """Shifts of point fires: single large targets gain and lose half as much by terrain and posture as troops do."""

    def half(shift: Fraction) -> Fraction:
        return Fraction((shift.numerator + 1) // 2 if shift > 0 else -((1 - shift.numerator) // 2))

    posture = {row: half(area[row, "Open"]) for row in POSTURES}
    cells = {(row, column): posture[row] + half(area["Fire", column]) for row in POSTURES for column in CLASSES}
    known = (Part("rules text", "TCS 4.01 12.2", ("Fire",), ("Open",)),)
    return _postures("tcs.point.terrain", "Point fire: terrain and posture", cells, ("12.1a",), known)


def point_range() -> Chart:
    """Shifts by the band of range."""
    cells = {("shift", band): Fraction(nearest_columns(MIDDLES["long"] / middle)) for band, middle in MIDDLES.items()}
    known = (Part("rules text", "TCS 4.01 12.2", (), ("long",)),)
    note = "With a range of 7: close 0-4, nominal 5-7, long 8-14."
    bands = Axis("range", tuple(MIDDLES))
    return _shifts("tcs.point.range", "Point fire: range", bands, Axis("", ("shift",)), cells, ("12.1b",), known, note)


def differential() -> Chart:
    """Shifts by the weakest attack strength less the best defence strength."""
    first, last = DIFFERENTIALS[0], DIFFERENTIALS[-1]
    labels = {n: f"{n} or less" if n == first else f"{n}+" if n == last else str(n) for n in DIFFERENTIALS}
    cells = {("shift", label): Fraction(n * (BETTER if n > 0 else WORSE)) for n, label in labels.items()}
    known = tuple(Part("rules text", "TCS 4.01 12.2", (), (labels[n],)) for n in (-1, 2))
    axis = Axis("attack less defence", tuple(labels.values()), "span")
    return _shifts("tcs.point.differential", "Point fire: differential", axis, Axis("", ("shift",)), cells, ("12.1c",), known)


if __name__ == "__main__":
    main(charts(), HOME)
