"""Which counters and columns the units grid shows, and in which order."""

from collections.abc import Iterable, Mapping, Sequence

from app.dialogs.units.columns import GridColumn, grid_columns, title_of
from app.dialogs.units.filter import Filter, column_words, read_filter
from app.documents.document import Document
from core.interop.counter_cells import SortKey, natural, sort_key
from core.interop.counter_csv import Column, csv_columns
from core.model.oob import Counter, Formation, names_by_id
from core.rules.kernel.cells import in_role, plain_text_of


class UnitRows:
    """Chooses and sorts the counters of a box, and remembers what is said of each."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._filter = Filter()
        self._texts: dict[int, tuple[Counter, str]] = {}
        self.sorted_by: tuple[str, bool] | None = None
        self._called: tuple[object, object, dict[str, dict[str, str]]] = (None, None, {})
        self.columns: Mapping[str, Column] = {}
        self.words: Mapping[str, Column] = {}
        self.take_columns()

    @property
    def kind_column(self) -> str:
        """The heading of the column of kinds, "" when the rules know none."""
        ruleset = self._document.ruleset
        kind = in_role(ruleset.values, "kind") if ruleset is not None else None
        return kind.id if kind is not None else ""

    def take_columns(self) -> None:
        """Looks for all columns that there can be, shown or not."""
        every = csv_columns(self._document.box.oob, self._document.ruleset)
        columns = {column.heading: column for column in every}
        if self._document.ruleset is None:
            others = (Column("back-value", column.value) for column in every if column.part == "value")
            columns = {**{column.heading: column for column in others}, **columns}
        self.columns = columns
        self.words = column_words(columns.values(), title_of)

    def knows(self, counters: Iterable[Counter]) -> bool:
        """Whether there is a column for every value of some counters."""
        values: set[str] = set()
        backs: set[str] = set()
        for counter in counters:
            values.update(counter.values)
            backs.update(counter.back or ())
        return self.columns.keys() >= values | {f"back:{id_}" for id_ in backs}

    def use_filter(self, typed: str) -> Filter:
        """Chooses the counters that fit what was typed."""
        self._filter = self.read_filter(typed)
        return self._filter

    def read_filter(self, typed: str) -> Filter:
        """What somebody has typed to find counters."""
        return read_filter(typed, self.words, self._names)

    def keys(self) -> list[int]:
        """The keys of the counters that fit, in order."""
        counters = self._document.box.oob.counters
        if self._filter:
            return self.in_order([key for key, each in counters.keyed() if self.fits(key, each, self._filter)])
        return self.in_order(counters.keys)

    def fits(self, key: int, counter: Counter, filter_: Filter) -> bool:
        """Whether a counter fits what is sought."""
        return filter_.shows(counter, self._said(key, counter))

    def in_order(self, keys: Sequence[int]) -> list[int]:
        """Counters as they are sorted; those that are alike stay as they stand, empty cells come last either way."""
        if self.sorted_by is None:
            return list(keys)
        heading, falling = self.sorted_by
        column, counters = self.columns[heading], self._document.box.oob.counters
        order = {key: self._sort_key(column, held) for key in keys if (held := counters.get(key)) is not None}
        filled = [key for key in order if order[key][0] != 2]
        empty = [key for key in order if order[key][0] == 2]
        return [*sorted(filled, key=order.__getitem__, reverse=falling), *empty]

    def name(self, column: Column, id_: str) -> str:
        """What stands in the cells of a side or a formation: its name, the id where others of its side are called the same."""
        oob = self._document.box.oob
        if self._called[0] is not oob.sides or self._called[1] is not oob.formations:
            of_sides: dict[str, list[Formation]] = {}
            for each in oob.formations:
                of_sides.setdefault(each.side, []).append(each)
            formations = {id_: name for some in of_sides.values() for id_, name in names_by_id(some).items()}
            self._called = oob.sides, oob.formations, {"side": names_by_id(oob.sides), "formation": formations}
        return self._called[2][column.part].get(id_, id_)

    def _sort_key(self, column: Column, counter: Counter) -> SortKey:
        """Sides and formations sort by what is shown of them."""
        if column.part in ("side", "formation"):
            id_ = counter.side if column.part == "side" else counter.formation
            return (1, 0, natural(self.name(column, id_))) if id_ else (2, 0, ())
        return sort_key(column, counter)

    def columns_for(self, keys: Iterable[int], back: bool, typed: Iterable[str] = ()) -> tuple[GridColumn, ...]:
        """The columns for some counters, fronts or backs, and for values that were `typed` whoever prints them."""
        counters, kind = self._document.box.oob.counters, self.kind_column
        kinds: set[str] = set()
        held: set[str] = set(typed)
        for key in keys:
            counter = counters.get(key)
            if counter is not None:
                kinds.add(str(counter.values.get(kind, "")))
                held.update(counter.values)
                held.update(counter.back or ())
        return grid_columns(self.columns.values(), self._document.ruleset, kinds - {""}, held, back)

    def warm(self, most: int) -> bool:
        """Puts together what is said of some more counters, so that a filter finds it ready; False when all are."""
        counters = self._document.box.oob.counters
        cold = [key for key in counters.keys if key not in self._texts][:most]
        for key in cold:
            held = counters.get(key)
            if held is not None:
                self._said(key, held)
        return bool(cold)

    def forget_texts(self) -> None:
        """Sides or formations are called otherwise: what is said of counters is put together anew."""
        self._texts.clear()

    def _names(self, column: Column, counter: Counter) -> str:
        """What the side or the formations of a counter are called, those above included."""
        oob = self._document.box.oob
        if column.part == "side":
            side = oob.side(counter.side)
            return side.name if side is not None else ""
        return " ".join(f"{each.id} {each.name}" for each in oob.above(counter.formation))

    def _said(self, key: int, counter: Counter) -> str:
        """All that is said of a counter, in folded letters."""
        held = self._texts.get(key)
        if held is None or held[0] is not counter:
            oob = self._document.box.oob
            side = oob.side(counter.side)
            words = [counter.id, counter.side, side.name if side is not None else "", counter.look, counter.sidc, counter.note]
            words += [f"{each.id} {each.name}" for each in oob.above(counter.formation)]
            printed = (*counter.values.values(), *(counter.back or {}).values())
            words += [plain_text_of(value).replace("_", " ") for value in printed if not isinstance(value, bool)]
            held = (counter, "\n".join(word for word in words if word).casefold())
            self._texts[key] = held
        return held[1]
