"""Which of two versions of the program is the newer one."""

import pytest

from app.shell.version import NOT_INSTALLED, is_newer

IN_ORDER = ("0.1.0", "0.1.1", "0.2.dev1", "0.2", "0.9", "0.10", "1.0rc1", "1.0.0", "2.0")


def test_of_two_versions_the_later_one_is_newer():
    for i, then in enumerate(IN_ORDER):
        for j, now in enumerate(IN_ORDER):
            assert is_newer(then, now) == (i > j), (then, now)


@pytest.mark.parametrize(
    ("then", "now"), [("", "0.1"), ("soon", "0.1"), ("9" * 5000, "x"), ("0.1", NOT_INSTALLED), ("1.0", "1")]
)
def test_what_is_no_version_or_the_same_is_not_newer(then, now):
    assert not is_newer(then, now)
