"""What all tests share: the user's own folders are never touched, and property tests try the same examples on every run.

`pytest --hypothesis-profile=search` tries new examples, and more of them: to look for faults, not to guard what holds.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True, database=None, deadline=None)
settings.register_profile("search", max_examples=1000, deadline=None)
settings.load_profile("steady")


@pytest.fixture(autouse=True, scope="session")
def _folders_of_nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
            patch.setenv(name, str(home / name.lower()))
        yield home
