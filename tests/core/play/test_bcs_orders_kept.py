"""Orders of BCS stay with their side until they are opened, and are held against the rules then [BCS 1.1 variant 6]."""

from collections.abc import Callable
from typing import Any

import pytest
from oracles.sessions import Kept
from play_desks import desk_of

from core.model.edits.order_edits import ChangeOrders
from core.model.orders import OpSheet
from core.play.events import Entry
from core.play.replaying import driven

ORDERS = {"orders.written": "on"}
WRITTEN = ("jump 1 assignment.orders", "ask orders.at formation=k17 destination=1617 via=1419", "take 1")
SAID = ("1617", "1419")


def told(desk: Any, *words: str) -> tuple[str, str]:
    """All that is said to some commands, and what they are refused with."""
    answers = list(driven(desk, words))
    faults = (each.error for each in answers if each.error)
    return "\n".join(line for each in answers for line in each.said.lines), "\n".join(faults)


class Mail:
    """Two players who send each other the lines of a session."""

    def __init__(self) -> None:
        self.lines: list[Entry] = []
        self._keys: dict[str, Any] = {}

    def at(self, side: str, *words: str, then: Callable[[Any], object] | None = None) -> tuple[str, str]:
        """What is told to a side that does something, perhaps `then` without words."""
        desk = desk_of("amber-road", side, "mail", Kept(self.lines) if self.lines else None, ORDERS)
        desk.keys.update(self._keys.get(side, {}))
        found = told(desk, *words)
        if then is not None:
            then(desk)
        self._keys[side], self.lines[:] = dict(desk.keys), list(desk.session.entries)
        return found


LOOKS = (
    *("show", "journal", "sheets", "owed", "secrets", "units", "ask formations", "ask orders.at"),
    *("ask orders.at formation=k17", "ask orders.at formation=k17 path=1424,1423", "ask movement units=17th-hq to=1422"),
)


def test_at_one_table_the_other_side_sees_that_there_is_an_order_and_never_what_it_says() -> None:
    desk = desk_of("amber-road", options=ORDERS)
    said, wrong = told(desk, "side Korrin", *WRITTEN, "rule orders.at formation=k17 destination=1419")
    assert not wrong and "1617 via 1419" in said
    seen, wrong = told(desk, "side Veldany", *LOOKS)
    assert not wrong and "has an order" in seen
    others = [line for line in seen.splitlines() if not line.startswith(("1617", "1419"))]
    assert not [line for line in others if "1419" in line or "1617" in line]


def test_nobody_writes_the_orders_of_the_other_side() -> None:
    desk = desk_of("amber-road", options=ORDERS)
    _, wrong = told(desk, "side Veldany", *WRITTEN)
    assert "What Korrin does here its own player does" in wrong and not desk.session.state.orders
    _, wrong = told(desk, "side Korrin", "ask orders.at formation=k17 destination=1617 via=1419", "take 1")
    assert not wrong and desk.session.state.orders


def test_by_mail_nothing_of_an_order_stands_in_the_file_until_it_is_opened() -> None:
    mail = Mail()
    mail.at("korrin", "join open sesame", "hand-over veldany")
    mail.at("veldany", "join shut sesame", "hand-over korrin")
    _, wrong = mail.at("korrin", "unlock open sesame", *WRITTEN)
    assert not wrong
    # A ruling that says where one would go is not noted: the other side has the file.
    for words in ("destination=1419", "destination=1617 via=1419", "path=1424,1423"):
        _, wrong = mail.at("korrin", "unlock open sesame", f"rule orders.at formation=k17 {words}")
        assert wrong.startswith("By mail a ruling with") and "is not noted" in wrong
    mail.at("korrin", "unlock open sesame", "hand-over veldany")
    assert not [each for each in map(repr, mail.lines[1:]) if "1419" in each or "1617" in each]
    seen, _ = mail.at("veldany", "unlock shut sesame", *LOOKS)
    assert not [line for line in seen.splitlines() if any(word in line for word in SAID) and not line.startswith(SAID)]


