"""Writes what there is to be translated into a file for Qt Linguist, and keeps what was translated before.

python packaging/translations/extract.py LANGUAGE [--out FOLDER]
"""

import argparse
import ast
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from app.widgets.rule_words import RULES
from app.widgets.told_words import TOLD
from core.base.atomic import write_text
from core.files.rule_texts import rule_texts
from core.play.sheet_texts import FIELD_WORDS
from core.questions.catalogue import QUESTIONS
from core.rules.kernel.parameters import texts_of

ROOT = Path(__file__).resolve().parents[2]
TELLING = ("play/told.py", "play/told_orders.py", "play/exports.py", "play/reports.py", "questions/headlines.py")
"""The modules of the core that say whole sentences, by their `say`."""

TRANSLATE, NOOP = "translate", "QT_TRANSLATE_NOOP"


@dataclass(frozen=True, slots=True)
class Message:
    """One text in its context. `place` says where it is first met; `counted`: it has other forms for other numbers (%n)."""

    context: str
    text: str
    place: str = ""
    counted: bool = False


def messages(root: Path = ROOT) -> tuple[Message, ...]:
    """Everything that the window, the rulesets and the questions say, each text once in its context."""
    found: dict[tuple[str, str], Message] = {}
    for each in (*window_messages(root), *rule_messages(), *question_messages(), *told_messages(root)):
        found.setdefault((each.context, each.text), each)
    return tuple(found.values())


def rule_messages() -> Iterator[Message]:
    """The titles and sentences of all shipped rulesets."""
    for each in rule_texts():
        yield Message(RULES, each.text, each.place)


def question_messages() -> Iterator[Message]:
    """What the forms of all questions say: titles, summaries, labels, helps and parts of items."""
    for series, questions in QUESTIONS.items():
        for question in questions.values():
            for text in texts_of(question.heading):
                yield Message(RULES, text, f"{series} {question.name}")


def told_messages(root: Path) -> Iterator[Message]:
    """The sentences in which entries of journals are told, what reports say around them, and verdicts on units on the map."""
    for file in (root / "core" / name for name in TELLING):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _called(node) == "say" and node.args:
                given = node.args[0]
                for each in (given.body, given.orelse) if isinstance(given, ast.IfExp) else (given,):
                    text = _text(each)
                    if text is not None:
                        yield Message(TOLD, text, f"{file.relative_to(root).as_posix()}:{node.lineno}")
    for words in FIELD_WORDS.values():
        yield Message(TOLD, words, "core/play/sheet_texts.py")


def window_messages(root: Path) -> Iterator[Message]:
    """The texts in the code of the window."""
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in sorted((root / "app").glob("**/*.py"))}
    helpers = {_module(root, file): dict(_helpers(tree)) for file, tree in trees.items()}
    for file, tree in trees.items():
        known = dict(helpers[_module(root, file)])
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module in helpers:
                held = helpers[node.module]
                known |= {alias.asname or alias.name: held[alias.name] for alias in node.names if alias.name in held}
        yield from _of_module(tree, known, file.relative_to(root).as_posix())


def _module(root: Path, file: Path) -> str:
    return ".".join(file.relative_to(root).with_suffix("").parts)


def _helpers(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Functions of a module that do nothing but translate in a context, with that context."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.args.args:
            for call in (each for each in ast.walk(node) if isinstance(each, ast.Call)):
                context = _text(call.args[0]) if len(call.args) > 1 else None
                passed = call.args[1] if len(call.args) > 1 else None
                if (
                    _called(call) in (TRANSLATE, NOOP)
                    and context is not None
                    and isinstance(passed, ast.Name)
                    and passed.id == node.args.args[0].arg
                ):
                    yield node.name, context


def _of_module(tree: ast.Module, known: Mapping[str, str], place: str) -> Iterator[Message]:
    classes = [node.name for node in tree.body if isinstance(node, ast.ClassDef)]
    yield from _walk(tree, known, place, classes)


def _walk(node: ast.AST, known: Mapping[str, str], place: str, classes: list[str]) -> Iterator[Message]:
    """The texts below a node. Qt looks for what `tr` says in the class and its bases; outside of classes it may be any."""
    for each in ast.iter_child_nodes(node):
        yield from _walk(each, known, place, [each.name] if isinstance(each, ast.ClassDef) else classes)
    if not isinstance(node, ast.Call) or not node.args:
        return
    name, here = _called(node), f"{place}:{node.lineno}"
    if name in (TRANSLATE, NOOP) and len(node.args) > 1:
        context, text = _text(node.args[0]), _text(node.args[1])
        if context is not None and text is not None:
            yield Message(context, text, here, len(node.args) > 3)
    elif name == "tr" and isinstance(node.func, ast.Attribute):
        text = _text(node.args[0])
        if text is not None:
            yield from (Message(context, text, here, len(node.args) > 2) for context in classes)
    elif isinstance(node.func, ast.Name) and name in known:
        text = _text(node.args[0])
        if text is not None:
            yield Message(known[name], text, here)


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def linguist_file(found: tuple[Message, ...], language: str, before: str = "") -> str:
    """The file for Qt Linguist. What was translated in `before` stays; what is said no longer is kept and marked as gone."""
    old = _held(before)
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    contexts: dict[str, ET.Element] = {}
    for message in found:
        at = _message(_context(root, contexts, message.context), message.text, message.place)
        if message.counted:
            at.set("numerus", "yes")
        kept = old.pop((message.context, message.text), None)
        if kept is None:
            kept = ET.Element("translation", type="unfinished")
            if message.counted:
                ET.SubElement(kept, "numerusform")
        kept.attrib.pop("type", None) if kept.get("type") == "vanished" else None
        at.append(kept)
    for (context, text), kept in old.items():
        if "".join(kept.itertext()).strip():
            kept.set("type", "vanished")
            _message(_context(root, contexts, context), text, "").append(kept)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{ET.tostring(root, encoding="unicode")}\n'


def _held(before: str) -> dict[tuple[str, str], ET.Element]:
    """What was translated before, by context and text."""
    held = {}
    for context in ET.fromstring(before).iter("context") if before else ():
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is not None:
                translation.tail = None
                held[context.findtext("name", ""), message.findtext("source", "")] = translation
    return held


def _context(root: ET.Element, contexts: dict[str, ET.Element], name: str) -> ET.Element:
    if name not in contexts:
        contexts[name] = ET.SubElement(root, "context")
        ET.SubElement(contexts[name], "name").text = name
    return contexts[name]


def _message(context: ET.Element, text: str, place: str) -> ET.Element:
    message = ET.SubElement(context, "message")
    ET.SubElement(message, "source").text = text
    if place:
        ET.SubElement(message, "extracomment").text = place
    return message


def main(arguments: list[str]) -> int:
    """Writes or renews one file, and says how many texts are in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("language", help="the language, such as de or pt_BR")
    parser.add_argument("--out", type=Path, default=ROOT / "resources" / "translations", metavar="FOLDER")
    given = parser.parse_args(arguments)
    file = given.out / f"phaseline_{given.language}.ts"
    found = messages()
    given.out.mkdir(parents=True, exist_ok=True)
    write_text(file, linguist_file(found, given.language, file.read_text(encoding="utf-8") if file.is_file() else ""))
    print(f"{file}: {len(found)} texts")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
