import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon

from app.widgets.icons import UnknownIcon, emblem, icon, names, pixmap
from app.widgets.themes import palette


def _ink(picture) -> set[str]:
    image = picture.toImage()
    points = [(x, y) for x in range(image.width()) for y in range(image.height())]
    return {image.pixelColor(x, y).name() for x, y in points if image.pixelColor(x, y).alpha() == 255}


def test_there_are_icons():
    assert {"open", "los", "field", "crossfire", "heights", "smoke"} <= names()


@pytest.mark.parametrize("name", sorted(names()))
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_icon_shows_ink_in_both_themes(qapp, name, dark):
    colours = palette(dark)
    picture = icon(name, colours).pixmap(QSize(24, 24))
    image = picture.toImage()
    assert any(image.pixelColor(x, y).alpha() > 128 for x in range(image.width()) for y in range(image.height()))


def test_an_icon_is_drawn_in_the_ink_of_its_palette(qapp):
    light, dark = palette(False), palette(True)
    assert _ink(icon("panels", light).pixmap(QSize(24, 24))) == {light.buttonText().color().name()}
    assert _ink(icon("panels", dark).pixmap(QSize(24, 24))) == {dark.buttonText().color().name()}


def test_a_disabled_icon_is_paler(qapp):
    made = icon("panels", palette(False))
    assert _ink(made.pixmap(QSize(24, 24), QIcon.Mode.Disabled)) != _ink(made.pixmap(QSize(24, 24)))


def test_a_name_that_does_not_exist_is_an_error(qapp):
    with pytest.raises(UnknownIcon):
        icon("unicorn")


def test_a_picture_for_a_label_is_sharp_on_a_dense_screen(qapp):
    picture = pixmap("open", 16, palette(False).windowText().color(), density=1.5)
    assert (picture.width(), picture.devicePixelRatio()) == (24, 1.5)


def test_the_emblem_comes_in_many_sizes(qapp):
    assert len(emblem().availableSizes()) > 3


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_an_icon_on_a_selected_row_has_the_ink_of_its_words(qapp, dark):
    colours = palette(dark)
    made = icon("panels", colours).pixmap(QSize(24, 24), QIcon.Mode.Selected)
    assert _ink(made) == {colours.highlightedText().color().name()}
