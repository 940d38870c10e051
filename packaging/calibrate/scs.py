"""Derives the stand-in tables of SCS 1.6. The constraints stand in `README.md`.

python packaging/calibrate/scs.py [--out FOLDER]
"""

from itertools import pairwise

from ladders import MIDDLE, Ladder, odds_label, places, runs
from shaping import main

from core.model.charts import Axis, Chart
from core.rules.kernel.combat import UNKNOWN
from core.rules.kernel.dice import dice

HOME = "scs/1.6"
ORDER = ("A3r1", "A2r1", "A2", "A1r1", "A1", "A1D1", "A1D1r1", "D1r1", "D1r2", "D2r2", "D3r2", "D3r3", "D4r3", "D4r4")
STEPS = range(-2, 6)
LEFT = "A1"
"""What lies left of the table: the attackers lose one step (7.4)."""
WIDTHS = {"2d6": 1, "11..66": 4}
"""How many places of the roll a column of odds is worth."""
BARRAGE = {"DG": 11, "1": 14, "2": 17}
"""The roll from which each effect of a barrage begins in the first column; a point lower with each column."""


def charts() -> tuple[Chart, ...]:
    """Both Combat Results Tables, and the Barrage Table."""
    return (
        combat_table("scs.crt", "Combat Results Table, sum of two dice", "2d6"),
        combat_table("scs.crt_1166", "Combat Results Table, dice 11 to 66", "11..66"),
        barrage_table(),
    )


def ladder(name: str) -> Ladder:
    """What the table of some dice is found from."""
    return Ladder(ORDER, STEPS, places(name), WIDTHS[name], MIDDLE)


def combat_table(id_: str, title: str, name: str) -> Chart:
    """A Combat Results Table."""
    table = ladder(name)
    ranks = table.fitted()
    rolls = [(roll, place) for roll, (place, _) in zip(dice(name).rolls, table.places, strict=True)]
    return Chart(
        id=id_,
        title=title,
        form="dice",
        unit="steps lost and hexes retreated",
        status="stand-in",
        source="ours, derived by packaging/calibrate/scs.py",
        columns=Axis("odds", tuple(odds_label(step, ":") for step in STEPS), "odds", below=LEFT),
        dice=name,
        bands=tuple(runs([(roll, table.result(ranks, place, step)) for roll, place in rolls]) for step in STEPS),
        order=ORDER,
        grammar="crt",
        rules=("7.4", "7.1"),
        note="Left of the table the attackers lose one step, and nobody rolls (7.4).",
    )


def barrage_table() -> Chart:
    """The Barrage Table. Each column begins half as high again as the one before it."""
    starts = [1]
    while len(starts) < 7:
        starts.append(-(-3 * starts[-1] // 2))
    spans = pairwise(starts)
    labels = [str(low) if high == low + 1 else f"{low}-{high - 1}" for low, high in spans] + [f"{starts[-1]}+"]
    order = ("NE", *BARRAGE)
    return Chart(
        id="scs.barrage",
        title="Barrage Table",
        form="dice",
        unit="disorder (DG) or steps lost",
        status="stand-in",
        source="ours, derived by packaging/calibrate/scs.py",
        columns=Axis("barrage strength", tuple(labels), "span", below="NE"),
        dice="2d6",
        bands=tuple(
            runs([(roll, order[sum(roll >= start - n for start in BARRAGE.values())]) for roll in dice("2d6").rolls])
            for n in range(len(labels))
        ),
        order=order,
        closed=True,
        # What single games print besides.
        words=("3", "4", "DG+Loss", "Reduced", UNKNOWN),
        rules=("2.0a", "6.1f"),
        note="Barrage is a matter of each game; the series only knows that there are units that barrage.",
    )


if __name__ == "__main__":
    main(charts(), HOME)
