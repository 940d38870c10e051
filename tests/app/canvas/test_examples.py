import doctest
import importlib
import pkgutil

import pytest

import app.canvas

MODULES = [f"app.canvas.{module.name}" for module in pkgutil.iter_modules(app.canvas.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0
