"""The items of one section of a map sheet: an ordered, persistent collection in which every item has a lasting key."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar, overload

import immutables

T = TypeVar("T")


class Items(Sequence[T], Generic[T]):
    """Items in the order in which they are drawn and written, each under a whole number that it keeps while it is edited.

    Positions are for reading; edits name items by key. A change shares everything else with the collection it was made from,
    so that a hundred thousand edits of a large map keep memory flat. Two collections are equal when they hold equal items in
    the same order, whatever their keys.

    >>> drawn = Items(["wood", "lake"])
    >>> list(drawn.keyed()), drawn.next_key
    ([(1, 'wood'), (2, 'lake')], 3)
    >>> list(drawn.with_changes({1: None, 3: "farm"}))
    ['lake', 'farm']
    """

    __slots__ = ("_by_key", "_order")

    def __init__(self, items: Iterable[T] = ()) -> None:
        self._by_key: immutables.Map[int, T] = immutables.Map(enumerate(items, start=1))
        self._order: tuple[int, ...] = tuple(range(1, len(self._by_key) + 1))

    @classmethod
    def of_keys(cls, items: Mapping[int, T]) -> "Items[T]":
        """A collection whose items have keys already; keys tell the order."""
        made = cls()
        made._by_key, made._order = immutables.Map(items), tuple(sorted(items))
        return made

    @property
    def next_key(self) -> int:
        """A key for an item to be put behind all others."""
        return self._order[-1] + 1 if self._order else 1

    @property
    def keys(self) -> tuple[int, ...]:
        """All keys, in order."""
        return self._order

    def keyed(self) -> Iterator[tuple[int, T]]:
        """Keys and items, in order."""
        return ((key, self._by_key[key]) for key in self._order)

    def get(self, key: int) -> T | None:
        """The item with a key, None when there is none."""
        return self._by_key.get(key)

    def with_changes(self, changes: Mapping[int, T | None]) -> "Items[T]":
        """The collection with items put in, replaced or (None) taken out, by key; new keys find their place in order."""
        with self._by_key.mutate() as changing:
            for key, item in changes.items():
                if item is not None:
                    changing[key] = item
                elif key in changing:
                    del changing[key]
            by_key = changing.finish()
        made: Items[T] = Items()
        made._by_key, made._order = by_key, self._order
        if any((key in self._by_key) is (item is None) for key, item in changes.items()):
            made._order = tuple(sorted(by_key))
        return made

    @overload
    def __getitem__(self, position: int) -> T: ...

    @overload
    def __getitem__(self, position: slice) -> tuple[T, ...]: ...

    def __getitem__(self, position: int | slice) -> T | tuple[T, ...]:
        if isinstance(position, slice):
            return tuple(self._by_key[key] for key in self._order[position])
        return self._by_key[self._order[position]]

    def __iter__(self) -> Iterator[T]:
        return (self._by_key[key] for key in self._order)

    def __len__(self) -> int:
        return len(self._order)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Items):
            return NotImplemented
        if self._by_key is other._by_key:
            return True
        return len(self) == len(other) and all(a is b or a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Items({list(self)!r})"

    def __reduce__(self) -> "tuple[object, tuple[dict[int, T]]]":
        return Items.of_keys, (dict(self._by_key),)
