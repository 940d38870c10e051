"""What a change does to op sheets of its side by mail: encrypted with its keys, bound, and read again.

A content holds a change as journals at one table hold it, with the op sheets alone: {"did": {label, edits, because}, "at": […],
"labels": […], "for": […]}. `at` says where each edit stood among those that are done in the open, `labels` what these were
called, so that both together are the change that was made. `for` names the sheet and the units that a roll is for which is
declared in the open by a word that tells neither: nobody chooses afterwards which roll was for which sheet.

Every box of a side is one of few lengths, and has a key of the side that is for these boxes alone, another one after each
opening: to show it tells nothing else.
"""

import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import zip_longest
from typing import Any

from core.base.errors import WrongUse
from core.model.edits.edit import Edit
from core.model.edits.force_edits import ChangePieces
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import ChangeState
from core.model.orders import OpSheet
from core.play.binding import DIGEST, bound, content_text, framed
from core.play.event_text import FORMS, did_plain, plain_of, read_did
from core.play.events import Did, Entry, Meant, OrdersOpened, SealedPart
from core.play.forms import Unfit
from core.play.keys import KEY, NONCE, TAG, Keys
from core.play.record import NOTHING_WRITTEN, Record
from core.play.seals import MOST_CONTENT, SALT, boxed, unboxed

LABEL = "By sealed orders"
"""What a change is called for those who cannot read its sealed part."""

LEAST = 4096
"""What is encrypted has this length, or one that is twice, four times, … as long: what is written on a sheet changes little of
it."""

MOST = 2 * MOST_CONTENT

_SHEET = FORMS.of(OpSheet)


_MEANT = FORMS.of(Meant)


class Unreadable(WrongUse):
    """A sealed part that is none of the side, or damaged, or no change of its op sheets."""


class Leaf:
    """What a sealed part says, its op sheets by their ids: whether each is written, or thrown away. The sheets themselves are
    made when they are asked for: a session has many, and most are written over."""

    def __init__(self, content: str, side: str) -> None:
        """Raises Unreadable for a content that is none, or changes anything else than op sheets of the side."""
        self.content = content
        try:
            plain = _plain(content)
            did, self._at, self._labels, told = (plain[key] for key in ("did", "at", "labels", "for"))
            self.meant: tuple[Meant, ...] = tuple(_MEANT.read(each) for each in told)
            self.ids: dict[str, bool] = {}
            for edit in did["e"]:
                if edit["is"] != "orders" or any(each is not None and each.get("side") != side for each in edit["o"].values()):
                    raise Unfit("changes something else than op sheets of its side.")
                self.ids |= {id_: each is not None for id_, each in edit["o"].items()}
            if len(self._at) != len(did["e"]) or not all(type(each) is int and each >= 0 for each in self._at):
                raise Unfit("says not where its edits stand.")
            if not all(type(each) is str for each in self._labels):
                raise Unfit("says not what its edits are called.")
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError, WrongUse) as problem:
            raise Unreadable(f"What was sealed is no change of op sheets: it {problem}") from None
        self._sheets: dict[str, OpSheet | None] = {}

    @cached_property
    def is_sound(self) -> bool:
        """Whether all of it can be read, and stands in the one form of such a content: what stands in it twice could be read in
        two ways."""
        try:
            return content_text(plain_of(self.content)) == self.content and bool(self.did.edits or self.meant)
        except (ValueError, WrongUse):
            return False

    def sheet(self, id_: str) -> OpSheet | None:
        """What it makes of a sheet that it names, None for one that is thrown away. Raises Unreadable."""
        if id_ not in self._sheets:
            plain = next(edit["o"][id_] for edit in reversed(_plain(self.content)["did"]["e"]) if id_ in edit["o"])
            try:
                self._sheets[id_] = None if plain is None else ChangeOrders("", {id_: _SHEET.read(plain)}).sheets[id_]
            except ValueError as problem:
                raise Unreadable(f"What was sealed is no op sheet: {problem}") from None
        return self._sheets[id_]

    @cached_property
    def did(self) -> Did:
        """The change, with its op sheets alone. Raises Unreadable."""
        try:
            return read_did(_plain(self.content)["did"])
        except ValueError as problem:
            raise Unreadable(f"What was sealed is no change: {problem}") from None

    def together(self, public: Did) -> Did:
        """The whole change, as it was made. Raises Unreadable."""
        edits = [_called(edit, label) for edit, label in zip_longest(public.edits, self._labels[: len(public.edits)])]
        for at, edit in zip(self._at, self.did.edits, strict=True):
            edits.insert(at, edit)
        return Did(self.did.label, tuple(edits), self.did.because or public.because)


def _plain(content: str) -> dict[str, Any]:
    """The group that a content is. Raises ValueError, RecursionError."""
    # Parts of characters come in by their numbers alone; without these nothing has to be looked at one by one.
    plain = plain_of(content) if "\\u" in content else json.loads(content)
    if type(plain) is not dict:
        raise Unfit("is no group of values.")
    return plain


