"""Two players send the file to each other: what is honest opens on both sides, and a journal that was rebuilt does not."""

from dataclasses import replace

import pytest
from play_sessions import SOFT, began

from core.play import cups, keys, pledges, seals, trust
from core.play.events import Noted
from core.play.journal import Chain, Journal, read_journal
from core.play.memories import difference, recall, remember, seen

UNITS = {"r1": ("red", ""), "b1": ("blue", "")}
OTHER = {"red": "blue", "blue": "red"}


class Player:
    """A player's computer: a folder with the file, a folder with what the program remembers, and a pass phrase in a head."""

    def __init__(self, side, folder):
        self.side, self.folder = side, folder
        self.file, self.memories = folder / "game.journal", folder / "memories"
        folder.mkdir()

    def begin(self):
        with Journal.create(self.file, began(units=UNITS), at=1) as journal:
            self._add(journal, keys.join(self.side, self.side, "session-1", hardness=SOFT))
            self.send(journal)

    def get(self, data):
        """Takes the file of the other player: the difference or the fault that keeps it from being opened, None for neither."""
        incoming = self.folder / "incoming.journal"
        incoming.write_bytes(data)
        memory = recall("session-1", self.side, self.memories)
        found = read_journal(incoming, trust.since(memory))
        if found.fault is not None:
            return found.fault.line, found.fault.text
        told = difference(memory, found.records[-1], [entry.link for entry in found.entries])
        if told is not None:
            return told.number, told.sentence
        remember(seen(memory, found.records[-1], [entry.link for entry in found.entries]), self.memories)
        self.file.write_bytes(data)
        return None

    def play(self, act=lambda player, journal: None):
        """Opens the file, adds what is due and what the player does, and hands it over."""
        with Journal.open(self.file) as journal:
            if self.side not in journal.records[-1].keys:
                self._add(journal, keys.join(self.side, self.side, "session-1", hardness=SOFT))
            self._pay(journal)
            act(self, journal)
            self._pay(journal)
            self.send(journal)

    def keys_of(self, journal):
        return keys.unlock(journal.records[-1].keys[self.side], self.side, self.side, "session-1")

    def send(self, journal):
        self._add(journal, keys.hand_over(self.keys_of(journal), OTHER[self.side], journal.link))
        memory = recall("session-1", self.side, self.memories)
        remember(seen(memory, journal.records[-1], [entry.link for entry in journal.entries]), self.memories)

    def _pay(self, journal):
        while (event := cups.due(journal.records[-1], self.keys_of(journal))) is not None:
            self._add(journal, event)

    def _add(self, journal, event):
        return journal.append(event, self.side, at=1).number

    add = _add


@pytest.fixture
def players(tmp_path):
    red, blue = Player("red", tmp_path / "red"), Player("blue", tmp_path / "blue")
    red.begin()
    assert blue.get(red.file.read_bytes()) is None
    blue.play(lambda player, journal: player.add(journal, Noted("Good luck!")))
    assert red.get(blue.file.read_bytes()) is None
    return red, blue


def forged(entries, changes, signers=()):
    """A file with some of its events replaced (None takes a line away); every link is right, and hand-overs of sides whose keys
    the forger has are signed anew."""
    chain, lines = Chain(), []
    for entry in entries:
        event = changes.get(entry.number, entry.event)
        if event is None:
            continue
        by = entry.by
        if type(event).__name__ == "HandedOver" and by in signers:
            event = keys.hand_over(signers[by], event.to, chain.link)
        lines.append(chain.line(event, by, entry.at))
        chain.add(*chain.take(lines[-1]))
    return b"".join(lines)


def entries_of(player):
    return read_journal(player.file).entries


