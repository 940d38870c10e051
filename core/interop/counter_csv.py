"""Units as a table of text: a row for each counter, a column for each printed value by its id, for spreadsheets and back.

The first line names the columns: `id`, `side`, `formation`, the values that the ruleset knows (by their ids, or their titles,
of which words such as strength may be left out), `copies`, `look`, `sidc`, `note`, and for the other side `back` (yes where it
is printed) and `back:` before the id of a value.

What comes in: rows are matched by their ids; one without an id, or with one that is new, is a new counter. A column that is not
there leaves what the counters have, an empty cell takes the value away; `-` on a back says that the other side prints none.
A cell that is wrong in itself is kept out, and the counter keeps what it had there; a row is kept out whole when it
is no counter of its own. Of each there is a finding, with the text of the cell, so that nothing is lost unseen.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Literal

from core.base.errors import Hints, Place, WrongUse, did_you_mean
from core.base.whole_text import whole_text
from core.interop.chart_csv import guessed_delimiter
from core.interop.headings import meant_by
from core.interop.unit_ids import NewIds
from core.model.box import GameBox
from core.model.edits.force_edits import ChangeUnits
from core.model.oob import NO_VALUES, Counter, Formation, Oob, OobItem, OobRef, Side, Value, Values, names_by_id
from core.model.side_colours import colour_for
from core.rules.kernel.cells import Fault, carried, name_of, plain_text_of, plain_value, read_value, value_text
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.ruleset import Ruleset

BACK = "back:"
"""Before the id of a value: what the other side prints of it."""

NOTHING = "-"
"""On a back: the other side does not print this value, though the front does."""

MOST_CHARACTERS = 32_000_000
"""How much text can be a table of units."""

MOST_ROWS = 100_000
MOST_COPIES = 1000

_ROUNDED = re.compile(r"[0-9](?:[.,][0-9]+)?[eE]\+?[0-9]{2}")
"""What spreadsheets make of a code of twenty digits."""

LABEL = "Import counters"

Row = tuple[int, list[str]]
"""A line of a table: its number from 1, and its cells."""

Part = Literal["id", "side", "formation", "copies", "look", "sidc", "note", "back", "value", "back-value"]

_BEFORE: tuple[Part, ...] = ("id", "side", "formation")
_BEHIND: tuple[Part, ...] = ("copies", "look", "sidc", "note", "back")


@dataclass(frozen=True, slots=True)
class Column:
    """What a column of the table holds. `value` is the id of a printed value, `known` what the ruleset says of it."""

    part: Part
    value: str = ""
    known: CounterValue | None = None

    @property
    def heading(self) -> str:
        """What stands above the column."""
        return f"{BACK}{self.value}" if self.part == "back-value" else self.value or self.part


@dataclass(frozen=True, slots=True)
class Finding:
    """Something of a table that was not taken as it stands.

    `line` counts the lines of the text, `column` the cells of the line, both from 1; column 0 is the whole row. `counter` is
    the id of the counter that the row is about, "" for none; `heading` what stands above, `written` what stands in the cell.
    """

    line: int
    column: int
    text: str
    heading: str = ""
    written: str = ""
    counter: str = ""
    file: str = ""

    def __str__(self) -> str:
        where = str(Place(self.file, self.line)) if self.file else f"Line {self.line}"
        cell = f", cell {self.column}" if self.column else ""
        return f"{where}{cell}{f' ({self.heading})' if self.heading else ''}: {self.text}"


def csv_columns(oob: Oob, ruleset: Ruleset | None) -> tuple[Column, ...]:
    """The columns of a table of all counters: those of the ruleset, and those of values that only the counters know."""
    known = {value.id: value for value in carried(ruleset.values)} if ruleset is not None else {}
    fronts, backs = dict.fromkeys(known), {id_: None for id_, value in known.items() if value.sides == 2}
    for counter in oob.counters:
        fronts |= dict.fromkeys(id_ for id_ in counter.values if id_ not in fronts)
        if counter.back:
            backs |= dict.fromkeys(id_ for id_ in counter.back if id_ not in backs)
    strange = sorted(id_ for id_ in fronts if id_ not in known)
    order = {id_: number for number, id_ in enumerate((*known, *strange))}
    behind = sorted(backs, key=lambda id_: (order.get(id_, len(order)), id_))
    return (
        *(Column(part) for part in _BEFORE),
        *(Column("value", id_, known.get(id_)) for id_ in order),
        *(Column(part) for part in _BEHIND),
        *(Column("back-value", id_, known.get(id_)) for id_ in behind),
    )


def to_csv(oob: Oob, ruleset: Ruleset | None, delimiter: str = ",") -> str:
    """All counters as a table that `from_csv` and spreadsheets read. Lines end as those of CSV do."""
    columns = csv_columns(oob, ruleset)
    held = io.StringIO()
    writer = csv.writer(held, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow([column.heading for column in columns])
    writer.writerows([cell_text(column, counter) for column in columns] for counter in oob.counters)
    return held.getvalue()


def cell_text(column: Column, counter: Counter) -> str:
    """What stands in the cell of a counter."""
    match column.part:
        case "value":
            if column.value not in counter.values:
                return ""
            held = counter.values[column.value]
        case "back-value":
            if counter.back is None or column.value not in counter.back:
                return ""
            held = counter.back[column.value]
            text = value_text(column.known, held) if column.known is not None else plain_text_of(held)
            return back_text(text)
        case "back":
            return "yes" if counter.back is not None else ""
        case "copies":
            return str(counter.copies)
        case part:
            return str(getattr(counter, part))
    return value_text(column.known, held) if column.known is not None else plain_text_of(held)


def back_text(text: str) -> str:
    """What a back says of a value whose text is this: a dash for none, and one dash more for a word that is dashes only.

    >>> back_text(""), back_text("-"), back_text("4-5")
    ('-', '--', '4-5')
    """
    return f"{NOTHING}{text}" if is_dashes(text) else text


def said_of_back(text: str) -> str:
    """The text of a value from what a back says of it, unless that is the dash for none.

    >>> said_of_back("--"), said_of_back("4-5")
    ('-', '4-5')
    """
    return text[len(NOTHING) :] if is_dashes(text) else text


def is_dashes(text: str) -> bool:
    """Whether a text is nothing but dashes."""
    return not text.strip(NOTHING)


def from_csv(
    text: str, box: GameBox, ruleset: Ruleset | None, file: str = "", *, making: bool = False
) -> tuple[ChangeUnits, tuple[Finding, ...]]:
    """The edit that makes of a table the counters of a box, and everything that was not taken.

    Commas, semicolons and tabs are told apart, and "sep=" in the first line is heeded. Counters that the table does not name
    stay. With `making`, sides and formations that are not there are made; without, they are findings. Raises WrongUse, with
    the line, for what is no table, and for one whose first line names no column that is known.
    """
    rows = table_rows(text, file)
    head = next(rows, None)
    if head is None:
        raise WrongUse(f"{_at(file)}There is nothing in the table; its first line names the columns, such as id and side.")
    reading = TableReading(box.oob, ruleset, file, making)
    reading.take(head, rows)
    return reading.edit, reading.findings


def table_rows(text: str, file: str) -> Iterator[Row]:
    """The lines of a table that are not empty, with their numbers."""
    if len(text) > MOST_CHARACTERS:
        raise WrongUse(f"{_at(file)}This is too much for a table of units: at most {MOST_CHARACTERS:,} letters are read.")
    text = whole_text(text.removeprefix("\ufeff"))
    begins, delimiter = 1, ""
    first = text[:8].split("\n")[0].strip()
    if first.casefold().startswith("sep=") and len(first) == 5 and first[4] in ",;\t|":
        delimiter, begins = first[4], 2
        text = text.partition("\n")[2]
    elif text[:5].casefold() == "sep=\t":
        delimiter, begins = "\t", 2
        text = text.partition("\n")[2]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter or _delimiter(text), strict=True)
    skipped = begins - 1
    try:
        for cells in reader:
            if any(cell and not cell.isspace() for cell in cells):
                yield begins, cells
            begins = reader.line_num + 1 + skipped
    except csv.Error as problem:
        raise WrongUse(f"{_at(file, begins)}This is no table between commas, semicolons or tabs: {problem}.") from problem


def _delimiter(text: str) -> str:
    """What stands between cells, told by the first lines."""
    start = text[:20_000]
    if len(text) > len(start) and "\n" in start:
        start = start[: start.rindex("\n")]
    return guessed_delimiter(start)


class TableReading:
    """Makes counters of the rows of one table, or of several with columns of their own, one after the other."""

    def __init__(self, oob: Oob, ruleset: Ruleset | None, file: str = "", making: bool = False) -> None:
        self._oob, self._ruleset, self._file, self._making = oob, ruleset, file, making
        self._findings: list[Finding] = []
        self._near = Hints()
        self._line = 0
        self._new = NewIds("counters", oob.ids("counters"))
        self._next_key = oob.counters.next_key
        self._changes: dict[OobRef, OobItem | None] = {}
        self._lines: dict[str, int] = {}
        self._sides = _Named(oob.sides, NewIds("sides", oob.ids("sides")))
        self._formations = _Named(oob.formations, NewIds("formations", oob.ids("formations")))

    @property
    def edit(self) -> ChangeUnits:
        """What all rows so far make of the counters."""
        return ChangeUnits(LABEL, self._changes)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was not taken so far."""
        return tuple(self._findings)

    def take(self, head: Row, rows: Iterator[Row]) -> None:
        """Reads a table: its first line, which names the columns, and the others. Raises WrongUse when it names none."""
        columns = self._columns(head)
        taken = list(islice(rows, MOST_ROWS))
        ids = next((column.number - 1 for column in columns if column is not None and column.column.part == "id"), None)
        for _, cells in taken:
            # A row without an id must not get the one of a row behind it.
            if ids is not None and ids < len(cells):
                self._new.take(cells[ids].strip())
        for line, cells in taken:
            self._line = line
            self._row(columns, cells)
        more = next(rows, None)
        if more is not None:
            self._line = more[0]
            self._find(0, f"A table has at most {MOST_ROWS:,} rows; this one and those behind it are kept out.")

    def _find(self, column: int, text: str, heading: str = "", written: str = "", counter: str = "") -> None:
        self._findings.append(Finding(self._line, column, text, heading, written, counter, self._file))

    # The first line --------------------------------------------------------------------------------------------------------

    def _columns(self, head: Row) -> "tuple[_Cells | None, ...]":
        """What each column holds, None for one that is not taken. Raises WrongUse when there is none at all."""
        self._line, cells = head
        every = csv_columns(self._oob, self._ruleset)
        names = {column.heading.casefold(): column for column in every}
        for column in every:
            if column.known is not None:
                front = "" if column.part == "value" else BACK
                names.setdefault(f"{front}{column.known.title}".casefold(), column)
                if column.known.role:
                    names.setdefault(f"{front}{column.known.role}".casefold(), column)
            if column.part == "value":
                # What the ruleset does not expect on a back may stand there all the same.
                other = Column("back-value", column.value, column.known)
                names.setdefault(other.heading.casefold(), other)
        named = {names[cell.strip().casefold()].heading for cell in cells if cell.strip().casefold() in names}
        others = [column for column in every if column.known is not None and column.heading not in named]
        found: list[_Cells | None] = []
        seen: set[str] = set()
        for number, cell in enumerate(cells, 1):
            heading = cell.strip()
            meant = names.get(heading.casefold()) or _in_other_words(heading, others)
            if meant is None and self._ruleset is None and heading:
                back = heading.startswith(BACK)
                meant = Column("back-value" if back else "value", heading.removeprefix(BACK))
            if meant is None:
                found.append(None)
                if heading:
                    said = f'There is no column "{heading}"; nothing of it is taken.{_meant(heading, every, names)}'
                    self._find(number, said, heading)
            elif meant.heading in seen:
                found.append(None)
                self._find(number, f'The column "{meant.heading}" stands here again; the first one counts.', heading)
            else:
                seen.add(meant.heading)
                found.append(_Cells(number, meant))
        if not seen - {"copies", "back"}:
            raise WrongUse(
                f"{_at(self._file, self._line)}The first line must name the columns, such as "
                f"{', '.join(column.heading for column in every[:5])}; none of these is one."
            )
        return tuple(found)

    # A row -----------------------------------------------------------------------------------------------------------------

    def _row(self, columns: "Sequence[_Cells | None]", cells: Sequence[str]) -> None:
        for number, cell in enumerate(cells[len(columns) :], len(columns) + 1):
            if cell.strip():
                said = f"This cell has no heading: the first line names {len(columns)} columns. It is kept out."
                self._find(number, said, written=cell)
        given: list[tuple[_Cells, str]] = []
        id_ = ""
        for column, cell in zip(columns, cells, strict=False):
            if column is not None and column.column.part == "id":
                id_ = cell.strip()
            elif column is not None:
                given.append((column, cell if column.column.part == "note" else cell.strip()))
        if not id_ and not any(cell for _, cell in given):
            return
        if id_ in self._lines:
            said = f'The counter "{id_}" stands in line {self._lines[id_]} already; that row counts, this one is kept out.'
            self._find(0, said, counter=id_)
            return
        ref = self._oob.ref("counters", id_) if id_ else None
        was = self._oob.counter(id_) if id_ else None
        found: dict[str, Any] = {}
        values, back = _Changes(was.values if was else None), _Changes(was.back if was else None)
        faults: list[tuple[int, str, str, str]] = []
        for column, cell in given:
            read = self._cell(column, cell, was, found)
            part, value = column.column.part, column.column.value
            if isinstance(read, Fault):
                faults.append((column.number, read.text, column.column.heading, cell))
            elif part == "value":
                values.say(value, read)
            elif part == "back-value":
                back.say(value, read)
            else:
                found[part] = read
        has_back = found.pop("back", back.had and not back.held)
        if values.said:
            found["values"] = values.made
        if back.said or "back" in {column.column.part for column, _ in given}:
            found["back"] = back.made if back.held or has_back else None
        formation = self._formations.item(found.get("formation", ""))
        if isinstance(formation, Formation) and not found.get("side", was.side if was else ""):
            found["side"] = formation.side
        if was is None:
            known = self._ruleset.values if self._ruleset is not None else ()
            id_ = id_ or self._new.made_of(name_of(known, found.get("values", NO_VALUES)))
            ref = OobRef("counters", self._next_key)
            self._next_key += 1
            made = Counter(id_, **{"side": "", **found})
        else:
            made = replace(was, **found)
        self._lines[id_] = self._line
        for number, text, heading, cell in faults:
            self._find(number, text, heading, cell, id_)
        if made != was and ref is not None:
            self._changes[ref] = made

    def _cell(self, column: "_Cells", cell: str, was: Counter | None, found: Mapping[str, Any]) -> Any:
        """What a cell says: a value, None for an empty one, or what is wrong with it."""
        match column.column.part:
            case "value":
                return column.read(cell)
            case "back-value":
                return "" if cell == NOTHING else column.read(said_of_back(cell))
            case "side":
                return self._side(cell, was.side if was else "")
            case "formation":
                return self._formation(cell, was.formation if was else "", found.get("side", was.side if was else ""))
            case "copies":
                return _copies(cell)
            case "back":
                return _printed(cell)
            case "sidc" if _ROUNDED.fullmatch(cell):
                said = "A spreadsheet has made a number of this symbol code and lost its end; have the column as text there."
                return Fault(said)
            case _:
                return cell

    def _side(self, cell: str, was: str) -> str | Fault:
        side = self._sides.find(cell)
        if side is not None or cell in ("", was):
            return side.id if side is not None else cell
        if self._making:
            colour = colour_for(cell, (side.colour for side in self._sides.every if isinstance(side, Side)))
            return self._make("sides", self._sides, lambda id_: Side(id_, cell, colour), cell)
        return Fault(f'There is no side "{cell}".{self._hint(cell, self._sides, "sides")}')

    def _formation(self, cell: str, was: str, side: str) -> str | Fault:
        formation = self._formations.find(cell, side)
        if self._making and isinstance(formation, Formation) and side not in ("", formation.side) and cell != formation.id:
            # Another side has one of this name; this side gets its own.
            formation = None
        if formation is not None or cell in ("", was):
            return formation.id if formation is not None else cell
        if self._making:
            return self._make("formations", self._formations, lambda id_: Formation(id_, cell, side), cell)
        return Fault(f'There is no formation "{cell}".{self._hint(cell, self._formations, "formations")}')

    def _hint(self, cell: str, named: "_Named", what: str) -> str:
        ids = named.names
        return self._near(cell, ids.values(), ids) if ids else f" The box has no {what} yet."

    def _make(
        self, section: Literal["sides", "formations"], named: "_Named", maker: Callable[[str], Side | Formation], cell: str
    ) -> str:
        made = maker(named.new.made_of(cell))
        key = self._oob.items(section).next_key + len(named.made)
        self._changes[OobRef(section, key)] = made
        named.add(made)
        return made.id


