"""Losses on the map: every choice that is offered obeys every clause, and of small stacks no legal one is missing."""

import random
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from oracles.stacks import board, unit

from core.base.errors import WrongUse
from core.model.deployment import Piece
from core.model.oob import Counter, Formation, Values
from core.model.state import Moment
from core.model.work import Work
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.proposals import Next, Proposal
from core.rules.kernel.rulings import Ruling

AREA = {"target__class": "area", "morale": 4}
BOTH = {"target__class": "both", "target__defence": 0}
KINDS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "platoon": ("infantry", 5, AREA),
    "section": ("infantry", 2, AREA),
    "mg": ("machine_guns", 2, AREA),
    "gun": ("at_gun", 1, {**BOTH, "morale": 3}),
    "truck": ("carrier", 2, BOTH),
    "track": ("carrier", 2, {"target__class": "both", "target__defence": 1}),
    "tank": ("vehicle", 3, {"target__class": "point", "target__defence": 3}),
}
BATTALION = Formation("bn", "bn", "red", values=Values({"morale.kind": "battalion"}))
FOE = unit("foe", "infantry", "blue", steps=5, **AREA)


def counter(id_: str, kind: str, **more: Any) -> Counter:
    piece, steps, prints = KINDS[kind]
    return unit(id_, piece, "red", "bn", **{"steps": steps, **prints, **more})


def field(stack: dict[str, Counter], at: dict[str, Piece] | None = None, **options: str) -> Game:
    """A stack in 05.05 and an enemy beside it, in play."""
    places: dict[str, str | Piece] = {id_: (at or {}).get(id_, Piece("05.05")) for id_ in stack}
    game = board("tcs-4.01", [*stack.values(), FOE], {**places, "foe": "05.06"}, formations=[BATTALION], options=options)
    start = game.box.scenarios[game.forces.file].start
    return game.with_state(replace(game.state, scenario=game.forces.file, deployment=start, moment=Moment(1)))


def asked(game: Game, follow: Next | None = None, **given: Any) -> Ruling:
    told = dict(follow.given) if follow is not None else {"to": "05.05", "firers": "foe"}
    return ask("losses.at", game, **{**told, **given})


def done(game: Game, proposal: Proposal) -> Game:
    work = Work(game.box, game.state)
    for edit in proposal.edits:
        work = edit.apply(work)
    return game.with_state(work.state)


def left(game: Game) -> dict[str, int]:
    return {unit_.id: unit_.left for unit_ in game.forces.units(game.box.hex("05.05"))}


def shares(ruling: Ruling) -> list[dict[str, int]]:
    """What each proposal that leads on has chosen so far."""
    found = []
    for proposal in ruling.detail.proposals:
        (follow,) = proposal.then
        parts = (each.split("*") for each in follow.given["choice"].split(", "))
        found.append({id_: int(number) for id_, number in parts})
    return found


def naive_choices(stack: dict[str, int], number: int, largest: set[str]) -> list[dict[str, int]]:
    """Every way to take so many steps from units with so many, one of them from one of the largest; by trying all."""
    return [
        {id_: lost for id_, lost in zip(stack, share, strict=True) if lost}
        for share in product(*(range(steps + 1) for steps in stack.values()))
        if sum(share) == number and any(lost and id_ in largest for id_, lost in zip(stack, share, strict=True))
    ]


@pytest.mark.parametrize("seed", range(60))
def test_every_choice_is_legal_none_is_missing_and_losses_never_exceed_steps(seed: int) -> None:
    dice = random.Random(seed)
    kinds = [dice.choice(list(KINDS)) for _ in range(dice.randint(1, 3))]
    stack = {f"u{n}": counter(f"u{n}", kind) for n, kind in enumerate(kinds)}
    lost = {id_: dice.randint(0, KINDS[kind][1] - 1) for id_, kind in zip(stack, kinds, strict=True)}
    game = field(stack, {id_: Piece("05.05", lost=number) for id_, number in lost.items()})
    steps = dice.randint(1, 12)
    # Infantry fires: half-tracks are safe, and so are tanks.
    hurt = {id_: KINDS[kind][1] - lost[id_] for id_, kind in zip(stack, kinds, strict=True) if kind not in ("tank", "track")}
    taken = min(steps, sum(hurt.values()))
    ruling = asked(game, steps=str(steps))
    assert ruling.detail.facts["lost"] == taken
    if not taken:
        assert ruling.verdict == "nothing"
        return
    own = 1 + (taken - 1 + 1) // 2
    largest = {id_ for id_, number in hurt.items() if number == max(hurt.values())}
    expected = naive_choices(hurt, own, largest)
    assert ruling.detail.facts.get("choices", len(expected)) == len(expected)
    every = {tuple(sorted(each.items())) for each in expected}
    before = left(game)
    ends = set()
    for proposal in ruling.detail.proposals:
        if proposal.edits:
            ends.add(_lost(before, left(done(game, proposal))))
            continue
        (follow,) = proposal.then
        chosen = dict(part.split("*") for part in follow.given["choice"].split(", "))
        assert tuple(sorted((id_, int(number)) for id_, number in chosen.items())) in every
        assert follow.side == "blue"
        second = asked(game, follow)
        for last in second.detail.proposals:
            ends.add(_lost(before, left(done(game, last))))
    assert ends == _all_ends(hurt, expected, taken)


