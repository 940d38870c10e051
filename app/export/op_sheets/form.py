"""The form of an op sheet on paper: where everything stands, in millimetres. Pure data; what finds no room goes on.

The first page of a sheet is laid out as the rules lay out theirs [TCS 4.01 6.5]: time, type, size and task organization at the
left, the graphic beside them, below both what is written and what is done when it fails, at the foot the weighted turns to be
ticked off. Pages that continue it hold what is left in one column. Line entries of a side share a list [TCS 4.01 6.15a].
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from PySide6.QtCore import QCoreApplication

from app.export.op_sheets.words import Line, Part, SheetForm
from app.export.scenario_cards import (
    BAND_MM,
    GAP_MM,
    HEAD_MM,
    SMALL_MM,
    TEXT_MM,
    TITLE_MM,
    Frame,
    Mark,
    Room,
    Words,
    height_of,
    width_of,
)

COLUMN_SHARE, LEAST_COLUMN_MM, MOST_COLUMN_MM = 0.3, 46.0, 76.0
"""The width of the column at the left, as a share of the page and in millimetres."""

NOTES_SHARE = 0.6
"""The share of the block below that is for the notes; the rest is for failure instructions and rally points."""

LEAST_BLOCK_MM, MOST_BLOCK = 26.0, 0.38
"""The least height of the block below the graphic, which leaves room to write by hand, and the most as a share of the page."""

BOX_MM, NEEDED_MM = 4.6, 3.2
"""A box of the weighted turns, and the room below it for the roll that is enough from there on."""

PLAIN_BOXES = 40
"""So many boxes there are where nobody knows the columns of the table."""

INDENT_MM = 3.0

HEAD_SHARE = 0.4
"""A head that takes no more of a line has its text beside it."""

LEAST_ROOM_MM = 100.0
"""The narrowest page between its margins on which a form can be set."""

MOST_NAME = 120
"""The letters of the longest name at the head of a page."""

_SPECK = 0.01

_MAY_BREAK = "\u200b"
"""Has no width; a line may end at it."""

_LIST = (("units", 0.25), ("size", 0.06), ("type", 0.14), ("mission", 0.3), ("turns", 0.17), ("done", 0.08))
"""The columns of a list of line entries, as shares of its width."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("OpSheetForm", text)


@dataclass(frozen=True, slots=True)
class FormPage:
    """A page: its size in millimetres, what stands on it, what lies below first, and the room for the graphic of the sheet of
    an id, None where there is none. `title` is what it is called."""

    width: float
    height: float
    title: str
    marks: tuple[Mark, ...]
    sheet: str = ""
    graphic: Room | None = None


@dataclass(frozen=True, slots=True)
class _Row:
    """A line as it is set: the words at the left, those behind them, how far it is set in."""

    text: str
    head: str = ""
    level: int = 0
    pale: bool = False
    title: bool = False

    @property
    def mm(self) -> float:
        return HEAD_MM if self.title else TEXT_MM

    def texts(self, wide: float) -> Iterator[tuple[float, float, str, bool, bool]]:
        """Its texts: from the left, width, words, whether they are bold, and whether they stand below those before."""
        at = INDENT_MM * self.level
        wide -= at
        if not self.head or not self.text:
            bold = bool(self.head) or self.title
            yield at, wide, _breakable(self.head or self.text, wide, self.mm, bold), bold, False
            return
        head = width_of(self.head, self.mm, True) + GAP_MM
        yield at, wide, _breakable(self.head, wide, self.mm, True), True, False
        under = head > wide * HEAD_SHARE
        far = INDENT_MM if under else head
        yield at + far, wide - far, _breakable(self.text, wide - far, self.mm, False), False, under

    def height(self, wide: float) -> float:
        """How high it is in a width."""
        beside, below = 0.0, 0.0
        for _, room, text, bold, under in self.texts(wide):
            tall = height_of(text, room, self.mm, bold)
            beside, below = (beside, below + tall) if under else (max(beside, tall), below)
        return beside + below + (GAP_MM / 2 if self.title else 0.35)

    def marks(self, left: float, top: float, wide: float) -> Iterator[Mark]:
        """What is drawn of it."""
        last = 0.0
        for at, room, text, bold, under in self.texts(wide):
            tall = height_of(text, room, self.mm, bold)
            yield Words(Room(left + at, top + (last if under else 0.0), room, tall), text, self.mm, bold, self.pale)
            last = tall

    def split(self, wide: float, high: float) -> "tuple[_Row, _Row] | None":
        """The row as one that is no higher and the rest; None where not even a few words fit."""
        words = self.text.split(" ")
        low, most = 0, len(words) - 1
        while low < most:
            middle = (low + most + 1) // 2
            fits = replace(self, text=" ".join(words[:middle])).height(wide) <= high
            low, most = (middle, most) if fits else (low, middle - 1)
        if low == 0:
            return self._cut(wide, high) if len(words) == 1 else None
        return replace(self, text=" ".join(words[:low])), replace(self, text=" ".join(words[low:]), head="")

    def _cut(self, wide: float, high: float) -> "tuple[_Row, _Row] | None":
        """A word without end, cut anywhere."""
        low, most = 0, len(self.text) - 1
        while low < most:
            middle = (low + most + 1) // 2
            fits = replace(self, text=self.text[:middle]).height(wide) <= high
            low, most = (middle, most) if fits else (low, middle - 1)
        return (replace(self, text=self.text[:low]), replace(self, text=self.text[low:], head="")) if low else None


