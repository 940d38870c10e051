"""Another language: everything that is said is found for a translation, and a translation reaches what is shown."""

import importlib.util
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, QTranslator
from PySide6.QtWidgets import QLabel

from app.dialogs.options.window import BoxOptions
from app.documents.document import Document
from app.panels.ask.panel import AskPanel
from app.panels.charts.panel import ChartsPanel
from app.shell.action_table import ALL
from app.shell.languages import BASE, use_language
from app.tools.command_table import COMMANDS
from app.widgets.rule_words import RULES, said
from core.files.rule_texts import rule_texts
from core.files.ruleset_files import load_ruleset
from core.model.new_map import NewMap
from core.questions.catalogue import QUESTIONS
from core.rules.kernel.parameters import texts_of
from core.rules.kernel.ruleset import KINDS

ROOT = Path(__file__).resolve().parents[2]
TCS = load_ruleset("tcs-4.01")


def script():
    spec = importlib.util.spec_from_file_location("extract_texts", ROOT / "packaging" / "translations" / "extract.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


EXTRACT = script()


@pytest.fixture(scope="module")
def found():
    """Everything that there is to be translated, by its context and its text."""
    return {(each.context, each.text): each for each in EXTRACT.messages(ROOT)}


class Brackets(QTranslator):
    """Translates every text of the rulesets into itself in brackets."""

    def translate(self, context, text, disambiguation=None, n=-1):
        return f"«{text}»" if context == RULES else None


@pytest.fixture
def brackets(qapp):
    translator = Brackets(qapp)
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


def document():
    return Document(NewMap("Nowhere", columns=2, rows=2, ruleset="tcs-4.01").box(), TCS)


def test_every_text_of_the_rulesets_and_of_the_questions_is_found(found):
    asked = {text for held in QUESTIONS.values() for question in held.values() for text in texts_of(question.heading)}
    assert {text for context, text in found if context == RULES} == {each.text for each in rule_texts()} | asked
    assert {each.title for each in TCS.charts.values()} <= {text for context, text in found if context == RULES}


def test_texts_behind_helpers_are_found_in_the_context_in_which_they_are_asked_for(found):
    assert {("Actions", text) for spec in ALL for text in (spec.text, spec.tip)} <= found.keys()
    assert {("Commands", text) for spec in COMMANDS for text in (spec.text, spec.tip, spec.needs)} <= found.keys()
    for context, text in (
        ("Words", "Published"),
        ("Words", "Source: {source}"),
        ("OptionsDraft", "A box needs a title."),
        ("BoxOptions", "○ must be said"),
        ("Allowing", "no box is open"),
        ("Findings", "The one example agrees."),
    ):
        assert (context, text) in found
    assert found["BoxOptions", "The game must still say: %n"].counted


def test_what_was_translated_stays_when_texts_are_found_again():
    message = EXTRACT.Message
    first = EXTRACT.linguist_file((message("A", "One"), message("A", "Two %n", counted=True), message("B", "Gone")), "de")
    tree = ET.fromstring(first)
    for translation, text in zip(tree.iter("translation"), ("Eins", "", "Weg"), strict=True):
        if text:
            translation.text = text
            del translation.attrib["type"]
    done = ET.tostring(tree, encoding="unicode")
    again = ET.fromstring(EXTRACT.linguist_file((message("A", "One"), message("A", "New")), "de", done))
    told = {each.findtext("source"): each.find("translation") for each in again.iter("message")}
    assert (told["One"].text, told["One"].get("type")) == ("Eins", None)
    assert told["New"].get("type") == "unfinished"
    assert (told["Gone"].text, told["Gone"].get("type")) == ("Weg", "vanished")
    assert "Two %n" not in told, "what was never translated and is said no longer goes"
    back = EXTRACT.linguist_file((message("B", "Gone"),), "de", ET.tostring(again, encoding="unicode"))
    assert {(each.text, each.get("type")) for each in ET.fromstring(back).iter("translation") if each.text == "Weg"} == {
        ("Weg", None)
    }


def test_a_translation_is_read_from_the_folder_for_the_language_alone(qapp, tmp_path):
    text = EXTRACT.linguist_file((EXTRACT.Message(RULES, "Fire Table"),), "de")
    tree = ET.fromstring(text)
    translation = next(tree.iter("translation"))
    translation.text = "Feuertabelle"
    del translation.attrib["type"]
    file = tmp_path / f"{BASE}_de.ts"
    file.write_text(ET.tostring(tree, encoding="unicode"), encoding="utf-8")
    release = Path(sys.executable).with_name("pyside6-lrelease")
    if not release.exists():
        pytest.skip("needs lrelease")
    subprocess.run([str(release), str(file)], check=True, capture_output=True)
    assert use_language(qapp, QLocale("fr_FR"), (tmp_path,)) == 0
    assert said("Fire Table") == "Fire Table"
    assert use_language(qapp, QLocale("de_AT"), (tmp_path / "none", tmp_path)) == 1
    try:
        assert said("Fire Table") == "Feuertabelle"
        assert said("my own chart") == "my own chart"
    finally:
        for each in qapp.findChildren(QTranslator):
            qapp.removeTranslator(each)
            each.deleteLater()
    assert QCoreApplication.translate(RULES, "Fire Table") == "Fire Table"


def test_options_are_shown_in_the_users_language(brackets, qtbot):
    dialog = BoxOptions(None, document())
    qtbot.addWidget(dialog)
    dialog.show_option("dug_in.markers")
    option = TCS.options["dug_in.markers"]
    labels = {label.text() for label in dialog.detail.findChildren(QLabel)}
    assert {f"«{option.title}»", f"«{option.about}»", *(f"«{each}»" for each in option.values.values())} <= labels
    assert dialog._items[option.id].text(0) == f"«{option.title}»"
    heads = [dialog.list.topLevelItem(number).text(0) for number in range(1, dialog.list.topLevelItemCount())]
    assert all(any(kind in head for kind in KINDS.values()) and head.startswith("«") for head in heads)
    dialog.filter.setText("«every dug in")
    assert not dialog._items[option.id].isHidden()


def test_charts_are_shown_in_the_users_language(brackets, qtbot):
    panel = ChartsPanel()
    qtbot.addWidget(panel)
    panel.use(document())
    panel.show()
    panel.show_chart("tcs.command_prep")
    chart = TCS.charts["tcs.command_prep"]
    assert panel.page.title.text() == f"«{chart.title}»"
    assert f"«{chart.unit}»" in panel.page.unit.text()
    assert f"«{chart.doubts[0]}»" in panel.page.about.text()
    panel.use(None)


def test_the_forms_speak_the_language_of_the_user(brackets, qtbot):
    panel = AskPanel()
    qtbot.addWidget(panel)
    held = document()
    panel.use(held)
    panel.show_questions([question.heading for question in QUESTIONS["tcs"].values()])
    panel.open("fire.bands")
    field = panel.form.fields["reach"]
    assert field.label.text().startswith("«Reach»")
    assert field.help.text() == "«the printed range, in hexes»"
    field.line.setText("7")
    assert panel.form.values == {"reach": "7"}
    panel.use(None)
