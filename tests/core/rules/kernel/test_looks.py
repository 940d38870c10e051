"""Looks: every kind of piece has one, values and colours come where the look says, and everything can be read."""

from dataclasses import replace
from fractions import Fraction

import immutables
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.printed_counters import FORCES, OLIVE, carried, full_counter, full_values, kinds, some

from core.base.colours import LEAST_CONTRAST, contrast
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.model.items import Items
from core.model.looks import Chosen, Condition, Element, Look
from core.model.oob import Counter, Oob, Side, Value
from core.rules.kernel.faces import Face, Part
from core.rules.kernel.looks import (
    PLAIN,
    Paints,
    Said,
    deepened,
    face_of,
    has_back,
    kind_of,
    look_of,
    name_of,
    printed,
    resolved,
)
from core.rules.kernel.ruleset import Ruleset

KINDS = [(id_, kind) for id_ in ruleset_ids() for kind in kinds(load_ruleset(id_))]
WIDE = (0.0, 0.0, 1.0, 1.0)

colours = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def texts(face: Face, px: float = 1000) -> tuple[str, ...]:
    return tuple(part.text for part in face.seen(px) if part.form == "text")


def drawn(*elements: Element, said: dict[str, Value] | None = None, side: Side | None = OLIVE, sidc: str = "") -> Face:
    return resolved(elements, Chosen("side"), Said(said or {}), Paints(side), full_px=44, sidc=sidc)


def behind(face: Face, part: Part) -> str:
    """The colour under the middle of a part, found from the top; where two lie there at different sizes, the first found."""
    x, y = part.area[0] + part.area[2] / 2, part.area[1] + part.area[3] / 2
    below = face.parts[: face.parts.index(part)]
    seen = (each for each in reversed(below) if each.from_px < part.below_px and part.from_px < each.below_px)
    return next((each.fill for each in seen if each.covers(x, y)), face.fill)


# Of every series -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id_", "kind"), KINDS)
def test_every_kind_of_piece_has_a_look(id_: str, kind: str) -> None:
    ruleset = load_ruleset(id_)
    look = look_of(ruleset, full_counter(ruleset, kind))
    assert kind in look.of
    assert face_of(ruleset, FORCES, full_counter(ruleset, kind)).parts


@pytest.mark.parametrize(("id_", "kind"), KINDS)
def test_what_the_back_prints_otherwise_is_seen_there(id_: str, kind: str) -> None:
    ruleset = load_ruleset(id_)
    counter = full_counter(ruleset, kind)
    as_front = face_of(ruleset, FORCES, replace(counter, back=immutables.Map()), 1)
    for value in carried(ruleset, kind):
        if value.sides == 2:
            other = replace(counter, back=immutables.Map({value.id: some(value, 1)}))
            assert face_of(ruleset, FORCES, other, 1) != as_front, value.id


@pytest.mark.parametrize(("id_", "kind"), KINDS)
def test_every_required_number_is_seen_on_the_front(id_: str, kind: str) -> None:
    ruleset = load_ruleset(id_)
    counter = full_counter(ruleset, kind)
    # One value of a carrier stands in the place of that of who is carried; steps are printed where losses are counted on them.
    plain = counter.values
    for flag in ("carrier.integrated", "artillery.yellow_box"):
        plain = plain.delete(flag) if flag in plain else plain
    counter = replace(counter, values=plain)
    for value in carried(ruleset, kind):
        if value.required and value.type in ("whole", "number") and value.role != "steps":
            other = replace(counter, values=plain.set(value.id, some(value, 3)))
            assert face_of(ruleset, FORCES, other) != face_of(ruleset, FORCES, counter), value.id


