"""Sessions that are played by commands."""

import io

import pytest

from core.cli.main import main
from core.play import memories


@pytest.fixture
def run(monkeypatch, capsys, tmp_path):
    """Plays with lines on the standard input, remembering in a folder of the test; exit code, output and errors."""
    monkeypatch.setattr(memories, "memory_folder", lambda: tmp_path / "memories")

    def run(lines, *words):
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines)))
        code = main(["play", *words])
        shown = capsys.readouterr()
        return code, shown.out, shown.err

    return run