def _breakable(text: str, wide: float, mm: float, bold: bool) -> str:
    """A text whose words may be broken where they are wider than their line."""
    if width_of(text, mm, bold) <= wide:
        return text
    return " ".join(word if width_of(word, mm, bold) <= wide else _MAY_BREAK.join(word) for word in text.split(" "))


def _short(text: str) -> str:
    """A name that is not longer than a few lines."""
    return text if len(text) <= MOST_NAME else f"{text[: MOST_NAME - 1]}…"


@dataclass(frozen=True, slots=True)
class _Poured:
    """What of some rows stands in a room, what is left of them, and how high the first is."""

    marks: tuple[Mark, ...]
    left: tuple[_Row, ...]
    used: float


def _rows(parts: Iterable[Part]) -> tuple[_Row, ...]:
    rows: list[_Row] = []
    for part in parts:
        rows.append(_Row(part.title, title=True))
        rows += [_row(line) for line in part.lines]
    return tuple(rows)


def _row(line: Line) -> _Row:
    return _Row(line.text, line.head, line.level, pale=line.gone)


def _pour(rows: Sequence[_Row], room: Room) -> _Poured:
    """Sets rows one below the other. Neither a title nor the head of a group stays behind alone, and what goes on has both of
    its own again."""
    marks: list[Mark] = []
    top, bottom, title = room.top, room.top + room.height + _SPECK, ""
    group: _Row | None = None
    for number, row in enumerate(rows):
        tall = row.height(room.width)
        heads = row.title or _heads(rows, number)
        after = rows[number + 1].height(room.width) if heads and number + 1 < len(rows) else 0.0
        # What follows a title may be longer than a page; a line of it will do.
        need = tall + min(after, 2 * TEXT_MM)
        if top + need > bottom:
            left = list(rows[number:])
            parted = None if row.title else row.split(room.width, bottom - top)
            if parted is not None:
                marks += parted[0].marks(room.left, top, room.width)
                left[0], top = parted[1], top + parted[0].height(room.width)
            if group is not None and row.level:
                left.insert(0, replace(group, head=_continued(group.head)))
            if title and not row.title:
                left.insert(0, _Row(_continued(title), title=True))
            return _Poured(tuple(marks), tuple(left), top - room.top)
        marks += row.marks(room.left, top, room.width)
        top += tall
        title = row.text if row.title else title
        if not row.level:
            group = row if _heads(rows, number) else None
    return _Poured(tuple(marks), (), top - room.top)


def _heads(rows: Sequence[_Row], number: int) -> bool:
    """Whether a row is the head of those behind it, which are set in farther."""
    row = rows[number]
    return bool(row.head) and not row.title and number + 1 < len(rows) and rows[number + 1].level > row.level


def _continued(title: str) -> str:
    words = _tr(" (continued)")
    return title if title.endswith(words) else title + words


