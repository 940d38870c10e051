"""Events as short JSON and back: the lines of a journal without their links.

Every event is an object with its kind under "do". What happens often has keys of one letter, what is rare has names:

    {"n":7,"t":1760000000,"s":"red","do":"did","l":"Move","e":[{"p":{"1-a":{"a":[12,-4],"k":["moved"]}}}]}
    {"n":8,"t":1760000009,"s":"red","do":"rolled","d":"2d6","p":[3,4],"w":"Fire on 12.07","seed":"0BSwHUFvYqQ6NbhOPQmLmg"}

Hexes are lists of two numbers, bytes are base64 for addresses without padding, and what is preset is left out. An edit without
a label has that of its event. Only edits of the state of play are events; those of the game itself have no words here.
"""

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, get_args, get_type_hints

from core.base.errors import WrongUse, did_you_mean
from core.base.whole_text import whole_text, whole_texts
from core.model.deployment import Mark, Piece
from core.model.edits.edit import IN_PLAY, Edit, Several
from core.model.edits.force_edits import ChangePieces
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import (
    SAID,
    Become,
    ChangeState,
    ClearSmoke,
    Count,
    PlaceSmoke,
    RemoveSmoke,
    SetVisibility,
    SetWithout,
)
from core.model.state import Declared, GameState, Held, Moment
from core.play.events import Bookmarked, Did, Entry, Event, Noted, Rolled, Ruled
from core.play.forms import Form, Forms, Unfit, made_of, shown

FORMS = Forms(
    {
        Did: {"label": "l", "edits": "e", "because": "b"},
        Rolled: {"dice": "d", "pips": "p", "purpose": "w", "chance": "c"},
        Ruled: {"question": "q", "parameters": "p", "verdict": "v", "digest": "d", "rules": "r"},
        Noted: {"text": "x"},
        Bookmarked: {"name": "x"},
        Piece: {"at": "a", "rank": "r", "face": "f", "lost": "x", "mode": "m", "marks": "k"},
        Mark: {"kind": "k", "side": "s", "text": "x"},
        Moment: {"turn": "t", "phase": "p", "side": "s", "round": "r", "of": "o"},
        Declared: {"units": "u"},
        Held: {"cup": "c", "seal": "s", "reduced": "r"},
        ChangePieces: {"pieces": "p", "marks": "m"},
        ChangeOrders: {"sheets": "o"},
        Several: {"edits": "e"},
    }
)
"""The forms of all that a journal holds."""

MOST_DEEP = 8
"""Edits in edits in edits are no deeper."""

_NUMBER, _TIME, _SIDE, _KIND, _EDIT_KIND, _LABEL = "n", "t", "s", "do", "is", "l"

_HEAD = {_NUMBER: FORMS.of(int), _TIME: FORMS.of(int), _SIDE: FORMS.of(str), _KIND: FORMS.of(str)}


def _word(kind: type) -> str:
    """The word for a class.

    >>> _word(ChangePieces)
    'change_pieces'
    """
    return re.sub("(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()


KINDS: Mapping[str, type] = MappingProxyType({_word(kind): kind for kind in get_args(Event)})
"""The events by their words."""

EDITS: Mapping[str, type] = MappingProxyType(
    {
        "pieces": ChangePieces,
        "say": ChangeState,
        "count": Count,
        "become": Become,
        "orders": ChangeOrders,
        "smoke": PlaceSmoke,
        "no_smoke": RemoveSmoke,
        "clear": ClearSmoke,
        "visibility": SetVisibility,
        "without": SetWithout,
        "all": Several,
    }
)
"""The edits that a journal can hold, by their words; one without a word is of pieces."""

_WORDS = MappingProxyType({kind: word for word, kind in (*KINDS.items(), *EDITS.items())})
_EVENT_FORMS = {kind: FORMS.fields_of(kind, ("edits",) if kind is Did else ()) for kind in KINDS.values()}
_EDIT_FORMS = {kind: FORMS.fields_of(kind, ("label", "file", "edits", "said")) for kind in EDITS.values()}
_SAID_FORMS: Mapping[str, Form] = MappingProxyType(
    {name: FORMS.of(hint) for name, hint in get_type_hints(GameState).items() if name in SAID}
)
_LABELLED = (ChangePieces, ChangeState, Count, Become, ChangeOrders, Several)
_OF_FILES = (ChangePieces, ChangeOrders)
"""Edits of what a scenario begins with, or of what is in play: a journal holds the latter."""


def word_of(event: Event) -> str:
    """The word for an event."""
    return _WORDS[type(event)]


def entry_text(entry: Entry) -> str:
    """An entry as JSON, without its link. Raises WrongUse for an edit that no journal can hold, and for too large numbers."""
    kind, event = type(entry.event), entry.event
    plain: dict[str, Any] = {_NUMBER: entry.number, _TIME: entry.at}
    if entry.by:
        plain[_SIDE] = whole_text(entry.by)
    plain[_KIND] = _WORDS[kind]
    try:
        plain |= did_plain(event) if isinstance(event, Did) else _EVENT_FORMS[kind].write(event)
    except Unfit as unfit:
        raise WrongUse(f"A journal cannot hold this: {unfit}") from None
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))


def did_plain(did: Did) -> dict[str, Any]:
    """A change as an object of JSON. Raises WrongUse for an edit that no journal can hold, Unfit for too large numbers."""
    label = whole_text(did.label)
    return {**_EVENT_FORMS[Did].write(did), "e": [_edit_plain(edit, label, MOST_DEEP) for edit in did.edits]}


