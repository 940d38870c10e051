"""Makes chart sets of SCS 1.6 from transcriptions of games by a third party, once.

    python packaging/calibrate/transcriptions.py FOLDER [--out FOLDER]

FOLDER holds one YAML file for each game, as its transcriber wrote it: a combat table, a barrage table where the game has one,
terrain and modifiers. Values are taken over, never mended: what cannot be right is left out and told in `doubts`. What the two
kinds of files say differently is brought to one form:

- shifts count to the right, for the attackers; where the source gives a shift to defending terrain, it hinders the attackers;
- a column whose rolls are not covered once each stays in its place with the result "unknown";
- rolls that modifiers reach are covered in every column: beyond its last roll a column goes on with its last result;
- 0.333 and 0.1667 are a third and a sixth.
"""

import argparse
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import yaml

from core.base.atomic import write_text
from core.files.canonical import set_text
from core.files.resources import rulesets_folder
from core.model.charts import END, Axis, Band, Cell, Chart
from core.rules.kernel.chart_checks import faults
from core.rules.kernel.combat import UNKNOWN
from core.rules.kernel.dice import dice

HOME = Path("scs") / "1.6" / "sets"
SOURCE = "transcription by a third party, unverified"
STATUS = "transcription"
LEFT = "A1"
TERRAIN = ("attack factor", "defence factor", "columns", "barrage columns", "barrage roll")
MODIFIERS = ("attack factor", "defence factor", "columns", "roll")
BARRAGE_MODIFIERS = ("strength factor", "columns", "roll")
NEUTRAL = {"attack factor": 1, "defence factor": 1, "strength factor": 1}
SUPPLY = ("OOS", "OOS Attack", "OOS Defend", "Out of Supply")

DOUBTS: Mapping[str, Sequence[str]] = {
    "afb": (
        "Light and heavy woods shift to the left here; the source gives them the sign of a help for the attackers.",
        "Cities and heavy woods raise the roll of a barrage here, which hinders it; whom the sign favours is open.",
    ),
    "afrika": (
        "The source has no barrage table for this game; the stand-in of the series remains.",
        "A terrain with a comma in its name is called Fort/Box here.",
    ),
    "ardennes": (
        "The source labels two columns of the barrage table 18-23; the last one is taken as 24+, as in four other games.",
    ),
    "bastogne": (
        "The source has no effect for units out of supply; the stand-in of the series remains.",
        "The signs of the barrage modifiers of villages and woods contradict each other and the table, where low rolls are the "
        "better ones; they stand here as in the source.",
        "Only the last column of the barrage table goes beyond a roll of 6 in the source; the others have no effect there.",
    ),
    "crusader": ("One of three transcriptions has a row of terrain without a name; it is left out.",),
    "driveonparis": (
        "The signs * and @ in results follow rules of the game that the source does not hold.",
        "The source has no effect for units out of supply; the stand-in of the series remains.",
        "The second table is one of sieges: its results fall as the strength rises, which may then be that of the fortress.",
        "It has no column for 19; that column is here without results.",
        "The modifier BEF Defend shifts to the right as in the source, although its name is that of a help for the defenders.",
    ),
    "fallschirmjaeger": (
        "Rolls of the combat table above 12 come from modifiers.",
        "Only the last column of the barrage table goes beyond a roll of 6 in the source; the others have no effect there.",
    ),
    "gazala": (
        "A row of terrain without a name is left out.",
        "The source has no effect for units out of supply; the stand-in of the series remains.",
        "The source holds what some terrain does to barrages twice, as a shift and as a modifier; name only one.",
    ),
    "guadalajara": (
        "In the columns 1:1, 2:1 and 3:1 of the combat table two runs of rolls give A1; in 1:2 and 4:1 one of them has no "
        "result.",
        "In the column 4:1 of the combat table the rolls 1 and 2 look like a slip.",
        "Rolls of the combat table below 2 come from modifiers.",
        "A river divides the attack by six; the source writes 0.1667.",
    ),
    "heightsofcourage": (
        "The source has no barrage table for this game; the stand-in of the series remains.",
        "Kuneitra halves the defence in the source.",
    ),
    "rostov41": (
        "Hills shift to the left here; the source gives them the sign of a help for the attackers.",
        "Cities raise the roll of a barrage here, which hinders it; whom the sign favours is open.",
    ),
    "stalingradpocket": (
        "In the columns 6:1 and 7:1 of the combat table the rolls 4 to 7 cost the attackers a step; every column beside them "
        "costs the defenders one.",
        "A minor river without a bridge divides the attack by four, a medium one by three only.",
        "Minor villages shift to the left here; the source is not of one mind about signs.",
        "DAM doubles both sides here; the source does not say which it is for.",
    ),
    "themightyendeavor": (
        "Results in square brackets follow a rule of the game that the source does not hold.",
        "The source has no barrage table for this game; the stand-in of the series remains.",
    ),
    "yomkippur": ("The sign * in results follows a rule of the game that the source does not hold.",),
}
"""What is doubtful, by the name of a game's file, in sentences of ours."""


