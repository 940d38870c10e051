"""The looks of a ruleset with those of a box over them."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from core.model.looks import Look, LookBook, MarkerKind

Colours = Mapping[str, str]


def colours_of(some: Iterable[Look | MarkerKind]) -> dict[str, str]:
    """The colours by name that looks or kinds of markers know."""
    return {name: colour for each in some for name, colour in each.colours}


def dressed_looks(looks: Mapping[str, Look], book: LookBook) -> dict[str, Look]:
    """The looks by id: those of the box, which know the colours of both, then those of the ruleset in colours of the box."""
    known = {**colours_of(looks.values()), **book.colours}
    own = {id_: replace(look, colours=tuple(known.items())) for id_, look in book.looks.items()}
    rest = {
        id_: replace(look, colours=_over(look.colours, book.colours)) for id_, look in looks.items() if id_ not in book.looks
    }
    return {**own, **rest}


def dressed_markers(markers: Mapping[str, MarkerKind], book: LookBook) -> dict[str, MarkerKind]:
    """The kinds of markers by id: those of the ruleset in their order, each as the box draws it, then what only the box has."""
    known = {**colours_of(markers.values()), **book.colours}
    own = {id_: replace(kind, colours=tuple(known.items())) for id_, kind in book.markers.items()}
    ruled = {id_: replace(kind, colours=_over(kind.colours, book.colours)) for id_, kind in markers.items()}
    return {**ruled, **own}


def _over(colours: tuple[tuple[str, str], ...], own: Colours) -> tuple[tuple[str, str], ...]:
    return tuple({**dict(colours), **own}.items())
