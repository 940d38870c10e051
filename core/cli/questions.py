"""phaseline questions: lists what can be asked."""

import argparse
import json

from core.cli.parsing import FINE, Commands


def add(commands: Commands) -> None:
    """Adds the command."""
    questions = commands.add_parser("questions", help="list all questions with their parameters")
    questions.add_argument("--json", action="store_true", help="as JSON")
    questions.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """Prints the questions."""
    from core.questions.catalogue import QUESTIONS

    if given.json:
        listed = [
            {
                "series": series,
                "question": q.name,
                "also": list(q.also),
                "summary": q.summary,
                "rules": q.rules,
                "parameters": [
                    {
                        "name": p.name,
                        "kind": p.kind,
                        "required": p.required,
                        "choices": list(p.choices),
                        "least": p.least,
                        "help": p.help,
                    }
                    for p in q.parameters
                ],
            }
            for series, questions in QUESTIONS.items()
            for q in questions.values()
        ]
        print(json.dumps(listed, indent=2, ensure_ascii=False))
        return FINE
    print("A name that several questions have is meant for the one that takes what is given.")
    for series, questions in QUESTIONS.items():
        print(f"{series}:")
        for q in questions.values():
            also = f", also {', '.join(q.also)}" if q.also else ""
            print(f"  {q.name}{also}: {q.summary} [{q.rules}]")
            for p in q.parameters:
                choices = f" ({', '.join(p.choices)})" if p.choices else ""
                need = ", required" if p.required else ""
                need += f", {p.least} or more" if p.least is not None else ""
                print(f"      {p.name}= [{p.kind}{need}] {p.help}{choices}")
    return FINE
