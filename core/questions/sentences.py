"""Sentences of rulings with their fields filled in: hexes by their printed numbers, exact numbers as people read them."""

from collections.abc import Mapping
from fractions import Fraction

from core.base.amounts import amount
from core.base.counted import agreeing
from core.geometry.hexes import Hex
from core.model.box import GameBox


def fill(template: str, values: Mapping[str, object], box: GameBox) -> str:
    """Fills a sentence's fields; a `Hex` becomes its printed number, a fraction an amount.

    The template is ours, or a translation of ours.
    """
    shown = {name: _shown(value, box) for name, value in values.items()}
    return agreeing(template, shown).format_map(shown)


def _shown(value: object, box: GameBox) -> object:
    if isinstance(value, Hex):
        return box.label(value)
    return amount(value) if isinstance(value, Fraction) else value
