"""Symbols that cannot be drawn are said, with the line and the counter, and nothing else is."""

from core.base.errors import Place
from core.model.issues import Issue, Severity
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Side
from core.model.symbol_checks import symbol_issues


def issues(*sidcs: str) -> list[Issue]:
    at = Place("counters.yaml", 7, 3)
    counters = Items(Counter(f"u{n}", "a", sidc=sidc, place=at) for n, sidc in enumerate(sidcs))
    return list(symbol_issues(Oob(Items([Side("a", "A")]), Items(), counters), "counters.yaml"))


def test_codes_that_can_be_drawn_are_not_spoken_of() -> None:
    assert issues("", "10031000161211020000", "SFGPUCIZ---F---", "10061000141407020027", "10031000161211000091") == []


def test_a_text_that_is_no_code_is_said_with_its_counter_and_its_line() -> None:
    (found,) = issues("10031000161211020000", "1003100016121102000")
    assert (found.place, found.units, found.code, found.severity) == (
        Place("counters.yaml", 7, 3),
        ("u1",),
        "symbol",
        Severity.WARNING,
    )
    assert found.text == (
        'The counter "u1": "1003100016121102000" is no symbol code: it has 19 digits, and a code has 20, or 30 in APP-6E.'
    )


def test_what_cannot_be_drawn_is_said_once_for_each_thing() -> None:
    texts = [found.text for found in issues("10031000161299000000", "10031000161211001466", "SFGPUCIZQ------")]
    assert len(texts) == 4
    assert 'drawn as "?"' in texts[0]
    assert "first modifier 14" in texts[1] and "second modifier 66" in texts[2]
    assert "taken as armoured infantry" in texts[3]


def test_formations_are_looked_at_too_and_named_where_they_stand() -> None:
    oob = Oob(Items([Side("a", "A")]), Items([Formation("f", "F", "a", sidc="nonsense")]), Items())
    (found,) = symbol_issues(oob, "counters.yaml")
    assert (found.place, found.units) == (Place("counters.yaml"), ())
    assert found.text.startswith('The formation "f": "nonsense" is no symbol code')
