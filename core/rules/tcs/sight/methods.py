"""The methods of elevation that TCS offers, as settings of the height model [TCS 4.01 8.2, 8.4, 8.5]."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from core.analysis.elevation import HeightSettings, How
from core.rules.kernel.ruleset import Ruleset

METHODS = ("standard", "simplified", "heads_a", "heads_ab", "heads_ac", "heads_abc")
"""8.2; 8.4; 8.5a alone, with b, with c, with both."""


@dataclass(frozen=True, slots=True)
class Method:
    """One method. `along_line`: a point of contention takes its highest point along the line (8.5a)."""

    name: str
    settings: HeightSettings
    along_line: bool

    def section(self, how: How, point_of_contention: bool = False) -> str:
        """The rule that gives a height found in a certain way."""
        if how == "sea":
            return "8.1f"
        if self.name == "simplified":
            return "8.4b" if how == "bottom" else "8.4a"
        if how == "hilltop":
            return "8.5b" if self.settings.hilltop == "rise" else "8.2a"
        if how == "bottom":
            return "8.5c" if self.settings.bottom == "fall" else "8.2c"
        return "8.5a" if self.along_line and point_of_contention else "8.2b"


def choose(name: str, ruleset: Ruleset, choices: Mapping[str, str]) -> Method:
    """The method of a name under the readings in force [TCS 4.01 8.2, 8.4, 8.5]."""
    numbers = ruleset.numbers
    heads = name.removeprefix("heads_") if name.startswith("heads_") else ""
    settings = HeightSettings(
        between="next_lower" if name == "simplified" else "interpolate",
        hilltop="rise" if "b" in heads else "flat",
        bottom="interval_lower" if name == "simplified" else "fall" if "c" in heads else "flat",
        marks=int(numbers["elevation.marks"].value),
        marks_at_10m=int(numbers["elevation.marks_at_10m"].value),
        fine_mark=numbers["elevation.fine_mark"].value,
        touch=float(numbers["contour.touch"].value),
        tie_up=choices["elevation.mark_tie"] == "up",
        nearest_without_span=choices["elevation.no_straight_line"] == "nearest",
        rise=_amount(ruleset, choices["heads.hilltop_rise"]),
        fall=_amount(ruleset, choices["heads.bottom_fall"]),
    )
    return Method(name, settings, along_line=bool(heads))


def _amount(ruleset: Ruleset, choice: str) -> Fraction:
    """How far a hilltop rises or a bottom falls: in metres, or negative in parts of the contour interval."""
    quantity = ruleset.numbers[f"heads.{choice}"]
    return quantity.value if quantity.unit == "m" else -quantity.value
