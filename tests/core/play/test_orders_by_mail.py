"""Op sheets that are written in a session by mail: their side sees them as at one table, nobody else learns what they say."""

from dataclasses import replace
from functools import cache

import immutables
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.forces import op_sheets
from oracles.sessions import BLUE, RED, SOFT, Folded, Kept, began, move, session

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.edits.edit import IN_PLAY, Several
from core.model.edits.force_edits import ChangePieces
from core.model.edits.order_edits import ChangeOrders
from core.model.graphics import Measure
from core.model.orders import OpSheet
from core.play import keys, seals
from core.play.binding import content_text
from core.play.event_text import entry_text, read_entry
from core.play.events import Began, Did, Entry, Meant, OrdersOpened, Went
from core.play.own_orders import NOT_OPEN, NOT_YOURS, Writing, book, rolls_named
from core.play.sealed_orders import LABEL, LEAST, Leaf, Unreadable, key_of, opened
from core.play.session import Session
from core.play.told import Teller
from core.play.trust import fault
from core.play.views import OUT_OF_SIGHT, Unseen, View

OAK = OpSheet("Oak", RED, "Attack", ("r1",), status="waiting", note="Along the creek.", turn=1)
HAWK = Measure("objective", ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0)), "Hawk")


@cache
def keys_of(side, name="s-1"):
    joined = keys.join(f"{side} phrase", side, name, "mail", SOFT)
    return joined, keys.unlock(joined, f"{side} phrase", side, name)


class Player:
    """A session as the program of red has it: by mail, or at one table."""

    def __init__(self, kind="mail", scenario=None):
        first = began(kind)
        if scenario is not None:
            first = replace(first, event=replace(first.event, scenario=scenario))
        self.session = session([first], kind, [RED])
        joined, self.keys = keys_of(RED)
        self.session.add(joined, RED)
        self.eyes = [self.keys] if kind == "mail" else []

    @property
    def writes(self):
        return Writing(self.session, RED, self.keys) if self.session.by_mail else None

    def do(self, edit, because=0):
        return self.session.do(edit, RED, because, writes=self.writes)

    def write(self, *sheets, label="Write an op sheet"):
        return self.do(ChangeOrders(label, {sheet.id: sheet for sheet in sheets}))

    def view(self, *eyes, keys=None):
        return View(self.session, eyes or [RED], keys=self.eyes if keys is None else keys)

    def lines(self):
        return "\n".join(entry_text(entry) for entry in self.session.entries)


def copy_of(played, mine=()):
    """The same session as another program reads it: from its lines alone."""
    entries = [read_entry(entry_text(entry)) for entry in played.entries]
    return Session(Kept(entries), Folded(entries), mine)


def test_a_sheet_is_written_seen_by_its_side_and_told_to_nobody_else():
    red = Player()
    red.write(OAK)
    assert not red.session.state.orders
    assert dict(red.view().state().state.orders) == {"Oak": OAK} == dict(red.view().orders())
    told = Teller(red.session.record.began)
    own = red.view()
    assert told.told(own.entry(3), own.state(2).state) == "Red: Write an op sheet: Red draws up the op sheet Oak."
    for view in (View(copy_of(red.session, [BLUE]), [BLUE]), red.view(keys=[]), View(red.session, [BLUE], keys=red.eyes)):
        assert not view.state().state.orders
        assert view.entry(3).event == Unseen("sealed")
        assert told.told(view.entry(3)) == "Red writes something down and seals it."
    # Sealed words are letters by chance; short ones may be among them.
    assert not any(word in red.lines() for word in ("Along the creek", "op sheet", '"Attack"', '"Oak"'))


