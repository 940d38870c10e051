"""Every series says which options its procedures ask for: no more than there are, and all that its code asks for."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import core.rules
from core.files.ruleset_files import load_ruleset, ruleset_ids
from core.rules.registry import SYSTEMS

RULESETS = {id_: load_ruleset(id_) for id_ in ruleset_ids()}
RELAYS = {"readings.py", "case.py", "tables.py", "sequence.py"}
"""Modules that are told the name of an option by others, who ask for it by themselves as well."""


def _is_choices(node: ast.expr) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "choices") or (isinstance(node, ast.Name) and node.id == "choices")


@cache
def _tree(path: Path) -> ast.Module:
    """A module, read once however many others take names from it."""
    return ast.parse(path.read_text(encoding="utf-8"))


def _constants(tree: ast.Module) -> dict[str, str]:
    """Names that a module gives to texts."""
    found = {}
    for node in tree.body:
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            pairs: list[tuple[ast.expr, ast.expr]] = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                # One that is unpacked with a star names no option.
                pairs = list(zip(target.elts, node.value.elts, strict=False))
            for name, value in pairs:
                if isinstance(name, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                    found[name.id] = value.value
    return found


def _known(tree: ast.Module) -> dict[str, str]:
    """Names of texts that a module gives, or takes from another one of the rules."""
    found = _constants(tree)
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("core.rules."):
            place = Path(core.rules.__file__).parent.joinpath(*str(node.module).split(".")[2:]).with_suffix(".py")
            theirs = _constants(_tree(place)) if place.exists() else {}
            found |= {each.asname or each.name: theirs[each.name] for each in node.names if each.name in theirs}
    return found


def asked(path: Path) -> Iterator[str | None]:
    """The options that a module asks for, None where the name comes from elsewhere."""
    tree = _tree(path)
    constants = _known(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and _is_choices(node.value):
            name: ast.expr = node.slice
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
            if not _is_choices(node.func.value):
                continue
            name = node.args[0]
        else:
            continue
        if isinstance(name, ast.Constant):
            # What is found by its number is one of the choices of a counter's value, and no option.
            if isinstance(name.value, str):
                yield name.value
        else:
            yield constants.get(name.id) if isinstance(name, ast.Name) else None


def _modules(series: str) -> list[Path]:
    return sorted((Path(core.rules.__file__).parent / series.replace("-", "_")).rglob("*.py"))


@pytest.mark.parametrize("id_", RULESETS)
def test_what_a_series_asks_for_are_options_of_its_ruleset(id_: str) -> None:
    ruleset = RULESETS[id_]
    assert SYSTEMS[ruleset.series].reads <= set(ruleset.options)


@pytest.mark.parametrize("series", SYSTEMS)
def test_a_series_lists_exactly_what_its_code_asks_for(series: str) -> None:
    found = {name for path in _modules(series) for name in asked(path) if name is not None}
    assert found == SYSTEMS[series].reads, f"bring `reads` of the system of {series} up to date"


@pytest.mark.parametrize("series", (*SYSTEMS, "kernel"))
def test_names_of_options_stand_where_they_are_asked_for(series: str) -> None:
    assert {path.name for path in _modules(series) if None in asked(path)} <= RELAYS


def test_the_kernel_asks_for_no_option_by_name() -> None:
    assert not [name for path in _modules("kernel") for name in asked(path) if name is not None]


def test_every_way_to_ask_is_found(tmp_path: Path) -> None:
    source = tmp_path / "made.py"
    ways = ('case.choices["c.d"]', 'choices["e"]', 'case.choices.get("f", "x")', "case.choices[NAME]", "case.choices[other]")
    both = 'PAIR, OTHER = "g", "h"'
    text = "\n".join(('NAME = "a.b"', both, *ways, "case.choices.get(PAIR)", "value.choices[0]", ""))
    source.write_text(text, encoding="utf-8")
    assert set(asked(source)) == {"a.b", "c.d", "e", "f", "g", None}
