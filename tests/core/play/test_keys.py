"""Keys: a pass phrase opens them, a signature binds all lines, and nobody writes in the name of the other."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_sessions import SOFT, Table, began

from core.base.errors import WrongUse
from core.play import keys, trust
from core.play.events import Answered, Did, Entry, HandedOver, Joined, Noted
from core.play.record import Record


def join(phrase="correct horse", side="red", **more):
    return keys.join(phrase, side, "session-1", hardness=SOFT, **more)


def test_the_pass_phrase_opens_the_keys_and_no_other_does():
    joined = join()
    found = keys.unlock(joined, "correct horse", "red", "session-1")
    assert found.public == joined.public
    for other in ("Correct horse", "correct horse ", ""):
        with pytest.raises(keys.WrongPhrase, match="not the pass phrase"):
            keys.unlock(joined, other, "red", "session-1")


def test_keys_are_open_as_soon_as_they_are_made():
    made, joined = keys.fresh("correct horse", "red", "session-1", hardness=SOFT)
    assert made == keys.unlock(joined, "correct horse", "red", "session-1")


def test_no_work_is_spent_on_the_phrase_that_everybody_knows():
    alone = keys.join("", "red", "session-1", "solitaire")
    assert alone.hardness == SOFT < keys.HARDNESS
    assert keys.rewrap(keys.unlock(alone, "", "red", "session-1"), "a phrase", "solitaire").hardness == keys.HARDNESS


def test_keys_of_one_side_or_session_are_no_keys_of_another():
    joined = join()
    for side, session in (("blue", "session-1"), ("red", "session-2")):
        with pytest.raises(keys.WrongPhrase):
            keys.unlock(joined, "correct horse", side, session)


def test_a_phrase_is_the_same_however_its_letters_are_put_together():
    assert keys.unlock(join("Zürich é"), "Zu\u0308rich e\u0301", "red", "session-1")


def test_two_sides_with_one_phrase_have_different_keys():
    one, other = join("same"), join("same", "blue")
    assert one.public != other.public
    assert one.salt != other.salt
    assert keys.unlock(one, "same", "red", "session-1").content != keys.unlock(other, "same", "blue", "session-1").content


def test_an_empty_phrase_is_refused_but_for_a_player_alone():
    for kind in ("mail", "hot_seat"):
        with pytest.raises(WrongUse, match="needs a pass phrase"):
            join("  ", kind=kind)
    assert keys.unlock(join("", kind="solitaire"), "", "red", "session-1")
    with pytest.raises(WrongUse, match="at most 1024 letters"):
        join("x" * 1025)


def test_another_phrase_wraps_the_same_keys():
    table = Table()
    again = keys.rewrap(table.keys["red"], "new phrase", hardness=SOFT)
    table.add("red", again)
    found = keys.unlock(table.record.keys["red"], "new phrase", "red", "session-1")
    assert found == table.keys["red"]
    with pytest.raises(keys.WrongPhrase):
        keys.unlock(table.record.keys["red"], "red phrase", "red", "session-1")


@pytest.mark.parametrize("kind", ["hot_seat", "mail"])
def test_nobody_else_wraps_the_keys_of_a_side_anew(kind):
    table = Table(kind)
    own = table.record.keys["red"]
    told = 'The keys of side "red" are wrapped anew by somebody who does not have them.'
    rubbish = replace(own, wrapped=own.wrapped[::-1])
    assert table.fault("red", rubbish) == told == table.fault("red", own)
    again = keys.rewrap(table.keys["red"], "new phrase", kind, SOFT)
    assert table.fault("red", replace(again, wrapped=own.wrapped)) == told
    assert table.fault("red", replace(rubbish, signature=again.signature)) == told
    assert table.fault("red", again) == ""


def test_keys_are_never_shown():
    found = keys.unlock(join(), "correct horse", "red", "session-1")
    assert found.signing.hex() not in repr(found)
    assert repr(found.signing) not in repr(found)
    assert repr(found.content) not in repr(found)


def test_secrets_of_a_side_differ_by_what_they_are_for():
    found = keys.unlock(join(), "correct horse", "red", "session-1")
    assert found.secret("a", 1) == found.secret("a", 1)
    assert len({found.secret("a", 1), found.secret("a", 2), found.secret("b", 1), found.secret("a", "1")}) == 4


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"hardness": 36}, "hardness of 36; allowed is 10 to 18"),
        ({"hardness": -1}, "hardness of -1"),
        ({"salt": b""}, "The salt of the keys has 0 bytes; 16 are needed."),
        ({"public": bytes(31)}, "The public key has 31 bytes"),
        ({"wrapped": bytes(10)}, "The wrapped keys have 10 bytes"),
    ],
)
def test_a_file_cannot_ask_for_endless_work_or_give_keys_of_another_size(changed, said):
    joined = replace(join(), **changed)
    assert said in keys.fault(joined)
    with pytest.raises(WrongUse) as caught:
        keys.unlock(joined, "correct horse", "red", "session-1")
    assert said in str(caught.value)


def test_a_public_key_in_the_place_of_another_is_found():
    with pytest.raises(keys.WrongPhrase):
        keys.unlock(replace(join(), public=join().public), "correct horse", "red", "session-1")


def test_a_side_keeps_its_keys_and_takes_none_of_the_other():
    table = Table()
    assert "keeps its keys" in table.fault("red", join())
    fresh = Record(began(), keys=table.record.keys.delete("blue"))
    entry = Entry(3, 0, "blue", table.record.keys["red"])
    assert keys.fault_of_join(fresh, entry) == 'The keys of side "blue" are those of another side.'


@settings(max_examples=25)
@given(st.binary(min_size=32, max_size=32), st.integers(0, 63), st.integers(1, 255))
def test_a_signature_holds_for_its_link_and_its_bytes_alone(link, place, flip):
    table = Table()
    handed = keys.hand_over(table.keys["red"], "blue", link)
    entry = Entry(9, 0, "red", handed)
    assert keys.fault_of_hand_over(table.record, entry, link) == ""
    assert "does not fit the lines before" in keys.fault_of_hand_over(table.record, entry, link[:-1] + bytes([link[-1] ^ 1]))
    changed = bytearray(handed.signature)
    changed[place] ^= flip
    wrong = replace(entry, event=HandedOver("blue", bytes(changed)))
    assert "does not fit the lines before" in keys.fault_of_hand_over(table.record, wrong, link)
    assert "does not fit" in keys.fault_of_hand_over(
        table.record, replace(entry, by="blue", event=HandedOver("red", b"")), link
    )


def test_a_signature_goes_to_one_side_of_one_session():
    table, link = Table(), bytes(32)
    handed = keys.hand_over(table.keys["red"], "blue", link)
    assert "no other side" in keys.fault_of_hand_over(table.record, Entry(9, 0, "red", replace(handed, to="green")), link)
    assert "no other side" in keys.fault_of_hand_over(table.record, Entry(9, 0, "red", replace(handed, to="red")), link)
    other = Record(began(session="session-2"), keys=table.record.keys)
    assert "does not fit" in keys.fault_of_hand_over(other, Entry(9, 0, "red", handed), link)
    none = Record(began())
    assert "has no keys to sign with" in keys.fault_of_hand_over(none, Entry(9, 0, "red", handed), link)


def test_by_mail_only_the_side_that_has_the_file_writes():
    record, link = Record(began()), bytes(32)

    def fault(by, event):
        return trust.fault(record, Entry(9, 0, by, event), link)

    assert "takes its keys before anything else" in fault("red", Noted("hello"))
    record = record.after(Entry(2, 0, "red", join()))
    assert keys.holder(record) == "red"
    assert fault("red", Noted("hello")) == ""
    assert "names none" in fault("", Noted("I agree. Bob"))
    assert "names none" in fault("", Did("Blue retreats", ()))
    assert 'in the name of side "blue", while side "red" had the file' in fault("blue", Noted("hello"))
    assert 'in the name of side "blue"' in fault("blue", join(side="blue"))
    assert 'There is no side "green"' in fault("green", Noted("hello"))
    assert "names none" in fault("", Answered(3, bytes(32)))
    assert "names none" in fault("", join())
    record = record.after(Entry(3, 0, "red", HandedOver("blue", b"")))
    assert 'in the name of side "red", while side "blue" had the file' in fault("red", Did("Move", ()))
    assert "acts before it has keys" in fault("blue", Noted("hello"))
    assert fault("blue", join(side="blue")) == ""


def test_at_one_table_everybody_writes():
    record = Record(began("hot_seat"))
    assert trust.fault(record, Entry(2, 0, "blue", Noted("hello")), b"") == ""
    assert trust.fault(record, Entry(2, 0, "", Noted("hello")), b"") == ""


def test_fingerprints_are_short_to_read_out_and_differ():
    one, other = keys.fingerprint(join().public), keys.fingerprint(join().public)
    assert one != other
    assert len(one.split()) == 8
    assert isinstance(join(), Joined)
