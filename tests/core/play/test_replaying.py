"""Sessions that are driven by lines of words: what they do, what they refuse, and what a blind player learns of it."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from oracles.sessions import Folded, Kept
from play_desks import desk_of, entries_of, game_of

from core.play import cups
from core.play.cups_at_table import fresh_key
from core.play.driving import Desk, Said
from core.play.events import Did, Opened, Rolled, Sealed, Settled
from core.play.exports import lines
from core.play.memories import Memory
from core.play.replaying import COMMANDS, done, driven
from core.play.session import Session


def drive(desk: Desk, text: str) -> list[str]:
    """The errors of some commands."""
    return [answer.error for answer in driven(desk, text.strip().splitlines()) if answer.error]


def data(said: Said, name: str) -> Any:
    return said.data[name]


def test_every_command_is_helped_with_and_takes_too_few_words_badly():
    desk = desk_of("sable-river")
    assert len(done(desk, "help").lines) == len(COMMANDS)
    for command in COMMANDS.values():
        assert command.about
        assert done(desk, f"help {command.name}").lines[0].startswith(command.name)
        if command.least:
            (error,) = drive(desk, command.name)
            assert error.startswith(f'"{command.name}" needs more words: {command.name} {command.usage}')
    assert desk.session.number == 1


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("mve 40-rifle 1714", 'There is no command "mve". Did you mean "move"?'),
        ("move 40-rifel 1714", 'There is no unit "40-rifel", or it is out of sight. Did you mean "40-rifle"?'),
        ("move 40-rifle 9999", 'There is no hex "9999"'),
        ("move 40-rifle Airfeilds", "is no box beside the map, either"),
        ("side Korin", 'There is no side "Korin" in this session. Did you mean "korrin"?'),
        ("roll 2d7", "2d7"),
        ("typed 2d6 77", "7"),
        ("jump 99", "There is no turn 99."),
        ("jump 1 combt", 'has no phase "combt"'),
        ("comment 7 hm", "There is no entry 7"),
        ("branch dawm", 'neither the number of an entry nor a bookmark. Did you mean "dawn"?'),
        ("ask combt", 'There is no question "combt". Did you mean "combat"?'),
        ("ask barrage strengths", "is no parameter"),
        ("tick 9", "There is no task 9"),
        ("mend 1", '"audit" lists them'),
        ("resolve", "Nothing is declared."),
        ("declare attack 40-rifle on 1514", "Say against what"),
        ("mark 40-rifle tired", 'no marker "tired"'),
        ("lift 1514 dg", 'No marker "dg" lies in 1514.'),
        ("seal plan p-1 words", "nothing is written down and kept secret"),
        ("sky ligth=day", 'takes no "ligth". Did you mean "light"?'),
        ('note "no end', "cannot be read"),
        ("undo", "There is nothing to undo."),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(line, error):
    desk = desk_of("sable-river")
    assert drive(desk, "bookmark dawn") == []
    (told,) = drive(desk, line)
    assert error in told
    assert desk.session.number == 2


def test_a_turn_is_played():
    desk = desk_of("sable-river")
    assert not drive(
        desk,
        """
        side Korrin   # who begins
        next
        next
        move 40-rifle 60-rifle 1714
        order 1714 60-rifle 40-rifle
        flip 40-rifle
        lose 40-rifle
        regain 40-rifle
        mark 40-rifle disorganized
        unmark 40-rifle disorganized
        lay 1714 objective korrin
        lift 1714 objective
        carry 40-rifle 60-rifle
        unload 40-rifle
        points korrin "air points" -1
        sky weather=rain visibility=3
        tick 1
        untick 1
        note All stand ready.
        jump 1 combat
        back
        luck
        branches
        """,
    )
    state = desk.session.state
    assert state.deployment is not None
    assert desk.label(state.deployment.pieces["40-rifle"].at) == "1714"
    assert state.points["korrin", "air points"] == 1
    assert (state.weather, state.visibility) == ("rain", 3)
    shown = done(desk, "where 40 Rifle")
    assert data(shown, "units")[0]["at"] == "1714" and data(shown, "units")[0]["face"] == 1
    assert done(desk, "show 1").data["turn"] == 0


def test_dice_are_not_undone_without_a_reason_and_a_branch_is_taken_up_by_its_bookmark():
    desk = desk_of("sable-river")
    assert not drive(desk, "next\nbookmark dawn\nmove 40-rifle 1714\nroll 2d6 luck")
    (told,) = drive(desk, "undo")
    assert "Say why" in told
    assert not drive(desk, "undo we misread the map\nmove 40-rifle 1616\nbranch dawn other we try again")
    branches = data(done(desk, "branches"), "branches")
    assert len(branches) == 2
    assert [each["left"] for each in data(done(desk, "journal"), "journal")].count(True) == 4


def test_a_blind_player_neither_finds_nor_is_told_what_lies_below():
    desk = desk_of("sable-river", "Veldany")
    (told,) = drive(desk, "where 3-pontoon")
    assert "out of sight" in told and "42-rifle" not in told
    said = done(desk, "units 1812")
    assert [each["id"] for each in data(said, "units")] == ["42-rifle"]
    assert data(said, "below") == [{"at": "1812", "count": 1}]
    assert "3-pontoon" not in "\n".join(done(desk, "units").lines)
    # Whether all of them fit cannot be judged by who sees one.
    (told,) = drive(desk, "ask stacking hex=1812")
    assert "1 more counter lies out of sight in 1812" in told
    assert not drive(desk, "next\naudit")


def test_rulings_are_noted_and_findings_overruled():
    desk = desk_of("sable-river", "korrin")
    assert not drive(desk, "next\nrule chart.lookup chart=scs.crt column=3:1 roll=7\noverrule 4.0a 'four of them' for one turn")
    kinds = [type(entry.event).__name__ for entry in desk.session.entries]
    assert kinds == ["Began", "Did", "Ruled", "Overruled"]
    desk.sit("veldany")
    assert "asks a question" in done(desk, "journal 2").lines[0]


def test_an_op_sheet_is_kept_secret_changed_by_a_rule_and_opened():
    desk = desk_of("cove-creek")
    sides = [player.side for player in desk.session.players]
    assert not drive(desk, f"side {sides[0]}\njoin red phrase\nseal op_sheet s-1 'Attack along the creek'")
    assert not drive(desk, "reseal s-1 6.14b 'the reserve is committed' 'Attack along the creek, then the ridge'")
    assert done(desk, "read s-1").data["text"] == "Attack along the creek, then the ridge"
    sealed = [entry.event for entry in desk.session.entries if isinstance(entry.event, Sealed)]
    assert [each.version for each in sealed] == [1, 2]
    desk.sit(sides[1])
    (told,) = drive(desk, "read s-1")
    assert "has sealed nothing" in told
    (told,) = drive(desk, "unlock red phrase")
    assert "has no keys yet" in told
    assert not drive(desk, f"side {sides[0]}\nunlock red phrase")
    verdicts = data(done(desk, "open s-1"), "verdicts")
    assert verdicts[0] == "Both versions are what was sealed, word for word."
    assert len(verdicts) == 2 and "It names [6.14b]: Reserves are committed" in verdicts[1]
    assert data(done(desk, "verify s-1"), "verdicts") == verdicts
    assert data(done(desk, "secrets"), "secrets")[0]["open"]
    desk.keys.clear()
    (told,) = drive(desk, "unlock wrong")
    assert "not the pass phrase" in told


def test_a_strength_chit_is_drawn_seen_by_its_owner_told_and_put_back():
    desk = desk_of("cape-lorne")
    game = game_of("cape-lorne")
    unit = next(each for each in game.box.oob.counters if each.values.get("strength.class") == "red")
    desk.sit(unit.side)
    assert not drive(desk, f"move {unit.id} 1010\nfill red 'Red strong'=2\ndraw red {unit.id}")
    assert desk.session.state.held[unit.id].cup == "red"
    value = data(done(desk, f"chit {unit.id}"), "value")
    other = next(player.side for player in desk.session.players if player.side != unit.side)
    desk.sit(other)
    seal = desk.session.state.held[unit.id].seal
    (told,) = drive(desk, f"chit '{seal}'")
    assert "Only Alliance looks at this chit" in told
    for line in (f"tell '{seal}'", f"put-back '{seal}'"):
        assert drive(desk, line) == [told]
    assert "has not told all its chits yet: red 1" in drive(desk, "open-cup red")[0]
    assert desk.session.state.held[unit.id].seal == seal and seal not in desk.session.record.opened
    desk.sit(unit.side)
    assert "goes back into its cup with" in drive(desk, f"reduce {unit.id}\nput-back {unit.id}")[0]
    assert not drive(desk, f'because "Lost in a storm" put-back {unit.id}')
    assert "Lost in a storm" in "".join(done(desk, "journal").lines)
    assert unit.id not in desk.session.state.held
    assert data(done(desk, f"chit '{seal}'"), "value") == value
    assert data(done(desk, "open-cup red"), "verdicts") == []


def test_a_side_with_a_pass_phrase_is_looked_through_by_whoever_gives_it():
    desk = desk_of("cove-creek")
    assert not drive(desk, "side red\njoin red phrase\nnote seen\nside blue\nshow")
    (told,) = drive(desk, "side red\nunits")
    assert told == 'Red has a pass phrase; "unlock PHRASE" comes first.'
    number = desk.session.number
    for line in ("show", "journal", "undo", "secrets", "next", "audit"):
        assert drive(desk, line) == [told]
    assert desk.session.number == number
    assert not drive(desk, "help\nunlock red phrase\nunits")
    (told,) = drive(desk, "side both\nunits")
    assert "one side looks at a time" in told


def test_who_plays_one_side_alone_stays_that_side():
    lines = Kept(entries_of("sable-river"))
    session = Session(lines, Folded(lines.entries))
    desk = Desk(session, "Korrin", game_of("sable-river"), game_of("sable-river").ruleset, stays=True)
    assert (
        drive(desk, "side Veldany\nside both")
        == ["Only Korrin sits here, as --side says; the other side plays in a run of its own."] * 2
    )
    assert desk.view.eyes == {"korrin"}


def test_secret_points_of_the_other_side_are_neither_guessed_nor_written():
    desk = desk_of("cove-creek", "red")
    key = ("blue", "105 mm smoke, missions")
    left = desk.session.state.points[key]
    for amount in (left, left + 1, "+0", "-1"):
        assert drive(desk, f"points blue '{key[1]}' {amount}") == [f"Only Blue knows and writes how much {key[1]} is left."]
    assert desk.session.number == 1
    desk.sit("blue")
    assert not drive(desk, f"points blue '{key[1]}' -1")
    assert desk.session.state.points[key] == left - 1


def by_mail(kept: Kept, side: str, phrase: str, joins: bool) -> Desk:
    desk = desk_of("sable-river", side, "mail", kept)
    assert not drive(desk, f"{'join' if joins else 'unlock'} {phrase}")
    return desk


def test_two_players_by_mail_declare_answer_and_open_rolls():
    kept = Kept(entries_of("sable-river", "mail"))
    korrin = by_mail(kept, "korrin", "one", True)
    (told,) = drive(korrin, "roll 2d6")
    assert '"pledge"' in told
    assert not drive(korrin, "next\npledge '2d6:the bridge' 'd6:the ford'\nhand-over Veldany")
    (told,) = drive(korrin, "next")
    assert "handed over" in told
    veldany = by_mail(kept, "veldany", "two", True)
    assert not drive(veldany, "answer\nhand-over Korrin")
    korrin = by_mail(kept, "korrin", "one", False)
    assert data(done(korrin, "pledges"), "pledges")[0]["waits_for"] == "disclosure"
    rolls = data(done(korrin, "disclose"), "rolls")
    assert [len(each["pips"]) for each in rolls] == [2, 1]
    assert sum(isinstance(entry.event, Rolled) for entry in kept.entries) == 2


def turn_by_mail(kept: Kept, side: str, words: str, joins: bool = False) -> Desk:
    """A side gets the file, does something with cups and hands it over to the other one."""
    desk = desk_of("sable-raid", side, "mail", kept)
    other = next(player.side for player in desk.session.players if player.side != side)
    keys = f"{'join' if joins else 'unlock'} {side} phrase"
    assert not drive(desk, f"{keys}\n{words}\nhand-over {other}")
    return desk


def test_by_mail_a_chit_that_says_who_is_active_is_drawn_for_both_to_see():
    kept = Kept(entries_of("sable-raid", "mail", ruled=True))
    one, other = (player.side for player in kept.entries[0].event.players)
    turn_by_mail(kept, one, "fill activation Red=1 Blue=1\ndraw activation", joins=True)
    turn_by_mail(kept, other, "", joins=True)
    desk = turn_by_mail(kept, one, "draw activation")
    first = desk.session.record.opened["activation 1"]
    assert first.contents[0] in ("Red", "Blue")
    desk = turn_by_mail(kept, other, "put-back activation 1\nput-back activation 2")
    told = [desk.teller.told(entry) for entry in kept.entries if isinstance(entry.event, Opened | Settled)]
    assert [sentence.split(" ", 1)[1].split(":")[0] for sentence in told] == [
        "shuffles the cup activation and takes its lock off one chit of the cup activation.",
        "tells what the chit activation 1 says",
        "takes its lock off one chit of the cup activation.",
        "tells what the chit activation 2 says",
        "shuffles the cup activation.",
    ]
    desk = turn_by_mail(kept, one, "draw activation")
    assert cups.state(desk.session.record, "activation").inside == 1


def test_what_lies_in_a_cup_by_the_rules_is_a_chit_for_each_side_or_formation():
    desk = desk_of("sable-raid")
    rule, book = desk.play.cups["activation"], desk.ruleset.book(desk.box)
    by_rules = cups.contents_by_rules(rule, desk.session.record, desk.box, book)
    assert by_rules == {player.title: 1 for player in desk.session.players}
    formations = cups.contents_by_rules(replace(rule, of="formations"), desk.session.record, desk.box, book)
    assert set(formations) == {each.name for each in desk.box.oob.formations if not each.parent}


def test_without_the_game_hexes_are_written_by_column_and_row():
    kept = Kept(entries_of("sable-river"))
    session = Session(kept, Folded(kept.entries))
    desk = Desk(session)
    assert not drive(desk, "move 40-rifle 3,4\nwhere 40-rifle")
    assert done(desk, "where 40-rifle").data["units"][0]["at"] == "3,4"
    errors = drive(desk, "next\nask combat\nmove 40-rifle 3;4")
    assert [("--box" in error) for error in errors] == [True, True, False]


def test_a_chit_goes_back_when_the_steps_are_lost_that_it_stands_for():
    desk = desk_of("cape-lorne")
    red = next(each for each in game_of("cape-lorne").box.oob.counters if each.values.get("strength.class") == "red")
    side, unit = red.side, red.id
    assert not drive(desk, f"side {side}\nmove {unit} 1010\nfill red 'Red strong'=1\ndraw red {unit}")
    (told,) = drive(desk, f"put-back {unit}")
    assert "has lost no step [9.2]" in told and f'because "WHY" put-back {unit}' in told
    assert "red 1" not in desk.session.record.opened, "what does not go back is not told"
    (told,) = drive(desk, f"lose {unit}\nput-back {unit}")
    assert "has lost 1 step [9.2]" in told
    assert not drive(desk, f"lose {unit}\nput-back {unit}")
    assert not any(getattr(entry.event, "why", "") for entry in desk.session.entries)
    # Where the other side of the chit is 0, the first step turns its unit to a cadre.
    desk = desk_of("cape-lorne")
    assert not drive(desk, f"side {side}\nmove {unit} 1010\nfill red 'Red two steps'=1\ndraw red {unit}")
    assert len(drive(desk, f"put-back {unit}")) == 1
    assert not drive(desk, f"lose {unit}\nput-back {unit}")


def test_after_a_draw_is_gone_back_over_the_chit_lies_where_it_lay():
    desk = desk_of("cape-lorne")
    unit = next(each for each in game_of("cape-lorne").box.oob.counters if each.values.get("strength.class") == "red")
    assert not drive(desk, f"side {unit.side}\nmove {unit.id} 1010\nfill red\ndraw red {unit.id}")
    (told,) = drive(desk, "undo")
    assert "The chit that was drawn in entry" in told and "stays under its unit" in told and "laid down" not in told
    assert not drive(desk, "undo a mistake")
    # What was drawn is no change that is taken back, so that undo is about what was done before.
    left = [line.seen.number for line in lines(desk.session, desk.view, desk.teller) if line.left]
    assert [type(desk.session.entry(number).event) for number in left] == [Did]
    assert desk.session.state.held[unit.id].seal == "red 1"
    assert unit.id not in desk.session.state.deployment.pieces and not desk.session.undo_to()
    assert not drive(desk, "redo 'as before'") and unit.id in desk.session.state.deployment.pieces
    assert desk.session.state.held[unit.id].seal == "red 1" and not desk.session.redo_to()
    value = data(done(desk, f"chit {unit.id}"), "value")
    assert not drive(desk, f"branch 1 anew 'once more'\nbecause 'a mistake' put-back {unit.id}")
    assert unit.id not in desk.session.state.held and value
    assert drive(desk, "undo") == ["There is nothing to undo."], "that it was put back is no change either"
    moved = next(entry.number for entry in desk.session.entries if isinstance(entry.event, Did))
    assert not drive(desk, f"branch {moved} there 'and again'") and unit.id in desk.session.state.deployment.pieces
    assert unit.id not in desk.session.state.held, "it lies in its cup"


def test_a_unit_draws_from_the_cup_of_its_class_alone():
    game = game_of("cape-lorne")
    kept = Kept(entries_of("cape-lorne", ruled=True))
    session = Session(kept, Folded(kept.entries))
    desk = Desk(session, "", game, game.ruleset, Memory(session.record.began.session, table=fresh_key()))
    blue = next(each.id for each in game.box.oob.counters if each.values.get("strength.class") == "blue")
    none = next(each.id for each in game.box.oob.counters if "strength.class" not in each.values)
    desk.sit(session.record.began.units[blue][0])
    assert not drive(desk, "fill red\nfill blue")
    (told,) = drive(desk, f"draw red {blue}")
    assert 'draws its chit from the cup "blue", whose class it prints, and not from "red" [9.1]' in told
    desk.sit(session.record.began.units[none][0])
    (told,) = drive(desk, f"draw red {none}")
    assert "prints no class of chits, and draws none [9.1]" in told


def test_a_command_of_several_entries_that_fails_tells_those_that_were_added(monkeypatch):
    desk = desk_of("cape-lorne")
    unit = next(each for each in game_of("cape-lorne").box.oob.counters if each.values.get("strength.class") == "red")
    assert not drive(desk, f"side {unit.side}\nmove {unit.id} 1010\nfill red\ndraw red {unit.id}\nlose {unit.id} 2")
    before = desk.session.number

    def refuse(*_: Iterable[object]) -> None:
        raise OSError("The disk is full.")

    monkeypatch.setattr("core.play.cups.put_back", refuse)
    (answer,) = driven(desk, [f"put-back {unit.id}"])
    assert answer.error == "The disk is full." and not answer.misused
    assert desk.session.number == before + 1 == data(answer.said, "entries")[0]["entry"]