class _Cells:
    """A column of the table that is read: its number from 1, and what its cells have meant so far."""

    def __init__(self, number: int, column: Column) -> None:
        self.number, self.column = number, column
        self._read: dict[str, Value | Fault | None] = {}

    def read(self, cell: str) -> Value | Fault | None:
        """The value that a cell stands for; the same few texts come again and again."""
        if cell not in self._read:
            known = self.column.known
            self._read[cell] = read_value(known, cell) if known is not None else plain_value(cell)
        return self._read[cell]


class _Changes:
    """Printed values as the cells of a row change them."""

    def __init__(self, was: Values | None) -> None:
        self.had = was is not None
        self._was = was if was is not None else NO_VALUES
        self.held: dict[str, Value] = dict(self._was)
        self.said = False

    def say(self, id_: str, value: Value | None) -> None:
        """What a cell says of a value; None takes it away."""
        self.said = True
        if value is None:
            self.held.pop(id_, None)
        else:
            self.held[id_] = value

    @property
    def made(self) -> Values:
        """The values after all cells."""
        return Values(self.held)


class _Named:
    """Sides or formations by id and by name."""

    def __init__(self, items: Iterable[Side | Formation], new: NewIds) -> None:
        self.new = new
        self.made: list[Side | Formation] = []
        self._names: Mapping[str, str] | None = None
        self._by_id: dict[str, Side | Formation] = {}
        self._by_folded: dict[str, list[Side | Formation]] = {}
        self._by_name: dict[str, list[Side | Formation]] = {}
        for item in items:
            self._put(item)

    @property
    def names(self) -> Mapping[str, str]:
        """What they are called, by their ids; asked for at every wrong cell."""
        if self._names is None:
            self._names = names_by_id(self.every)
        return self._names

    @property
    def every(self) -> Iterable[Side | Formation]:
        """All of them."""
        return self._by_id.values()

    def _put(self, item: Side | Formation) -> None:
        if self._by_id.setdefault(item.id, item) is item:
            self._by_folded.setdefault(item.id.casefold(), []).append(item)
        self._by_name.setdefault(item.name.casefold(), []).append(item)

    def add(self, item: Side | Formation) -> None:
        """One that was made of a cell."""
        self.made.append(item)
        self._put(item)
        self._names = None

    def item(self, id_: str) -> Side | Formation | None:
        """The one with an id."""
        return self._by_id.get(id_)

    def find(self, cell: str, side: str = "") -> Side | Formation | None:
        """The one that a cell means: by its id, else by its name where only one has it, or one of that side, else by its id
        in other letters, large and small."""
        if not cell:
            return None
        if cell in self._by_id:
            return self._by_id[cell]
        called = self._by_name.get(cell.casefold(), []) or self._by_folded.get(cell.casefold(), [])
        if len(called) > 1 and side:
            called = [each for each in called if isinstance(each, Formation) and each.side == side]
        return called[0] if len(called) == 1 else None


