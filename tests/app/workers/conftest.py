import sys
from pathlib import Path

import pytest

FOLDER = str(Path(__file__).parent)

# The worker process imports the stand-in door by name and inherits this path.
if FOLDER not in sys.path:
    sys.path.insert(0, FOLDER)


@pytest.fixture
def answers(qapp):
    from app.workers.answers import Answers

    answers = Answers(door="fake_door")
    yield answers
    answers.close()
