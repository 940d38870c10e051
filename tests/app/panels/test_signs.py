import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon

from app.panels.signs import sign_icon
from app.widgets.themes import palette
from tests.app.canvas.pictures import pixels


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["error", "warning", "advice", "blocked", "undecidable", "crossfire", "copy"])
def test_a_sign_on_a_selected_row_has_the_ink_of_the_words_there(qapp, name, dark):
    colours = palette(dark)
    ink: QColor = colours.highlightedText().color()
    made = sign_icon(name, colours).pixmap(QSize(16, 16), QIcon.Mode.Selected)
    seen = pixels(made.toImage())
    whole = seen[seen[..., 3] == 255][:, :3].astype(int)
    like_ink = np.abs(whole - (ink.blue(), ink.green(), ink.red())).max(axis=1) < 8
    assert like_ink.sum() >= 4
