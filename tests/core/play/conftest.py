"""Two programs that share a cup."""

import pytest
from mail_programs import filled


@pytest.fixture
def pair():
    return filled()