def test_orders_that_were_opened_are_held_against_the_rules_of_their_series() -> None:
    mail = Mail()
    mail.at("korrin", "join open sesame", "hand-over veldany")
    mail.at("veldany", "join shut sesame", "hand-over korrin")
    late = OpSheet("Order of 40th", "korrin", "order", ("k40",), status="implemented", note="2014", turn=1)

    def write_late(desk: Any) -> None:
        """An order behind its phase, as no program of ours proposes it."""
        desk.session.do(ChangeOrders("Write an order", {late.id: late}), "korrin", writes=desk.writes)

    mail.at("korrin", "unlock open sesame", *WRITTEN, "jump 1 activation.pick", then=write_late)
    opened, wrong = mail.at("korrin", "unlock open sesame", "open-sheets", "hand-over veldany")
    assert not wrong
    found, _ = mail.at("veldany", "unlock shut sesame", "verify-sheets Korrin")
    assert found.partition("\n")[2] in opened
    # One was written in its phase, the other behind it; neither is prepared, as in other series.
    assert "Order of 17th" not in found and "prepared" not in found
    assert "“Order of 40th”: Orders are written and changed in the Assignment Phase alone" in found
    # Ways are held against what was ordered by the other side, too, now.
    away, _ = mail.at("veldany", "unlock shut sesame", "ask orders.at formation=k17 path=1424,1425")
    assert "1425 leads away from where 17th Rifle Regiment is to go" in away


LISTS = (
    ("assignment.orders", "orders.at", "order of", ""),
    ("assignment.prepared", "prepared.at", "goes into prepared defence", "formation="),
    ("assignment.recovery", "recovery.at", "recovers from", "formation="),
)
TIRED = tuple(f"condition {each} fatigue Fat-2" for each in ("k17", "k40", "v62"))


@pytest.mark.parametrize(("phase", "question", "offer", "named"), LISTS)
@pytest.mark.parametrize(("side", "own", "other"), [("korrin", "k17", "v62"), ("veldany", "v62", "k17")])
def test_lists_of_all_formations_offer_those_of_who_looks_and_no_others(
    phase: str, question: str, offer: str, named: str, side: str, own: str, other: str
) -> None:
    desk = desk_of("amber-road", options=ORDERS)
    _, wrong = told(desk, *TIRED, f"jump 2 {phase}", f"side {side}")
    assert not wrong
    every = desk.box.oob.formations
    names = {each.id: {one.name for one in every if one.side == each.id} for each in desk.box.oob.sides}
    seen, _ = told(desk, f"ask {question}")
    offered = [line for line in seen.splitlines() if line.strip().startswith("proposal") and offer in line]
    assert offered and all(any(name in line for name in names[side]) for line in offered)
    (theirs,) = (each for each in names if each != side)
    assert not [line for line in offered if any(name in line for name in names[theirs])]
    title = desk.session.title(theirs)
    assert f"What {title} does here its own player does." in seen
    if named:
        before = desk.session.number
        _, wrong = told(desk, f"ask {question} formation={other}", "take 1")
        assert f"What {title} does here its own player does." in wrong and desk.session.number == before
        _, wrong = told(desk, f"ask {question} formation={own}", "take 1")
        assert not wrong and desk.session.entry(desk.session.number).by == side
        # Both at the table do everything, each in the name of whose formation it is.
        _, wrong = told(desk, "side both", f"ask {question} formation={other}", "take 1")
        assert not wrong and desk.session.entry(desk.session.number).by == theirs


def test_by_mail_lists_offer_nobody_the_formations_of_the_other_side() -> None:
    mail = Mail()
    mail.at("korrin", "join open sesame", "hand-over veldany")
    mail.at("veldany", "join shut sesame", "hand-over korrin")
    seen, _ = mail.at("korrin", "unlock open sesame", "jump 2 assignment.prepared", "ask prepared.at")
    assert "17th Rifle Regiment goes into" in seen and "62nd Infantry Regiment goes into" not in seen
    _, wrong = mail.at("korrin", "unlock open sesame", "ask prepared.at formation=v62", "take 1")
    assert "What Veldany does here its own player does." in wrong
