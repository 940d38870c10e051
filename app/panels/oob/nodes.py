"""The order of battle as nodes of a tree: what stands under what, and where among its neighbours."""

from bisect import bisect_left
from collections.abc import Iterator

from core.model.oob import Counter, Formation, Oob, OobItem, OobRef, Side


class Node:
    """One line of the tree: a side, a formation or a counter. The root and the place of what has no side have no item.

    `row` is its place among the children of its parent, counters before formations.
    """

    __slots__ = ("children", "item", "parent", "ref", "row")

    def __init__(self, ref: OobRef | None, item: OobItem | None, parent: "Node | None") -> None:
        self.ref, self.item, self.parent = ref, item, parent
        self.children: list[Node] = []
        self.row = 0

    @property
    def rank(self) -> tuple[int, int]:
        """What orders neighbours: sides; counters, then formations; what has no side last. Each by its key."""
        if self.ref is None:
            return 3, 0
        return {"sides": 0, "counters": 1, "formations": 2}[self.ref.section], self.ref.key

    def place_of(self, node: "Node") -> int:
        """Where a node belongs among the children."""
        return bisect_left(self.children, node.rank, key=lambda each: each.rank)

    def number(self, start: int = 0) -> None:
        """Tells the children where they stand, from one on."""
        for row in range(start, len(self.children)):
            self.children[row].row = row

    def above(self) -> "Iterator[Node]":
        """The node and those that it stands under, without the root."""
        node: Node | None = self
        while node is not None and node.parent is not None:
            yield node
            node = node.parent

    def below(self) -> "Iterator[Node]":
        """All nodes that stand under it, each behind what it stands under."""
        waiting = list(reversed(self.children))
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)


class Nodes:
    """All nodes of an order of battle, by their refs."""

    def __init__(self, oob: Oob) -> None:
        self.oob = oob
        self.root = Node(None, None, None)
        self.strays = Node(None, None, self.root)
        self.by_ref: dict[OobRef, Node] = {}
        for key, side in oob.sides.keyed():
            ref = OobRef("sides", key)
            self.by_ref[ref] = node = Node(ref, side, self.root)
            self.root.children.append(node)
        for key, formation in oob.formations.keyed():
            ref = OobRef("formations", key)
            self.by_ref[ref] = Node(ref, formation, None)
        for key, counter in oob.counters.keyed():
            ref = OobRef("counters", key)
            self.by_ref[ref] = node = Node(ref, counter, None)
            node.parent = self.home(node)
            node.parent.children.append(node)
        for key in oob.formations.keys:
            node = self.by_ref[OobRef("formations", key)]
            node.parent = self.home(node)
            node.parent.children.append(node)
        if self.strays.children:
            self.root.children.append(self.strays)
        for node in (self.root, self.strays, *self.by_ref.values()):
            node.number()

    def home(self, node: Node) -> Node:
        """What a node belongs under, as the order of battle says it."""
        item, oob = node.item, self.oob
        if isinstance(item, Counter):
            found = oob.ref("formations", item.formation)
        elif isinstance(item, Formation):
            found = oob.ref("formations", item.parent)
            if found is not None and any(each.id == item.id for each in oob.above(item.parent)):
                # What goes round in a ring has nobody above it.
                found = None
        else:
            return self.root
        if found is None:
            found = oob.ref("sides", item.side)
        return self.by_ref.get(found, self.strays) if found is not None else self.strays

    def depends(self, id_: str) -> set[OobRef]:
        """What says that it belongs to a formation of an id, whether there is one or not."""
        found = {OobRef("counters", key) for key, each in self.oob.counters.keyed() if each.formation == id_}
        return found | {OobRef("formations", key) for key, each in self.oob.formations.keyed() if each.parent == id_}


def is_side(node: Node) -> bool:
    """Whether a node is a side."""
    return isinstance(node.item, Side)
