from hypothesis import given
from hypothesis import strategies as st

from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, OobRef, Side, Values

GERMANS = Side("de", "Germans", colour="#808080")


def formations(*pairs: tuple[str, str]) -> Items[Formation]:
    return Items(Formation(id_, id_.upper(), "de", parent) for id_, parent in pairs)


OOB = Oob(
    Items([GERMANS]),
    formations(("div", ""), ("regt", "div"), ("bn", "regt"), ("lehr", "")),
    Items([Counter("a", "de", formation="bn"), Counter("b", "de", formation="div"), Counter("c", "de"), Counter("d", "us")]),
)


def test_everything_is_found_by_its_id_and_by_its_ref() -> None:
    for section in ("sides", "formations", "counters"):
        for id_ in OOB.ids(section):
            ref = OOB.ref(section, id_)
            assert ref is not None
            assert OOB.item(ref).id == id_
    assert OOB.counter("nobody") is None and OOB.ref("counters", "nobody") is None


def test_a_formation_has_its_own_counters_and_those_of_all_below_it() -> None:
    assert [each.id for each in OOB.members("div")] == ["b"]
    assert [each.id for each in OOB.all_members("div")] == ["b", "a"]
    assert [each.id for each in OOB.below("div")] == ["div", "regt", "bn"]
    assert [each.id for each in OOB.above("bn")] == ["bn", "regt", "div"]


def test_what_belongs_to_a_formation_that_is_not_there_stands_at_the_top() -> None:
    oob = Oob(formations=formations(("bn", "gone")), counters=Items([Counter("a", "de", formation="gone")]))
    assert [each.id for each in oob.children("")] == ["bn"]
    assert [each.id for each in oob.members("")] == ["a"]


def test_counters_in_no_formation_are_those_of_a_side_where_one_is_named() -> None:
    assert [each.id for each in OOB.members("", "us")] == ["d"]


def test_a_ring_of_parents_ends() -> None:
    ring = Oob(formations=formations(("a", "b"), ("b", "a")))
    assert [each.id for each in ring.above("a")] == ["a", "b"]
    assert [each.id for each in ring.below("a")] == ["a", "b"]


def test_a_stripe_is_that_of_the_nearest_formation_that_has_one() -> None:
    striped = Items([Formation("div", "Div", "de", stripe="#ff0000"), Formation("bn", "Bn", "de", "div")])
    assert Oob(formations=striped).stripe(Counter("a", "de", formation="bn")) == "#ff0000"


def test_the_back_prints_what_it_does_not_print_otherwise_as_the_front() -> None:
    piece = Counter("a", "de", Values(attack=6, movement=5), Values(attack=3))
    assert dict(piece.face(1)) == {"attack": 3, "movement": 5}
    assert piece.face(0) == piece.values == Counter("a", "de", piece.values).face(1)


@given(st.lists(st.text(max_size=6), max_size=20))
def test_new_ids_are_all_different_and_never_empty(names: list[str]) -> None:
    oob = Oob()
    for name in names:
        id_ = oob.new_id("counters", name)
        assert id_ and oob.counter(id_) is None
        oob = oob.with_items({OobRef("counters", oob.counters.next_key): Counter(id_, "de")})
    assert len(set(oob.ids("counters"))) == len(names)


some_counters = st.dictionaries(
    st.integers(1, 5), st.none() | st.builds(Counter, st.sampled_from("abxyz"), st.sampled_from(["de", "us"])), max_size=3
)


@given(st.lists(some_counters, max_size=4))
def test_ids_are_known_after_any_change_as_of_an_order_of_battle_made_anew(steps: list[dict[int, Counter | None]]) -> None:
    oob = OOB
    assert oob.counter("a") is not None
    for step in steps:
        oob = oob.with_items({OobRef("counters", key): counter for key, counter in step.items()})
        anew = Oob(oob.sides, oob.formations, oob.counters)
        for id_ in "abcdxyz":
            assert (oob.ref("counters", id_), oob.counter(id_)) == (anew.ref("counters", id_), anew.counter(id_))