def _natural(rows: Sequence[_Row], wide: float) -> float:
    return sum(row.height(wide) for row in rows)


# A sheet --------------------------------------------------------------------------------------------------------------------


def sheet_pages(form: SheetForm, width: float, height: float, margin: float, has_graphic: bool) -> tuple[FormPage, ...]:
    """The form of a sheet on as many pages as it needs."""
    return _Form(form, width, height, margin).pages(has_graphic)


class _Form:
    def __init__(self, form: SheetForm, width: float, height: float, margin: float) -> None:
        self._form, self._width, self._height, self._margin = form, width, height, margin
        self._wide, self._high = width - 2 * margin, height - 2 * margin

    def pages(self, has_graphic: bool) -> tuple[FormPage, ...]:
        """All pages."""
        first, left, graphic = self._first(has_graphic)
        page = FormPage(self._width, self._height, self._form.id, tuple(first), self._form.id, graphic)
        return (page, *self.continued(left))

    def continued(self, rows: tuple[_Row, ...]) -> Iterator[FormPage]:
        """Pages with what found no room before."""
        while rows:
            marks, top = self._head(continued=True)
            poured = _pour(rows, Room(self._margin, top, self._wide, self._margin + self._high - top))
            assert poured.marks, "a page has room for a line"
            yield FormPage(self._width, self._height, self._form.id, (*marks, *poured.marks))
            rows = poured.left

    def _head(self, continued: bool = False) -> tuple[list[Mark], float]:
        """The band of the side, what the sheet is called, whose it is; and where what follows begins."""
        form, left, top = self._form, self._margin, self._margin
        marks: list[Mark] = []
        if form.colour:
            marks.append(Frame(Room(left, top, self._wide, BAND_MM), colour=form.colour))
            top += BAND_MM + GAP_MM
        title = _continued(_short(form.id)) if continued else _short(form.id)
        title = _breakable(title, self._wide, TITLE_MM, True)
        tall = height_of(title, self._wide, TITLE_MM, True)
        marks.append(Words(Room(left, top, self._wide, tall), title, TITLE_MM, True))
        top += tall
        about = " · ".join(part for part in (_tr("Op sheet of %s") % _short(form.side), _short(form.game)) if part)
        tall = height_of(about, self._wide, SMALL_MM)
        marks.append(Words(Room(left, top, self._wide, tall), about, SMALL_MM, pale=True))
        return marks, top + tall + GAP_MM

    def _first(self, has_graphic: bool) -> tuple[list[Mark], tuple[_Row, ...], Room | None]:
        """The first page, what is left for others, and the room for the graphic."""
        form = self._form
        marks, top = self._head()
        bottom = self._margin + self._high
        if form.waits:
            ledger = _ledger_height(form, self._wide)
            marks += _ledger(form, Room(self._margin, bottom - ledger, self._wide, ledger))
            bottom -= ledger
        column = min(max(COLUMN_SHARE * self._wide, LEAST_COLUMN_MM), MOST_COLUMN_MM)
        notes, failure = _rows(form.notes), _rows(form.failure)
        organization = _rows((form.organization,))
        if not has_graphic:
            side = Room(self._margin, top, column, bottom - top)
            rest = Room(self._margin + column, top, self._wide - column, bottom - top)
            left = self._column(marks, side, organization)
            return marks, (*left, *_framed(marks, rest, (*notes, *failure))), None
        split = NOTES_SHARE * self._wide
        inner = split - 2 * GAP_MM, self._wide - split - 2 * GAP_MM
        wanted = max(_natural(rows, wide) for rows, wide in zip((notes, failure), inner, strict=True)) + 2 * GAP_MM
        block = min(max(wanted, LEAST_BLOCK_MM), MOST_BLOCK * self._high)
        middle = bottom - block
        side = Room(self._margin, top, column, middle - top)
        graphic = Room(self._margin + column, top, self._wide - column, middle - top)
        left = self._column(marks, side, organization)
        below = Room(self._margin, middle, split, block)
        beside = Room(self._margin + split, middle, self._wide - split, block)
        left = (*left, *_framed(marks, below, notes), *_framed(marks, beside, failure))
        marks.append(Frame(graphic))
        return marks, left, graphic

    def _column(self, marks: list[Mark], room: Room, organization: tuple[_Row, ...]) -> tuple[_Row, ...]:
        """Time, type, size and state, each in a box, and the task organization below; what of that is left."""
        top = room.top
        for name, value in self._form.fields:
            inner = room.width - 2 * GAP_MM
            label = height_of(name, inner, SMALL_MM)
            tall = height_of(value, inner, HEAD_MM, True)
            box = Room(room.left, top, room.width, label + tall + GAP_MM)
            marks.append(Frame(box))
            at = room.left + GAP_MM
            marks.append(Words(Room(at, top + GAP_MM / 2, inner, label), name, SMALL_MM, pale=True))
            marks.append(Words(Room(at, top + GAP_MM / 2 + label, inner, tall), value, HEAD_MM, True))
            top += box.height
        return _framed(marks, Room(room.left, top, room.width, room.top + room.height - top), organization)


