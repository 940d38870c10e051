"""Units as tables: round trips for every series, what spreadsheets write, and findings for all that was not taken."""

import csv
import io
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.forces import RULESETS, a_map_of_two, oobs, rulesets

from core.base.errors import WrongUse
from core.interop.counter_csv import Finding, csv_columns, from_csv, to_csv
from core.interop.headings import gist, meant_by
from core.model.box import GameBox
from core.model.items import Items
from core.model.oob import Counter, Formation, Oob, Side, Values
from core.model.side_colours import side_colours
from core.model.work import Work
from core.rules.kernel.ruleset import Ruleset

SCS = RULESETS["scs-1.6"]

OOB = Oob(
    Items([Side("blue", "Blue"), Side("red", "Red Army")]),
    Items([Formation("1-bde", "1st Brigade", "blue"), Formation("2-bde", "2nd Brigade", "red")]),
    Items(
        [
            Counter(
                "a",
                "blue",
                Values({"piece.kind": "combat", "piece.name": "A", "attack": Fraction(4), "movement": 6}),
                Values({"attack": Fraction(5, 2), "movement": ""}),
                "1-bde",
                copies=2,
                note="first",
            )
        ]
    ),
)


def a_box(oob: Oob = OOB, ruleset: str = "scs-1.6") -> GameBox:
    return GameBox("A box", ruleset, a_map_of_two(), oob=oob)


def brought(text: str, oob: Oob = OOB, making: bool = False) -> tuple[Oob, list[str]]:
    box = a_box(oob)
    edit, findings = from_csv(text, box, SCS, making=making)
    return edit.apply(Work(box)).box.oob, [str(each) for each in findings]


def of_known_units(oob: Oob) -> Oob:
    """The order of battle with no names that mean nothing, for these come back as findings."""
    sides, formations = set(oob.ids("sides")), set(oob.ids("formations"))
    return replace(
        oob,
        counters=Items(
            replace(
                each,
                side=each.side if each.side in sides else "",
                formation=each.formation if each.formation in formations and each.side in sides else "",
            )
            for each in oob.counters
        ),
    )


@settings(max_examples=60)
@given(st.data(), rulesets, st.sampled_from(",;\t"))
def test_a_table_of_all_counters_makes_them_again(data: st.DataObject, ruleset: Ruleset, delimiter: str) -> None:
    oob = of_known_units(data.draw(oobs(ruleset, separate=True)))
    text = to_csv(oob, ruleset, delimiter)
    bare = GameBox("A box", ruleset.id, a_map_of_two(), oob=Oob(oob.sides, oob.formations))
    edit, findings = from_csv(text, bare, ruleset)
    unknown = {id_ for each in oob.counters for id_ in (*each.values, *(each.back or ()))} - {v.id for v in ruleset.values}
    assert not unknown
    assert findings == ()
    assert edit.apply(Work(bare)).box.oob == oob
    same, findings = from_csv(text, GameBox("A box", ruleset.id, a_map_of_two(), oob=oob), ruleset)
    assert (dict(same.items), findings) == ({}, ())


@given(
    st.text(max_size=80) | st.lists(st.sampled_from(["id", "attack", ",", ";", "\n", '"', "a", "4", "sep=;\n"])).map("".join)
)
def test_any_text_is_a_table_or_refused_with_a_sentence(text: str) -> None:
    try:
        edit, findings = from_csv(text, a_box(), SCS)
    except WrongUse as error:
        assert str(error).endswith(".")
    else:
        edit.apply(Work(a_box()))
        assert all(each.text.endswith((".", "?", "…")) for each in findings)


def test_columns_are_those_of_the_ruleset_between_what_all_counters_have() -> None:
    headings = [column.heading for column in csv_columns(Oob(), SCS)]
    assert headings[:6] == ["id", "side", "formation", "piece.kind", "piece.name", "unit.type"]
    assert headings[headings.index("copies") :] == [
        *("copies", "look", "sidc", "note", "back"),
        *("back:attack", "back:defence", "back:barrage", "back:barrage.range", "back:movement"),
        *("back:exploitation", "back:exploitation.colour"),
    ]


def test_a_value_that_only_a_counter_knows_has_a_column_of_its_own() -> None:
    oob = Oob(counters=Items([Counter("a", "", Values({"glory": 3}))]))
    text = to_csv(oob, SCS)
    edit, findings = from_csv(text, a_box(oob), SCS)
    assert (dict(edit.items), findings) == ({}, ())
    assert "glory" in next(csv.reader(io.StringIO(text)))


