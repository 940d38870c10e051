"""Kinds of markers: all that the issue lists are there, with their words, titles, numbers and other sides."""

import pytest
from oracles.printed_counters import OLIVE

from core.base.colours import LEAST_CONTRAST, contrast
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.rules.kernel.faces import Face
from core.rules.kernel.markers import marker_face, marker_title, parted

WANTED = {
    "tcs-4.01": "suppressed paralyzed fired dug-in smoke-1 smoke-2 smoke-mortar illum barrage-good barrage-bad breach "
    "minefield battalion-barrage continuous-barrage step-loss",
    "scs-1.6": "out-of-supply",
    "new-scs": "out-of-supply disorganized unready air-interdiction",
    "vcs": "reserve out-of-supply isolated support rubble entrenchment bridge-destroyed road-destroyed building chit",
    "bcs-1.1": "objective traffic coordination fatigue screen prepared-defense done ghost",
}

WORDS = [(id_, word) for id_ in ruleset_ids() for kind in load_ruleset(id_).markers.values() for word in kind.words()]


def letters(face: Face) -> set[str]:
    return {part.text for part in face.parts if part.form == "text"}


@pytest.mark.parametrize("id_", ruleset_ids())
def test_every_series_has_its_markers(id_: str) -> None:
    assert set(WANTED[id_].split()) <= set(load_ruleset(id_).markers)


@pytest.mark.parametrize(("id_", "word"), WORDS)
def test_every_marker_says_what_it_is(id_: str, word: str) -> None:
    rules = load_ruleset(id_)
    kind = rules.markers[parted(word)[0]]
    assert kind.section
    assert kind.about.endswith(".")
    assert letters(marker_face(rules, word))
    assert marker_face(rules, word).seen(24)


@pytest.mark.parametrize(("id_", "word"), WORDS)
def test_the_letters_of_markers_can_be_read(id_: str, word: str) -> None:
    for part in (face := marker_face(load_ruleset(id_), word, OLIVE)).parts:
        if part.form == "text":
            x, y = part.area[0] + part.area[2] / 2, part.area[1] + part.area[3] / 2
            under = [each for each in face.parts[: face.parts.index(part)] if each.covers(x, y)]
            assert contrast(part.ink, under[-1].fill if under else face.fill) >= LEAST_CONTRAST


@pytest.mark.parametrize("id_", ruleset_ids())
def test_the_other_side_of_the_other_side_is_the_marker_itself(id_: str) -> None:
    markers = load_ruleset(id_).markers
    for kind in markers.values():
        assert not kind.other or markers[kind.other].other == kind.id


@pytest.mark.parametrize("id_", ruleset_ids())
def test_a_marker_of_a_side_shows_its_colour(id_: str) -> None:
    rules = load_ruleset(id_)
    for kind in rules.markers.values():
        seen = OLIVE.colour in {part.fill for part in marker_face(rules, kind.words()[0], OLIVE).parts}
        assert seen == kind.owned, kind.id


def test_step_losses_go_from_1_to_9() -> None:
    rules = load_ruleset("tcs-4.01")
    assert rules.markers["step-loss"].words() == tuple(f"step-loss {n}" for n in range(1, 10))
    assert "−7" in letters(marker_face(rules, "step-loss 7"))
    assert marker_title(rules, "step-loss 7") == "Step Loss 7"


def test_fatigue_goes_from_0_to_4() -> None:
    assert load_ruleset("bcs-1.1").markers["fatigue"].numbers == (0, 1, 2, 3, 4)


def test_a_marker_of_which_the_rules_know_nothing_shows_its_own_word() -> None:
    rules = load_ruleset("scs-1.6")
    assert letters(marker_face(rules, "mud 2")) == {"mud"}
    assert letters(marker_face(None, "mud")) == {"mud"}
    assert marker_title(None, "mud 2") == "mud 2"


@pytest.mark.parametrize(("id_", "word"), WORDS)
def test_what_players_write_on_a_marker_is_on_it(id_: str, word: str) -> None:
    assert "Hold!" in letters(marker_face(load_ruleset(id_), word, text="Hold!"))


@pytest.mark.parametrize(
    ("word", "parts"), [("fired", ("fired", None)), ("step-loss 2", ("step-loss", 2)), ("a b", ("a b", None))]
)
def test_a_word_is_a_kind_and_perhaps_a_number(word: str, parts: tuple[str, int | None]) -> None:
    assert parted(word) == parts