@pytest.mark.parametrize(("id_", "kind"), KINDS)
@settings(max_examples=25)
@given(ground=colours, ink=colours, stripe=colours, side=st.integers(0, 1))
def test_all_letters_and_symbols_can_be_read_whatever_the_colours(
    id_: str, kind: str, ground: str, ink: str, stripe: str, side: int
) -> None:
    ruleset = load_ruleset(id_)
    counter = replace(full_counter(ruleset, kind), back=immutables.Map())
    formations = FORCES.formations.with_changes({0: replace(next(iter(FORCES.formations)), stripe=stripe)})
    oob = Oob(Items([replace(OLIVE, colour=ground, ink=ink)]), formations)
    face = face_of(ruleset, oob, counter, side)
    assert_read(face)


def assert_read(face: Face) -> None:
    """All letters and symbols of a face stand out from what lies under them, or from an outline."""
    for part in face.parts:
        if part.form in ("text", "symbol"):
            ground = part.fill or behind(face, part)
            assert contrast(part.ink, ground) >= LEAST_CONTRAST or contrast(part.halo, part.ink) >= LEAST_CONTRAST, part


@pytest.mark.parametrize(("id_", "kind"), KINDS)
@settings(max_examples=25)
@given(ground=colours, side=st.integers(0, 1), data=st.data())
def test_letters_can_be_read_whatever_of_a_counter_is_not_said_yet(
    id_: str, kind: str, ground: str, side: int, data: st.DataObject
) -> None:
    ruleset = load_ruleset(id_)
    counter = full_counter(ruleset, kind)
    missing = data.draw(st.sets(st.sampled_from(sorted(set(counter.values) - {"piece.kind"}))), label="not said")
    said = immutables.Map({key: value for key, value in counter.values.items() if key not in missing})
    oob = Oob(Items([replace(OLIVE, colour=ground, ink="")]), FORCES.formations)
    assert_read(face_of(ruleset, oob, replace(counter, values=said, back=immutables.Map()), side))


@pytest.mark.parametrize("id_", ruleset_ids())
def test_a_class_that_nobody_said_has_the_ink_of_none_that_can_be_said(id_: str) -> None:
    ruleset = load_ruleset(id_)
    classes = {value.id: value for value in ruleset.values if value.type == "choice"}
    for look in ruleset.looks.values():
        for element in (*look.front, *look.back):
            ink = element.ink
            if ink.by in classes:
                assert ink.other, f"{look.id}: {element.text.other}"
                assert ink.other not in {colour for _, colour in ink.choices}, f"{look.id}: {element.text.other}"
                assert {word for word, _ in classes[ink.by].choices} == {word for word, _ in ink.choices}, look.id


@pytest.mark.parametrize(("id_", "kind"), KINDS)
def test_a_counter_that_prints_nothing_still_has_a_face(id_: str, kind: str) -> None:
    ruleset = load_ruleset(id_)
    bare = Counter("bare", "nobody", immutables.Map({"piece.kind": kind}))
    for side in (0, 1):
        assert face_of(ruleset, Oob(), bare, side).fill


@pytest.mark.parametrize(("id_", "kind"), KINDS)
def test_everything_lies_inside_the_square(id_: str, kind: str) -> None:
    ruleset = load_ruleset(id_)
    for side in (0, 1):
        for part in face_of(ruleset, FORCES, replace(full_counter(ruleset, kind), back=immutables.Map()), side).parts:
            left, top, width, height = part.area
            assert min(left, top, width, height) >= 0
            assert max(left + width, top + height) <= 1.0001


# TCS and others by name ----------------------------------------------------------------------------------------------------


def tcs(kind: str = "infantry", **values: Value) -> Counter:
    held = {name.replace("__", "."): value for name, value in values.items()}
    return Counter("a", "us", immutables.Map({"piece.kind": kind, "piece.name": "A/3/16", **held}), formation="3-16")


def test_the_colour_of_a_fire_strength_is_its_class() -> None:
    rules = load_ruleset("tcs-4.01")
    for class_, colour in (("area", "#ffffff"), ("point", "#ffd92e")):
        face = face_of(rules, FORCES, tcs(fire__class=class_, fire__strength=17), 1)
        assert {part.ink for part in face.parts if part.text == "17"} == {colour}
    assert "–" in texts(face_of(rules, FORCES, tcs(fire__class="none"), 1))


