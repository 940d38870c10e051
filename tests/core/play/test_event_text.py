"""Every event reads as it was written, in few bytes; and nothing else is read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.play_events import EVENTS, anything, entries, spoiled

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.edits.edit import IN_PLAY, Several
from core.model.edits.force_edits import ChangePieces, ChangeScenario
from core.model.edits.state_edits import ChangeState, SetVisibility
from core.model.state import GameState, Moment
from core.play.event_text import FORMS, KINDS, entry_text, read_entry
from core.play.events import Did, Entry, Noted, Rolled, Ruled
from core.play.forms import Unfit


@given(entries)
def test_every_entry_reads_as_it_was_written(entry):
    assert read_entry(entry_text(entry)) == entry


@pytest.mark.parametrize("kind", sorted(EVENTS, key=str))
def test_every_kind_of_event_reads_as_it_was_written(kind):
    @given(EVENTS[kind])
    def check(event):
        entry = Entry(10, 1_760_000_000, "red", event)
        text = entry_text(entry)
        assert read_entry(text) == entry
        assert "\n" not in text

    check()


@given(entries)
def test_what_is_written_says_everything_once_and_in_one_way(entry):
    text = entry_text(entry)
    assert entry_text(read_entry(text)) == text
    assert json.loads(text)["do"] in KINDS


def test_typical_lines_are_short():
    three = {f"1-{n}-rifle": Piece(Hex(12 + n, -4), 3, mode="moved", marks=frozenset({"suppressed"})) for n in range(3)}
    parameters = {"from": "12.07", "to": "14.09", "unit": "1-2-rifle"}
    lines = [
        Did("Move 3 units to 12.07", (ChangePieces("Move 3 units to 12.07", IN_PLAY, three),)),
        Did("Next phase", (ChangeState("Next phase", {"moment": Moment(3, "action.movement", "red"), "light": "night"}),)),
        Rolled("2d6", (3, 4), "Fire on 12.07", bytes(16), chance="5/18"),
        Ruled("los", parameters, "blocked", bytes(32), bytes(32)),
        Noted("Left flank is open"),
    ]
    sizes = [len(entry_text(Entry(4321, 1_760_000_000, "germans", event)).encode()) for event in lines]
    assert max(sizes) < 300
    assert sum(sizes) / len(sizes) < 200


def test_an_edit_has_the_label_of_its_event_where_it_says_no_other():
    edit = ChangePieces("Move", IN_PLAY, {"a": Piece(Hex(1, 2))})
    assert '"l":"Move","e":[{"p":{"a":{"a":[1,2]}}}]' in entry_text(Entry(2, 0, "", Did("Move", (edit,))))
    assert '"e":[{"l":"Move","p":' in entry_text(Entry(2, 0, "", Did("Advance", (edit,))))


def test_halves_of_characters_become_signs_that_can_be_written():
    read = read_entry(entry_text(Entry(2, 0, "", Noted("Hill \ud800"))))
    assert read.event == Noted("Hill �")
    assert read_entry('{"n":2,"t":0,"do":"noted","x":"Hill \\ud800"}').event == Noted("Hill �")
    with pytest.raises(Unfit, match="names something twice"):
        read_entry('{"n":2,"t":1,"do":"did","l":"x","e":[{"p":{"\\ud800":{"a":[0,0]},"\\ud801":{"a":[0,0]}}}]}')


def test_a_visibility_below_nothing_is_no_state_of_play() -> None:
    with pytest.raises(Unfit, match="0 or more, not -3"):
        read_entry('{"n":2,"t":1,"do":"did","l":"x","e":[{"is":"say","visibility":-3}]}')
    with pytest.raises(ValueError, match="not -3"):
        ChangeState("Sky", {"visibility": -3})
    assert ChangeState("Sky", {"visibility": None}).said == {"visibility": None}


@pytest.mark.parametrize(
    "edit",
    [
        ChangePieces("Move", "a.scenario.yaml", {}),
        ChangeScenario("Remove", "a.scenario.yaml", None),
        Several("Both", (ChangeScenario("Remove", "a.scenario.yaml", None),)),
    ],
    ids=["start", "scenario", "within"],
)
def test_edits_of_the_game_itself_are_no_events(edit):
    with pytest.raises(WrongUse, match="changes the game itself"):
        entry_text(Entry(2, 0, "", Did("Edit", (edit,))))


def test_numbers_that_other_programs_could_not_read_exactly_are_refused():
    with pytest.raises(WrongUse, match="numbers go up to 9007199254740991"):
        entry_text(Entry(2, 0, "", Did("See", (SetVisibility(2**60),))))


REFUSED = [
    ("[]", "is a list"),
    ('{"n":2', "is no JSON"),
    ("[" * 100_000, "nested too deeply"),
    ('{"n":2,"n":3,"t":0,"do":"noted","x":""}', "names something twice"),
    ('{"n":2,"t":0}', '"do" is nothing'),
    ('{"n":"2","t":0,"do":"noted","x":""}', '"n" is "2", and no whole number'),
    ('{"n":true,"t":0,"do":"noted","x":""}', '"n" is true'),
    ('{"n":2,"t":1.5,"do":"noted","x":""}', 'has "1.5", and no whole number'),
    ('{"n":2,"t":NaN,"do":"noted","x":""}', 'has "NaN"'),
    ('{"n":2,"t":1e999,"do":"noted","x":""}', 'has "1e999"'),
    (f'{{"n":2,"t":{"9" * 5000},"do":"noted","x":""}}', "is no JSON"),
    ('{"n":2,"t":99999999999999999,"do":"noted","x":""}', "numbers go up to"),
    ('{"n":2,"t":0,"do":"note","x":""}', 'Did you mean "noted"'),
    ('{"n":2,"t":0,"do":["noted"],"x":""}', '"do" is a list, and no text'),
    ('{"n":2,"t":0,"do":"noted"}', 'lacks "x"'),
    ('{"n":2,"t":0,"do":"noted","x":7}', '"x" is 7, and no text'),
    ('{"n":2,"t":0,"do":"noted","x":"","y":1}', '"y" is not known'),
    ('{"n":2,"t":0,"do":"rolled","d":"d6","p":[1,"2"]}', '"2" in "p" is "2", and no whole number'),
    ('{"n":2,"t":0,"do":"handed_over","to":"red","signature":"A!"}', "no bytes in base64"),
    ('{"n":2,"t":0,"do":"handed_over","to":"red","signature":"AB"}', "no bytes in base64"),
    ('{"n":2,"t":0,"do":"handed_over","to":"red","signature":"+A"}', "no bytes in base64"),
    ('{"n":2,"t":0,"do":"did","l":"x"}', '"e" is nothing, and no list of edits'),
    ('{"n":2,"t":0,"do":"did","e":[]}', 'lacks "l"'),
    ('{"n":2,"t":0,"do":"did","l":"x","e":[7]}', '"1" in "e" is 7, and no edit'),
    ('{"n":2,"t":0,"do":"did","l":"x","e":[{}]}', 'lacks "p"'),
    ('{"n":2,"t":0,"do":"did","l":"x","e":[{"is":"exec"}]}', '"exec", which no edit is called'),
    ('{"n":2,"t":0,"do":"did","l":"x","e":[{"is":["say"]}]}', "which no edit is called"),
    ('{"n":2,"t":0,"do":"did","l":"x","e":[{"is":"say","smoke":[]}]}', '"smoke" in "1" in "e" is not known'),
    ('{"n":2,"t":0,"do":"did","l":"x","e":[{"is":"say","light":"dark"}]}', "Allowed: day, night, twilight"),
    ('{"n":2,"t":0,"do":"did","l":"x","e":[{"is":"say","points":[[["a","b"],1],[["a","b"],2]]}]}', "says something twice"),
    ('{"n":2,"t":0,"do":"did","l":"x","e":[{"is":"visibility","hexes":-1}]}', "cannot be: visibility is a number"),
    ('{"n":2,"t":0,"do":"did","l":"x","e":[{"is":"clear","p":{}}]}', '"p" in "1" in "e" is not known'),
    ('{"n":2,"t":0,"do":"did","l":"x","e":[{"p":{"a":{"a":[1]}}}]}', "no hex, which is a list of two numbers"),
    ('{"n":2,"t":0,"do":"did","l":"x","e":[{"p":{"a":{"a":[1,2,3]}}}]}', "no hex"),
    ('{"n":2,"t":0,"do":"did","l":"x","e":[{"p":{"a":{"a":[1,2],"k":["x",["y"]]}}}]}', "and no text"),
]


@pytest.mark.parametrize(("text", "why"), REFUSED, ids=range(len(REFUSED)))
def test_what_is_no_event_is_refused_and_told_where(text, why):
    with pytest.raises(Unfit) as refused:
        read_entry(text)
    assert why in str(refused.value)


def test_edits_within_edits_are_bounded():
    deep = '{"is":"all","e":[' * 20 + "]}" * 20
    with pytest.raises(Unfit, match="nested too deeply"):
        read_entry(f'{{"n":2,"t":0,"do":"did","l":"x","e":[{deep}]}}')


@given(st.sampled_from(sorted(KINDS)), st.dictionaries(st.sampled_from(["l", "e", "p", "d", "to", "on", "x"]), anything))
def test_whatever_is_put_into_an_event_is_an_event_or_refused(kind, given_fields):
    text = json.dumps({"n": 2, "t": 0, "do": kind, **given_fields})
    try:
        entry = read_entry(text)
    except Unfit as refused:
        assert str(refused).endswith((".", "?", "…"))
        assert len(str(refused)) < 1000
    else:
        assert read_entry(entry_text(entry)) == entry


@given(st.data(), entries)
def test_an_entry_in_which_anything_is_replaced_is_an_event_or_refused(data, entry):
    changed = spoiled(json.loads(entry_text(entry)), data.draw)
    try:
        read = read_entry(json.dumps(changed))
    except Unfit:
        return
    assert read_entry(entry_text(read)) == read


def test_a_state_of_play_has_a_form_too():
    form = FORMS.of(GameState)
    state = GameState(smoke=frozenset({Hex(2, 1), Hex(1, 2)}), visibility=3)
    assert form.write(state) == {"smoke": [[1, 2], [2, 1]], "visibility": 3}
    assert form.read(form.write(state)) == state
    assert form.shape.startswith("GameState(smoke=smoke:{hex},")