class Game:
    """One transcribed game on its way to a chart set."""

    def __init__(self, name: str, held: Mapping[str, Any]) -> None:
        self._held = held
        self.title = str(held["table"]).partition(":")[0]
        self.id = re.sub("[^a-z0-9]+", "-", self.title.lower()).strip("-")
        self.doubts = list(DOUBTS[name])

    def charts(self) -> tuple[Chart, ...]:
        """Every chart of the game."""
        found = [self._combat()]
        if "barrage_table" in self._held:
            found.append(self._barrage())
        found.append(self._terrain())
        modifiers = [each for each in self._held["crt_modifiers"] if each["name"] not in SUPPLY]
        supply = [each for each in self._held["crt_modifiers"] if each["name"] in SUPPLY]
        if modifiers:
            rows = {_name(each): _effect(each) for each in modifiers}
            found.append(_values("scs.modifiers", "Modifiers of combat", "modifier", MODIFIERS, rows, ("6.1f", "7.0")))
        if supply:
            effect: dict[str, Cell] = {}
            for each in supply:
                effect |= _effect(each)
            rows = {"Out of supply": effect}
            found.append(_values("scs.out_of_supply", "Out of supply", "state", MODIFIERS[:2], rows, ("12.2",)))
        barrage = self._held.get("barrage_table", {}).get("modifiers", ())
        if barrage:
            rows = {_name(each): _effect(each, "strength factor") for each in barrage}
            found.append(
                _values("scs.barrage_modifiers", "Modifiers of barrages", "modifier", BARRAGE_MODIFIERS, rows, ("6.1f",))
            )
        return tuple(found)

    def _combat(self) -> Chart:
        table = self._held["crt"]
        name = "11..66" if "11-66" in table["dice"]["reading"] else "2d6"
        labels = [str(column["odds"]) for column in table["columns"]]
        least, most, bands = self._bands(name, labels, [column["results"] for column in table["columns"]], "combat table")
        return Chart(
            id="scs.crt",
            title=f"Combat Results Table of {self.title}",
            form="dice",
            unit="steps lost and hexes retreated",
            status=STATUS,
            source=SOURCE,
            columns=Axis("odds", tuple(labels), "odds", below=LEFT),
            dice=name,
            least=least,
            most=most,
            bands=bands,
            grammar="crt",
            rules=("7.4", "7.1"),
            note="What lies left of the table is from the rules of the series (7.4), not from the transcription.",
        )

    def _barrage(self) -> Chart:
        table = self._held["barrage_table"]
        name = {"sum of 1d6": "d6", "sum of 2d6": "2d6"}[table["dice"]["reading"]]
        labels = [re.sub(r"(\d+)or", r"\1 or ", str(column["strength"])) for column in table["columns"]]
        rows = [list(column["results"]) for column in table["columns"]]
        if len(labels) > 1 and labels[-1] == labels[-2]:
            labels[-1] = f"{int(labels[-1].partition('-')[2]) + 1}+"
        if "19" not in labels and "16-18" in labels and "20 or more" in labels:
            at = labels.index("20 or more")
            labels.insert(at, "19")
            rows.insert(at, [])
        least, most, bands = self._bands(name, labels, rows, "")
        open_left = labels[0].endswith("less")
        return Chart(
            id="scs.barrage",
            title=f"Barrage Table of {self.title}",
            form="dice",
            unit="what the target suffers: disorder (DG), reduction, or steps lost",
            status=STATUS,
            source=SOURCE,
            columns=Axis("barrage strength", tuple(labels), "span", below=END if open_left else "NE"),
            dice=name,
            least=least,
            most=most,
            bands=bands,
            rules=("2.0a", "6.1f"),
            note="" if open_left else "That barrages left of the table have no effect is ours, not from the transcription.",
        )

    def _bands(
        self, name: str, labels: Sequence[str], rows: Sequence[Sequence[Mapping[str, Any]]], where: str
    ) -> tuple[int | None, int | None, tuple[tuple[Band, ...], ...]]:
        """The least and the greatest roll where they are not those of the dice, and the bands of every column."""
        natural = dice(name).rolls
        least = min([natural[0], *(each["lo"] for row in rows for each in row)])
        most = max([natural[-1], *(each["hi"] for row in rows for each in row)])
        rolls = natural if name == "11..66" else range(least, most + 1)
        found = []
        for label, row in zip(labels, rows, strict=True):
            held = [Band(each["lo"], each["hi"], str(each["result"])) for each in row]
            if held and natural[-1] <= held[-1].high < most:
                held[-1] = Band(held[-1].low, most, held[-1].result)
            wrong = [roll for roll in rolls if sum(band.low <= roll <= band.high for band in held) != 1]
            if wrong:
                held = [Band(least, most, UNKNOWN)]
                if where:
                    self.doubts.append(f"The column {label} of the {where} is left out and says unknown: {_told(row, wrong)}.")
            found.append(tuple(held))
        return (least if least < natural[0] else None), (most if most > natural[-1] else None), tuple(found)

    def _terrain(self) -> Chart:
        rows = {}
        for item in self._held["terrain_effects"]:
            effect: dict[str, Cell] = {}
            for key, column in (("combat_attack", "attack factor"), ("combat_defend", "defence factor")):
                if key in item and item[key]["type"] == "mult":
                    effect[column] = _exact(item[key]["value"])
            for key in ("combat_attack", "combat_defend"):
                if key in item and item[key]["type"] == "shift":
                    value = _exact(item[key]["value"])
                    effect["columns"] = value if key == "combat_attack" else -abs(value)
            for key in ("barrage_attack", "barrage_defend"):
                if key in item and item[key]["type"] == "shift":
                    value = _exact(item[key]["value"])
                    effect["barrage columns"] = value if key == "barrage_attack" else -abs(value)
                elif key in item:
                    effect["barrage roll"] = _exact(item[key]["value"])
            rows[str(item["name"]).replace(",", "/")] = effect
        return _values("scs.terrain", f"Terrain of {self.title}", "terrain", TERRAIN, rows, ("7.3",))


