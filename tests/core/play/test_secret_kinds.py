"""What is said when something secret is opened: whether it is what was sealed, and by which rule each change was made."""

import pytest
from oracles.sessions import RED, SOFT, session

from core.base.errors import WrongUse
from core.play import keys, seals
from core.play.binding import content_text
from core.play.secret_kinds import MOST_LETTERS, Written, judged, kind_of, shown_text, written
from core.rules.kernel.play_rules import SecretKind

ORDER = SecretKind(
    "order",
    "Order",
    "6.5",
    "Who goes where.",
    changes=(
        ("6.13", "Units are added."),
        ("6.14", "Reserves go."),
    ),
)
PLACE = SecretKind("rally_point", "Rally point", "6.12", "Where units gather.")
KINDS = {kind.id: kind for kind in (ORDER, PLACE)}
SEALED = "Both versions are what was sealed, word for word."


def opened(kind, *contents):
    """A session in which some versions were sealed and opened, and the opening."""
    played = session()
    joined = keys.join("phrase", RED, "s-1", "hot_seat", SOFT)
    played.add(joined, RED)
    own = keys.unlock(joined, "phrase", RED, "s-1")
    for number, content in enumerate(contents, 1):
        played.add(seals.seal(own, "o-1", kind, content, number), RED)
    shown = seals.opened(own, seals.versions_of(played.record, "o-1"))
    played.add(shown, RED)
    return played.record, shown


FIRST = Written("Over the ridge.")


def test_what_was_never_changed_is_said_to_be_so():
    record, shown = opened("order", FIRST.content)
    assert judged(record, shown, KINDS) == ["It is what was sealed, and was never changed."]


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("6.13", "It names [6.13]: Units are added."),
        ("", "It names no rule. Allowed is: [6.13] Units are added.; [6.14] Reserves go."),
        ("9.9", "It names [9.9], which does not speak of it. Allowed is:"),
    ],
)
def test_each_change_is_held_against_the_rules_of_its_kind(section, said):
    second = FIRST.changed("Over the ridge, with B Company.", section, "B Company joins")
    record, shown = opened("order", FIRST.content, second.content)
    verified, told = judged(record, shown, KINDS)
    assert verified == SEALED
    assert told.startswith('Version 2 was changed: "B Company joins".') and said in told


def test_what_no_rule_lets_change_is_said_to_be_changed_without_one():
    record, shown = opened("rally_point", FIRST.content, FIRST.changed("Elsewhere.", "", "It was taken").content)
    assert judged(record, shown, KINDS) == [SEALED, 'Version 2 was changed: "It was taken". No rule allows that [6.12].']


def test_a_version_that_tells_earlier_changes_otherwise_is_found():
    second = FIRST.changed("Two", "6.13", "one more")
    third = Written("Three", (("6.14", "another story"), ("6.14", "reserves")))
    record, shown = opened("order", FIRST.content, second.content, third.content)
    assert "Version 3 says of earlier changes something else than the versions before it." in judged(record, shown, KINDS)


def test_what_was_written_in_another_way_is_compared_field_by_field():
    record, shown = opened("order", content_text({"units": ["a"]}), content_text({"units": ["a", "b"]}))
    (told,) = judged(record, shown, KINDS)
    assert told.startswith('Version 2 changes "units"') and "[6.5] does not allow it. Units are added. Reserves go." in told
    assert shown_text(content_text([1])) == "[1]"
    assert written(content_text({"text": 1, "changes": []})) is None


def test_what_was_not_sealed_is_refused():
    record, shown = opened("order", FIRST.content)
    other = type(shown)(shown.id, (Written("Something else.").content,), shown.salts)
    assert judged(record, other, KINDS) != ["It is what was sealed, and was never changed."]


@pytest.mark.parametrize("text", ["", "  ", "x" * (MOST_LETTERS + 1)])
def test_a_text_has_words_and_an_end(text):
    with pytest.raises(WrongUse):
        _ = Written(text).content


def test_a_change_changes_something_and_says_why():
    with pytest.raises(WrongUse, match="Nothing is changed"):
        FIRST.changed(FIRST.text, "6.13", "why")
    with pytest.raises(WrongUse, match="Say in a line why"):
        FIRST.changed("Other", "6.13", " ")


def test_kinds_are_found_by_id_and_title():
    assert kind_of(KINDS.values(), "Rally point") is PLACE
    with pytest.raises(WrongUse, match='Did you mean "order"'):
        kind_of(KINDS.values(), "ordre")
    with pytest.raises(WrongUse, match="nothing is written down"):
        kind_of((), "order")


def test_a_content_with_fields_is_held_against_those_that_the_kind_leaves_free():
    kind = SecretKind("order", "Order", "6.5", "Who.", "", (("6.13", "Units are added."),), ("alternate",), ("units",))
    before = {"alternate": "north", "units": ["A"], "graphic": ["A to B"]}
    after = {"alternate": "south", "units": ["B", "A"], "graphic": ["A to B", "B to C"]}
    record, shown = opened("order", content_text(before), content_text(after))
    assert [told.split(". ", 1)[1] for told in judged(record, shown, {"order": kind})] == [
        "[6.5] allows it.",
        "[6.5] does not allow it. Units are added.",
        "[6.5] allows it.",
    ]
    assert all("Nothing allows it" in told for told in judged(record, shown, {}))
