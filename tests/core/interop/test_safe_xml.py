"""XML of strangers does no harm."""

import pytest

from core.interop import safe_xml
from core.interop.imported import BadFile
from core.interop.safe_xml import read_xml

LAUGHS = b"""<?xml version="1.0"?>
<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>
<a>&c;</a>"""

OUTSIDE = b"""<?xml version="1.0"?>
<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>
<a>&b;</a>"""


def test_elements_keep_their_line_text_and_order() -> None:
    top = read_xml(b'<a>\n<b n="1">x</b>\n<c/>\n<b n="2">y</b></a>', "a.xml")
    assert [(each.tag, each.line, each.text) for each in top.children] == [("b", 2, "x"), ("c", 3, ""), ("b", 4, "y")]
    assert [each.attributes["n"] for each in top.all("b")] == ["1", "2"]
    assert top.first("d") is None


@pytest.mark.parametrize("data", [LAUGHS, OUTSIDE], ids=["a thousand laughs", "a file from outside"])
def test_entities_are_refused_where_they_are_declared(data: bytes) -> None:
    with pytest.raises(BadFile, match="declares an entity") as refusal:
        read_xml(data, "a.xml")
    assert refusal.value.place.line == 2


def test_a_plain_document_type_is_passed_over_and_nothing_is_fetched() -> None:
    assert read_xml(b'<!DOCTYPE a SYSTEM "http://example.org/a.dtd"><a/>', "a.xml").tag == "a"


def test_depth_and_number_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadFile, match="nested more than 64 levels"):
        read_xml(b"<a>" * 100 + b"</a>" * 100, "a.xml")
    monkeypatch.setattr(safe_xml, "MOST_ELEMENTS", 10)
    with pytest.raises(BadFile, match="more than 10 elements"):
        read_xml(b"<a>" + b"<b/>" * 20 + b"</a>", "a.xml")


def test_an_unknown_encoding_is_refused() -> None:
    with pytest.raises(BadFile, match=r"a\.xml"):
        read_xml(b'<?xml version="1.0" encoding="klingon"?><a/>', "a.xml")
