"""New ids for units that come in by the thousand: `Oob.new_id` without looking at all ids for each."""

from collections.abc import Iterable

from core.model.oob import Oob, OobSection

_EMPTY = Oob()


class NewIds:
    """Gives ids of one section that nothing has yet, and remembers them."""

    def __init__(self, section: OobSection, taken: Iterable[str]) -> None:
        self._section: OobSection = section
        self._taken = set(taken)
        self._last: dict[str, int] = {}

    def take(self, id_: str) -> None:
        """An id that is given to something from now on."""
        self._taken.add(id_)

    def made_of(self, wanted: str) -> str:
        """An id made of what something is called.

        >>> ids = NewIds("counters", ["a-1"])
        >>> ids.made_of("A/1"), ids.made_of("A 1"), ids.made_of("")
        ('a-1-2', 'a-1-3', 'counter')
        """
        base = _EMPTY.new_id(self._section, wanted)
        number, id_ = self._last.get(base, 1), base
        while id_ in self._taken:
            number += 1
            id_ = f"{base}-{number}"
        self._last[base] = number
        self._taken.add(id_)
        return id_