def test_yellow_is_told_from_white_without_its_colour() -> None:
    rules = load_ruleset("tcs-4.01")
    found = {
        class_: {
            part.bar
            for part in face_of(rules, FORCES, tcs(fire__class=class_, fire__strength=17), 1).parts
            if part.text == "17"
        }
        for class_ in ("area", "point")
    }
    assert found == {"area": {False}, "point": {True}}


def test_in_move_mode_an_integrated_carrier_is_the_target_and_moves_the_unit() -> None:
    rules = load_ruleset("tcs-4.01")
    unit = tcs(
        morale=4,
        target__class="area",
        movement__class="foot",
        movement__allowance=6,
        carrier__integrated=True,
        carrier__movement_class="tracked",
        carrier__movement_allowance=18,
        carrier__target_class="both",
        carrier__defence=1,
    )
    front, back = face_of(rules, FORCES, unit), face_of(rules, FORCES, unit, 1)
    assert {"1", "6", "18", "M4"} <= set(texts(front))
    assert "18" not in texts(back)
    assert {"4", "6"} <= set(texts(back))


def test_both_sides_of_a_unit_of_tcs_are_printed_and_differ() -> None:
    rules = load_ruleset("tcs-4.01")
    unit = tcs(morale=4)
    assert has_back(rules, unit)
    assert face_of(rules, FORCES, unit, 0) != face_of(rules, FORCES, unit, 1)


def test_the_band_has_the_colour_of_the_formation_and_is_gray_without_one() -> None:
    rules = load_ruleset("tcs-4.01")
    for formation, colour in (("3-16", "#c23b22"), ("", "#a9a9a4")):
        face = face_of(rules, FORCES, replace(tcs(), formation=formation))
        assert {part.fill for part in face.parts if part.form == "box" and part.area[1] == 0} == {colour}


def test_a_unit_of_scs_has_a_box_in_the_colour_that_its_game_gives_it_only_if_it_exploits() -> None:
    rules = load_ruleset("scs-1.6")

    def unit(**more: Value) -> Counter:
        values = {"piece.kind": "combat", "attack": Fraction(5, 2), "defence": Fraction(3), "movement": 8, **more}
        return Counter("a", "us", immutables.Map(values))

    plain = face_of(rules, FORCES, unit())
    red = face_of(rules, FORCES, unit(exploitation=True, **{"exploitation.colour": "Red"}))
    own = face_of(rules, FORCES, unit(exploitation=True, **{"exploitation.colour": "#123456"}))
    assert "2½-3-8" in texts(plain)
    assert not any(part.form == "box" for part in plain.parts)
    assert {part.fill for part in red.parts if part.form == "box"} == {"#c8321e"}
    assert {part.fill for part in own.parts if part.form == "box"} == {"#123456"}


def test_the_back_is_blank_where_nothing_is_printed_on_it() -> None:
    rules = load_ruleset("scs-1.6")
    unit = Counter("a", "us", immutables.Map({"piece.kind": "combat"}))
    assert not has_back(rules, unit)
    assert face_of(rules, FORCES, unit, 1).parts == ()
    assert has_back(rules, replace(unit, back=immutables.Map({"attack": Fraction(1)})))


def test_a_cadre_has_a_strength_of_one() -> None:
    rules = load_ruleset("vcs")
    unit = Counter("a", "us", immutables.Map({"piece.kind": "parent", "cadre": True, "movement": 6}))
    assert has_back(rules, unit)
    assert {"1", "Cadre", "6"} <= set(texts(face_of(rules, FORCES, unit, 1)))
    assert not has_back(rules, replace(unit, values=unit.values.delete("cadre")))


