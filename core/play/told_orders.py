"""What becomes of op sheets, as parts of sentences: written, changed, come into force, over with."""

from collections.abc import Callable, Iterable
from typing import Protocol

from core.model.edits.order_edits import ChangeOrders
from core.model.orders import OpSheet
from core.model.state import GameState


class Says(Protocol):
    """Who knows what things are called and how sentences are said (`core.play.told.Teller`)."""

    def say(self, sentence: str, **values: object) -> str:
        """A sentence with its gaps filled."""

    def side(self, side: str) -> str:
        """What a side is called."""

    def units(self, units: Iterable[str]) -> str:
        """What units are called, with commas and "and"."""


def orders_told(teller: Says, edit: ChangeOrders, before: GameState | None) -> Iterable[str]:
    """What an edit does to op sheets; `before` is the state that it changes, None where that is not known."""
    for id_, sheet in edit.sheets.items():
        old = before.orders.get(id_) if before is not None else None
        if sheet is None:
            yield teller.say("the op sheet {sheet} is thrown away", sheet=id_)
        elif old is None and before is not None:
            yield teller.say("{side} draws up the op sheet {sheet}", side=teller.side(sheet.side), sheet=id_)
        else:
            yield from _changes(teller, old or OpSheet(id_, sheet.side, sheet.type, status="waiting"), sheet)


def _changes(teller: Says, old: OpSheet, new: OpSheet) -> Iterable[str]:
    said: list[str] = []
    if new.status != old.status:
        said.append(_status(teller.say, new))
    if new.turns != old.turns:
        said.append(teller.say("the op sheet {sheet} has {turns} weighted turns", sheet=new.id, turns=new.turns))
    if gone := [unit for unit, _ in new.left if unit not in old.gone]:
        said.append(teller.say("no longer on the op sheet {sheet}: {units}", units=teller.units(gone), sheet=new.id))
    return said or [teller.say("the op sheet {sheet} is changed", sheet=new.id)]


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