def test_a_column_that_is_not_there_leaves_what_is_and_an_empty_cell_takes_away() -> None:
    oob, findings = brought("id;attack;back:attack;note\na;;3,5;\n")
    assert findings == []
    (counter,) = oob.counters
    assert dict(counter.values) == {"piece.kind": "combat", "piece.name": "A", "movement": 6}
    assert counter.back == Values({"attack": Fraction(7, 2), "movement": ""})
    assert (counter.copies, counter.note, counter.formation) == (2, "", "1-bde")


def test_rows_without_an_id_are_new_counters_called_by_their_names() -> None:
    oob, findings = brought('id,Kind,Designation,formation\n,combat,B,1st brigade\n,artillery,B,\nb,air,"C, D",2-bde\n')
    assert findings == []
    made = [(each.id, each.side, each.formation) for each in oob.counters]
    assert made == [("a", "blue", "1-bde"), ("b-2", "blue", "1-bde"), ("b-3", "", ""), ("b", "red", "2-bde")]
    assert oob.counters[3].values["piece.name"] == "C, D"


def test_a_wrong_cell_is_kept_out_and_told_and_the_rest_of_its_row_is_taken() -> None:
    box = a_box()
    text = "id,attack,movement,side,copies,back\na,many,7,bleu,0,perhaps\n"
    edit, findings = from_csv(text, box, SCS, "units.csv")
    (counter,) = edit.items.values()
    assert isinstance(counter, Counter)
    assert (counter.values["attack"], counter.values["movement"]) == (4, 7)
    assert (counter.side, counter.copies) == ("blue", 2)
    assert findings[0] == Finding(
        2, 2, 'Attack strength must be a number from 0 to 99, not "many".', "attack", "many", "a", "units.csv"
    )
    assert [str(each) for each in findings[1:]] == [
        'units.csv:2, cell 4 (side): There is no side "bleu". Did you mean "Blue"?',
        'units.csv:2, cell 5 (copies): Copies must be a whole number from 1 to 1000, not "0".',
        'units.csv:2, cell 6 (back): Whether the back is printed must be yes or no, not "perhaps".',
    ]


def test_headings_may_leave_out_words_and_turn_them_round_where_only_one_column_is_meant() -> None:
    text = "side,Name,Unit type,Size,Attack,Back: defence,Class\nblue,Seventh,infantry,regiment,3,1,leg\n"
    edit, findings = from_csv(text, a_box(), SCS)
    (counter,) = edit.items.values()
    assert isinstance(counter, Counter)
    assert counter.values == Values({"piece.name": "Seventh", "unit.type": "infantry", "unit.size": "regiment", "attack": 3})
    assert counter.back == Values({"defence": 1})
    # A class may be of anything.
    assert [finding.heading for finding in findings] == ["Class"]


def test_a_column_that_is_named_exactly_is_not_meant_by_another_heading_as_well() -> None:
    _, findings = from_csv("side,Type,unit.type\nblue,x,infantry\n", a_box(), SCS)
    assert [str(each)[:46] for each in findings] == ['Line 1, cell 2 (Type): There is no column "Typ']


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_no_title_without_its_little_words_leads_to_another_column(name: str) -> None:
    ruleset = RULESETS[name]
    every = [column for column in csv_columns(Oob(), ruleset) if column.part == "value" and column.known is not None]
    titles = {column.value: column.known.title for column in every if column.known is not None}
    for id_, title in titles.items():
        assert meant_by(" ".join(sorted(gist(title))), titles) in (id_, ""), title


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "id,atack\na,4\n",
            'Line 1, cell 2 (atack): There is no column "atack"; nothing of it is taken. Did you mean "Attack strength"?',
        ),
        ("id,attack,attack\na,4,5\n", 'Line 1, cell 3 (attack): The column "attack" stands here again; the first one counts.'),
        ("id,attack\na,4\n\na,5\n", 'Line 4: The counter "a" stands in line 2 already; that row counts, this one is kept out.'),
        ("id,attack\na,4,x\n", "Line 2, cell 3: This cell has no heading: the first line names 2 columns. It is kept out."),
        (
            "id,sidc\na,1.0031E+19\n",
            "Line 2, cell 2 (sidc): A spreadsheet has made a number of this symbol code and lost its end; "
            "have the column as text there.",
        ),
        (
            'id,formation\n"a",3-bde\n',
            'Line 2, cell 2 (formation): There is no formation "3-bde". Did you mean "1st Brigade"?',
        ),
    ],
)
def test_what_is_not_taken_is_found_with_line_and_cell(text: str, said: str) -> None:
    oob, findings = brought(text)
    assert findings == [said]
    assert oob.counters[0].values["attack"] == 4


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffid,attack\r\na,3\r\n",
        "sep=;\nid;attack\na;3\n",
        "SEP=,\r\nid,attack\r\na,3\r\n",
        "id\tattack\na\t3\n",
        '"id";"Attack strength"\n"a";"3,0"\n',
        "ID,ATTACK\n\n,,\na,3.00\n",
    ],
)
def test_what_spreadsheets_write_is_understood(text: str) -> None:
    oob, findings = brought(text)
    assert findings == []
    assert oob.counters[0].values["attack"] == Fraction(3)