def test_a_small_counter_has_less_on_it_and_its_symbol_no_size() -> None:
    rules = load_ruleset("tcs-4.01")
    face = face_of(rules, FORCES, tcs(fire__class="area", fire__strength=8, fire__range=3), 1)
    assert set(texts(face, 24)) < set(texts(face, 100))
    assert [part.text[8:10] for part in face.seen(24) if part.form == "symbol"] == ["00"]
    assert [part.text[8:10] for part in face.seen(100) if part.form == "symbol"] == ["14"]


# The language of looks -----------------------------------------------------------------------------------------------------


def test_a_counter_without_rules_shows_its_symbol_and_what_it_is_called() -> None:
    counter = Counter("a", "us", sidc="10031000151211000000")
    assert look_of(None, counter) is PLAIN
    face = face_of(None, FORCES, counter)
    assert texts(face) == ("a",)
    assert [part.text for part in face.seen(100) if part.form == "symbol"] == ["10031000151211000000"]


def test_a_counter_can_name_its_look() -> None:
    rules = load_ruleset("tcs-4.01")
    special = Look("special", "Special", front=(Element("text", WIDE, text=Chosen("Special"), ink=Chosen("ink")),))
    with_it = replace(rules, looks={**rules.looks, "special": special})
    assert texts(face_of(with_it, FORCES, replace(tcs(), look="special"))) == ("Special",)
    assert look_of(with_it, replace(tcs(), look="gone")).id == "unit"


def test_kind_and_name_are_found_by_their_roles() -> None:
    rules = load_ruleset("vcs")
    counter = Counter("a", "us", immutables.Map({"piece.kind": "parent", "unit.number": "16"}))
    assert (kind_of(rules, counter), name_of(rules, counter)) == ("parent", "16")
    assert name_of(rules, Counter("b", "us")) == "b"
    depot = Counter("alliance-depot", "us", immutables.Map({"piece.kind": "depot"}))
    assert name_of(rules, depot) == "Alliance depot"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (12, "12"),
        (Fraction(4), "4"),
        (Fraction(1, 2), "½"),
        (Fraction(11, 4), "2¾"),
        (Fraction(1, 3), "⅓"),
        (Fraction(6, 5), "1.2"),
    ],
)
def test_numbers_are_printed_as_counters_do(value: Value, text: str) -> None:
    assert printed(value) == text


def test_a_template_with_nothing_to_say_is_not_drawn() -> None:
    element = Element("text", WIDE, text=Chosen("r{range}"), ink=Chosen("ink"))
    assert drawn(element).parts == ()
    assert texts(drawn(element, said={"range": 5})) == ("r5",)
    assert texts(drawn(replace(element, text=Chosen("r{range|–}")))) == ("r–",)


@pytest.mark.parametrize(
    ("condition", "said", "holds"),
    [
        (Condition("ready"), {"ready": True}, True),
        (Condition("ready"), {"ready": False}, False),
        (Condition("ready", printed=False), {}, True),
        (Condition("steps"), {"steps": 0}, True),
        (Condition("class", ("area", "both")), {"class": "both"}, True),
        (Condition("class", ("area", "both")), {"class": "point"}, False),
        (Condition("steps", ("2",)), {"steps": 2}, True),
        (Condition("ready", ("true",)), {"ready": True}, True),
    ],
)
def test_conditions(condition: Condition, said: dict[str, Value], holds: bool) -> None:
    element = Element("text", WIDE, text=Chosen("x"), ink=Chosen("ink"), when=(condition,))
    assert bool(drawn(element, said=said).parts) == holds


@pytest.mark.parametrize(
    ("word", "found"),
    [("tank", "T"), ("Tank Destroyer", "TD"), ("heavy tank", "T"), ("sapper", "?"), ("", "?")],
)
def test_a_word_is_chosen_by_the_longest_entry_that_it_holds(word: str, found: str) -> None:
    chosen = Chosen("?", "type", (("tank", "T"), ("tank destroyer", "TD")))
    element = Element("text", WIDE, text=chosen, ink=Chosen("ink"))
    assert texts(drawn(element, said={"type": word})) == (found,)


