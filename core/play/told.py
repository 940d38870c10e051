"""Entries as sentences, for people: one sentence for each kind of event.

Units and sides have the names that they had when the session began. Hexes are told by their columns and rows unless somebody
says what is printed in them, phases by their ids unless somebody knows their titles.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from core.geometry.hexes import Hex
from core.model.deployment import Mark, Piece, Spot
from core.model.edits.edit import Edit, Several
from core.model.edits.force_edits import ChangePieces
from core.model.edits.state_edits import ChangeState, ClearSmoke, PlaceSmoke, RemoveSmoke, SetVisibility, SetWithout
from core.model.state import Declared, GameState, Held, Moment
from core.play.events import (
    Answered,
    Began,
    Bookmarked,
    Did,
    Disclosed,
    Drew,
    Entry,
    Event,
    HandedOver,
    Joined,
    Noted,
    Opened,
    Overruled,
    Pledged,
    PutBack,
    Rolled,
    Ruled,
    Sealed,
    Shuffled,
    Went,
)

KINDS: Mapping[str, str] = {"hot_seat": "at one table", "solitaire": "by one player", "mail": "by mail"}
"""What the kinds of sessions are called."""

_SMOKE = {"smoke": "smoke", "smoke_barrage": "a smoke barrage", "continuous_fire": "continuous fire"}


def plain_place(place: Hex) -> str:
    """A hex where nobody knows its number."""
    return f"({place.q}, {place.r})"


def printable(text: str) -> str:
    """A text on one line; signs that are not printed, which could make a terminal do things, are blanks.

    >>> printable("two\\nlines\\x1b[2J")
    'two lines [2J'
    """
    return "".join(sign if sign.isprintable() else " " for sign in text)


@dataclass(frozen=True)
class Teller:
    """Tells the entries of a session. `place` and `phase` say what hexes and phases are called."""

    began: Began
    place: Callable[[Hex], str] = plain_place
    phase: Callable[[str], str] = str

    def line(self, entry: Entry, before: GameState | None = None) -> str:
        """An entry as a line of text, with its number and its time (UTC)."""
        return f"{entry.number:>5}  {_time(entry.at)}  {printable(self.told(entry, before))}"

    def told(self, entry: Entry, before: GameState | None = None) -> str:
        """An entry as a sentence. With the state `before` it, a change says from what; else to what alone."""
        who, event = self.side(entry.by), entry.event
        match event:
            case Began():
                return self._began(event)
            case Did():
                details = "; ".join(detail for edit in event.edits for detail in self._edit(edit, before))
                because = f" (because of entry {event.because})" if event.because else ""
                label = event.label.strip() or "A change"
                told = f"{label}: {details}" if details else label
                return f"{who}: {told}{because}." if entry.by else f"{told}{because}."
            case Went():
                name = f', as the branch "{event.name}"' if event.name else ""
                return f"{who} goes to entry {event.to}{name}; play stands there now{_why(event.why)}"
            case _:
                return f"{who} {self._act(event)}"

    def side(self, side: str) -> str:
        """What a side is called; the table where it is none."""
        if not side:
            return "The table"
        return next((player.title for player in self.began.players if player.side == side), side) or side

    def unit(self, unit: str) -> str:
        """What a unit is called."""
        return self.began.units.get(unit, ("", ""))[1] or unit

    def spot(self, spot: Spot) -> str:
        """What a hex, or a box beside the map, is called."""
        return self.place(spot) if isinstance(spot, Hex) else spot

    def moment(self, moment: Moment) -> str:
        """When something is: turn, phase, and whose it is."""
        words = [f"turn {moment.turn}" if moment.turn else "before the first turn"]
        if moment.phase:
            words.append(self.phase(moment.phase) + (f", time {moment.round}" if moment.round > 1 else ""))
        if moment.of:
            words.append(f"for {self.unit(moment.of)}")
        if moment.side:
            words.append(self.side(moment.side))
        return ", ".join(words)

    def _began(self, began: Began) -> str:
        sides = " against ".join(
            f"{player.title or player.side} ({player.name})" if player.name else player.title or player.side
            for player in began.players
        )
        told = f'The session begins: "{began.scenario.title}" of {began.game}, under {began.ruleset}, {KINDS[began.kind]}'
        return f"{told}; {sides}." if sides else f"{told}."

    def _act(self, event: Event) -> str:
        """What somebody does, as the rest of a sentence."""
        match event:
            case Rolled():
                return self._rolled(event)
            case Ruled():
                asked = ", ".join(f"{name} {value}" for name, value in event.parameters.items())
                return f"asks for {event.question}{f' ({asked})' if asked else ''}: {event.verdict}."
            case Overruled():
                return f'overrules {event.rule or "a finding"}, "{event.finding}"{_why(event.why)}'
            case Noted():
                return f"comments on entry {event.on}: {event.text}" if event.on else f"notes: {event.text}"
            case Bookmarked():
                if not event.name:
                    return f"takes the bookmark of entry {event.on} away."
                return f'calls entry {event.on} "{event.name}".'
            case Joined():
                return "has keys now, which a pass phrase opens."
            case HandedOver():
                return f"hands the file over to {self.side(event.to)}, and signs all lines before."
            case Sealed():
                title = f', "{event.title}"' if event.title else ""
                return f"seals {_words(event.kind)} {event.id}{title}, version {event.version}."
            case Opened():
                return self._opened(event)
            case Pledged():
                rolls = "; ".join(f"{dice}{f' for {purpose}' if purpose else ''}" for dice, purpose in event.rolls)
                return f"declares rolls before they fall: {rolls or 'none'}."
            case Answered():
                return f"answers the rolls of entry {event.to}."
            case Disclosed():
                return f"discloses its half of the rolls of entry {event.to}."
            case Shuffled():
                return f"shuffles the cup {event.cup}{f', stage {event.stage}' if event.stage else ''}."
            case Drew():
                for_whom = f"for {self.unit(event.unit)}" if event.unit else "and sets it aside"
                return f"draws a chit from the cup {event.cup} {for_whom}."
            case PutBack():
                return f"puts a chit back into the cup {event.cup}."
            case _:
                return f"does something: {type(event).__name__}."

    def _rolled(self, rolled: Rolled) -> str:
        pips = _listed(map(str, rolled.pips)) or "nothing"
        purpose = f" for {rolled.purpose}" if rolled.purpose else ""
        chance = f" The chance was {rolled.chance}." if rolled.chance else ""
        if rolled.pledge:
            how = f", as declared in entry {rolled.pledge}"
        else:
            how = "" if rolled.seed else ", with real dice"
        return f"rolls {rolled.dice}{purpose}: {pips}{how}.{chance}"

    def _opened(self, opened: Opened) -> str:
        versions = len(opened.contents)
        many = "1 version" if versions == 1 else f"{versions} versions"
        last = f" The last says: {opened.contents[-1]}" if opened.contents else ""
        return f"opens {opened.id}, {many}.{last}"

    def _edit(self, edit: Edit, before: GameState | None) -> Iterable[str]:
        """What an edit changes, as parts of a sentence."""
        match edit:
            case Several():
                for each in edit.edits:
                    yield from self._edit(each, before)
            case ChangePieces():
                yield from self._pieces(edit, before)
            case ChangeState():
                for name, value in edit.said.items():
                    yield from self._said(name, value, before)
            case PlaceSmoke():
                yield f"{_SMOKE[edit.marker]} is placed at {self.spot(edit.place)}"
            case RemoveSmoke():
                yield f"the smoke at {self.spot(edit.place)} is removed"
            case ClearSmoke():
                yield "all smoke is removed"
            case SetVisibility():
                yield _seen(edit.hexes)
            case SetWithout():
                kinds = ", ".join(sorted(edit.terrain))
                yield f"terrain that is treated as absent: {kinds or 'none'}"

    def _pieces(self, edit: ChangePieces, before: GameState | None) -> Iterable[str]:
        deployment = before.deployment if before is not None else None
        for unit, piece in edit.pieces.items():
            old = deployment.pieces.get(unit) if deployment is not None else None
            if piece is None:
                yield f"{self.unit(unit)} is taken off{f' from {self.spot(old.at)}' if old is not None else ''}"
                continue
            if old is None:
                start = Piece(piece.at)
                goes = "comes in at" if deployment is not None else "is at"
                changes = [f"{goes} {self.spot(piece.at)}", *self._changes(start, piece)]
            else:
                goes = f"goes from {self.spot(old.at)} to {self.spot(piece.at)}"
                changes = [*([goes] if old.at != piece.at else []), *self._changes(old, piece)]
            if not changes and old is not None and old.rank != piece.rank:
                changes.append("lies at another height in its stack")
            if changes:
                yield f"{self.unit(unit)} {', '.join(changes)}"
        for spot, marks in edit.marks.items():
            lie = _listed(self._mark(mark) for mark in marks)
            yield f"at {self.spot(spot)} lies {lie}" if marks else f"at {self.spot(spot)} lies no marker"

    def _changes(self, old: Piece, new: Piece) -> Iterable[str]:
        """What becomes of a piece beside where it goes."""
        if old.face != new.face:
            yield "shows its back" if new.face else "shows its front"
        if old.lost != new.lost:
            yield f"has lost {new.lost} step{'' if new.lost == 1 else 's'}"
        if old.mode != new.mode:
            yield f"is in mode {_words(new.mode)}" if new.mode else f"is no longer in mode {_words(old.mode)}"
        yield from (f"gets {_words(mark)}" for mark in sorted(new.marks - old.marks))
        yield from (f"is rid of {_words(mark)}" for mark in sorted(old.marks - new.marks))
        if old.on != new.on:
            yield f"is carried by {self.unit(new.on)}" if new.on else f"is no longer carried by {self.unit(old.on)}"

    def _mark(self, mark: Mark) -> str:
        side = f" of {self.side(mark.side)}" if mark.side else ""
        text = f' "{mark.text}"' if mark.text else ""
        return f"{_words(mark.kind)}{side}{text}"

    def _said(self, name: str, value: Any, before: GameState | None) -> Iterable[str]:
        """What is said of the state of play: what becomes other than it was where that is known."""
        old = getattr(before, name) if before is not None else None
        if before is not None and old == value:
            return
        match name:
            case "moment":
                yield f"it is {self.moment(value)}"
            case "order":
                yield f"{', then '.join(map(self.side, value))} act in this order" if value else "no order of the sides is set"
            case "light":
                yield f"it is {value}"
            case "weather":
                yield f"the weather is {value}" if value else "the weather is nothing special"
            case "visibility":
                yield _seen(value)
            case "points":
                yield from self._points(old or {}, value)
            case "ticked":
                yield from (f"done: {task}" for task in sorted(value - (old or frozenset())))
                yield from (f"not done: {task}" for task in sorted((old or frozenset()) - value))
            case "declared":
                yield from (self._declared(each) for each in value if each not in (old or ()))
                yield from (f"resolved: {self._declared(each)}" for each in old or () if each not in value)
            case "held":
                yield from self._held(old or {}, value)

    def _points(self, old: Mapping[tuple[str, str], int], new: Mapping[tuple[str, str], int]) -> Iterable[str]:
        for side, what in sorted({*old, *new}):
            amount = new.get((side, what), 0)
            if amount != old.get((side, what), 0):
                yield f"{self.side(side)} has {amount} of {_words(what)} left"

    def _declared(self, declared: Declared) -> str:
        units, against = _listed(map(self.unit, declared.units)), _listed(map(self.spot, declared.against))
        return f"{self.side(declared.by)} declares {declared.what}: {units or 'nobody'} against {against or 'nothing'}"

    def _held(self, old: Mapping[str, Held], new: Mapping[str, Held]) -> Iterable[str]:
        for unit in sorted({*old, *new}):
            chit, was = new.get(unit), old.get(unit)
            if chit is None:
                yield f"{self.unit(unit)} has no chit any more"
            elif chit != was:
                side = ", on its reduced side" if chit.reduced else ""
                yield f"a chit of the cup {chit.cup} lies under {self.unit(unit)}{side}"


def _time(at: int) -> str:
    """A time in UTC; a number that is none stands as it is."""
    try:
        return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, OSError, ValueError):
        return str(at)


def _why(why: str) -> str:
    return f". Why: {why.rstrip('.')}." if why else "."


def _seen(hexes: int | None) -> str:
    if hexes is None:
        return "one sees without limit"
    return f"one sees {hexes} hex{'' if hexes == 1 else 'es'} far"


def _words(text: str) -> str:
    """Words of a ruleset as they are read.

    >>> _words("step_loss-2")
    'step loss-2'
    """
    return text.replace("_", " ")


def _listed(words: Iterable[str]) -> str:
    """Words with commas, the last with "and".

    >>> _listed(["3", "4", "6"])
    '3, 4 and 6'
    """
    *some, last = [*words] or [""]
    return f"{', '.join(some)} and {last}" if some else last
