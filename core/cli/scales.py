"""What a new box takes from its ruleset where a command line leaves it open: the size of a hex, and the contour interval."""

import sys
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.rules.kernel.ruleset import Quantity, Ruleset


def hex_metres(ruleset: "Ruleset") -> Fraction:
    """The metres from hex to hex that a ruleset states."""
    return ruleset.numbers["map.hex"].value


def contour_metres(ruleset: "Ruleset") -> Fraction | None:
    """The contour interval that a ruleset states, None for a series whose maps have no contours."""
    stated = ruleset.numbers.get("map.contours")
    return None if stated is None else stated.value


def say_scale(ruleset: "Ruleset", hexes: bool, contours: bool) -> None:
    """Says which numbers were taken from a ruleset, where they come from, and how to say otherwise."""
    if hexes:
        _say("From hex to hex", ruleset.numbers["map.hex"], "--hex-m")
    if contours and "map.contours" in ruleset.numbers:
        _say("Contours every", ruleset.numbers["map.contours"], "--interval")


def _say(what: str, stated: "Quantity", option: str) -> None:
    print(f"{what}: {float(stated.value):g} m ({stated.source}); {option} says otherwise.", file=sys.stderr)
