"""What stands on the turn track and on the set-up cards of a scenario, in words: pure data, nothing of how it is drawn."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.counters.unit_words import called, spot_words
from core.model.box import GameBox
from core.model.edits.scenario_edits import governed_by, set_ups_as_they_stand
from core.model.oob import Counter
from core.model.orders import Status
from core.model.scenario import Arrival, Light, Scenario, SetUp
from core.rules.kernel.cells import in_role
from core.rules.kernel.ruleset import Ruleset


def _sight(hexes: int | None) -> str:
    if hexes is None:
        return ""
    return _tr("sees 1 hex") if hexes == 1 else _tr("sees %d hexes") % hexes


def _tr(text: str) -> str:
    return QCoreApplication.translate("ScenarioCards", text)


def _price(row: Arrival) -> str:
    """What the coming of reinforcements costs, "" for nothing."""
    paid = ", ".join(f"{points} {what}" for what, points in row.price)
    return _tr("at a price of %s") % paid if paid else ""


def _status_words(status: Status) -> str:
    return {
        "waiting": _tr("not implemented"),
        "preliminary": _tr("preliminary instructions in force"),
        "implemented": _tr("implemented"),
        "succeeded": _tr("has succeeded"),
        "failed": _tr("has failed"),
    }[status]


@dataclass(frozen=True, slots=True)
class CardLine:
    """Who, and where, when or what; `units` are the counters meant, by their ids, for pictures of them."""

    who: str
    what: str = ""
    note: str = ""
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardPart:
    """Lines below a title."""

    title: str
    lines: tuple[CardLine, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """The set-up card of one side. `colour` is that of its counters, "" for none."""

    title: str
    side: str
    colour: str
    parts: tuple[CardPart, ...]


@dataclass(frozen=True, slots=True)
class TurnBox:
    """A box of the turn track: what is printed in it, and what happens then, side by side's name first.

    The one behind the last turn has the number 0: it tells who comes whenever a condition holds.
    """

    number: int
    title: str
    date: str = ""
    light: Light = "day"
    visibility: str = ""
    weather: str = ""
    note: str = ""
    events: tuple[str, ...] = ()


def turn_track(box: GameBox, ruleset: Ruleset | None, scenario: Scenario) -> tuple[TurnBox, ...]:
    """The boxes of the track, in order; behind them one for those that come on a condition, where there are such."""
    said = _Said(box, ruleset, scenario)
    turns = tuple(
        TurnBox(
            number,
            turn.title or str(number),
            turn.date,
            turn.light,
            _sight(turn.visibility),
            turn.weather,
            turn.note,
            tuple(said.events(number)),
        )
        for number, turn in enumerate(scenario.turns, 1)
    )
    waiting = tuple(said.arriving(0))
    return (*turns, TurnBox(0, _tr("On a condition"), events=waiting)) if waiting else turns


def set_up_cards(box: GameBox, ruleset: Ruleset | None, scenario: Scenario) -> tuple[Card, ...]:
    """A card for each side that has anything to do in the scenario."""
    said = _Said(box, ruleset, scenario)
    cards = (said.card(side.id) for side in box.oob.sides)
    return tuple(card for card in cards if card.parts)


class _Said:
    """The words of one scenario."""

    def __init__(self, box: GameBox, ruleset: Ruleset | None, scenario: Scenario) -> None:
        self._box, self._ruleset, self._scenario = box, ruleset, scenario
        arrival = in_role(ruleset.values, "arrival") if ruleset is not None else None
        self._code = arrival.id if arrival is not None else ""
        # Counters that somebody has just put on the map are set up there.
        governs, start = governed_by(box.oob, scenario, self._code), scenario.start
        unsaid = [each.id for each in box.oob.counters if each.id in start.pieces and governs(each) < 0]
        self._rows = set_ups_as_they_stand(scenario, start, unsaid).set_ups

    # Sides and units -------------------------------------------------------------------------------------------------------

    def _side_of(self, name: str) -> str:
        oob = self._box.oob
        formation, counter = oob.formation(name), oob.counter(name)
        return formation.side if formation is not None else counter.side if counter is not None else ""

    def _side_name(self, id_: str) -> str:
        return called(self._ruleset, self._box.oob.side(id_)) or id_

    def _name(self, name: str) -> str:
        oob = self._box.oob
        return called(self._ruleset, oob.formation(name) or oob.counter(name)) or name

    def _units(self, names: Iterable[str]) -> tuple[str, ...]:
        """The counters that names mean, each once."""
        oob, found = self._box.oob, dict[str, None]()
        for name in names:
            if oob.formation(name) is not None:
                found.update((each.id, None) for each in oob.all_members(name))
            elif oob.counter(name) is not None:
                found[name] = None
        return tuple(found)

    def _coded(self, code: str, side: str) -> tuple[Counter, ...]:
        """The counters of a side that print a set-up code."""
        if not code or not self._code:
            return ()
        folded = code.casefold()
        return tuple(
            each
            for each in self._box.oob.counters
            if each.side == side and str(each.values.get(self._code, "")).casefold() == folded
        )

    # Cards -------------------------------------------------------------------------------------------------------------------

    def card(self, side: str) -> Card:
        """The card of a side."""
        scenario = self._scenario
        held = self._box.oob.side(side)
        parts = (
            CardPart(_tr("Set-up"), tuple(self._set_ups(side))),
            CardPart(_tr("Reinforcements"), tuple(self._arrivals(side))),
            CardPart(_tr("Ammunition and points"), tuple(self._allotments(side))),
            CardPart(_tr("Op sheets"), tuple(self._sheets(side))),
            CardPart(_tr("Victory"), tuple(self._victory(side))),
        )
        about = CardPart(_tr("Of the scenario"), tuple(CardLine(line) for line in scenario.note.splitlines() if line.strip()))
        busy = tuple(part for part in parts if part.lines)
        first = tuple(CardPart(line, ()) for line in self._order(side) if busy)
        last = (about,) if busy and about.lines else ()
        return Card(scenario.title, self._side_name(side), held.colour if held is not None else "", (*first, *busy, *last))

    def _order(self, side: str) -> Iterator[str]:
        """Who begins, as titles without lines."""
        if self._scenario.sets_up_first == side:
            yield _tr("Sets up first")
        if self._scenario.moves_first == side:
            yield _tr("Moves first")

    def _set_ups(self, side: str) -> Iterator[CardLine]:
        for row in self._rows:
            ours = tuple(name for name in row.units if self._side_of(name) == side)
            coded = self._coded(row.code, side)
            if not ours and not coded:
                continue
            who = [self._name(name) for name in ours]
            if coded:
                who.append(_tr("units with the code %s") % row.code)
            notes = [_tr("steps lost: %d") % row.losses] if row.losses else []
            units = dict.fromkeys((*self._units(ours), *(each.id for each in coded)))
            yield CardLine(", ".join(who), self._where(row), ". ".join([*notes, *filter(None, [row.note])]), tuple(units))

    def _where(self, row: SetUp) -> str:
        said = []
        if row.hexes:
            labels = ", ".join(spot_words(self._box, place) for place in row.hexes)
            said.append(_tr("within %(hexes)d of %(where)s") % {"hexes": row.within, "where": labels} if row.within else labels)
        if row.zone:
            said.append(_tr("in %s, its rim included") % row.zone)
        if row.box:
            said.append(_tr("in the box %s") % row.box)
        return _tr(", or ").join(said) or _tr("anywhere")

    def _arrivals(self, side: str) -> Iterator[CardLine]:
        coming = sorted(self._scenario.arrivals, key=lambda each: each.turn or len(self._scenario.turns) + 1)
        for row in coming:
            ours = tuple(name for name in row.units if self._side_of(name) == side)
            if ours:
                who = ", ".join(self._name(name) for name in ours)
                yield CardLine(who, f"{self._when(row)}: {self._entry(row)}", row.note, self._units(ours))

    def _when(self, row: Arrival) -> str:
        if not row.turn:
            return ", ".join(filter(None, (row.condition.rstrip(".") or _tr("on a condition"), _price(row))))
        turns = self._scenario.turns
        title = turns[row.turn - 1].title if row.turn <= len(turns) else ""
        when = _tr("turn %d") % row.turn
        when += f" ({title})" if title and title != str(row.turn) else ""
        return ", ".join(filter(None, (when, row.condition.rstrip("."), _price(row))))

    def _entry(self, row: Arrival) -> str:
        hexes = ", ".join(spot_words(self._box, place) for place in row.hexes)
        where = " ".join(part for part in (row.area, f"({hexes})" if row.area and hexes else hexes) if part)
        where = _tr("{where}, by sea").replace("{where}", where) if where and row.sea else where
        return where or (_tr("by sea") if row.sea else _tr("no entry hex"))

    def _allotments(self, side: str) -> Iterator[CardLine]:
        by_what: dict[str, list[str]] = {}
        for row in sorted(self._scenario.allotments, key=lambda each: each.turn):
            if row.side == side:
                when = _tr("turn %d") % row.turn if row.turn else _tr("at the start")
                said = f"{when}: {row.amount}" + (f" ({row.note.rstrip('.')})" if row.note else "")
                by_what.setdefault(row.what, []).append(said)
        for what, amounts in by_what.items():
            yield CardLine(what, ", ".join(amounts))

    def _sheets(self, side: str) -> Iterator[CardLine]:
        for sheet in self._scenario.sheets:
            if sheet.side == side:
                units = ", ".join(self._name(name) for name in sheet.units)
                rally = [f"{self._name(name)} {spot_words(self._box, place)}" for name, place in sheet.rally]
                parts = [f"{sheet.type}: {units}" if units else sheet.type]
                if rally:
                    parts.append(_tr("rally points: %s") % ", ".join(rally))
                if sheet.status != "implemented":
                    parts.append(_status_words(sheet.status))
                yield CardLine(sheet.id, "; ".join(parts), sheet.note, self._units(sheet.units))

    def _victory(self, side: str) -> Iterator[CardLine]:
        """The conditions of a side, and those that are of nobody."""
        for row in self._scenario.victory:
            if row.side in (side, ""):
                points = _tr("points: %d") % row.points if row.points is not None else ""
                hexes = ", ".join(spot_words(self._box, place) for place in row.hexes)
                yield CardLine(row.text, " · ".join(part for part in (points, hexes) if part))

    # The track ---------------------------------------------------------------------------------------------------------------

    def events(self, turn: int) -> Iterator[str]:
        """What happens on a turn: who comes in where, and what sides get."""
        yield from self.arriving(turn)
        for given in self._scenario.allotments:
            if given.turn == turn:
                yield f"{self._side_name(given.side)}: {given.what}, {given.amount}"

    def arriving(self, turn: int) -> Iterator[str]:
        """Who comes in on a turn, where, and on what condition; 0 for those that have no turn."""
        for row in self._scenario.arrivals:
            if row.turn == turn:
                sides = dict.fromkeys(filter(None, (self._side_of(name) for name in row.units)))
                who = ", ".join(self._name(name) for name in row.units)
                words = ", ".join(part for part in (who, self._entry(row), row.condition.rstrip("."), _price(row)) if part)
                yield f"{' / '.join(self._side_name(side) for side in sides)}: {words}".lstrip(": ")
