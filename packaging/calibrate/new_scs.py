"""Derives the stand-in tables of New SCS. The constraints stand in `README.md`.

python packaging/calibrate/new_scs.py [--out FOLDER]
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil

from ladders import (
    MIDDLE,
    Ladder,
    Law,
    Measure,
    attackers_steps,
    defenders_steps,
    growing,
    odds_label,
    places,
    retreat,
    rising,
    runs,
)
from shaping import main

from core.model.charts import Axis, Cell, Chart
from core.rules.kernel.dice import dice

HOME = "new-scs"
PROHIBITED = "prohibited"
SOURCE = "ours, derived by packaging/calibrate/new_scs.py"
DEFENDER_ORDER = ("none", "D1", "D1r1", "D2r1", "D2r2", "D3r2", "D3r3", "D4r3", "D4r4")
ATTACKER_ORDER = ("none", "A1", "A2", "A3")
STEPS = range(-2, 5)
"""The columns of odds, 1-3 to 5-1."""
ROLLS = range(-1, 16)
"""Modifiers count up to 3 either way."""

TACTICAL: Mapping[Measure, Law] = {each: MIDDLE[each] for each in (defenders_steps, retreat)}
DIVISIONAL: Mapping[Measure, Law] = {
    defenders_steps: rising(Fraction(6, 5), Fraction(1, 4)),
    retreat: growing(Fraction(11, 20), Fraction(7, 5)),
}
"""Of the two published tables of games of divisions."""
TACTICAL_STARTS, DIVISIONAL_STARTS = (0, 5, 9, 14, 20, 27), (0, 10, 18, 28, 40, 54)
"""Where the columns of the strength of the defence begin."""
LEAST_LOSS = Fraction(1, 5)
"""The attackers' mean loss in the first of these columns."""
SHARES = {2: (0, 1, 2), 3: (1, 2, 3), 4: (2, 3, 4)}
"""Faces of the red die that lose a step, by rating and column; two faces fewer lose two."""

CLASSES: Mapping[str, Fraction] = {"leg": Fraction(1, 2), "truck": Fraction(3, 2), "mechanised": Fraction(1)}
"""How much each class of movement is held up: points for each grade of hindrance, every begun point a whole one."""
GROUND: Mapping[str, int] = dict.fromkeys(("Clear", "Village", "City", "Fortified"), 0) | {
    "Forest": 1,
    "Heavy bocage": 2,
    "Salt marsh": 2,
    "Swamp": 4,
}
"""Grades of hindrance of what fills a hex, added to the point that open ground costs."""
OBSTACLES: Mapping[str, int] = {"Stream": 1, "Balka": 2, "River": 3, "Major river": 6, "Escarpment": 4, "Bridge": 0}
"""Those of hexsides; what they cost is added to the hex."""
MOST_POINTS = 5
"""What would cost more than this is prohibited."""
ON_WAYS: Mapping[str, Mapping[str, Fraction]] = {
    "Road": {"leg": Fraction(1), "truck": Fraction(1, 2), "mechanised": Fraction(1, 2)},
    "Trail": dict.fromkeys(CLASSES, Fraction(1)),
}
"""What a hex costs along a way, whatever else is there."""


def charts() -> tuple[Chart, ...]:
    """Both sides of both combat tables, the three bombardment tables, and what terrain costs."""
    return (
        defender_table("new_scs.crt_defender", "Combat table, defenders' side", TACTICAL),
        attacker_table("new_scs.crt_attacker", "Combat table, attackers' side", TACTICAL_STARTS, Fraction(1, 4)),
        defender_table("new_scs.crt_defender_divisional", "Divisional combat table, defenders' side", DIVISIONAL),
        attacker_table(
            *("new_scs.crt_attacker_divisional", "Divisional combat table, attackers' side"),
            *(DIVISIONAL_STARTS, Fraction(1, 5)),
        ),
        step_table(2, "Bombardment, rating 2 or less"),
        step_table(3, "Bombardment, rating 3"),
        step_table(4, "Bombardment, rating 4 or more"),
        entry_costs(),
    )


