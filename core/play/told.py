"""Entries as sentences, for people: one sentence for each kind of event.

Units and sides have the names that they had when the session began. Hexes are told by their columns and rows unless somebody
says what is printed in them, phases by their ids unless somebody knows their titles.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from core.base.counted import singular
from core.geometry.hexes import Hex
from core.model.deployment import Mark, Piece, Spot
from core.model.edits.edit import Edit, Several, flat
from core.model.edits.force_edits import ChangePieces
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.state_edits import (
    Become,
    ChangeState,
    ClearSmoke,
    Count,
    PlaceSmoke,
    RemoveSmoke,
    SetVisibility,
    SetWithout,
)
from core.model.state import SUPPORT, WHERE_THEY_LIE, Declared, GameState, Held, Moment
from core.play.chits import DISCLOSURE, contents_of, is_value
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
    OrdersOpened,
    Overruled,
    Pledged,
    PutBack,
    Rolled,
    Ruled,
    Sealed,
    SealedPart,
    Settled,
    Shuffled,
    Unlocked,
    Went,
)
from core.play.owing import title_of
from core.play.told_conditions import conditions_told, counts_told, words_told
from core.play.told_edits import gone_to, says_of, told_at_once, without, without_going
from core.play.told_orders import orders_told
from core.play.views import Seen, Unseen
from core.rules.kernel.sequence import Phase

_TOLD_BARE = frozenset({"ticked", "declared", "fought"})
"""What says by itself what is done: the phrase of such a change would say it twice."""

MOST_VALUES = 40
"""So many values of chits are told of a cup that is filled."""


def plain_place(place: Hex) -> str:
    """A hex where nobody knows its number."""
    return f"({place.q}, {place.r})"


def printable(text: str) -> str:
    """A text on one line; signs that are not printed, which could make a terminal do things, are blanks.

    >>> printable("two\\nlines\\x1b[2J")
    'two lines [2J'
    """
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _words(text: str) -> str:
    """Words of a ruleset as they are read.

    >>> _words("step_loss-2")
    'step loss-2'
    """
    return text.replace("_", " ")


@dataclass(frozen=True)
class Teller:
    """Tells the entries of a session: those of the journal, or those of what a side sees (`core.play.views`).

    `place`, `phase`, `group`, `marker` and `condition` say what hexes, phases, formations, markers and kinds of conditions are
    called; `piece` what units are that the session does not name: those that lay beneath others at its beginning, for who could
    not see them. `said` gives a sentence with its gaps in another language; the sentences are all first arguments of `say`, and
    `packaging/translations` lists them.
    """

    began: Began
    place: Callable[[Hex], str] = plain_place
    phase: Callable[[str], str] = str
    said: Callable[[str], str] = str
    group: Callable[[str], str] = str
    marker: Callable[[str], str] = _words
    piece: Callable[[str], str] = str
    condition: Callable[[str], str] = _words

    def line(self, entry: Entry | Seen, before: GameState | None = None) -> str:
        """An entry as a line of text, with its number and its time (UTC)."""
        return line_text(entry.number, entry.at, self.told(entry, before))

    def told(self, entry: Entry | Seen, before: GameState | None = None) -> str:
        """An entry as a sentence. With the state `before` it, a change says from what; else to what alone. What a side sees is
        told with the state that it sees."""
        who, event = self.side(entry.by), entry.event
        match event:
            case Began():
                return self._began(event)
            case Unseen("sealed") | Did(edits=(), sealed=SealedPart()):
                return self.say("{who} writes something down and seals it.", who=who)
            case Did():
                return self._did(who if entry.by else "", event, before)
            case Went(to, name, why):
                if name:
                    told = self.say('{who} goes to entry {entry}, as the branch "{name}"', who=who, entry=to, name=name)
                else:
                    told = self.say("{who} goes to entry {entry}", who=who, entry=to)
                return self.say("{told}; play stands there now", told=told) + self._why(why)
            case Unseen("question"):
                return self.say("{who} asks a question.", who=who)
            case Unseen("chit"):
                return self.say("{who} draws a chit for a unit that is out of sight.", who=who)
            case Unseen():
                if event.because:
                    return self.say(
                        "{who} changes something that is out of sight (because of entry {entry}).", who=who, entry=event.because
                    )
                return self.say("{who} changes something that is out of sight.", who=who)
            case _:
                return self._act(who, event)

    def side(self, side: str) -> str:
        """What a side is called; the table where it is none."""
        if not side:
            return self.say("The table")
        return next((player.title for player in self.began.players if player.side == side), side) or side

    def unit(self, unit: str) -> str:
        """What a unit is called."""
        return self.began.units.get(unit, ("", ""))[1] or self.piece(unit)

    def formation(self, id_: str) -> str:
        """What a formation is called, or a unit or a side that is activated by itself."""
        if any(player.side == id_ for player in self.began.players):
            return self.side(id_)
        return self.unit(id_) if id_ in self.began.units else self.group(id_)

    def spot(self, spot: Spot) -> str:
        """What a hex, or a box beside the map, is called."""
        return self.place(spot) if isinstance(spot, Hex) else spot

    def moment(self, moment: Moment) -> str:
        """When something is: turn, phase, and whose it is."""
        turn = self.say("turn {turn}", turn=moment.turn) if moment.turn else self.say("before the first turn")
        step = self.step(moment)
        return f"{turn}, {step}" if step else turn

    def step(self, moment: Moment) -> str:
        """Where in its turn something is: phase, and whose it is; "" before the first phase."""
        words = []
        if moment.phase:
            phase = self.phase(moment.phase)
            words.append(self.say("{phase}, time {round}", phase=phase, round=moment.round) if moment.round > 1 else phase)
        if moment.of:
            words.append(self.say("for {unit}", unit=self.formation(moment.of)))
        if moment.side:
            words.append(self.side(moment.side))
        return ", ".join(words)

    def left(self, side: str, what: str, amount: int) -> str:
        """How much of something a side has left."""
        words = singular(_words(what)) if amount == 1 else _words(what)
        if words[:1].isdigit():
            # Two numbers side by side would be read as one.
            return self.say("{side} has {amount} of {what} left", side=self.side(side), amount=amount, what=words)
        return self.say("{side} has {amount} {what} left", side=self.side(side), amount=amount, what=words)

    def say(self, sentence: str, **values: object) -> str:
        """A sentence with its gaps filled."""
        return self.said(sentence).format_map(values)

    def units(self, units: Iterable[str]) -> str:
        """What units are called, with commas and "and"."""
        return self._listed(map(self.unit, units))

    def named(self, ids: Iterable[str]) -> str:
        """What units and formations are called, with commas and "and"."""
        return self._listed(map(self.formation, ids))

    def _listed(self, words: Iterable[str]) -> str:
        """Words with commas, the last with "and"."""
        *some, last = [*words] or [""]
        return self.say("{some} and {last}", some=", ".join(some), last=last) if some else last

    def _why(self, why: str) -> str:
        return self.say(". Why: {why}.", why=why.rstrip(".")) if why else "."

    def _began(self, began: Began) -> str:
        sides = [
            f"{player.title or player.side} ({player.name})" if player.name else player.title or player.side
            for player in began.players
        ]
        kinds = {
            "hot_seat": self.say("at one table"),
            "solitaire": self.say("by one player"),
            "mail": self.say("by mail"),
        }
        told = self.say(
            'The session begins: "{scenario}" of {game}, under {rules}, {kind}',
            scenario=began.scenario.title,
            game=began.game,
            rules=began.ruleset,
            kind=kinds[began.kind],
        )
        return f"{told}; {self.say(' against ').join(sides)}." if sides else f"{told}."

    def _did(self, who: str, did: Did, before: GameState | None) -> str:
        edits = tuple(flat(did.edits))
        moment = gone_to(did.label, edits)
        if moment is not None:
            told, link = self.moment(moment), "; "
            told = told if who else told[:1].upper() + told[1:]
            edits = tuple(without_going(edit) for edit in edits)
        else:
            told, link = self.said(did.label.strip()) or self.say("A change"), ": "
            # In another phase nothing is ticked yet, and nothing fought.
            if any("moment" in said for said in map(says_of, edits)):
                edits = tuple(without(edit, "ticked", "fought") for edit in edits)
        details = "; ".join(detail for edit in told_at_once(edits) for detail in self._edit(edit, before))
        if details and all(says_of(edit) and says_of(edit) <= _TOLD_BARE for edit in edits):
            told = details
        elif details:
            told = f"{told}{link}{details}"
        if did.because:
            told += self.say(" (because of entry {entry})", entry=did.because)
        if told.startswith(f"{who} ") or not who:
            return f"{told[:1].upper()}{told[1:]}."
        return f"{who}: {told}."

    def _act(self, who: str, event: Event) -> str:
        """What somebody does, as a sentence."""
        match event:
            case Rolled():
                return self._rolled(who, event)
            case Ruled(question, parameters, verdict):
                asked = ", ".join(f"{name} {value}" for name, value in parameters.items())
                if not asked:
                    return self.say("{who} asks for {question}: {verdict}.", who=who, question=question, verdict=verdict)
                return self.say(
                    "{who} asks for {question} ({asked}): {verdict}.", who=who, question=question, asked=asked, verdict=verdict
                )
            case Overruled(rule, finding, why):
                what = rule or self.say("a finding")
                if not finding:
                    return self.say("{who} overrules {what}.", who=who, what=what)
                told = self.say('{who} overrules {what}, "{finding}"', who=who, what=what, finding=finding)
                return told + self._why(why)
            case Noted(text, on):
                if on:
                    return self.say("{who} comments on entry {entry}: {text}", who=who, entry=on, text=text)
                if event.why:
                    return self.say("{who} says why something is done that follows: {text}", who=who, text=text)
                return self.say("{who} notes: {text}", who=who, text=text)
            case Bookmarked(on, name):
                if not name:
                    return self.say("{who} takes the bookmark of entry {entry} away.", who=who, entry=on)
                return self.say('{who} calls entry {entry} "{name}".', who=who, entry=on, name=name)
            case Joined():
                if self.began.kind == "solitaire":
                    return self.say("{who} has keys now, which open what it keeps to itself.", who=who)
                return self.say("{who} has keys now, which a pass phrase opens.", who=who)
            case HandedOver(to):
                return self.say("{who} hands the file over to {to}, and signs all lines before.", who=who, to=self.side(to))
            case Sealed(id_, kind, version, title=title):
                what = f'{_words(kind)} {id_}, "{title}"' if title else f"{_words(kind)} {id_}"
                return self.say("{who} seals {what}, version {version}.", who=who, what=what, version=version)
            case Opened():
                return self._opened(who, event)
            case OrdersOpened(count=count):
                many = self.say("1 change") if count == 1 else self.say("{count} changes", count=count)
                return self.say("{who} opens its op sheets to all: {many}.", who=who, many=many)
            case Pledged(batch):
                rolls = "; ".join(
                    self.say("{dice} for {purpose}", dice=dice, purpose=purpose) if purpose else dice for dice, purpose in batch
                )
                none = self.say("none")
                return self.say("{who} declares rolls before they fall: {rolls}.", who=who, rolls=rolls or none)
            case Answered(to):
                return self.say("{who} answers the rolls of entry {entry}.", who=who, entry=to)
            case Disclosed(to):
                return self.say("{who} discloses its half of the rolls of entry {entry}.", who=who, entry=to)
            case Shuffled(cup, parts, stage):
                chits = Counter(contents_of(parts[0]) or ()) if parts and parts[0] else Counter()
                if chits:
                    return self.say("{who} fills the cup {cup}: {chits}.", who=who, cup=cup, chits=self._chits(chits))
                if stage:
                    return self.say("{who} shuffles the cup {cup}, stage {stage}.", who=who, cup=cup, stage=stage)
                return self.say("{who} shuffles the cup {cup}.", who=who, cup=cup)
            case Settled(shuffled, unlocked):
                return self._settled(who, shuffled, unlocked)
            case Drew(cup, unit):
                if not unit and cup in self.began.open_cups:
                    return self.say("{who} draws a chit from the cup {cup}, for both to see.", who=who, cup=cup)
                if not unit:
                    return self.say("{who} draws a chit from the cup {cup} and sets it aside.", who=who, cup=cup)
                return self.say("{who} draws a chit from the cup {cup} for {unit}.", who=who, cup=cup, unit=self.unit(unit))
            case PutBack(cup):
                told = self.say("{who} puts a chit back into the cup {cup}", who=who, cup=cup)
                return told + self._why(event.why)
            case _:
                return self.say("{who} does something: {what}.", who=who, what=type(event).__name__)

    def _settled(self, who: str, shuffled: Iterable[Shuffled], unlocked: Iterable[Unlocked]) -> str:
        """What a side does for the cups that both share."""
        cups, done = list(dict.fromkeys(each.cup for each in shuffled)), []
        if cups:
            told = "shuffles the cup {cup}" if len(cups) == 1 else "shuffles the cups {cup}"
            done.append(self.say(told, cup=self._listed(cups)))
        for each in unlocked:
            one = "takes its lock off one chit of the cup {cup}"
            many = "takes its lock off {count} chits of the cup {cup}"
            done.append(self.say(one if len(each.seals) == 1 else many, count=len(each.seals), cup=each.cup))
        return self.say("{who} {done}.", who=who, done=self._listed(done) or self.say("does nothing"))

    def _chits(self, chits: Mapping[str, int]) -> str:
        """What lies in a cup: how many chits of each value."""
        listed = [self.say("{count} × {value}", count=count, value=value) for value, count in list(chits.items())[:MOST_VALUES]]
        more = len(chits) - len(listed)
        return ", ".join(listed) + (self.say(" and {count} other values", count=more) if more else "")

    def _rolled(self, who: str, rolled: Rolled) -> str:
        pips = self._listed(map(str, rolled.pips)) or self.say("nothing")
        dice = rolled.dice
        if rolled.purpose:
            dice = self.say("{dice} for {purpose}", dice=dice, purpose=rolled.purpose)
        told = self.say("{who} rolls {dice}: {pips}", who=who, dice=dice, pips=pips)
        if rolled.pledge:
            told += self.say(", as declared in entry {entry}", entry=rolled.pledge)
        elif not rolled.seed:
            told += self.say(", with real dice")
        return f"{told}." + (self.say(" The chance was {chance}.", chance=rolled.chance) if rolled.chance else "")

    def _opened(self, who: str, opened: Opened) -> str:
        if opened.id.startswith(DISCLOSURE):
            cup = opened.id.removeprefix(DISCLOSURE).partition(":")[0]
            return self.say("{who} discloses how the cup {cup} was shuffled.", who=who, cup=cup)
        if is_value(opened):
            return self.say("{who} tells what the chit {id} says: {value}.", who=who, id=opened.id, value=opened.contents[0])
        versions = len(opened.contents)
        many = self.say("1 version") if versions == 1 else self.say("{count} versions", count=versions)
        told = self.say("{who} opens {id}, {many}.", who=who, id=opened.id, many=many)
        return told + (self._content(opened.contents[-1]) if opened.contents else "")

    def _content(self, content: str) -> str:
        """What an opened version says, in words; as it stands where it is of another make."""
        from core.play.secret_kinds import written  # pulls what seals need, which most entries do without

        found = written(content)
        if found is None:
            return self.say(" The last says: {content}", content=content)
        told = self.say(" The last says: {content}", content=found.text)
        if not found.changes:
            return told
        made = []
        for section, why in found.changes:
            made.append(self.say("under {rule}, because: {why}", rule=section, why=why) if section else why)
        return told + self.say(" It was changed: {changes}", changes="; ".join(made))

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
            case Count():
                yield from counts_told(self, edit, before)
            case Become():
                yield from words_told(self, edit, before)
            case ChangeOrders():
                yield from orders_told(self, edit, before)
            case PlaceSmoke(place, marker):
                markers = {
                    "smoke": self.say("smoke"),
                    "smoke_barrage": self.say("a smoke barrage"),
                    "continuous_fire": self.say("continuous fire"),
                }
                yield self.say("{marker} is placed at {place}", marker=markers[marker], place=self.spot(place))
            case RemoveSmoke(place):
                yield self.say("the smoke at {place} is removed", place=self.spot(place))
            case ClearSmoke():
                yield self.say("all smoke is removed")
            case SetVisibility(hexes):
                yield self._seen(hexes)
            case SetWithout(terrain):
                kinds = ", ".join(sorted(terrain)) or self.say("none")
                yield self.say("terrain that is treated as absent: {kinds}", kinds=kinds)

    def _seen(self, hexes: int | None) -> str:
        if hexes is None:
            return self.say("one sees without limit")
        return self.say("one sees 1 hex far") if hexes == 1 else self.say("one sees {count} hexes far", count=hexes)

    def _pieces(self, edit: ChangePieces, before: GameState | None) -> Iterable[str]:
        deployment = before.deployment if before is not None else None
        for id_, piece in edit.pieces.items():
            unit, old = self.unit(id_), deployment.pieces.get(id_) if deployment is not None else None
            if piece is None:
                if old is None:
                    yield self.say("{unit} is taken off", unit=unit)
                else:
                    yield self.say("{unit} is taken off from {place}", unit=unit, place=self.spot(old.at))
                continue
            place = self.spot(piece.at)
            changes = [*self._changes(old if old is not None else Piece(piece.at), piece)]
            if old is None and deployment is not None:
                changes.insert(0, self.say("appears at {place}", place=place))
            elif old is None:
                changes.insert(0, self.say("is at {place}", place=place))
            elif old.at != piece.at:
                changes.insert(0, self.say("goes from {start} to {place}", start=self.spot(old.at), place=place))
            elif not changes and old.rank != piece.rank:
                changes.append(self.say("lies at another height in its stack"))
            if changes:
                yield f"{unit} {', '.join(changes)}"
        for spot, marks in edit.marks.items():
            if marks:
                lying = self._listed(self._mark(mark) for mark in marks)
                yield self.say("at {place} lies {marks}", place=self.spot(spot), marks=lying)
            else:
                yield self.say("at {place} lies no marker", place=self.spot(spot))

    def _changes(self, old: Piece, new: Piece) -> Iterable[str]:
        """What becomes of a piece beside where it goes."""
        if old.face != new.face:
            yield self.say("shows its back") if new.face else self.say("shows its front")
        if old.lost != new.lost:
            yield self.say("has lost 1 step") if new.lost == 1 else self.say("has lost {count} steps", count=new.lost)
        if old.mode != new.mode and new.mode:
            yield self.say("is in mode {mode}", mode=_words(new.mode))
        elif old.mode != new.mode:
            yield self.say("is no longer in mode {mode}", mode=_words(old.mode))
        yield from (self.say("gets {marker}", marker=self.marker(mark)) for mark in sorted(new.marks - old.marks))
        yield from (self.say("is rid of {marker}", marker=self.marker(mark)) for mark in sorted(old.marks - new.marks))
        if old.on != new.on and new.on:
            yield self.say("is carried by {unit}", unit=self.unit(new.on))
        elif old.on != new.on:
            yield self.say("is no longer carried by {unit}", unit=self.unit(old.on))

    def _mark(self, mark: Mark) -> str:
        kind = self.marker(mark.kind)
        told = self.say("{marker} of {side}", marker=kind, side=self.side(mark.side)) if mark.side else kind
        return f'{told} "{mark.text}"' if mark.text else told

    def _said(self, name: str, value: Any, before: GameState | None) -> Iterable[str]:
        """What is said of the state of play: what becomes other than it was where that is known."""
        old = getattr(before, name) if before is not None else None
        if before is not None and old == value:
            return
        match name:
            case "moment":
                yield self.say("it is {moment}", moment=self.moment(value))
            case "order" if value:
                sides = self.say(", then ").join(map(self.side, value))
                yield self.say("{sides} act in this order", sides=sides)
            case "order":
                yield self.say("no order of the sides is set")
            case "light":
                lights = {"day": self.say("day"), "twilight": self.say("twilight"), "night": self.say("night")}
                yield self.say("it is {light}", light=lights.get(value, value))
            case "weather" if value:
                yield self.say("the weather is {weather}", weather=value)
            case "weather":
                yield self.say("the weather is nothing special")
            case "visibility":
                yield self._seen(value)
            case "points":
                yield from self._points(old or {}, value)
            case "ticked":
                had = old or frozenset()
                yield from (self.say("done: {task}", task=task.rstrip(".")) for task in sorted(value - had))
                yield from (self.say("not done: {task}", task=task.rstrip(".")) for task in sorted(had - value))
            case "declared":
                yield from (self._declared(each) for each in value if each not in (old or ()))
                gone = (each for each in old or () if each not in value)
                yield from (self._resolved(each) for each in gone)
            case "fought" if before is None:
                # Else it is told as resolved, of what was declared before.
                yield from (self._resolved(each) for each in value)
            case "owed":
                new = [title_of(each, self.said) for each in value if each not in (old or ())]
                if new:
                    yield self.say("then to be asked: {questions}", questions="; ".join(new))
            case "held":
                yield from self._held(old or {}, value)
            case "conditions":
                yield from conditions_told(self, old or {}, value)

    def _points(self, old: Mapping[tuple[str, str], int], new: Mapping[tuple[str, str], int]) -> Iterable[str]:
        for side, what in sorted({*old, *new}):
            amount = new.get((side, what), 0)
            if amount != old.get((side, what), 0):
                yield self.left(side, what, amount)

    def _declared(self, declared: Declared) -> str:
        told = {
            "side": self.side(declared.by),
            "what": declared.what.replace("-", " "),
            "units": self._listed(map(self.unit, declared.units)) or self.say("units that are out of sight"),
            "places": self._listed(map(self.spot, declared.against)) or self.say("nothing"),
        }
        if declared.what == SUPPORT:
            return self.say("{side} declares support for its units in {places}: {units}", **told)
        if declared.what in WHERE_THEY_LIE:
            return self.say("{side} declares {what} for {units}, in {places}", **told)
        return self.say("{side} declares {what}: {units} against {places}", **told)

    def _resolved(self, declared: Declared) -> str:
        # Who took part may have died meanwhile.
        return self.say(
            "the {what} of {side} on {places} is resolved",
            side=self.side(declared.by),
            what=declared.what.replace("-", " "),
            places=self._listed(map(self.spot, declared.against)) or self.say("nothing"),
        )

    def _held(self, old: Mapping[str, Held], new: Mapping[str, Held]) -> Iterable[str]:
        for id_ in sorted({*old, *new}):
            chit, was, unit = new.get(id_), old.get(id_), self.unit(id_)
            if chit is None:
                yield self.say("{unit} has no chit any more", unit=unit)
            elif chit != was:
                told = self.say("a chit of the cup {cup} lies under {unit}", cup=chit.cup, unit=unit)
                yield told + self.say(", on its reduced side") if chit.reduced else told


def phase_titles(phases: Iterable[Phase]) -> Callable[[str], str]:
    """What the phases of a sequence of play are called, by their ids; an unknown one keeps its id."""
    titles = {phase.id: phase.title for top in phases for _, phase in top.walk()}
    return lambda id_: titles.get(id_) or id_


def line_text(number: int, at: int, sentence: str) -> str:
    """An entry as a line of text, with its number and its time (UTC)."""
    return f"{number:>5}  {time_text(at)}  {printable(sentence)}"


def time_text(at: int) -> str:
    """Seconds since 1970 as a time in UTC; a number that is none stands as it is."""
    try:
        return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")
    except (OverflowError, OSError, ValueError):
        return str(at)
