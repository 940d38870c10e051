"""Sets of colours for the stripes of formations, those for colour-blind eyes among them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from core.model.symbol_table import read_symbols


@dataclass(frozen=True)
class StripeSet:
    """Colours that are told apart beside each other, each as #rrggbb under its name. `source` says who chose them."""

    id: str
    title: str
    source: str
    colours: Mapping[str, str]


@lru_cache(maxsize=1)
def stripe_sets() -> tuple[StripeSet, ...]:
    """The sets that come with the program."""
    held = read_symbols("stripes")["sets"]
    return tuple(
        StripeSet(id_, str(each["title"]), str(each["source"]), MappingProxyType(dict(each["colours"])))
        for id_, each in held.items()
    )


def colour_name(colour: str) -> str:
    """What a colour of one of the sets is called, "" for any other."""
    found = (name for each in stripe_sets() for name, known in each.colours.items() if known == colour.lower())
    return next(found, "")