def test_lines_are_counted_as_an_editor_counts_them() -> None:
    _, findings = brought('sep=,\nid,attack,note\na,3,"two\nlines"\nb,x,\n')
    assert [each.split(":")[0] for each in findings] == ["Line 5, cell 2 (attack)"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "There is nothing in the table"),
        ("\n ,\n", "There is nothing in the table"),
        ("4,5\n6,7\n", "Line 1: The first line must name the columns, such as id, side, formation, piece.kind, piece.name"),
        ('id,attack\na,"3\n', "Line 2: This is no table between commas, semicolons or tabs"),
    ],
)
def test_what_is_no_table_is_refused(text: str, said: str) -> None:
    with pytest.raises(WrongUse, match=said):
        from_csv(text, a_box(), SCS)


def test_sides_and_formations_that_are_not_there_are_made_where_that_is_asked_for() -> None:
    text = "side,formation,name\nBlue,1st Btn,A\nBlue,1st Btn,B\nGreen,1-bde,C\n"
    oob, findings = brought(text, Oob(), making=True)
    assert findings == []
    assert [(each.id, each.name) for each in oob.sides] == [("blue", "Blue"), ("green", "Green")]
    assert [(each.id, each.name, each.side) for each in oob.formations] == [
        ("1st-btn", "1st Btn", "blue"),
        ("1-bde", "1-bde", "green"),
    ]
    assert [(each.id, each.side, each.formation) for each in oob.counters] == [
        ("a", "blue", "1st-btn"),
        ("b", "blue", "1st-btn"),
        ("c", "green", "1-bde"),
    ]
    _, findings = brought(text, Oob())
    assert findings[0] == 'Line 2, cell 1 (side): There is no side "Blue". The box has no sides yet.'


def test_ids_are_found_in_other_letters_and_each_side_gets_formations_of_its_own() -> None:
    text = "id;side;formation\nx;BLUE;1-BDE\ny;red;1st Brigade\nz;red;1-bde\nw;Green;1st brigade\n"
    oob, findings = brought(text, making=True)
    assert findings == []
    assert [each.id for each in oob.sides] == ["blue", "red", "green"]
    made = [(each.id, each.side, each.formation) for each in list(oob.counters)[1:]]
    # Who writes the id of another side's formation means that one, and the check of names tells it.
    assert made == [
        ("x", "blue", "1-bde"),
        ("y", "red", "1st-brigade"),
        ("z", "red", "1-bde"),
        ("w", "green", "1st-brigade-2"),
    ]
    assert [each.side for each in oob.formations] == ["blue", "red", "red", "green"]


def test_a_heading_that_is_not_known_is_told_with_the_titles_that_the_window_shows() -> None:
    _, (finding, *_) = from_csv("id,side,Strength\na,blue,4\n", a_box(), RULESETS["tcs-4.01"])
    assert str(finding).endswith('Did you mean "Fire strength"?')


def test_sides_that_are_made_have_colours_of_their_own() -> None:
    oob, _ = brought("id;side\nx;Green\ny;Veldany\nz;Korrin\n", Oob(), making=True)
    assert len({side.colour for side in oob.sides}) == 3
    assert next(iter(oob.sides)).colour == side_colours()["green"]


def test_thousands_of_unknown_names_are_found_at_once() -> None:
    oob = Oob(Items(Side(f"side{n}", f"Side {n}") for n in range(2_000)))
    _, findings = brought("id;side\n" + "".join(f"u{n};s{n}\n" for n in range(5_000)), oob)
    assert len(findings) == 5_000
    assert "Allowed: Side 0" in findings[0] and findings[-1].endswith('There is no side "s4999".')


def test_without_a_ruleset_every_column_is_a_value() -> None:
    box = a_box(Oob(), "unknown")
    edit, findings = from_csv("id,strength,back:strength,name\na,4,2.5,010\n", box, None)
    (counter,) = edit.items.values()
    assert findings == ()
    assert counter == Counter("a", "", Values({"strength": 4, "name": "010"}), Values({"strength": Fraction(5, 2)}))
    assert to_csv(Oob(counters=Items([counter])), None).splitlines()[1] == "a,,,010,4,1,,,,yes,2.5"


def test_a_word_of_dashes_on_a_back_is_not_a_blank() -> None:
    oob = Oob(counters=Items([Counter("a", "", Values(), Values({"piece.name": "-", "unit.type": "", "movement": 3}))]))
    edit, findings = from_csv(to_csv(oob, SCS), a_box(Oob()), SCS)
    assert findings == ()
    assert list(edit.items.values()) == list(oob.counters)