def defender_table(id_: str, title: str, laws: Mapping[Measure, Law]) -> Chart:
    """The right side of a combat table: what the defenders lose, by odds."""
    table = Ladder(DEFENDER_ORDER, STEPS, places("2d6"), 1, laws)
    ranks = table.fitted()
    return Chart(
        id=id_,
        title=title,
        form="dice",
        unit="steps lost and hexes retreated by the defenders",
        status="stand-in",
        source=SOURCE,
        columns=Axis("odds", tuple(odds_label(step, "-") for step in STEPS), "odds", below="none"),
        dice="2d6",
        least=ROLLS[0],
        most=ROLLS[-1],
        bands=tuple(runs([(roll, table.result(ranks, roll, step)) for roll in ROLLS]) for step in STEPS),
        order=DEFENDER_ORDER,
        grammar="crt",
        rules=("Basic combat procedure", "Factor effects and column shifts"),
    )


def attacker_table(id_: str, title: str, starts: Sequence[int], by: Fraction) -> Chart:
    """The left side of a combat table: what the attackers lose, by the strength of the defence.

    High rolls are good for the attackers, so places are counted from the other end; two dice give the same chances both ways.
    """
    steps = range(len(starts))
    table = Ladder(ATTACKER_ORDER, steps, places("2d6"), 1, {attackers_steps: rising(LEAST_LOSS, by)})
    ranks = table.fitted()
    labels = [f"{low}-{high - 1}" for low, high in pairwise(starts)] + [f"{starts[-1]}+"]
    return Chart(
        id=id_,
        title=title,
        form="dice",
        unit="steps lost by the attackers",
        status="stand-in",
        source=SOURCE,
        columns=Axis("strength of the defence", tuple(labels), "span"),
        dice="2d6",
        least=ROLLS[0],
        most=ROLLS[-1],
        bands=tuple(runs([(roll, table.result(ranks, 14 - roll, step)) for roll in ROLLS]) for step in steps),
        grammar="crt",
        rules=("Basic combat procedure",),
        note="High rolls favour the attackers, so losses fall as the roll rises.",
    )


def step_table(rating: int, title: str) -> Chart:
    """A bombardment table: steps lost by the red die once the white one has hit."""
    return Chart(
        id=f"new_scs.bombardment.{rating}",
        title=title,
        form="dice",
        unit="steps lost",
        status="stand-in",
        source=SOURCE,
        columns=Axis("soft units", ("0", "1-2", "3+"), "span"),
        dice="d6",
        bands=tuple(
            runs([(face, str((face > 6 - faces) + (face > 8 - faces))) for face in dice("d6").rolls])
            for faces in SHARES[rating]
        ),
        order=("0", "1", "2"),
        grammar="steps",
        rules=("Bombardment",),
        note="A hex keeps its last step.",
    )


def entry_costs() -> Chart:
    """What terrain costs to enter or to cross, by class of movement."""
    cells: dict[tuple[str, str], Cell] = {}
    for class_, share in CLASSES.items():
        for name, grade in GROUND.items():
            cells[name, class_] = entry_cost(1, grade, share)
        cells["Sea", class_] = PROHIBITED
        for name, grade in OBSTACLES.items():
            cells[name, class_] = entry_cost(0, grade, share)
        for name, costs in ON_WAYS.items():
            cells[name, class_] = costs[class_]
    return Chart(
        id="new_scs.entry_costs",
        title="Terrain Effects on Movement",
        form="values",
        unit="movement points",
        status="stand-in",
        source=SOURCE,
        columns=Axis("class of movement", tuple(CLASSES), free=True),
        rows=Axis("terrain", (*GROUND, "Sea", *OBSTACLES, *ON_WAYS), free=True),
        cells=cells,
        rules=("Movement phase",),
        note="Costs of hexsides are added to that of the hex. A way takes the place of both, a bridge that of what it spans.",
    )


def entry_cost(least: int, grade: int, share: Fraction) -> Cell:
    """What terrain of a grade of hindrance costs a class of movement.

    >>> str(entry_cost(1, 1, Fraction(3, 2))), entry_cost(0, 6, Fraction(1))
    ('3', 'prohibited')
    """
    points = ceil(grade * share)
    return Fraction(least + points) if points <= MOST_POINTS else PROHIBITED


if __name__ == "__main__":
    main(charts(), HOME)
