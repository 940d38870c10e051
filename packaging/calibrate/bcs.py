"""Derives the stand-in tables of BCS 1.1. The constraints stand in `README.md`.

python packaging/calibrate/bcs.py [--out FOLDER]
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from shaping import bands, main

from core.model.charts import Axis, Band, Chart, Part
from core.rules.kernel.dice import dice

HOME = "bcs/1.1"
SOURCE = "ours, derived by packaging/calibrate/bcs.py"
PRINTED = "charts of BCS 1.1"
ODDS = "rows inferred from odds that a player published; the steps are ours"

SUCCESS, FAILURE, TOP = 11, 8, 13
"""The Combat Table: from here on attacks succeed, up to here attackers lose, and here the top row begins."""
ENGAGEMENT = (6, 9)
"""Where the second and the third row of the Engagement Table begin."""
SUPPORT = (4, 6, 11)
"""Where the rows begin when support units are involved."""
FULL, FAIL = Fraction(15, 36), Fraction(6, 36)
"""The chance that an unmodified SNAFU roll succeeds wholly, and that it fails."""
BARRAGE = {"hard unit": 1, "city or prepared defence": 1, "all other": 2}
"""Faces of the die that cost a step."""
FATIGUE = {"first activation": 2, "second activation": 4}
"""Faces of the die that raise fatigue."""
ISOLATION = (3, 1)
"""Faces of the die that cost a step or more, and that cost two."""


def charts() -> tuple[Chart, ...]:
    """All the charts of this script."""
    return (
        combat(),
        engagement(),
        engagement_support(),
        snafu(),
        _faces("bcs.barrage", "Barrage", "steps lost", "target", BARRAGE, ("none", "1"), ("published summaries",)),
        _faces("bcs.fatigue", "Fatigue", "levels gained", "activation", FATIGUE, ("none", "1"), ("3",)),
        isolation(),
    )


def rows(starts: Sequence[int], results: Sequence[str], most: int) -> tuple[Band, ...]:
    """A column whose results after the first begin at these rolls.

    >>> rows((6, 9), ("a", "b", "c"), 12)
    (Band(low=2, high=5, result='a'), Band(low=6, high=8, result='b'), Band(low=9, high=12, result='c'))
    """
    lows = (2, *starts)
    highs = (*(start - 1 for start in starts), most)
    return tuple(Band(low, high, result) for low, high, result in zip(lows, highs, results, strict=True))


def combat() -> Chart:
    """The Combat Table. The row below lies as far from the middle as the top row."""
    worst = FAILURE - (TOP - SUCCESS)
    order = ("A2", "A1", "A1p", "D1S", "D2R")
    return Chart(
        id="bcs.combat",
        title="Combat Table",
        form="dice",
        unit="steps lost, and retreats",
        status="stand-in",
        source=SOURCE,
        columns=Axis("", ("result",)),
        dice="2d6",
        most=TOP,
        bands=(rows((worst + 1, FAILURE + 1, SUCCESS, TOP), order, TOP),),
        order=order,
        parts=(Part("stand-in", ODDS, rolls=tuple(range(2, TOP))),),
        grammar="bcs",
        rules=("published summaries", "3"),
        note="A and D: steps that attackers and defenders lose; p: only if the defenders have a prepared defence; "
        "S: situational retreat; R: retreat. Rolls beyond the ends count as the ends.",
        doubts=("The rows are inferred from the chances of two results; they hold if those do not overlap.",),
    )


def engagement() -> Chart:
    """The Engagement Table; its lowest row mirrors the highest."""
    order = ("firer retreats", "both lose", "target retreats")
    return Chart(
        id="bcs.engagement",
        title="Engagement Table",
        form="dice",
        unit="a step lost by both, or a retreat",
        status="stand-in",
        source=SOURCE,
        columns=Axis("", ("result",)),
        dice="2d6",
        bands=(rows(ENGAGEMENT, order, dice("2d6").rolls[-1]),),
        order=order,
        parts=(Part("published", PRINTED, rolls=tuple(range(ENGAGEMENT[0], 13))),),
        closed=True,
        words=("target loses", "no effect"),
        rules=("1", "8", "published summaries"),
        note="Rolls beyond the ends count as the ends.",
        doubts=("The words of the lowest row are not known, only that it is against the firer.",),
    )


def engagement_support() -> Chart:
    """The same where support units are involved: the rows are known, the results are not."""
    order = ("firer retreats", "both lose", "no effect", "target retreats")
    return Chart(
        id="bcs.engagement_support",
        title="Engagement Table with support",
        form="dice",
        unit="a step lost by both, or a retreat",
        status="stand-in",
        source=SOURCE,
        columns=Axis("", ("result",)),
        dice="2d6",
        bands=(rows(SUPPORT, order, dice("2d6").rolls[-1]),),
        order=order,
        closed=True,
        words=("target loses",),
        rules=("1", "8", "published summaries"),
        note="Where the rows begin is printed in the charts of BCS 1.1; what they give is ours.",
    )


def snafu() -> Chart:
    """The SNAFU Table: its borders lie where the sum of two dice gives the chances wanted."""
    rolls = dice("2d6")
    full = next(roll for roll in rolls.rolls if rolls.at_least(roll) == FULL)
    partial = next(roll for roll in rolls.rolls if 1 - rolls.at_least(roll) == FAIL)
    order = ("Fail", "Partial", "Full")
    return Chart(
        id="bcs.snafu",
        title="SNAFU Table",
        form="dice",
        unit="what the formation may do",
        status="stand-in",
        source=SOURCE,
        columns=Axis("", ("result",)),
        dice="2d6",
        bands=(rows((partial, full), order, rolls.rolls[-1]),),
        order=order,
        closed=True,
        rules=("3", "published summaries"),
        note="Rolls beyond the ends count as the ends.",
    )


def isolation() -> Chart:
    """Losses by isolation."""
    some, two = ISOLATION
    results = ["none"] * (6 - some) + ["1"] * (some - two) + ["2"] * two
    return _table("bcs.isolation", "Isolation losses", "steps lost", "", {"": results}, ("none", "1", "2"), ("4",))


def _faces(
    id_: str,
    title: str,
    unit: str,
    by: str,
    faces: Mapping[str, int],
    order: tuple[str, ...],
    rules: tuple[str, ...],
) -> Chart:
    """A table of one die: so many of the highest faces give the second result."""
    none, one = order
    return _table(id_, title, unit, by, {label: [none] * (6 - n) + [one] * n for label, n in faces.items()}, order, rules)


def _table(
    id_: str,
    title: str,
    unit: str,
    by: str,
    columns: Mapping[str, list[str]],
    order: tuple[str, ...],
    rules: tuple[str, ...],
) -> Chart:
    return Chart(
        id=id_,
        title=title,
        form="dice",
        unit=unit,
        status="stand-in",
        source=SOURCE,
        columns=Axis(by, tuple(label or "result" for label in columns)),
        dice="d6",
        bands=tuple(bands("d6", results) for results in columns.values()),
        order=order,
        # Steps may be more on a printed table; words may not be others.
        closed="1" not in order,
        grammar="steps" if "1" in order else "",
        words=("none",) if "1" in order else (),
        rules=rules,
    )


if __name__ == "__main__":
    main(charts(), HOME)
