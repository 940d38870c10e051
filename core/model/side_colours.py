"""Colours for sides that are new: each is told from the others, by their lightness, too."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from core.model.symbol_table import read_symbols


@lru_cache(maxsize=1)
def side_colours() -> Mapping[str, str]:
    """The colours that sides get, each as #rrggbb under its name, in the order in which they are given."""
    return MappingProxyType({str(name): str(colour) for name, colour in read_symbols("sides")["colours"].items()})


def colour_for(name: str, taken: Iterable[str] = ()) -> str:
    """A colour for a side that is new: the one that it is called by, else the first that no other side has.

    Where all are taken, the one that the fewest have.

    >>> known = side_colours()
    >>> colour_for("Red") == known["red"], colour_for("Veldany", [known["blue"]]) == known["sand"]
    (True, True)
    """
    known = side_colours()
    held = [colour.casefold() for colour in taken]
    own = next((known[word] for word in name.casefold().split() if word in known), "")
    if own and own not in held:
        return own
    return min(known.values(), key=held.count)
