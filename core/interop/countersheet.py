"""Units as the CSV of an extension of Inkscape that fills templates of counters (countersheetsextension), out and in.

A file is a row of groups with an empty line between them. The first line of a group names the template of the background, then
the parts of it that the columns fill; each other line is a counter, with the number of its copies in front. What is right of a
column `BACK` fills the other side, of the counters that have `BACK` in it.

Going out, a group is a kind of piece, whose background has its name, and the parts are called by the ids of values. Coming in,
parts are read as columns of `counter_csv`. What only a template is for is left out and listed: other templates (`@`),
attributes of parts (`[style:fill]`), ends of rows and boxes of the sheet.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence

from core.base.errors import Place, WrongUse
from core.interop.counter_csv import BACK as BACK_OF
from core.interop.counter_csv import Finding, Row, TableReading, back_text, table_rows
from core.interop.imported import Dropped, Drops
from core.model.box import GameBox
from core.model.edits.force_edits import ChangeUnits
from core.model.oob import Counter, Oob
from core.rules.kernel.cells import Fault, carried, in_role, kind_of, plain_text_of, read_value, value_text
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.ruleset import Ruleset

BACK = "BACK"
ID = "ID"

PLAIN = "counter"
"""The background of counters whose kind nobody has said."""

ENDS = frozenset({"ENDBOX", "ENDROW"})
"""Words that stand alone in a line and steer the sheet."""

_OURS = ("side", "formation", "sidc", "look", "note")
_ATTRIBUTE = re.compile(r"\[.*\]")
_COPIES = re.compile(r"[0-9]{1,4}")
_YES = frozenset({"back", "y", "yes", "x", "1", "true"})


def to_countersheet(oob: Oob, ruleset: Ruleset | None, delimiter: str = ",") -> str:
    """All counters, one group for each kind of piece."""
    values = ruleset.values if ruleset is not None else ()
    groups: dict[str, list[Counter]] = {}
    for counter in oob.counters:
        groups.setdefault(kind_of(values, counter.values), []).append(counter)
    kind = in_role(values, "kind")
    order = {id_: number for number, (id_, _) in enumerate(kind.choices)} if kind is not None else {}
    held = io.StringIO()
    writer = csv.writer(held, delimiter=delimiter, lineterminator="\r\n")
    for number, name in enumerate(sorted(groups, key=lambda each: (order.get(each, len(order)), each))):
        if number:
            writer.writerow([])
        writer.writerows(_group(name, groups[name], carried(values, name)))
    return held.getvalue()


def _group(name: str, counters: Sequence[Counter], values: Sequence[CounterValue]) -> Iterator[list[str]]:
    """The lines of a group: its first one, and one for each counter."""
    known = {value.id: value for value in values}
    printed = {id_ for counter in counters for id_ in counter.values}
    fronts = [*(id_ for id_ in known if id_ in printed), *sorted(printed - known.keys())]
    turned = [counter for counter in counters if counter.back is not None]
    behind = {id_ for counter in turned for side in (0, 1) for id_, held in counter.face(side).items() if held != ""}
    backs = [*(id_ for id_ in known if id_ in behind), *sorted(behind - known.keys())]
    yield [name or PLAIN, ID, *_OURS, *fronts, *([BACK, *backs] if turned else ())]
    for counter in counters:
        row = [str(counter.copies), counter.id, *(_escaped(str(getattr(counter, key))) for key in _OURS)]
        row += [_cell(known.get(id_), counter, id_, 0) for id_ in fronts]
        if counter.back is not None:
            row += [BACK, *(_cell(known.get(id_), counter, id_, 1) for id_ in backs)]
        elif turned:
            row += [""] * (len(backs) + 1)
        yield row


def _cell(value: CounterValue | None, counter: Counter, id_: str, side: int) -> str:
    held = counter.face(side).get(id_, "")
    if held == "":
        return ""
    return _escaped(value_text(value, held) if value is not None else plain_text_of(held))


def _escaped(text: str) -> str:
    return text.replace("\n", "\\n")


def from_countersheet(
    text: str, box: GameBox, ruleset: Ruleset | None, file: str = "", *, making: bool = False
) -> tuple[ChangeUnits, tuple[Finding, ...], tuple[Dropped, ...]]:
    """The edit that makes counters of such a file, the cells that were not taken, and what only a template is for.

    Rows are matched by `ID` as `counter_csv.from_csv` does, which says what `making` is. Raises WrongUse for what is no table.
    """
    drops = Drops()
    reading = TableReading(box.oob, ruleset, file, making)
    groups = list(_groups(text, file, drops))
    if not groups and not drops.listed:
        said = "There is no group of counters in the file; the first line of each names its background and its parts."
        raise WrongUse(f"{Place(file)}: {said}" if file else said)
    for head, rows in groups:
        group = _Group(head, box.oob, ruleset, drops)
        try:
            reading.take((head[0], group.headings), (group.row(row) for row in rows))
        except WrongUse:
            if rows:
                drops.add("counter", "no column of its group is one of the counters here", f"line {head[0]}", len(rows))
    return reading.edit, reading.findings, drops.listed


def _groups(text: str, file: str, drops: Drops) -> Iterator[tuple[Row, list[Row]]]:
    """The groups of a file: the first line of each and the others."""
    head: Row | None = None
    rows: list[Row] = []
    last = 0
    for line, cells in table_rows(text, file):
        words = [cell.strip() for cell in cells]
        alone = [word for word in words if word]
        begins = head is None or line > last + 1 or bool(words[0] and not _COPIES.fullmatch(words[0]))
        last = line + sum(cell.count("\n") for cell in cells)
        if len(alone) == 1 and alone[0] in ENDS:
            drops.add(alone[0], "it steers a sheet, which is laid out here when it is printed", f"line {line}")
        elif begins:
            if head is not None:
                yield head, rows
            head, rows = (line, words), []
        else:
            rows.append((line, cells))
    if head is not None:
        yield head, rows


class _Group:
    """What the columns of a group mean, as columns of `counter_csv`."""

    def __init__(self, head: Row, oob: Oob, ruleset: Ruleset | None, drops: Drops) -> None:
        self._oob, self._drops = oob, drops
        line, words = head
        self._where = f"line {line}"
        self._columns: list[str] = [""]
        self._back_at = next((at for at, word in enumerate(words) if at and word == BACK), None)
        fronts: set[str] = set()
        for at, word in enumerate(words[1:], 1):
            back = self._back_at is not None and at > self._back_at
            heading = "back" if at == self._back_at else self._heading(word, fronts, back)
            self._columns.append(heading)
            if not back:
                fronts.add(heading)
        self._fronts = {heading: at for at, heading in enumerate(self._columns) if heading}
        kind = in_role(ruleset.values, "kind") if ruleset is not None else None
        self._kind = self._background(words[0], kind)
        self._kind_id = kind.id if kind is not None and self._kind and kind.id not in fronts else ""
        # Each column stays where it is, so that findings name the cells of the file.
        self.headings = ["copies", *self._columns[1:], *filter(None, [self._kind_id])]

    def _heading(self, word: str, fronts: set[str], back: bool) -> str:
        """The column of `counter_csv` that a part is, "" for none."""
        drops = self._drops
        name = word.rstrip("?>").lstrip("+").removesuffix("-*")
        if not name:
            return ""
        if name.startswith("@"):
            drops.add("template", "counters are drawn by looks here", f"{self._where}, {name}")
            return ""
        if _ATTRIBUTE.search(name):
            drops.add("attribute of a part", "counters are drawn by looks here", f"{self._where}, {name}")
            return ""
        heading = "id" if name == ID else name
        if not back:
            return heading
        if heading == "id" or heading in _OURS:
            if heading not in fronts:
                drops.add("column of the back", "it is the same on both sides", f"{self._where}, {name}")
            return ""
        return f"{BACK_OF}{heading}"

    def _background(self, word: str, kind: CounterValue | None) -> str:
        """The kind of piece that a background stands for, "" where it stands for none."""
        read = read_value(kind, word.lstrip("+@").rstrip(">")) if kind is not None and word != PLAIN else None
        if isinstance(read, Fault):
            self._drops.add("background", "it is no kind of piece of the ruleset", f"{self._where}, {word}")
            return ""
        return str(read) if read else ""

    def row(self, row: Row) -> Row:
        """A counter as a row of `counter_csv`."""
        line, cells = row
        words = [cell.replace("\\n", "\n") for cell in cells]
        words += [""] * (len(self._columns) - len(words))
        turned = self._back_at is not None and words[self._back_at].strip().casefold() in _YES
        made = [words[0].strip() or "1"]
        for at, heading in enumerate(self._columns[1:], 1):
            if heading.startswith(BACK_OF):
                made.append(self._behind(words, at, heading) if turned else "")
            elif at == self._back_at:
                made.append("yes" if turned else "no")
            else:
                made.append(words[at] if heading else "")
        return line, [*made, *([self._kind] if self._kind_id else ()), *words[len(self._columns) :]]

    def _behind(self, words: Sequence[str], at: int, heading: str) -> str:
        """What the back says of a value: nothing where it is as on the front, a dash where only the front prints it.

        A back that says the same as the front all the same goes on to do so.
        """
        id_ = heading.removeprefix(BACK_OF)
        front = self._fronts.get(id_)
        before = words[front].strip() if front is not None else ""
        cell = words[at].strip()
        was = self._oob.counter(words[self._fronts["id"]].strip()) if "id" in self._fronts else None
        if cell == before and not (was is not None and was.back and id_ in was.back):
            return ""
        return back_text(cell)
