"""Kinds of control measures and motifs of names: what ships, and that a wrong file is refused with its place."""

from pathlib import Path

import pytest

from core.files.measure_files import BrokenMeasures, load_measures, load_motifs
from core.files.resources import resources_folder
from core.model.graphics import suggested_name

WANTED = [
    "boundary", "phase-line", "line-of-departure", "probable-line-of-deployment", "final-coordination-line",
    "limit-of-advance", "axis-main", "axis-supporting", "direction-main", "direction-supporting", "direction-feint",
    "objective", "assembly-area", "battle-position", "support-by-fire", "attack-by-fire", "engagement-area",
    "strong-point", "passage-point", "release-point", "start-point", "check-point", "coordination-point",
    "point-of-departure", "rally-point", "target-reference-point", "ambush", "screen", "guard", "cover", "seize",
    "secure", "isolate", "block", "delay", "withdraw", "counter-attack", "minefield", "obstacle-belt", "route", "feba",
    "flot", "free-text", "free-line",
]  # fmt: skip

ENTITIES = {
    "boundary": "110100", "phase-line": "140300", "check-point": "130300", "line-of-departure": "141000",
    "passage-point": "131200", "probable-line-of-deployment": "141200", "rally-point": "131400",
    "final-coordination-line": "140700", "release-point": "131500", "start-point": "131600", "limit-of-advance": "140900",
    "flot": "140100", "feba": "140400", "ambush": "141700", "direction-main": "140602", "direction-supporting": "140603",
    "direction-feint": "140605", "axis-main": "151403", "axis-supporting": "151404", "assembly-area": "150200",
    "objective": "151700", "engagement-area": "151300", "battle-position": "151200", "strong-point": "151203",
    "attack-by-fire": "152000", "support-by-fire": "152100", "target-reference-point": "160300", "obstacle-belt": "270100",
    "minefield": "270700", "block": "340100", "delay": "340800", "isolate": "341500", "secure": "342100", "seize": "342300",
    "cover": "342201", "guard": "342202", "screen": "342203", "withdraw": "342400",
}  # fmt: skip
"""Codes that two tables have; a wrong one would be believed."""

BROKEN = {
    "a recipe that there is not": ("draw: [bumps]", "draw: [bump]", 'There is no recipe "bump". Did you mean "bumps"?'),
    "a trait of no recipe": ("draw: [axis, main]", "draw: [axis, mian]", 'knows no trait "mian". Did you mean "main"?'),
    "a size of no recipe": ("{spacing: 0.85,", "{spacings: 0.85,", 'has no size "spacings". Did you mean "spacing"?'),
    "a size that is none": ("{spacing: 0.85,", "{spacing: wide,", '"spacing" must be a number from 0.01 to 10, not "wide".'),
    "a group that there is not": (
        "group: obstacles\n    draw: [m",
        "group: obstacle\n    draw: [m",
        'There is no group "obstacle".',
    ),
    "an entity too short": ('"340100"', '"34010"', '"entity" must be 6 digits, not "34010".'),
    "an id with a gap": ("\n  axis-main:", "\n  axis main:", '"axis main" must be of small letters, digits and hyphens'),
    "a key that there is not": ("    letters: CATK", "    letter: CATK", 'has no key "letter". Did you mean "letters"?'),
    "no title": ("    title: Withdraw\n", "", 'This kind of control measure has no "title".'),
    "another kind of file": ("phaseline: measures", "phaseline: map", "wanted is phaseline: measures."),
}


def test_every_measure_of_an_op_sheet_is_there_with_a_title_a_meaning_and_a_group() -> None:
    read = load_measures()
    assert sorted(read.kinds) == sorted(WANTED)
    for kind in read.kinds.values():
        assert kind.title and kind.about.endswith(".") and kind.group in read.groups
    assert [kind for group in read.groups for kind in read.of_group(group)] == sorted(
        read.kinds.values(), key=lambda kind: list(read.groups).index(kind.group)
    )
    assert len({kind.title for kind in read.kinds.values()}) == len(read.kinds)


def test_only_codes_that_are_certain_are_there() -> None:
    assert {id_: kind.entity for id_, kind in load_measures().kinds.items() if kind.entity} == ENTITIES


def test_kinds_name_their_control_points() -> None:
    kinds = load_measures().kinds
    axis = kinds["axis-main"]
    assert [axis.role(number, 5) for number in range(5)] == ["tip", "bend", "bend", "rear", "width"]
    assert (axis.least, axis.most) == (3, 0)
    assert [axis.role(number, 3) for number in range(3)] == ["tip", "rear", "width"]
    support = kinds["support-by-fire"]
    assert (support.least, support.most) == (4, 4)
    assert support.handles == ("left end", "right end", "left tip", "right tip")
    assert {id_ for id_, kind in kinds.items() if kind.shows_echelon} == {"boundary", "battle-position", "strong-point"}
    assert all(kind.can_be_named for kind in kinds.values())


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_of_kinds_is_refused_whole_with_its_place(case: str, tmp_path: Path) -> None:
    old, new, said = BROKEN[case]
    text = (resources_folder() / "measures.yaml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "measures.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(BrokenMeasures) as caught:
        load_measures(path)
    assert said in str(caught.value)
    line = int(str(caught.value).split(":")[1])
    assert old.strip("\n").splitlines()[0].strip() in text.splitlines()[line - 1] or case in ("no title",)


def test_motifs_have_names_that_differ() -> None:
    motifs = load_motifs()
    assert {"fish", "birds", "trees"} <= set(motifs)
    names = [name.casefold() for motif in motifs.values() for name in motif.names]
    assert all(len(motif.names) >= 16 for motif in motifs.values())
    assert len(names) == len(set(names)), "a name that two motifs have would tell of the wrong plan"


def test_a_name_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "motifs.yaml"
    head = 'phaseline: motifs\nversion: 1\nsource: "a test"\nmotifs:\n'
    path.write_text(head + "  fish: {title: Fish, names: [Trout, Bass, trout]}\n", encoding="utf-8")
    with pytest.raises(BrokenMeasures, match=r'motifs.yaml:5:44: error: "trout" stands in this motif twice'):
        load_motifs(path)


def test_suggested_names_go_on_with_the_motif_of_the_plan_and_never_repeat() -> None:
    motifs = load_motifs().values()
    taken: list[str] = ["Hawk"]
    for _ in range(60):
        name = suggested_name(motifs, taken)
        assert name and name not in taken
        taken.append(name)
    birds = load_motifs()["birds"].names
    assert set(taken[: len(birds)]) == set(birds)
    assert taken[len(birds)] == f"{birds[0]} 2"
