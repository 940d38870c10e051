"""What live play is called on the screen: sides, moments, light and sight."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication

from app.counters.piece_words import marker_words
from app.counters.unit_words import called
from app.widgets.rule_words import said
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.state import GameState
from core.play.conditions import by_word
from core.play.events import Began, Player
from core.play.told import Teller, plain_place
from core.play.turns import Course, Step
from core.play.views import View
from core.rules.kernel.ruleset import Ruleset
from core.rules.kernel.sequence import Phase

MOST_NAMED = 6
"""So many formations are named that are in the same condition; of the others it is said how many they are."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("PlayWords", text)


def side_word(players: Sequence[Player], side: str) -> str:
    """What a side is called; both where it is none."""
    return next((player.title for player in players if player.side == side), side) if side else _tr("both sides")


def sides_word(players: Sequence[Player], sides: Sequence[str]) -> str:
    """What some sides are called together."""
    if len(sides) > 1 and len(sides) == len(players):
        return _tr("both sides") if len(sides) == 2 else _tr("all sides")
    return ", ".join(side_word(players, side) for side in sides) or _tr("both sides")


def turn_words(course: Course, number: int, whole: bool = True) -> str:
    """A turn with its number and what the scenario calls it, and with `whole` how many there are."""
    if number < 1:
        return _tr("Before the first turn")
    of = _tr("Turn {n} of {last}") if course.last and whole else _tr("Turn {n}")
    words = of.replace("{n}", str(number)).replace("{last}", str(course.last))
    title = course.turn(number).title
    return f"{words} · {title}" if title and title != str(number) else words


def sky_words(state: GameState, sights: bool = True) -> str:
    """Light, sight and weather in one line; of a series without lines of `sights` nothing that is so by itself."""
    lights = {"day": _tr("Day") if sights else "", "twilight": _tr("Twilight"), "night": _tr("Night")}
    light = lights.get(state.light, state.light)
    if state.visibility is None and not sights:
        sight = ""
    elif state.visibility is None:
        # Weather may limit it by rules of the game: nobody says then that nothing does.
        sight = "" if state.weather else _tr("sight without limit")
    elif state.visibility == 1:
        sight = _tr("one sees 1 hex far")
    else:
        sight = _tr("one sees %d hexes far") % state.visibility
    return " · ".join(part for part in (light, sight, state.weather) if part)


def condition_words(course: Course, state: GameState, players: Sequence[Player], box: GameBox) -> tuple[str, ...]:
    """What formations are, a line for each kind of condition; how to say it where nothing is said yet. None where the series
    knows no conditions."""
    kinds = course.conditions(state.order)
    names = {each.id: each.name for each in box.oob.formations}
    lines: dict[str, list[str]] = {}
    for kind, word, formations in by_word(state.conditions, kinds):
        told = ", ".join(names.get(each) or side_word(players, each) for each in formations[:MOST_NAMED])
        if len(formations) > MOST_NAMED:
            told = _tr("{some} and {n} more").replace("{n}", str(len(formations) - MOST_NAMED)).replace("{some}", told)
        lines.setdefault(said(kind.title), []).append(f"{said(word)}: {told}")
    if not lines and any(not kind.counted for kind in kinds.values()):
        return (_tr("Nothing is said of formations yet: menu Play, Formations."),)
    return tuple(f"{title} — {'; '.join(words)}" for title, words in lines.items())


def step_words(step: Step, players: Sequence[Player], side: str = "", of: str = "", round_: int = 1) -> str:
    """A step with whose it is, and what is activated."""
    parts = [said(step.title)]
    whose = step.side or side
    if whose:
        parts.append(side_word(players, whose))
    if of:
        parts.append(of)
    if step.cycle and round_ > 1:
        parts.append(_tr("activation %d") % round_)
    return " · ".join(parts)


def group_words(step: Step) -> str:
    """The titles of the phases that a step lies in, the outermost first."""
    return " › ".join(said(title) for title in step.path)


def titles_of(phases: Sequence[Phase]) -> Mapping[str, str]:
    """The titles of phases by their ids, in the user's language."""
    return {phase.id: said(phase.title) for top in phases for _, phase in top.walk()}


def place_of(box: GameBox) -> Callable[[Hex], str]:
    """What hexes are called on the maps of a box."""
    cells = box.cells
    return lambda place: box.label(place) if place in cells else plain_place(place)


def teller_of(view: View, box: GameBox, phases: Sequence[Phase], ruleset: Ruleset | None = None) -> Teller:
    """Tells the entries of a session with printed numbers and titles of phases and markers. What is told of a unit was seen."""
    began = view.entry(1).event
    assert isinstance(began, Began)
    titles = titles_of(phases)
    groups = {each.id: each.name for each in box.oob.formations}
    return Teller(
        *(began, place_of(box), lambda id_: titles.get(id_, id_)),
        group=lambda id_: groups.get(id_) or id_,
        marker=partial(marker_words, ruleset),
        piece=lambda id_: called(ruleset, box.oob.counter(id_)) or id_,
        condition=lambda id_: said(ruleset.play.condition_title(id_)) if ruleset is not None else id_,
    )