def test_an_ink_that_informs_keeps_its_colour_and_gets_an_outline() -> None:
    by_class = Chosen("#000000", "class", (("point", "#ffd92e"),))
    element = Element("text", WIDE, text=Chosen("8"), ink=by_class)
    pale = drawn(element, said={"class": "point"}, side=replace(OLIVE, colour="#fff6d0"))
    dark = drawn(element, said={"class": "point"}, side=replace(OLIVE, colour="#202020"))
    assert (pale.parts[0].ink, pale.parts[0].halo) == ("#ffd92e", "#000000")
    assert (dark.parts[0].ink, dark.parts[0].halo) == ("#ffd92e", "")


@given(colours)
def test_an_ink_that_no_value_decides_is_what_can_be_read(ground: str) -> None:
    chosen = Chosen(by="ready", choices=(("yes", "#ffffff"),))
    for element in (
        Element("text", WIDE, text=Chosen("{steps}"), ink=chosen),
        Element("text", WIDE, text=Chosen("{steps}")),
        Element("sign", WIDE, text=Chosen("fast-line"), ink=chosen),
    ):
        (part,) = drawn(element, said={"steps": 3}, side=Side("us", "US", colour=ground)).parts
        assert contrast(part.ink, ground) >= LEAST_CONTRAST
        assert not part.halo


def test_letters_are_judged_against_what_lies_under_them() -> None:
    plate = Element("box", (0.0, 0.5, 1.0, 0.5), fill=Chosen("#000000"))
    low = Element("text", (0.2, 0.6, 0.6, 0.2), text=Chosen("8"), ink=Chosen("#000000"))
    high = replace(low, area=(0.2, 0.1, 0.6, 0.2))
    face = drawn(plate, low, high, side=replace(OLIVE, colour="#ffffff"))
    assert [part.ink for part in face.parts if part.form == "text"] == ["#ffffff", "#000000"]


def test_what_stands_around_a_symbol_is_judged_against_the_card() -> None:
    symbol = Element("symbol", WIDE, text=Chosen("10031000151211000000"), ink=Chosen("#000000"), fill=Chosen("#ffffff"))
    part = drawn(symbol, side=replace(OLIVE, colour="#101010")).parts[0]
    assert (part.ink, part.outer) == ("#000000", "#ffffff")
    assert drawn(symbol, side=replace(OLIVE, colour="#eeeeee")).parts[0].outer == ""


def test_a_counters_own_symbol_comes_first_and_says_its_size() -> None:
    symbol = Element(
        "symbol", WIDE, text=Chosen("10031000001205000000"), echelon=Chosen("", "size", (("corps", "22"),)), ink=Chosen("ink")
    )
    assert drawn(symbol, said={"size": "corps"}).parts[0].text == "10031000221205000000"
    assert drawn(symbol, said={"size": "corps"}, sidc="10031000151211000000").parts[0].text == "10031000151211000000"


@given(colours)
def test_deep_colours_hold_white_letters(colour: str) -> None:
    assert contrast(deepened(colour), "#ffffff") >= LEAST_CONTRAST


def test_faces_that_look_the_same_are_the_same() -> None:
    rules = load_ruleset("tcs-4.01")
    one, other = tcs(morale=4), replace(tcs(morale=4), id="b", note="another")
    assert face_of(rules, FORCES, one) == face_of(rules, FORCES, other)
    assert hash(face_of(rules, FORCES, one)) == hash(face_of(rules, FORCES, other))


def test_a_value_that_no_look_reads_changes_nothing() -> None:
    rules: Ruleset = load_ruleset("tcs-4.01")
    counter = Counter("a", "us", full_values(rules, "infantry"))
    assert face_of(rules, FORCES, replace(counter, values=counter.values.set("unheard", 3))) == face_of(rules, FORCES, counter)
