"""Derives the stand-in charts of VCS. The constraints stand in `README.md`.

python packaging/calibrate/vcs.py [--out FOLDER]
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from ladders import odds_label
from shaping import main

from core.model.charts import Axis, Band, Cell, Chart
from core.rules.kernel.dice import dice
from core.rules.kernel.rounding import Rounding, rounded

HOME = "vcs"
SOURCE = "ours, derived by packaging/calibrate/vcs.py"

ORDER = ("A3-(1)", "A2-(1)", "A2", "A1", "B1-(1)", "D1", "D2", "D2-(1)", "D2-(1)b", "D3-(1)b", "D3-(2)b")
"""The results from worst to best for the attackers, as the note of the table explains them."""
MIDDLE = "B1-(1)"
"""What the commonest roll gives at 1-1; the next better roll gives it, too."""
PLACES = 2
"""How many places of the roll each result holds."""
STEPS = range(-3, 9)
"""The columns as odds on Level 1: 1-4 to 9-1."""
LINES: Mapping[str, int] = {
    **{f"Level {level}": left for level, left in enumerate((0, 1, 1, 2, 2, 2), 1)},
    "Swamp": 1,
    "Town": 1,
    "City": 2,
}
"""Columns to the left of Level 1; levels go together as they do in supply (11.0)."""

STRENGTHS = (3, 2, 1)
ANCESTOR = {3: 14, 2: 25, 1: 16}
"""How many chits of each strength an older game of the same family has."""
CHITS = 27
"""How many chits a class has here: about half of those."""
NAMES = {3: "strong", 2: "average", 1: "weak"}
CLASSES = {"Red": Fraction(6), "Blue": Fraction(4)}
"""The full strength of an average chit at rating B."""
RATINGS = {"A": Fraction(4, 3), "B": Fraction(1), "C": Fraction(2, 3)}
QUALITY = {3: Fraction(4, 3), 2: Fraction(1), 1: Fraction(2, 3)}


def charts() -> tuple[Chart, ...]:
    """The Combat Results Table with its lines, and the strength chits."""
    return combat_table(), lines(), chits()


def result(roll: int, step: int) -> str:
    """What stands at a roll in the column whose odds on Level 1 are so many steps above 1-1.

    >>> result(7, 0), result(8, 0), result(9, 0), result(6, 0), result(2, -3), result(12, 8)
    ('B1-(1)', 'B1-(1)', 'D1', 'A1', 'A3-(1)', 'D3-(2)b')
    """
    place = ORDER.index(MIDDLE) + (roll + step - 7) // PLACES
    return ORDER[max(0, min(len(ORDER) - 1, place))]


def combat_table() -> Chart:
    """The table itself, whose columns are numbered."""
    return Chart(
        id="vcs.crt",
        title="Combat Results Table",
        form="dice",
        unit="hexes retreated and steps lost",
        status="stand-in",
        source=SOURCE,
        columns=Axis("column", tuple(str(n) for n, _ in enumerate(STEPS, 1)), "span"),
        dice="2d6",
        bands=tuple(_bands([(roll, result(roll, step)) for roll in dice("2d6").rolls]) for step in STEPS),
        order=ORDER,
        grammar="vcs",
        rules=("10.8", "10.11"),
        note="A attackers, D defenders, B both; then the hexes of retreat; in parentheses steps that must be lost; "
        "b marks a breakthrough. The lines of vcs.crt_lines find the column.",
    )


def _bands(results: Sequence[tuple[int, str]]) -> tuple[Band, ...]:
    found = [(text, [roll for roll, _ in run]) for text, run in groupby(results, key=lambda each: each[1])]
    return tuple(Band(rolls[0], rolls[-1], text) for text, rolls in found)


def lines() -> Chart:
    """The odds above every column, one line for each kind of terrain."""
    columns = tuple(str(n) for n, _ in enumerate(STEPS, 1))
    cells: dict[tuple[str, str], Cell] = {
        (terrain, column): odds_label(step + left, "-")
        for terrain, left in LINES.items()
        for column, step in zip(columns, STEPS, strict=True)
    }
    return Chart(
        id="vcs.crt_lines",
        title="Combat Results Table, lines of terrain",
        form="values",
        unit="odds",
        status="stand-in",
        source=SOURCE,
        columns=Axis("column", columns, "span"),
        rows=Axis("terrain of the defenders", tuple(LINES), free=True),
        cells=cells,
        grammar="odds",
        rules=("10.1", "10.8"),
        note="The odds of a combat are found on the line of the defenders' terrain; write - where a line has no odds.",
    )


def shared_out(counts: Mapping[int, int], total: int) -> Mapping[int, int]:
    """A total in the shares of some counts; the largest remainders are rounded up.

    >>> shared_out({3: 14, 2: 25, 1: 16}, 27)
    {3: 7, 2: 12, 1: 8}
    """
    exact = {key: Fraction(count * total, sum(counts.values())) for key, count in counts.items()}
    found = {key: rounded(value, Rounding.DOWN) for key, value in exact.items()}
    for key in sorted(exact, key=lambda each: found[each] - exact[each])[: total - sum(found.values())]:
        found[key] += 1
    return found


def chits() -> Chart:
    """The chits of both cups. Half of the weak ones have nothing on the back."""
    number = shared_out(ANCESTOR, CHITS)
    rows: dict[str, tuple[Cell, ...]] = {}
    for class_, base in CLASSES.items():
        for strength in STRENGTHS:
            full = [rounded(base * factor * QUALITY[strength]) for factor in RATINGS.values()]
            back = [rounded(Fraction(each, 2), Rounding.DOWN) for each in full]
            blank = number[strength] // 2 if strength == 1 else 0
            for name, count, reduced in (
                (NAMES[strength], number[strength] - blank, back),
                ("two steps", blank, [0] * len(back)),
            ):
                if count:
                    rows[f"{class_} {name}"] = (class_, *(Fraction(each) for each in (count, *full, *reduced)))
    columns = ("class", "chits", *RATINGS, *(f"{rating} reduced" for rating in RATINGS))
    return Chart(
        id="vcs.chits",
        title="Strength chits",
        form="values",
        unit="number of chits, and combat strength by rating",
        status="stand-in",
        source=SOURCE,
        columns=Axis("what the chit has", columns),
        rows=Axis("chit", tuple(rows), free=True),
        cells={(row, column): cell for row, cells in rows.items() for column, cell in zip(columns, cells, strict=True)},
        closed=True,
        words=("Red", "Blue"),
        whole=True,
        rules=("9.1", "9.2", "10.8"),
        note="Chits with 0 on the reduced side have two steps, the others three; the last step of both is the cadre.",
    )


if __name__ == "__main__":
    main(charts(), HOME)
