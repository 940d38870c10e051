"""What renderers of roads, areas and hexsides share: features filed by kinds that look the same."""

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

from app.canvas.ground import Ground
from app.canvas.layers import Renderer
from app.canvas.looks import OTHER


class Look(Protocol):
    """A look of the style, which says in which layer it is painted."""

    @property
    def layer(self) -> str:
        """The layer's id."""


class Kind(Protocol):
    """What is filed of one look."""

    def dismantle(self) -> Iterator[None]:
        """Lets go of everything, in short steps."""


LookT = TypeVar("LookT", bound=Look)
KindT = TypeVar("KindT", bound=Kind)


class ByKind(Renderer, Generic[LookT, KindT]):
    """The features of one layer. `looks` holds the looks by feature, `make` begins the kind of a look.

    Kinds are painted in the order of their looks, whichever of them the map has first.
    """

    def __init__(self, ground: Ground, layer: str, looks: Mapping[str, LookT], make: Callable[[LookT], KindT]) -> None:
        self.layer = layer
        self._ground = ground
        self._looks, self._make = looks, make
        self._order = {name: number for number, name in enumerate(looks)}
        self._kinds: dict[str, KindT] = {}

    def _kind(self, feature: str) -> KindT | None:
        """The kind that a feature belongs to, "other" when it has no look of its own; None when it is of another layer."""
        name = feature if feature in self._looks else OTHER
        if self._looks[name].layer != self.layer:
            return None
        if name not in self._kinds:
            self._kinds[name] = self._make(self._looks[name])
            self._kinds = {name: self._kinds[name] for name in sorted(self._kinds, key=self._order.__getitem__)}
        return self._kinds[name]

    def dismantle(self) -> Iterator[None]:
        """Lets go of what is filed, kind by kind."""
        for kind in self._kinds.values():
            yield from kind.dismantle()
