"""What golden cases expect of a step of a procedure on the map, beside its numbers.

`able` and `chosen` are all units that may take part, and do; `unable` says of units by which rule they may not. `wants` are the
parameters of the dice that it waits for, each with how many. `proposes` are the labels of what it proposes, `attempt` what the
first belongs to, and `then` the questions that follow the first, each as its name and what it is given, as far as that is said.
`marks` are markers that the first leaves on pieces, unless the answer itself has something of that name.
"""

from typing import Any


def compare_step(answer: dict[str, Any], expect: dict[str, Any]) -> None:
    """Compares what is expected of a step, and takes it out of what is expected."""
    units = answer.get("units") or []
    if "able" in expect:
        assert sorted(each["unit"] for each in units if each["able"]) == sorted(expect.pop("able"))
    if "chosen" in expect:
        assert sorted(each["unit"] for each in units if each["chosen"]) == sorted(expect.pop("chosen"))
    for unit, section in expect.pop("unable", {}).items():
        found = next(each for each in units if each["unit"] == unit)
        assert (found["able"], str(found["rule"]).rpartition(" ")[2]) == (False, section)
    if "wants" in expect:
        assert {each["parameter"]: each["count"] for each in answer.get("wanted", ())} == expect.pop("wants")
    proposals = answer.get("proposals", [])
    if "proposes" in expect:
        assert [each["label"] for each in proposals] == expect.pop("proposes")
    if "attempt" in expect:
        assert proposals[0].get("attempt", {}).get("what") == expect.pop("attempt")
    if "marks" in expect and "marks" not in answer:
        pieces = proposals[0]["pieces"]
        marked = {id_: piece["marks"] for id_, piece in pieces.items() if piece is not None and "marks" in piece}
        assert marked == expect.pop("marks")
    if "then" in expect:
        wanted = expect.pop("then")
        found = proposals[0].get("then", [])
        assert [each["question"] for each in found] == [name for name, _ in wanted]
        for each, (_, given) in zip(found, wanted, strict=True):
            assert {name: each["given"].get(name) for name in given} == given
