"""What a ruling proposes is done by its number, also where that is an attempt."""

from core.files.resources import scenarios_folder

LORNE = str(scenarios_folder() / "cape-lorne")


def test_an_attempt_that_nobody_has_declared_counts_once_it_is_taken(run, tmp_path):
    path = tmp_path / "a.journal"
    asked = "ask demolition units=14-5 to=2308 target=Bridge"
    lines = ["jump 1 engineering alliance", f"{asked} roll=1", "take 1", asked]
    code, out, err = run(lines, LORNE, "--new", str(path), "--kind", "solitaire")
    assert (code, err) == (0, "")
    assert "proposal 1: The attempt on 2308 counts" in out
    assert "5: Alliance: The attempt on 2308 counts." in out and "\n6: " not in out, "one entry, which one undo takes back"
    assert "has been tried in this phase already" in out
