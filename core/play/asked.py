"""Rulings that are noted in a session, and asked again later. It asks questions, and so runs beside the window, not in it."""

import hashlib
import json
from collections.abc import Generator, Mapping
from dataclasses import replace
from types import MappingProxyType

from core.base.errors import WrongUse
from core.files.digests import rules_digest
from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.state import GameState
from core.play.events import Ruled
from core.questions.answers import as_json, as_text
from core.questions.catalogue import QUESTIONS, steps
from core.questions.game import Game
from core.rules.kernel.progress import Progress
from core.rules.kernel.rulings import Ruling


def ruled_steps(
    game: Game,
    question: str,
    parameters: Mapping[str, object],
    state: GameState | None = None,
    *,
    by_mail: bool = False,
) -> Generator[Progress, None, Ruled]:
    """The entry that notes what is ruled on a question, in slices; under another state of play, if one is given.

    Raises WrongUse as the question does, and `by_mail` for what a side keeps to itself: the other one has the file. Two entries
    are equal when the same was asked and the same was ruled, under the same data of the ruleset.
    """
    asked = game if state is None else game.with_state(state)
    texts = {name: text for name, value in parameters.items() if (text := _text(asked.box, value))}
    if by_mail and (kept := _private(asked, question, texts)):
        told = "the other side would read it in the file" if len(kept) == 1 else "the other side would read them in the file"
        raise WrongUse(f"By mail a ruling with {' and '.join(kept)} is not noted: {told}.")
    ruling = yield from steps(question, asked, **texts)
    digest = ruling_digest(ruling, asked.box)
    return Ruled(question, MappingProxyType(texts), _verdict(ruling, asked), digest, rules_digest(asked.box.ruleset))


def _private(game: Game, question: str, texts: Mapping[str, str]) -> list[str]:
    """What is asked with that a side keeps to itself, by its names in forms."""
    known = QUESTIONS.get(game.ruleset.series, {}).get(question)
    some = known.parameters if known is not None else ()
    return [each.label.lower() for each in some if each.private and each.name in texts]


def ruling_digest(ruling: Ruling, box: GameBox) -> bytes:
    """The digest of all that a ruling says; 32 bytes. In which order its charts were read hangs on what was asked before."""
    told = as_json(replace(ruling, charts=tuple(sorted(ruling.charts, key=lambda each: (each.chart, each.source)))), box)
    said = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(said.encode()).digest()


def _verdict(ruling: Ruling, game: Game) -> str:
    """The verdict in a few words, with the number that was asked for."""
    return as_text(ruling, game.box, game.ruleset).partition("\n")[0].partition(": ")[2]


def _text(box: GameBox, value: object) -> str:
    """What a parameter says, as the command line takes it; "" for one that is not given."""
    if value is None:
        return ""
    if isinstance(value, Hex):
        return box.label(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value
    if isinstance(value, frozenset | set):
        return ", ".join(sorted(_text(box, each) for each in value))
    if isinstance(value, tuple | list):
        return ", ".join(_text(box, each) for each in value)
    return str(value)