def sealed(keys: Keys, record: Record, did: Did, meant: Sequence[Meant] = (), because: int = 0) -> Did:
    """A change as it goes into the journal: its op sheets under seal, with its label and what it is because of; `because` is
    what the other side reads as well. Raises WrongUse for more than can be sealed."""
    places = [at for at, edit in enumerate(did.edits) if isinstance(edit, ChangeOrders)]
    inside = replace(did, edits=tuple(did.edits[at] for at in places), sealed=None)
    public = tuple(edit for at, edit in enumerate(did.edits) if at not in places)
    plain = {
        "did": did_plain(inside),
        "at": places,
        "labels": [edit.label for edit in public],
        "for": [_MEANT.write(each) for each in meant],
    }
    content = content_text(plain)
    data = content.encode("utf-8", "surrogatepass")
    if len(data) > MOST_CONTENT:
        raise WrongUse(f"What is written on op sheets at once has at most {MOST_CONTENT // 1024} KiB.")
    side = keys.side
    number, epoch = len(record.written.get(side, NOTHING_WRITTEN)) + 1, len(record.shown.get(side, ()))
    salt, filled = secrets.token_bytes(SALT), LEAST
    while filled < SALT + 4 + len(data):
        filled *= 2
    box = boxed(key_of(keys, epoch), _about(keys.session, side, number), salt, data, filled)
    part = SealedPart(number, _digest(keys.session, side, number, salt, content), box)
    # What follows from a sheet in the open would tell of which by its own label.
    return Did(LABEL, tuple(_called(edit, LABEL) for edit in public), because, part)


def _called(edit: Edit, label: str | None) -> Edit:
    """An edit under another label; the same where none is given, and of kinds that have always the same."""
    return replace(edit, label=label) if label is not None and isinstance(edit, ChangePieces | ChangeState) else edit


def key_of(keys: Keys, epoch: int) -> bytes:
    """The key of all sealed parts that a side writes after so many openings."""
    return keys.secret("op sheets", epoch)


def read(key: bytes, session: str, side: str, sealed: SealedPart) -> Leaf:
    """What a sealed part says. Raises Unreadable."""
    found = unboxed(key, _about(session, side, sealed.number), sealed.box)
    if found is None or not hmac.compare_digest(_digest(session, side, sealed.number, found[1], found[0]), sealed.digest):
        raise Unreadable("What was sealed was not written with the keys of this side, or it is damaged.")
    return Leaf(found[0], side)


def opened(keys: Keys, record: Record) -> OrdersOpened:
    """The entry that shows all that the side has written on op sheets since it opened the last of it. Raises WrongUse where it
    has written nothing."""
    parts = record.unshown(keys.side)
    if not parts:
        raise WrongUse("Nothing is sealed of the op sheets of this side.")
    return OrdersOpened(key_of(keys, len(record.shown.get(keys.side, ()))), len(parts))


def fault(record: Record, entry: Entry) -> str:
    """What is wrong with a change that has a sealed part, or with an opening of them, as a sentence; "" for nothing. `record`
    is the one before it."""
    event, by = entry.event, entry.by
    if isinstance(event, Did) and event.sealed is not None:
        return _fault_of_part(record, by, event.sealed)
    return _fault_of_opening(record, by, event) if isinstance(event, OrdersOpened) else ""


def _fault_of_part(record: Record, by: str, part: SealedPart) -> str:
    if record.began.kind != "mail":
        return "Op sheets are sealed as they are written by mail alone; at one table they stand in the session."
    due = len(record.written.get(by, NOTHING_WRITTEN)) + 1
    if part.number != due:
        return f'Side "{by}" seals change {part.number} of its op sheets, and {due} is the next one.'
    if len(part.digest) != DIGEST:
        return f"The digest of what is sealed has {len(part.digest)} bytes; {DIGEST} are needed."
    length, allowed = len(part.box) - NONCE - TAG, [LEAST]
    while allowed[-1] < MOST:
        allowed.append(2 * allowed[-1])
    if length not in allowed:
        return f"What is sealed of op sheets has {length} bytes; allowed are {', '.join(map(str, allowed))}."
    return ""


def _fault_of_opening(record: Record, by: str, shown: OrdersOpened) -> str:
    parts = record.unshown(by)
    if record.began.kind != "mail" or not parts:
        return f'Side "{by}" has sealed nothing of op sheets that could be opened.'
    if len(shown.key) != KEY or shown.count != len(parts):
        return f'Side "{by}" has {len(parts)} sealed changes of op sheets to open, and opens {shown.count}.'
    for written in parts:
        found = unboxed(shown.key, _about(record.began.session, by, written.sealed.number), written.sealed.box)
        if found is None:
            return f"The key that is shown does not open what was sealed in entry {written.entry}."
        digest = _digest(record.began.session, by, written.sealed.number, found[1], found[0])
        if not hmac.compare_digest(digest, written.sealed.digest):
            return f"What the key opens is not what was sealed in entry {written.entry}."
    return ""


def _about(session: str, side: str, number: int) -> bytes:
    return framed("op sheets", session, side, number)


def _digest(session: str, side: str, number: int, salt: bytes, content: str) -> bytes:
    return bound("op sheets", session, side, number, salt, content)
