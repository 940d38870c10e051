"""How a session begins: what the dialog asks, and what it refuses."""

import pytest

from app.dialogs.play.start import StartDialog, StartFacts

SIDES = [("red", "Red"), ("blue", "Blue & friends")]


@pytest.fixture
def start(qtbot, tmp_path):
    def make(**more):
        facts = StartFacts("A box", "Dawn", SIDES, [("Fog of War", "on")], file=tmp_path / "new" / "Dawn.journal", **more)
        dialog = StartDialog(None, facts)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


def phrase(dialog, side, text, again=None):
    dialog.phrases[side].first.setText(text)
    dialog.phrases[side].again.setText(text if again is None else again)


def test_two_at_one_table_need_nothing_but_a_file(start, tmp_path):
    dialog = start()
    assert dialog.go.isEnabled() and not any(new.isVisible() for new in dialog.phrases.values())
    dialog.names["red"].setText(" Ann ")
    wish = dialog.wish
    assert (wish.kind, wish.yours, dict(wish.phrases)) == ("hot_seat", "", {})
    assert dict(wish.names) == {"red": "Ann", "blue": ""}
    assert wish.file == tmp_path / "new" / "Dawn.journal"


def test_pass_phrases_at_one_table_are_typed_twice(start):
    dialog = start()
    dialog.secret.setChecked(True)
    assert all(new.isVisible() for new in dialog.phrases.values())
    phrase(dialog, "red", "one", "other")
    assert "Red: The two pass phrases differ" in dialog.fault() and not dialog.go.isEnabled()
    phrase(dialog, "red", "one")
    assert dialog.go.isEnabled() and dict(dialog.wish.phrases) == {"red": "one"}


def test_by_mail_the_own_side_needs_a_pass_phrase(start):
    dialog = start()
    dialog.kinds["mail"].setChecked(True)
    assert dialog.phrases["red"].isVisible() and not dialog.phrases["blue"].isVisible()
    assert "is needed" in dialog.fault()
    dialog.mine["blue"].setChecked(True)
    assert dialog.phrases["blue"].isVisible() and not dialog.phrases["red"].isVisible()
    phrase(dialog, "blue", "   ")
    assert "not only spaces" in dialog.fault()
    phrase(dialog, "blue", "wood and hill")
    assert dialog.go.isEnabled()
    assert (dialog.wish.yours, dict(dialog.wish.phrases)) == ("blue", {"blue": "wood and hill"})


def test_who_plays_alone_is_asked_for_no_phrase(start):
    dialog = start()
    phrase(dialog, "red", "left over", "from before")
    dialog.kinds["solitaire"].setChecked(True)
    assert dialog.go.isEnabled() and not dialog.secret.isVisible()
    assert (dialog.wish.yours, dict(dialog.wish.phrases)) == ("", {})


def test_letters_are_seen_by_who_wants_to(start):
    dialog = start()
    dialog.secret.setChecked(True)
    new = dialog.phrases["red"]
    assert new.first.echoMode() == new.first.EchoMode.Password
    new.letters.click()
    assert new.first.echoMode() == new.again.echoMode() == new.first.EchoMode.Normal


def test_errors_of_the_scenario_are_shown_and_can_be_overruled(start):
    dialog = start(errors=["A unit stands in the sea."])
    assert "Mend the errors" in dialog.fault() and not dialog.go.isEnabled()
    dialog.overrule.setChecked(True)
    assert dialog.go.isEnabled()


def test_a_file_that_exists_is_not_written_over(start, tmp_path):
    dialog = start()
    (tmp_path / "old.journal").write_text("x")
    dialog.file.setText(str(tmp_path / "old"))
    assert dialog.wish.file.name == "old.journal" and "exists already" in dialog.fault()
    dialog.file.setText(str(tmp_path / "old.journal" / "inside"))
    assert "is no folder" in dialog.fault()
    dialog.file.setText("  ")
    assert "Name the file" in dialog.fault()


def test_the_keyboard_is_where_the_first_choice_is(start, qtbot):
    dialog = start()
    qtbot.waitExposed(dialog)
    assert dialog.focusWidget() is dialog.kinds["hot_seat"]


def test_a_wish_does_not_show_its_phrases(start):
    dialog = start()
    dialog.secret.setChecked(True)
    phrase(dialog, "red", "wood and hill")
    assert "wood" not in repr(dialog.wish)