def _told(row: Sequence[Mapping[str, Any]], wrong: Sequence[int]) -> str:
    """Which rolls have no result, and which have two.

    >>> _told(({"lo": 2, "hi": 3}, {"lo": 3, "hi": 3}, {"lo": 5, "hi": 6}), (3, 4))
    'nothing for 4, two results for 3'
    """
    twice = [str(roll) for roll in wrong if any(each["lo"] <= roll <= each["hi"] for each in row)]
    never = [str(roll) for roll in wrong if str(roll) not in twice]
    parts = (("nothing for ", never), ("two results for ", twice))
    return ", ".join(f"{said}{' and '.join(rolls)}" for said, rolls in parts if rolls)


def _name(modifier: Mapping[str, Any]) -> str:
    return str(modifier["name"])


def _effect(modifier: Mapping[str, Any], factor: str = "") -> dict[str, Cell]:
    """What a modifier does, by column. Without a side in its name or its `applies` a factor holds for both."""
    value = _exact(modifier["value"])
    if modifier["type"] == "shift":
        return {"columns": value}
    if modifier["type"] == "drm":
        return {"roll": value}
    if factor:
        return {factor: value}
    applies = str(modifier.get("applies", ""))
    name = _name(modifier).lower()
    sides = {
        "attack factor": applies != "defend" and "defend" not in name,
        "defence factor": applies != "attack" and "attack" not in name and "assault" not in name,
    }
    return {side: value for side, holds in sides.items() if holds}


def _exact(value: float) -> Fraction:
    return Fraction(str(value)).limit_denominator(12)


def _values(
    id_: str, title: str, by: str, columns: Sequence[str], rows: Mapping[str, Mapping[str, Cell]], rules: tuple[str, ...]
) -> Chart:
    """A chart of factors and shifts; what a row does not say changes nothing."""
    factors = all("factor" in column for column in columns)
    return Chart(
        id=id_,
        title=title,
        form="values",
        unit="factor of strength" if factors else "factor of strength, columns to the right, or added to the roll",
        status=STATUS,
        source=SOURCE,
        columns=Axis("effect", tuple(columns)),
        rows=Axis(by, tuple(rows), free=True),
        cells={
            (row, column): effect.get(column, Fraction(NEUTRAL.get(column, 0)))
            for row, effect in rows.items()
            for column in columns
        },
        whole=not factors,
        fractions=() if factors else tuple(column for column in columns if "factor" in column),
        rules=rules,
    )


def main() -> None:
    """Reads every game of a folder and writes its chart set. Raises SystemExit when a chart has a fault."""
    parser = argparse.ArgumentParser(description="Makes chart sets from transcriptions of games.")
    parser.add_argument("folder", type=Path, help="the folder of transcriptions, one file for each game")
    parser.add_argument("--out", type=Path, default=rulesets_folder(), help="the folder of rulesets to write into")
    given = parser.parse_args()
    for path in sorted(given.folder.glob("scs_*.yaml")):
        game = Game(path.stem.removeprefix("scs_"), yaml.safe_load(path.read_text("utf-8")))
        charts = game.charts()
        wrong = [f"{game.id}, {chart.id}: {fault.text}" for chart in charts for fault in faults(chart)]
        if wrong:
            raise SystemExit("\n".join(wrong))
        home = given.out / HOME
        home.mkdir(parents=True, exist_ok=True)
        write_text(home / f"{game.id}.yaml", set_text(game.id, game.title, charts, game.doubts))
        print(f"{game.id}: {len(charts)} charts")


if __name__ == "__main__":
    main()
