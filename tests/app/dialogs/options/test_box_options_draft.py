"""What is chosen of a box's options before it is kept: what differs, what is refused, what clashes, what goes into the file."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.dialogs.options.draft import CHART_SET, LABEL, NOTE, TITLE, OptionsDraft
from core.files.box_files import load_box
from core.files.canonical import write_box
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.box import BoxHead
from core.model.edits.edit import Aspect
from core.model.new_map import NewMap
from core.model.state import GameState
from core.model.work import Work

RULESETS = {id_: load_ruleset(id_) for id_ in ruleset_ids()}
TCS, SCS = RULESETS["tcs-4.01"], RULESETS["scs-1.6"]


def draft(ruleset=TCS, **options):
    return OptionsDraft(BoxHead("Foy", ruleset.id, {key.replace("__", "."): value for key, value in options.items()}), ruleset)


def options_of(made, head=None):
    edit = made.edit(head or BoxHead("Foy", "tcs-4.01"))
    return None if edit is None else dict(edit.head.options)


def test_every_option_of_the_rules_has_a_line_kind_after_kind():
    made = draft()
    assert set(made.entries) == {TITLE, NOTE, *TCS.options}
    kinds = [entry.option.kind for entry in made.entries.values()]
    assert list(dict.fromkeys(kinds)) == ["box", "optional", "game", "era", "choice", "reading"]
    assert sorted(kinds, key=list(dict.fromkeys(kinds)).index) == kinds


def test_only_what_differs_is_kept_and_nothing_is_done_where_nothing_was_changed():
    made = draft(los__method="standard", dug_in__markers="off")
    assert made.edit(BoxHead("Foy", "tcs-4.01")) is None
    made.choose("command.play", "without")
    assert options_of(made) == {"command.play": "without", "dug_in.markers": "off"}
    made.choose("command.play", "with")
    assert made.edit(BoxHead("Foy", "tcs-4.01")) is None
    made.all_back()
    assert options_of(made) == {}


def test_options_of_rules_that_are_not_known_stay():
    head = BoxHead("Foy", "chess", {"castling": "long"})
    made = OptionsDraft(head, None)
    assert list(made.entries) == [TITLE, NOTE]
    made.choose(TITLE, "  Noville ")
    edit = made.edit(head)
    assert (edit.label, edit.head) == (LABEL, replace(head, title="Noville"))


def test_what_the_box_says_beside_its_options_stays():
    head = BoxHead("Foy", "tcs-4.01", palette="canadian-crucible", note="old")
    made = OptionsDraft(head, TCS)
    made.choose(NOTE, "two\nlines ")
    made.choose("night.visibility", "3")
    assert made.edit(head).head == replace(head, note="two\nlines ", options={"night.visibility": "3"})


@pytest.mark.parametrize(
    ("typed", "differs", "kept"),
    [("2", False, None), (" 2 ", False, None), ("2.0", False, None), ("03", True, "3"), ("٣", True, "3")],
)
def test_a_number_is_what_it_is_worth(typed, differs, kept):
    made = draft(dug_in__markers="off")
    made.choose("night.visibility", typed)
    assert made.refusal("night.visibility") == ""
    assert made.differs("night.visibility") == differs
    made.choose("dug_in.markers", "on")
    assert options_of(made).get("night.visibility") == kept


@pytest.mark.parametrize("typed", ["", "-1", "101", "two", "1/0", "nan", "1e99"])
def test_a_number_outside_its_limits_is_refused_by_the_name_of_its_option(typed):
    made = draft()
    made.choose("night.visibility", typed)
    said = f'"Visibility at night" must be a number from 0 to 100 hexes, not "{typed}".'
    assert list(made.refusals()) == [("night.visibility", said)]
    made.back("night.visibility")
    assert list(made.refusals()) == []


def test_words_that_are_taken_away_give_way_to_the_preset():
    made = draft()
    made.choose("visibility.by_turn", "20 by day")
    assert made.differs("visibility.by_turn")
    made.choose("visibility.by_turn", "  ")
    assert made.value("visibility.by_turn") == "unlimited"
    assert not made.changed


def test_a_box_needs_a_title():
    made = draft()
    made.choose(TITLE, " ")
    assert list(made.refusals()) == [(TITLE, "A box needs a title.")]
    made.back(TITLE)
    assert made.value(TITLE) == "", "there is no preset to go back to"


def test_what_a_game_must_say_is_marked_until_the_box_says_it():
    made = draft(SCS)
    unsaid = {id_ for id_ in made.entries if made.must_say(id_)}
    assert unsaid == {id_ for id_, option in SCS.options.items() if option.preset == ""} > {"stacking.limit"}
    made.choose("stacking.limit", "3")
    assert not made.must_say("stacking.limit")
    made.choose("stacking.limit", "")
    assert made.must_say("stacking.limit")
    assert list(made.refusals()) == []


def test_a_clash_names_both_choices_with_their_rules():
    made = draft()
    made.choose("command.play", "without")
    made.choose("command.line_entry", "on")
    (clash,) = made.clashes()
    assert {clash.first, clash.second} == {"command.play", "command.line_entry"}
    assert clash.sentence == "“Line entry command” (6.15): on, and “The command rules” (6.1): without, exclude each other."
    made.back("command.play")
    assert made.clashes() == ()


def test_sets_of_charts_are_offered_where_the_rules_have_some_with_their_doubts():
    made = draft(SCS)
    entry = made.entries[CHART_SET]
    assert list(entry.option.values) == ["", *SCS.sets]
    id_, chosen = next((id_, each) for id_, each in SCS.sets.items() if each.doubts)
    assert entry.word(id_) == chosen.title
    assert chosen.doubts[0] in entry.option.values[id_]
    made.choose(CHART_SET, id_)
    edit = made.edit(BoxHead("Foy", SCS.id))
    assert (edit.head.chart_set, dict(edit.head.options)) == (id_, {})
    made.choose(CHART_SET, "chess")
    assert "cannot be" in made.refusal(CHART_SET)
    made.all_back()
    assert (made.value(CHART_SET), made.changed) == ("", False)
    assert CHART_SET not in draft(TCS).entries


def test_the_sequence_of_play_asks_for_options_too():
    assert {"weather.table", "sorties.table", "artillery.order"} <= draft().in_sequence


@given(data=st.data())
def test_whatever_is_chosen_is_kept_in_the_file_and_read_again(data, tmp_path_factory):
    ruleset = data.draw(st.sampled_from(list(RULESETS.values())))
    box = NewMap("Foy", ruleset=ruleset.id, columns=2, rows=2, interval=None).box()
    made = OptionsDraft(box.head, ruleset)
    for id_ in data.draw(st.lists(st.sampled_from(sorted(ruleset.options)), max_size=6, unique=True)):
        option = ruleset.options[id_]
        if option.values:
            made.choose(id_, data.draw(st.sampled_from(list(option.values))))
        elif option.least is not None:
            made.choose(id_, str(data.draw(st.integers(int(option.least), int(option.most)))))
        else:
            made.choose(id_, data.draw(st.text(st.characters(exclude_categories=["Cc"]), max_size=12)))
    wanted = {id_: made.value(id_) for id_ in ruleset.options}
    edit = made.edit(box.head)
    if edit is None:
        assert ruleset.choices(box.options) == wanted
        return
    work = Work(box, GameState())
    assert Aspect.HEADS in edit.touched(work).aspects
    after = edit.apply(work).box
    assert ruleset.choices(after.options) == wanted
    assert not {id_ for id_, value in after.options.items() if value == ruleset.options[id_].preset}
    folder = tmp_path_factory.mktemp("box")
    write_box(folder, after)
    assert dict(load_box(folder).box.options) == dict(after.options)