def test_an_attack_by_mail_with_dice_chits_and_an_order_that_is_shown_in_the_end(players):
    red, blue = players
    found = {}

    def attack(player, journal):
        own = player.keys_of(journal)
        player.add(journal, seals.seal(own, "op-1", "op_sheet", '{"type":"attack"}'))
        player.add(journal, cups.fill(journal.records[-1], "Red", {"strong": 2, "weak": 2}, own))
        player.add(journal, cups.draw(journal.records[-1], "Red", "r1", own))
        found["pledge"] = player.add(journal, pledges.declare(own, journal.records[-1], [("2d6", "Attack on 12.07")]))

    def defend(player, journal):
        player.add(journal, pledges.answer(journal.records[-1], found["pledge"], "blue"))
        player.add(journal, cups.draw(journal.records[-1], "Red", "b1", player.keys_of(journal)))

    def resolve(player, journal):
        own = player.keys_of(journal)
        player.add(journal, cups.reveal(journal.records[-1], "Red 1", own))
        player.add(journal, pledges.disclose(own, journal.records[-1], found["pledge"]))
        for rolled in pledges.rolls_due(journal.records[-1], "red"):
            player.add(journal, rolled)
        player.add(journal, seals.opened(own, seals.versions_of(journal.records[-1], "op-1")))

    def tell(player, journal):
        player.add(journal, cups.reveal(journal.records[-1], "Red 2", player.keys_of(journal)))

    for player, act in ((red, attack), (blue, defend), (red, resolve), (blue, tell)):
        player.play(act)
        assert {"red": blue, "blue": red}[player.side].get(player.file.read_bytes()) is None
    record = read_journal(red.file).records[-1]
    assert len(record.rolls) == 1
    assert pledges.open_pledges(record) == ()
    assert all(chit.value in ("strong", "weak") for chit in cups.state(record, "Red").chits)
    assert record.opened["op-1"].contents == ('{"type":"attack"}',)


def test_a_line_of_the_other_that_was_changed_fails_where_it_was_signed(players):
    red, blue = players
    red.play(lambda player, journal: player.add(journal, Noted("Your move.")))
    entries = entries_of(red)
    own = {"blue": blue.keys_of(read_journal(blue.file))}
    note = next(entry.number for entry in entries if entry.event == Noted("Your move."))
    data = forged(entries, {note: Noted("I give up.")}, own)
    # Somebody who has never seen the session finds it, too.
    stranger = Player("red", red.folder / "stranger")
    number, why = stranger.get(data)
    assert number == note + 1
    assert 'The signature of side "red" does not fit the lines before' in why


def test_who_signs_his_own_lines_anew_is_found_by_the_program_that_has_seen_them(players):
    red, blue = players
    own = {"red": red.keys_of(read_journal(red.file))}
    red.play(lambda player, journal: player.add(journal, Noted("I attack.")))
    assert blue.get(red.file.read_bytes()) is None
    entries = entries_of(red)
    note = next(entry.number for entry in entries if entry.event == Noted("I attack."))
    again = forged(entries, {note: Noted("I wait.")}, own)
    number, why = blue.get(again)
    assert (number, why.split(":")[0]) == (note, f"Line {note} is not the one that this program has seen")
    # To one who has seen nothing it is as good as the first.
    assert Player("blue", blue.folder / "stranger").get(again) is None


def test_a_file_from_which_the_last_lines_were_taken_is_refused(players):
    red, blue = players
    red.play(lambda player, journal: player.add(journal, Noted("I attack.")))
    assert blue.get(red.file.read_bytes()) is None
    number, why = blue.get(forged(entries_of(red)[:-2], {}))
    assert number == len(entries_of(red)) - 1
    assert why.endswith("lines were taken away.")


def test_a_side_cannot_write_in_the_name_of_the_other(players):
    red, blue = players
    pledged = {}

    def declare(player, journal):
        batch = pledges.declare(player.keys_of(journal), journal.records[-1], [("2d6", "Attack")])
        pledged["number"] = player.add(journal, batch)
        # Red answers itself, in the name of blue.
        journal.append(pledges.answer(journal.records[-1], pledged["number"], "blue"), "blue", at=1)

    red.play(declare)
    number, why = blue.get(red.file.read_bytes())
    assert number == pledged["number"] + 1
    assert why == 'The line is in the name of side "blue", while side "red" had the file.'


def test_a_session_begun_again_with_other_keys_is_another_one(players):
    red, blue = players
    other = Player("red", red.folder / "again")
    other.begin()
    number, why = blue.get(other.file.read_bytes())
    assert number == 2
    assert "is not the one that this program has seen" in why


def test_pieces_of_a_seal_cannot_be_moved_to_another_version(players):
    red, blue = players

    def write(player, journal):
        own = player.keys_of(journal)
        for version in (1, 2):
            player.add(journal, seals.seal(own, "op-1", "op_sheet", f'{{"goal":{version}}}', version))
        shown = seals.opened(own, seals.versions_of(journal.records[-1], "op-1"))
        player.add(journal, replace(shown, contents=shown.contents[::-1], salts=shown.salts[::-1]))

    red.play(write)
    _, why = blue.get(red.file.read_bytes())
    assert 'Version 1 of "op-1" is not what was sealed' in why
