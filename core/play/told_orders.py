"""What becomes of op sheets, as parts of sentences: written, changed, come into force, over with."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import zip_longest
from typing import Protocol

from core.model.edits.order_edits import ChangeOrders
from core.model.orders import OpSheet
from core.model.state import GameState
from core.play.sheet_texts import FIELD_WORDS

MANY_TURNS = "the op sheet {sheet} has {turns} weighted turns"


class Says(Protocol):
    """Who knows what things are called and how sentences are said (`core.play.told.Teller`)."""

    def say(self, sentence: str, **values: object) -> str:
        """A sentence with its gaps filled."""

    def side(self, side: str) -> str:
        """What a side is called."""

    def units(self, units: Iterable[str]) -> str:
        """What units are called, with commas and "and"."""

    def named(self, ids: Iterable[str]) -> str:
        """The same of units and formations."""


def orders_told(teller: Says, edit: ChangeOrders, before: GameState | None) -> Iterable[str]:
    """What an edit does to op sheets; `before` is the state that it changes, None where that is not known."""
    called = _called_anew(edit, before)
    for id_, sheet in edit.sheets.items():
        old = before.orders.get(id_) if before is not None else None
        if id_ in called:
            yield teller.say("the op sheet {sheet} is called {name} now", sheet=id_, name=called[id_])
        elif id_ in called.values():
            continue
        elif sheet is None:
            yield teller.say("the op sheet {sheet} is thrown away", sheet=id_)
        elif old is None and before is not None:
            yield teller.say("{side} draws up the op sheet {sheet}", side=teller.side(sheet.side), sheet=id_)
        else:
            yield from _changes(teller, old or OpSheet(id_, sheet.side, sheet.type, status="waiting"), sheet)


def _called_anew(edit: ChangeOrders, before: GameState | None) -> dict[str, str]:
    """The new names of sheets that get another, by the old ones: nothing else of them is changed."""
    called: dict[str, str] = {}
    for id_, sheet in edit.sheets.items():
        old = before.orders.get(id_) if sheet is None and before is not None else None
        if before is None or old is None:
            continue
        for new, made in edit.sheets.items():
            if made is not None and new not in before.orders and replace(made, id=id_) == old:
                called[id_] = new
    return called


def _changes(teller: Says, old: OpSheet, new: OpSheet) -> Iterable[str]:
    said: list[str] = []
    if new.status != old.status:
        said.append(_status(teller.say, new))
    if new.turns != old.turns:
        template = (
            "the op sheet {sheet} has {turns} weighted turns" if new.turns != 1 else "the op sheet {sheet} has 1 weighted turn"
        )
        said.append(teller.say(template, sheet=new.id, turns=new.turns))
    if gone := [each[0] for each in new.left if each not in old.left]:
        said.append(teller.say("no longer on the op sheet {sheet}: {units}", units=teller.units(gone), sheet=new.id))
    said += _parts(teller, old, new)
    fields = (words for name, words in FIELD_WORDS.items() if getattr(old, name) != getattr(new, name))
    what = ", ".join(map(teller.say, fields))
    if not said and what:
        said.append(teller.say("changed on the op sheet {sheet}: {what}", sheet=new.id, what=what))
    return said or [teller.say("the op sheet {sheet} is changed", sheet=new.id)]


def _parts(teller: Says, old: OpSheet, new: OpSheet) -> Iterable[str]:
    """What becomes of some of its units alone: added, sent in, on their alternate."""
    for before, now in zip_longest(old.added, new.added):
        if now is not None and before is None:
            yield teller.say("added to the op sheet {sheet}: {units}", units=teller.named(now.units), sheet=new.id)
        elif now is not None and before is not None and now.units == before.units and now.status != before.status:
            template = "under the op sheet {sheet} now: {units}"
            if now.status == "preliminary":
                template = "on the preliminary instructions of the op sheet {sheet} now: {units}"
            yield teller.say(template, units=teller.named(now.units), sheet=new.id)
    for was, sent in zip_longest(old.committed, new.committed):
        if sent is not None and was is None:
            template = "sent in from the reserve of the op sheet {sheet} ({type}): {units}"
            yield teller.say(template, units=teller.named(sent.units), sheet=new.id, type=sent.type)
        elif sent is not None and was is not None and sent.holds and not was.holds:
            yield teller.say("their orders hold by the op sheet {sheet}: {units}", units=teller.named(sent.units), sheet=new.id)
    for other, alternate in zip(old.alternates, new.alternates, strict=False):
        if alternate.taken and not other.taken:
            template = "on their alternate of the op sheet {sheet} now: {units}"
            yield teller.say(template, units=teller.named(alternate.units), sheet=new.id)
        elif alternate.tried and not other.tried:
            template = "they try for their alternate of the op sheet {sheet}: {units}"
            yield teller.say(template, units=teller.named(alternate.units), sheet=new.id)


def _status(say: Callable[..., str], sheet: OpSheet) -> str:
    match sheet.status:
        case "waiting":
            return say("the op sheet {sheet} is in preparation", sheet=sheet.id)
        case "preliminary":
            return say("the preliminary instructions of the op sheet {sheet} are in force", sheet=sheet.id)
        case "implemented":
            return say("the op sheet {sheet} is in force", sheet=sheet.id)
        case "succeeded":
            return say("the op sheet {sheet} has succeeded", sheet=sheet.id)
        case "failed":
            return say("the op sheet {sheet} has failed", sheet=sheet.id)