def read_did(plain: dict[str, Any]) -> Did:
    """The change of such an object. Raises Unfit for any other."""
    listed = plain.pop("e", None)
    given = _EVENT_FORMS[Did].read(plain)
    try:
        given["edits"] = _read_edits(listed, given["label"], MOST_DEEP)
    except Unfit as unfit:
        raise unfit.within("e") from None
    return made_of(Did, given)  # type: ignore[no-any-return]


def read_entry(text: str) -> Entry:
    """The entry of such a text. Raises Unfit for any other text."""
    plain = plain_of(text)
    head = {}
    for key, form in _HEAD.items():
        try:
            head[key] = form.read(plain.pop(key, "" if key == _SIDE else None))
        except Unfit as unfit:
            raise unfit.within(key) from None
    return Entry(head[_NUMBER], head[_TIME], head[_SIDE], _read_event(head[_KIND], plain))


def plain_of(text: str) -> dict[str, Any]:
    """The object that a text of JSON is. Raises Unfit; also where a name stands twice or a number is not whole."""
    try:
        plain: Any = _DECODER.decode(text)
        if "\\u" in text:
            # Half a character can only have come in by its number.
            plain = whole_texts(plain)
    except Unfit:
        raise
    except RecursionError:
        raise Unfit("is nested too deeply.") from None
    except ValueError as error:
        raise Unfit(f"is no JSON: {error}.") from None
    if type(plain) is not dict:
        raise Unfit(f"is {shown(plain)}, and no group of values.")
    made: dict[str, Any] = plain
    return made


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    # Names that differ in halves of characters alone are one name when they are read.
    names = made if all(map(str.isascii, made)) else {whole_text(name) for name in made}
    if len(names) != len(pairs):
        raise Unfit("names something twice.")
    return made


def _no_number(text: str) -> Any:
    raise Unfit(f"has {shown(text)}, and no whole number.")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_no_number, parse_constant=_no_number)


def _read_event(word: str, plain: dict[str, Any]) -> Event:
    kind = KINDS.get(word)
    if kind is None:
        raise Unfit(f"is {shown(word)}, which no event is called.{did_you_mean(word[:40], KINDS)}", (_KIND,))
    if kind is not Did:
        return made_of(kind, _EVENT_FORMS[kind].read(plain))  # type: ignore[no-any-return]
    return read_did(plain)


def _edit_plain(edit: Edit, label: str, deep: int) -> dict[str, Any]:
    """An edit within something of that label."""
    kind = type(edit)
    word = _WORDS.get(kind)
    if word is None or not deep or (isinstance(edit, _OF_FILES) and edit.file != IN_PLAY):
        raise WrongUse(f'"{edit.label}" changes the game itself, and not where it stands; a journal cannot hold that.')
    plain: dict[str, Any] = {} if kind is ChangePieces else {_EDIT_KIND: word}
    if isinstance(edit, _LABELLED) and whole_text(edit.label) != label:
        plain[_LABEL] = whole_text(edit.label)
    if isinstance(edit, ChangeState):
        for name, value in edit.said.items():
            plain[name] = _SAID_FORMS[name].write(value)
    elif isinstance(edit, Several):
        plain["e"] = [_edit_plain(each, whole_text(edit.label), deep - 1) for each in edit.edits]
    plain |= _EDIT_FORMS[kind].write(edit)
    return plain


def _read_edits(listed: Any, label: str, deep: int) -> tuple[Edit, ...]:
    if type(listed) is not list:
        raise Unfit(f"is {shown(listed)}, and no list of edits.")
    if not deep:
        raise Unfit("is nested too deeply.")
    made = []
    for number, plain in enumerate(listed, 1):
        try:
            made.append(_read_edit(plain, label, deep))
        except Unfit as unfit:
            raise unfit.within(number) from None
    return tuple(made)


def _read_edit(plain: Any, label: str, deep: int) -> Edit:
    if type(plain) is not dict:
        raise Unfit(f"is {shown(plain)}, and no edit.")
    word = plain.pop(_EDIT_KIND, "pieces")
    kind = EDITS.get(word) if type(word) is str else None
    if kind is None:
        raise Unfit(f"is {shown(word)}, which no edit is called.{did_you_mean(str(word)[:40], EDITS)}", (_EDIT_KIND,))
    given: dict[str, Any] = {}
    if kind in _LABELLED:
        given["label"] = label = _read_field(FORMS.of(str), plain, _LABEL, label)
    if kind in _OF_FILES:
        given["file"] = IN_PLAY
    elif kind is ChangeState:
        given["said"] = _read_said(plain)
    elif kind is Several:
        given["edits"] = _read_edits(plain.pop("e", None), label, deep - 1)
    return made_of(kind, given | _EDIT_FORMS[kind].read(plain))  # type: ignore[no-any-return]


def _read_field(form: Form, plain: dict[str, Any], key: str, preset: Any) -> Any:
    if key not in plain:
        return preset
    try:
        return form.read(plain.pop(key))
    except Unfit as unfit:
        raise unfit.within(key) from None


def _read_said(plain: dict[str, Any]) -> dict[str, Any]:
    for name in plain:
        if name not in _SAID_FORMS:
            raise Unfit(f"is not known: nothing of the state of play is called so.{did_you_mean(name[:40], SAID)}", (name,))
    return {name: _read_field(_SAID_FORMS[name], plain, name, None) for name in tuple(plain)}