def test_a_change_in_the_open_and_under_seal_is_one_entry_that_is_divided():
    red, table = Player(), Player("hot_seat")
    force = replace(OAK, status="implemented")
    edits = (
        ChangePieces("Put “Oak” into force", IN_PLAY, {"r1": Piece(Hex(0, 0), marks=frozenset({"dug_in"}))}),
        ChangeOrders("Put “Oak” into force", {"Oak": force}),
    )
    for player in (red, table):
        player.write(OAK)
        player.do(Several("Put “Oak” into force", edits))
    did = red.session.entries[3].event
    assert did.label == LABEL and len(did.edits) == 1 and did.edits[0].label == LABEL and "“Oak”" not in red.lines()
    assert red.view().entry(4).event == table.view().entry(4).event
    assert red.session.state.deployment.pieces["r1"].marks == {"dug_in"}
    other = View(red.session, [BLUE])
    told = Teller(red.session.record.began).told(other.entry(4), other.state(3).state)
    assert told == "Red: By sealed orders: r1 gets dug in."
    # At one table the name of the change would tell the sheet, too.
    seen = View(table.session, [BLUE]).entry(4).event
    assert seen.label == OUT_OF_SIGHT and len(seen.edits) == 1
    red.session.undo(RED)
    assert red.view().orders()["Oak"] == OAK and not red.session.state.deployment.pieces["r1"].marks
    red.session.redo(RED)
    assert red.view().orders()["Oak"] == force and red.session.state.deployment.pieces["r1"].marks


hexes = st.builds(Hex, st.integers(-9, 60), st.integers(-9, 60))
sheets = op_sheets(hexes).map(lambda sheet: replace(sheet, side=RED, turn=min(sheet.turn, 5)))
acts = st.lists(
    st.one_of(
        sheets.map(lambda sheet: ("write", sheet)),
        st.tuples(st.just("mixed"), sheets, hexes),
        st.tuples(st.just("throw"), st.integers(0, 9)),
        st.tuples(st.just("move"), hexes),
        st.tuples(st.just("undo")),
        st.tuples(st.just("redo")),
        st.tuples(st.just("go"), st.integers(2, 9)),
    ),
    max_size=9,
)


def run(player, act):
    """Does an act; whether it could be done."""
    name, *given_ = act
    try:
        match name:
            case "write":
                return player.write(given_[0]) is not None
            case "mixed":
                sheet, place = given_
                public = ChangePieces("Go", IN_PLAY, {"r1": Piece(place)})
                return player.do(Several("Both", (ChangeOrders("Change", {sheet.id: sheet}), public))) is not None
            case "throw":
                ids = sorted(player.view().orders())
                if not ids:
                    return False
                return player.do(ChangeOrders("Throw away", {ids[given_[0] % len(ids)]: None})) is not None
            case "move":
                return player.do(move("r2", given_[0].q, given_[0].r)) is not None
            case "undo":
                return player.session.undo(RED) is not None
            case "redo":
                return player.session.redo(RED) is not None
            case _:
                return player.session.go(min(given_[0], player.session.number), RED) is not None
    except WrongUse:
        return False


@settings(max_examples=60)
@given(acts)
def test_what_a_side_sees_by_mail_is_what_it_sees_at_one_table(made):
    red, table = Player(), Player("hot_seat")
    for act in made:
        assert run(red, act) == run(table, act)
    assert red.session.number == table.session.number
    mail, own = red.view(), table.view()
    for number in range(1, red.session.number + 1):
        assert mail.state(number).state == own.state(number).state
        if number > 2:
            assert mail.entry(number).event == own.entry(number).event
    # Nobody else sees any of it, in whatever way it was written.
    blue = View(copy_of(red.session, [BLUE]), [BLUE])
    for number in range(1, red.session.number + 1):
        assert not blue.state(number).state.orders
        event = blue.entry(number).event
        assert not (isinstance(event, Did) and any(isinstance(edit, ChangeOrders) for edit in event.edits))


@settings(max_examples=40)
@given(sheets, sheets)
def test_two_sessions_that_differ_in_a_sheet_alone_differ_for_the_other_side_in_nothing(one, two):
    seen = []
    for sheet in (one, two):
        red = Player()
        red.write(sheet)
        red.do(move("r1", 3, 3))
        entry = red.session.entries[2]
        sizes = len(entry.event.sealed.box), len(entry.event.sealed.digest)
        blue = View(copy_of(red.session, [BLUE]), [BLUE])
        events = [blue.entry(number).event for number in range(3, red.session.number + 1)]
        seen.append((sizes, events, blue.state().state, replace(entry.event, sealed=None)))
    assert seen[0] == seen[1]