def _lost(before: dict[str, int], after: dict[str, int]) -> tuple[tuple[str, int], ...]:
    gone = {id_: steps - after.get(id_, 0) for id_, steps in before.items()}
    return tuple(sorted((id_, number) for id_, number in gone.items() if number))


def _all_ends(hurt: dict[str, int], own: list[dict[str, int]], taken: int) -> set[tuple[tuple[str, int], ...]]:
    """All that can be lost in the end: the attacker takes the rest from what the defender has left."""
    found = set()
    for share in own:
        rest = taken - sum(share.values())
        spare = {id_: steps - share.get(id_, 0) for id_, steps in hurt.items()}
        for more in product(*(range(steps + 1) for steps in spare.values())):
            if sum(more) == rest:
                both = {id_: share.get(id_, 0) + extra for id_, extra in zip(spare, more, strict=True)}
                found.add(tuple(sorted((id_, number) for id_, number in both.items() if number)))
    return found


def test_the_first_choice_is_the_one_with_the_least_damage_and_the_attackers_that_with_the_most() -> None:
    game = field({"a": counter("a", "platoon"), "b": counter("b", "platoon"), "g": counter("g", "gun")})
    first = asked(game, steps="8")
    assert shares(first)[0] == {"a": 2, "b": 3}
    (follow,) = first.detail.proposals[0].then
    second = asked(game, follow)
    assert (second.detail.facts["chooses"], second.detail.facts["choices"]) == ("blue", 6)
    assert "a" not in left(done(game, second.detail.proposals[0])) or "b" not in left(done(game, second.detail.proposals[0]))


def test_of_many_ways_only_the_first_are_offered_and_any_other_can_be_typed() -> None:
    game = field({f"u{n}": counter(f"u{n}", "platoon") for n in range(5)})
    ruling = asked(game, steps="13")
    assert len(ruling.detail.proposals) == 40 < ruling.detail.facts["choices"]
    typed = asked(game, steps="13", choice="u4*5, u3*2")
    assert typed.detail.facts["chooses"] == "blue"


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        ("g*1, a*2", "it is for 5"),
        ("g*2, a*3", "G has 1 steps to lose, not 2"),
        ("nobody*5", '"nobody" cannot lose steps here'),
        ("a*x", "is no unit with the steps that it loses"),
    ],
)
def test_choices_that_break_a_clause_are_refused(choice: str, why: str) -> None:
    game = field({"a": counter("a", "platoon"), "b": counter("b", "platoon"), "g": counter("g", "gun")})
    with pytest.raises(WrongUse, match="choice:") as refused:
        asked(game, steps="8", choice=choice)
    assert why in str(refused.value)


def test_the_first_step_must_be_one_of_the_largest() -> None:
    game = field({"a": counter("a", "platoon"), "g": counter("g", "gun")})
    with pytest.raises(WrongUse, match="the first step is lost by the largest unit"):
        asked(game, steps="1", choice="g*1")


def test_point_fire_goes_step_by_step_and_the_firer_begins() -> None:
    game = field({"t": counter("t", "tank"), "u": counter("u", "tank")})
    sides, follow = [], None
    while True:
        ruling = asked(game, follow) if follow is not None else asked(game, steps="4", fire="point")
        sides.append(ruling.detail.facts.get("chooses"))
        proposal = ruling.detail.proposals[0]
        if proposal.edits:
            break
        (follow,) = proposal.then
    assert sides == ["blue", "red", "blue", "red"]
    assert sum(left(done(game, proposal)).values()) == 2


def test_what_has_no_choice_left_is_done_at_once() -> None:
    game = field({"t": counter("t", "tank")})
    (only,) = asked(game, steps="2", fire="point").detail.proposals
    assert left(done(game, only)) == {"t": 1}


def test_two_passengers_are_chosen_among_in_a_question_of_their_own() -> None:
    riding = {"a": Piece("05.05", on="t"), "b": Piece("05.05", rank=1, on="t")}
    sections = {"a": counter("a", "section"), "b": counter("b", "mg", steps=3), "t": counter("t", "truck")}
    game = field(sections, riding | {"t": Piece("05.05", rank=2)})
    (only,) = asked(game, steps="1", fire="point").detail.proposals
    follow = only.then[0]
    assert (follow.question, follow.given["steps"], follow.given["fire"], follow.given["check"]) == (
        "losses.at",
        "3",
        "carried",
        "no",
    )
    after = done(game, only)
    chosen = asked(after, follow)
    (best, *_) = chosen.detail.proposals
    ends = left(done(after, best)) if best.edits else left(done(after, asked(after, best.then[0]).detail.proposals[0]))
    assert sum(ends.get(id_, 0) for id_ in "ab") == 2


def test_nothing_is_changed_before_all_is_chosen() -> None:
    game = field({"a": counter("a", "platoon"), "b": counter("b", "platoon"), "g": counter("g", "gun")})
    assert all(not proposal.edits for proposal in asked(game, steps="8").detail.proposals)