def _in_other_words(heading: str, columns: Iterable[Column]) -> Column | None:
    """The only one of some columns whose title says the same as a heading."""
    part = "back-value" if heading.casefold().startswith(BACK) else "value"
    known = {column.heading: column for column in columns if column.part == part and column.known is not None}
    titles = {id_: column.known.title for id_, column in known.items() if column.known is not None}
    return known.get(meant_by(heading[len(BACK) :] if part == "back-value" else heading, titles))


def _meant(heading: str, every: Sequence[Column], names: Mapping[str, Column]) -> str:
    """Which column was meant by a word that is none, by its title as the window shows it."""
    titles = {column.heading: column.heading for column in every}
    for column in every:
        title = f"{BACK if column.part == 'back-value' else ''}{column.known.title}" if column.known is not None else ""
        if names.get(title.casefold()) is column:
            titles[column.heading] = title
    return did_you_mean(heading, titles.values(), ids=titles)


def _copies(cell: str) -> int | Fault:
    if not cell:
        return 1
    copies = int(cell) if cell.isdecimal() and len(cell) < 6 else 0
    if 1 <= copies <= MOST_COPIES:
        return copies
    return Fault(f'Copies must be a whole number from 1 to {MOST_COPIES}, not "{cell[:40]}".')


def _printed(cell: str) -> bool | Fault:
    word = cell.casefold()
    if word in ("", "no", "false", "0", NOTHING):
        return False
    if word in ("yes", "true", "1", "x"):
        return True
    return Fault(f'Whether the back is printed must be yes or no, not "{cell[:40]}".')


def _at(file: str, line: int = 0) -> str:
    """The place of a message, as far as there is any."""
    where = str(Place(file, line)) if file else f"Line {line}" if line else ""
    return f"{where}: " if where else ""