def test_lengths_are_few():
    red = Player()
    for count in (0, 10, 100, 200):
        red.write(replace(OAK, measures=(HAWK,) * count))
    sizes = [len(entry.event.sealed.box) - 28 for entry in red.session.entries[2:]]
    assert sizes[0] == sizes[1] == LEAST and all(size % LEAST == 0 and (size // LEAST).bit_count() == 1 for size in sizes)
    with pytest.raises(WrongUse, match="at most 256 KiB"):
        red.write(replace(OAK, note="x" * 300_000))


def test_keys_that_are_shut_show_and_write_nothing_and_say_so():
    red = Player()
    red.write(OAK)
    shut = Writing(red.session, RED, None)
    with pytest.raises(WrongUse) as told:
        red.session.do(ChangeOrders("Write", {"Elm": replace(OAK, id="Elm")}), RED, writes=shut)
    assert str(told.value) == NOT_OPEN
    with pytest.raises(WrongUse, match="by mail they are sealed"):
        red.session.do(ChangeOrders("Write", {"Elm": replace(OAK, id="Elm")}), RED)
    # What is no sheet is done all the same.
    assert red.session.do(move("r1", 2, 2), RED, writes=shut) is not None


def test_each_side_writes_its_own_sheets_and_what_the_scenario_prints_stays_for_the_other():
    mine, theirs = replace(OAK, status="implemented", turn=0), OpSheet("Hold", BLUE, "Prepared Defense", ("b1",))
    scenario = replace(began().event.scenario, sheets=(mine, theirs))
    red = Player(scenario=scenario)
    with pytest.raises(WrongUse) as told:
        red.write(replace(theirs, type="Move"))
    assert str(told.value) == NOT_YOURS
    with pytest.raises(WrongUse):
        red.do(ChangeOrders("Throw away", {"Hold": None}))
    red.write(replace(mine, status="succeeded"))
    assert dict(red.view().orders()) == {"Oak": replace(mine, status="succeeded"), "Hold": theirs}
    assert dict(View(red.session, [BLUE]).orders()) == {"Oak": mine, "Hold": theirs}
    red.do(ChangeOrders("Throw away", {"Oak": None}))
    assert dict(red.view().orders()) == {"Hold": theirs}
    assert dict(View(red.session, [BLUE]).orders()) == {"Oak": mine, "Hold": theirs}


# Trust ----------------------------------------------------------------------------------------------------------------------


def told_of(played, event, by=RED):
    last = played.entries[-1]
    return fault(played.record, Entry(last.number + 1, last.at, by, event), last.link)


def test_what_was_changed_moved_or_written_by_others_is_refused():
    red = Player()
    red.write(OAK)
    red.write(replace(OAK, type="Move"))
    first, second = (entry.event for entry in red.session.entries[2:])
    said = 'Side "red" seals change 1 of its op sheets, and 3 is the next one.'
    assert told_of(red.session, first) == said
    assert told_of(red.session, replace(first, sealed=replace(first.sealed, number=4))).endswith("and 3 is the next one.")
    third = replace(second, sealed=replace(second.sealed, number=3))
    assert told_of(red.session, third) == ""
    assert "has 3 bytes; 32 are needed" in told_of(red.session, replace(third, sealed=replace(third.sealed, digest=b"abc")))
    short = replace(third.sealed, box=third.sealed.box[:-1])
    assert "allowed are 4096, 8192" in told_of(red.session, replace(third, sealed=short))
    assert "are not told to the other side" in told_of(red.session, replace(third, edits=(ChangeOrders("x", {"Oak": OAK}),)))
    # A box that stands in another place opens for nobody, and the opening says where.
    red.session.add(third, RED)
    assert red.view().orders()["Oak"].type == "Move"
    with pytest.raises(WrongUse, match="does not open what was sealed in entry 5"):
        red.session.add(opened(red.keys, red.session.record), RED)
    table = Player("hot_seat")
    assert "at one table they stand in the session" in told_of(table.session, first)


@pytest.mark.parametrize("part", ["digest", "box"])
def test_a_part_that_was_damaged_is_found_when_it_is_opened(part):
    red = Player()
    red.write(OAK)
    entry = red.session.entries[2]
    data = getattr(entry.event.sealed, part)
    bad = replace(entry.event.sealed, **{part: data[:20] + bytes([data[20] ^ 1]) + data[21:]})
    entries = [*red.session.entries[:2], replace(entry, event=replace(entry.event, sealed=bad))]
    forged = Session(Kept(entries), Folded(entries), [RED])
    assert View(forged, [RED], keys=[red.keys]).orders() == immutables.Map()
    with pytest.raises(WrongUse, match="in entry 3"):
        forged.add(opened(red.keys, forged.record), RED)


def test_a_box_of_another_session_or_side_opens_with_no_key_of_this_one():
    red = Player()
    red.write(OAK)
    part = red.session.entries[2].event.sealed
    other = Player()
    other.keys = keys_of(RED, "s-2")[1]
    for strange in (keys_of(RED, "s-2")[1], keys_of(BLUE)[1]):
        assert View(red.session, [RED], keys=[replace(strange, side=RED)]).orders() == immutables.Map()
    with pytest.raises(WrongUse):
        red.session.add(OrdersOpened(key_of(keys_of(BLUE)[1], 0), 1), RED)
    assert part.number == 1


def content(**changed):
    did = {"l": "Write", "e": [{"is": "orders", "o": {"Oak": {"id": "Oak", "side": "red", "type": "Attack"}}}]}
    return content_text({"did": did, "at": [0], "labels": [], "for": []} | changed)


@pytest.mark.parametrize(
    "said",
    [
        "{",
        "[]",
        content_text({"did": {}}),
        content(at=[]),
        content(at=["x"]),
        content(labels=[1]),
        content(**{"for": [{"purpose": 1}]}),
        content(did={"l": "x", "e": [{"is": "pieces", "p": {}}]}),
        content(did={"l": "x", "e": [{"is": "orders", "o": {"Oak": {"id": "Oak", "side": "blue", "type": ""}}}]}),
        "[" * 5000,
    ],
)
def test_a_content_of_a_forger_is_no_change_and_breaks_nothing(said):
    with pytest.raises(Unreadable):
        Leaf(said, RED)


def test_a_content_that_is_right_is_read():
    leaf = Leaf(content(), RED)
    assert leaf.is_sound and not Leaf(content().replace('{"at"', '{ "at"'), RED).is_sound
    assert leaf.sheet("Oak") == OpSheet("Oak", RED, "Attack")
    assert leaf.together(Did("By sealed orders", ())).label == "Write"
    with pytest.raises(Unreadable):
        Leaf(
            content(did={"l": "x", "e": [{"is": "orders", "o": {"Oak": {"id": "Oak", "side": "red", "tipe": ""}}}]}), RED
        ).sheet("Oak")


# The end --------------------------------------------------------------------------------------------------------------------


def test_what_is_opened_is_seen_and_told_by_all_and_what_is_written_later_is_not():
    red = Player()
    red.write(OAK)
    red.write(replace(OAK, measures=(HAWK,)), label="Draw objective")
    assert red.session.add(opened(red.keys, red.session.record), RED).event.count == 2
    blue = View(copy_of(red.session, [BLUE]), [BLUE])
    assert blue.orders()["Oak"].measures == (HAWK,) and dict(blue.state(3).state.orders) == {"Oak": OAK}
    own = red.view()
    for number in (3, 4):
        assert blue.entry(number).event == own.entry(number).event
    told = Teller(red.session.record.began)
    assert told.told(blue.entry(4), blue.state(3).state) == "Red: Draw objective: changed on the op sheet Oak: the graphic."
    assert told.told(blue.entry(5)) == "Red opens its op sheets to all: 2 changes."
    red.write(replace(OAK, type="Move"))
    blue = View(copy_of(red.session, [BLUE]), [BLUE])
    assert blue.entry(6).event == Unseen("sealed") and blue.orders()["Oak"].type == "Attack"
    assert red.view().orders()["Oak"].type == "Move"
    red.session.add(opened(red.keys, red.session.record), RED)
    assert View(red.session, [BLUE]).orders()["Oak"].type == "Move"
    with pytest.raises(WrongUse, match="Nothing is sealed"):
        opened(red.keys, red.session.record)


def test_an_opening_shows_all_with_the_right_key_or_is_refused():
    red = Player()
    assert "has sealed nothing" in told_of(red.session, OrdersOpened(bytes(32), 0))
    red.write(OAK)
    shown = opened(red.keys, red.session.record)
    assert told_of(red.session, shown) == ""
    assert "opens 2" in told_of(red.session, replace(shown, count=2))
    assert "does not open" in told_of(red.session, replace(shown, key=bytes(32)))
    assert "1 sealed changes" in told_of(red.session, replace(shown, key=bytes(31)))
    # The key of these parts opens nothing else of the side.
    assert shown.key not in (red.keys.content, red.keys.signing)
    part = seals.seal(red.keys, "plan", "plan", '{"a":1}')
    assert seals.unboxed(shown.key, b"", part.box) is None


def test_sheets_that_both_sides_have_called_the_same_are_told_apart():
    own, theirs = keys_of(RED)[1], keys_of(BLUE)[1]
    entries = [*Player().session.entries]

    def add(side, event):
        entries.append(Entry(len(entries) + 1, 0, side, event))

    def write(side, held, sheet):
        did = Did("Write", (ChangeOrders("Write", {sheet.id: sheet}),))
        add(side, Writing(Session(Kept(entries), Folded(entries)), side, held).sealed(did))

    oak = OpSheet("Oak", BLUE, "Move")
    write(BLUE, theirs, oak)
    write(RED, own, OAK)
    write(RED, own, replace(OAK, status="implemented"))
    add(RED, opened(own, Session(Kept(entries), Folded(entries)).record))
    played = Session(Kept(entries), Folded(entries), [BLUE])
    view, told = View(played, [BLUE], keys=[theirs]), Teller(played.record.began)
    force = replace(OAK, status="implemented")
    assert dict(view.orders()) == {"Oak": oak, "Oak (2)": replace(force, id="Oak (2)")}
    # What is told of a sheet is not held against that of the other side.
    assert told.told(view.entry(4), view.state(3).state) == "Red: Write: Red draws up the op sheet Oak (2)."
    assert told.told(view.entry(5), view.state(4).state) == "Red: Write: the op sheet Oak (2) is in force."
    assert dict(View(played, [RED], keys=[own]).orders()) == {"Oak": force}


def test_which_roll_is_for_which_sheet_is_said_under_seal_before_it_falls():
    red = Player()
    red.write(OAK)
    red.session.add(red.writes.meant("Roll for Oak", Meant("command prep 1", "Oak")), RED)
    read = book(red.session, RED, red.keys)
    assert rolls_named(red.session, read, "Oak") == ("command prep 1",)
    assert rolls_named(red.session, read, "Elm") == () == rolls_named(red.session, read, "Oak", ("r1",))
    assert red.view().entry(4).event == Did("Roll for Oak", ())
    assert View(red.session, [BLUE]).entry(4).event == Unseen("sealed")
    red.session.undo(RED)
    assert rolls_named(red.session, read, "Oak") == ()


def test_what_is_overruled_is_not_told_where_it_may_be_so_by_what_is_sealed():
    red = Player()
    assert red.session.overrule("6.3c", "Oak is far off.", "As agreed.", RED).event.finding == "Oak is far off."
    red.write(OAK)
    assert red.session.overrule("6.3c", "Oak is far off.", "As agreed.", RED).event.finding == ""
    assert red.view().without_keys().orders() == immutables.Map() and red.view().orders()


def test_a_sealed_part_is_a_line_that_is_read_as_it_was_written():
    red = Player()
    entry = red.write(OAK)
    assert read_entry(entry_text(entry)) == entry
    assert isinstance(red.session.entries[0].event, Began) and not isinstance(entry.event, Went)
    plain = Entry(3, 0, RED, Did("Move", (move("r1", 1, 1),)))
    assert "sealed" not in entry_text(plain)