def _framed(marks: list[Mark], room: Room, rows: tuple[_Row, ...]) -> tuple[_Row, ...]:
    """Sets rows in a frame; what of them is left."""
    marks.append(Frame(room))
    inner = Room(room.left + GAP_MM, room.top + GAP_MM, room.width - 2 * GAP_MM, room.height - 2 * GAP_MM)
    poured = _pour(rows, inner)
    marks += poured.marks
    return poured.left


# Weighted turns ---------------------------------------------------------------------------------------------------------------


def _boxes(form: SheetForm) -> int:
    """How many boxes there are: as many as the last column asks for, or as are full already."""
    return max(max((turns for turns, _ in form.columns), default=PLAIN_BOXES), form.marks)


def _in_a_row(wide: float) -> int:
    """A multiple of five boxes, as tallies are counted."""
    return max(int((wide - 2 * GAP_MM) // BOX_MM) // 5 * 5, 5)


def _ledger_words(form: SheetForm) -> str:
    words = _tr("Weighted turns (6.9d): tick off as many boxes as it gains.")
    return f"{words} {_tr('Below a shaded one stands the roll that is enough from it on.')}" if form.columns else words


def _ledger_height(form: SheetForm, wide: float) -> float:
    rows = -(-_boxes(form) // _in_a_row(wide))
    return height_of(_ledger_words(form), wide - 2 * GAP_MM, SMALL_MM) + 2 * GAP_MM + rows * (BOX_MM + NEEDED_MM)


def _ledger(form: SheetForm, room: Room) -> Iterator[Mark]:
    """The boxes; those that it has are ticked off, those at which a column is reached shaded with the roll below them."""
    yield Frame(room)
    title = _ledger_words(form)
    wide = room.width - 2 * GAP_MM
    head = height_of(title, wide, SMALL_MM)
    left, top = room.left + GAP_MM, room.top + GAP_MM
    yield Words(Room(left, top, wide, head), title, SMALL_MM, pale=True)
    top += head + GAP_MM / 2
    needed = dict(form.columns)
    each_row = _in_a_row(room.width)
    for number in range(1, _boxes(form) + 1):
        row, column = divmod(number - 1, each_row)
        box = Room(left + column * BOX_MM, top + row * (BOX_MM + NEEDED_MM), BOX_MM, BOX_MM)
        yield Frame(box, shaded=number in needed)
        if number <= form.marks:
            yield _centred("×", box, HEAD_MM, bold=True)
        elif number in needed or not number % 10:
            yield _centred(str(number), box, SMALL_MM * 0.8, pale=True)
        if number in needed:
            roll = needed[number]
            yield _centred(
                "–" if roll is None else str(roll), Room(box.left, box.top + BOX_MM, BOX_MM, NEEDED_MM), SMALL_MM, bold=True
            )


def _centred(text: str, room: Room, mm: float, bold: bool = False, pale: bool = False) -> Words:
    wide, tall = width_of(text, mm, bold), height_of(text, 100.0, mm, bold)
    place = Room(room.left + (room.width - wide) / 2, room.top + (room.height - tall) / 2, wide + mm, tall)
    return Words(place, text, mm, bold, pale)


# Line entries -----------------------------------------------------------------------------------------------------------------


def line_pages(forms: Sequence[SheetForm], width: float, height: float, margin: float) -> tuple[FormPage, ...]:
    """Line entries of one side as a list, a line for each [TCS 4.01 6.15a]."""
    wide, bottom = width - 2 * margin, height - margin
    titles = {
        "units": _tr("Units"),
        "size": _tr("Size"),
        "type": _tr("Type"),
        "mission": _tr("Mission"),
        "turns": _tr("Weighted turns"),
        "done": _tr("In force"),
    }
    first = forms[0]
    pages: list[FormPage] = []
    marks: list[Mark] = []
    top = bottom
    for form in forms:
        cells = {
            "units": (_Row(form.units), _Row(form.id, pale=True)),
            "size": (_Row(form.size or "–"),),
            "type": (_Row(form.type),),
            "mission": (_Row(form.mission), *(_row(line) for part in form.failure for line in part.lines)),
            "turns": tuple(_turn_rows(form)),
            "done": (_Row("✓" if form.in_force else "", ""),),
        }
        tall = max(_natural(cells[key], share * wide - 2 * GAP_MM) for key, share in _LIST) + 2 * GAP_MM
        if top + tall > bottom:
            if marks:
                pages.append(FormPage(width, height, _tr("Line entries"), tuple(marks)))
            marks, top = _list_head(first, margin, wide, titles, continued=bool(pages))
            tall = min(tall, bottom - top)
        left = margin
        over: list[_Row] = []
        for key, share in _LIST:
            over += _framed(marks, Room(left, top, share * wide, tall), cells[key])
            left += share * wide
        top += tall
        if over:
            # A line that is longer than a page goes on below the list.
            pages.append(FormPage(width, height, _tr("Line entries"), tuple(marks)))
            rest = replace(form, line=False)
            more, marks, top = _Form(rest, width, height, margin), [], bottom
            pages += more.continued(tuple(over))
    if marks:
        pages.append(FormPage(width, height, _tr("Line entries"), tuple(marks)))
    return tuple(pages)


def _turn_rows(form: SheetForm) -> Iterator[_Row]:
    if not form.waits:
        return
    yield _Row(str(form.marks) if form.marks else "")
    told = [f"{turns}: {'–' if needed is None else needed}" for turns, needed in form.columns]
    yield _Row(" · ".join(told), pale=True)


def _list_head(
    form: SheetForm, margin: float, wide: float, titles: dict[str, str], continued: bool
) -> tuple[list[Mark], float]:
    title = _tr("Line entries of %s") % _short(form.side)
    marks: list[Mark] = []
    top = margin
    if form.colour:
        marks.append(Frame(Room(margin, top, wide, BAND_MM), colour=form.colour))
        top += BAND_MM + GAP_MM
    for text, mm, bold in ((_continued(title) if continued else title, TITLE_MM, True), (form.game, SMALL_MM, False)):
        tall = height_of(text, wide, mm, bold)
        marks.append(Words(Room(margin, top, wide, tall), text, mm, bold, pale=not bold))
        top += tall
    top += GAP_MM
    left, tall = margin, max(height_of(titles[key], share * wide - 2 * GAP_MM, SMALL_MM, True) for key, share in _LIST)
    for key, share in _LIST:
        room = Room(left, top, share * wide, tall + GAP_MM)
        marks.append(Frame(room, shaded=True))
        inner = Room(left + GAP_MM, top + GAP_MM / 2, share * wide - 2 * GAP_MM, tall)
        marks.append(Words(inner, titles[key], SMALL_MM, True))
        left += share * wide
    return marks, top + tall + GAP_MM


# All ------------------------------------------------------------------------------------------------------------------------


def all_pages(
    forms: Sequence[SheetForm], width: float, height: float, margin: float, has_graphic: Callable[[str], bool]
) -> tuple[FormPage, ...]:
    """All sheets, one a page; the line entries of each side come behind the others as a list."""
    pages = [page for form in forms if not form.line for page in sheet_pages(form, width, height, margin, has_graphic(form.id))]
    lines = sorted((form for form in forms if form.line), key=lambda form: form.side)
    for _, some in groupby(lines, key=lambda form: form.side):
        pages += line_pages(tuple(some), width, height, margin)
    return tuple(pages)
