"""The questions of TCS: each is described where other programs look, and its procedures name their rules."""

import ast
import re
from pathlib import Path

import pytest
from tcs_asking import RULES

from core.files.resources import resources_folder
from core.rules.tcs import system

MODULES = system._PROCEDURES
QUESTIONS = [*system._STEPS, *(question for module in MODULES for question in module.QUESTIONS)]
CHART = re.compile(r'"(tcs\.[a-z_.]+)"')


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.name)
def test_a_question_is_described_for_other_programs_and_its_parameters_help(question):
    page = (resources_folder() / "manual" / "json.md").read_text(encoding="utf-8")
    assert f"`{question.name}`" in page
    assert question.summary
    assert question.rules
    assert all(parameter.help for parameter in question.parameters)
    assert len({parameter.name for parameter in question.parameters}) == len(question.parameters)


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_procedure_says_its_rule_at_the_end_of_its_first_line(module):
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    answers = {question.answer.__closure__[0].cell_contents.__name__ for question in module.QUESTIONS}
    found = {node.name: ast.get_docstring(node) or "" for node in tree.body if isinstance(node, ast.FunctionDef)}
    for name in answers:
        assert re.search(r"\[TCS 4\.01 \d+[^\]]*\]$", found[name].splitlines()[0]), name


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_procedures_name_charts_that_there_are(module):
    text = Path(module.__file__).read_text(encoding="utf-8")
    assert set(CHART.findall(text)) <= set(RULES.charts)
