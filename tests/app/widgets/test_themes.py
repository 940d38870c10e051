import pytest
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QCheckBox, QRadioButton, QStyleOptionViewItem

from app.widgets.themes import (
    Theme,
    Themes,
    field_palette,
    indicator_palette,
    is_dark,
    menu_palette,
    palette,
    show_boxes,
    show_lines,
)

Role = QPalette.ColorRole
ENOUGH = 4.5

WORDS_ON_GROUND = [
    (Role.WindowText, Role.Window),
    (Role.WindowText, Role.Base),
    (Role.Text, Role.Base),
    (Role.Text, Role.AlternateBase),
    (Role.PlaceholderText, Role.Base),
    (Role.PlaceholderText, Role.AlternateBase),
    (Role.PlaceholderText, Role.Window),
    (Role.ButtonText, Role.Button),
    (Role.ButtonText, Role.Window),
    (Role.HighlightedText, Role.Highlight),
    (Role.Link, Role.Base),
    (Role.Link, Role.Window),
    (Role.LinkVisited, Role.Base),
    (Role.ToolTipText, Role.ToolTipBase),
]


def _luminance(colour: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())


def contrast(a: QColor, b: QColor) -> float:
    """As WCAG 2.2 defines it."""
    light, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_has_the_contrast_that_wcag_states():
    assert contrast(QColor("black"), QColor("white")) == pytest.approx(21)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("words", "ground"), WORDS_ON_GROUND, ids=lambda role: role.name)
def test_words_stand_out_from_their_ground(qapp, dark, words, ground):
    colours = palette(dark)
    assert contrast(colours.color(words), colours.color(ground)) >= ENOUGH


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_palette_knows_whether_it_is_dark(qapp, dark):
    assert is_dark(palette(dark)) is dark


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_words_and_icons_stand_out_on_the_chosen_line_of_a_menu(qapp, dark):
    colours = menu_palette(dark)
    ground = colours.color(Role.Highlight)
    assert contrast(colours.color(Role.HighlightedText), ground) >= ENOUGH
    assert contrast(colours.color(Role.ButtonText), ground) >= ENOUGH - 0.5, "icons, for which WCAG asks 3 to 1"
    assert contrast(ground, colours.color(Role.Window)) >= 1.4


@pytest.fixture
def themes(qapp):
    before, style = QPalette(qapp.palette()), qapp.style().name()
    themes = Themes(qapp)
    yield themes
    themes.choose(Theme.SYSTEM)
    qapp.setPalette(before)
    qapp.setStyle(style)


def test_the_theme_changes_while_the_program_runs(themes, qapp, qtbot):
    with qtbot.waitSignal(themes.changed):
        themes.choose(Theme.DARK)
    assert is_dark(qapp.palette())
    with qtbot.waitSignal(themes.changed):
        themes.choose(Theme.LIGHT)
    assert not is_dark(qapp.palette())


def test_choosing_the_theme_in_force_tells_nobody(themes, qapp, qtbot):
    themes.choose(Theme.DARK)
    with qtbot.assertNotEmitted(themes.changed):
        themes.choose(Theme.DARK)
    assert is_dark(qapp.palette())


FRAMED = 140
"""How much darker than its window colour Fusion frames a box."""


@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_what_is_chosen_stands_out_and_what_is_not_is_an_empty_frame(themes, qtbot, dark, kind):
    themes.choose(Theme.DARK if dark else Theme.LIGHT)
    box = kind("Words")
    qtbot.addWidget(box)
    box.ensurePolished()
    colours, window = box.palette(), palette(dark).color(Role.Window)
    ground = colours.color(Role.Base)
    assert contrast(colours.color(Role.Text), ground) >= ENOUGH
    assert contrast(ground, window) < 1.5, "an empty box does not look filled"
    if dark:
        assert contrast(colours.color(Role.Window).darker(FRAMED), window) >= 3


def test_boxes_to_tick_in_lists_are_framed_in_the_dark_and_left_alone_in_the_light():
    for dark in (False, True):
        option = QStyleOptionViewItem()
        option.palette = palette(dark)
        show_boxes(option)
        assert (option.palette == palette(dark)) is not dark
    assert contrast(option.palette.color(Role.Window).darker(FRAMED), option.palette.color(Role.Base)) >= 3
    assert option.palette == indicator_palette(dark=True)


@pytest.mark.parametrize("dark", [False, True])
def test_lines_to_type_in_are_framed_so_that_they_are_seen(dark):
    colours = field_palette(dark)
    frame, window = colours.color(Role.Window).darker(FRAMED), palette(dark).color(Role.Window)
    assert colours.color(Role.Base) == palette(dark).color(Role.Base)
    if dark:
        assert contrast(frame, window) >= 3 and contrast(frame, colours.color(Role.Base)) >= 3
    else:
        assert colours == palette(dark)


@pytest.mark.parametrize("dark", [False, True])
def test_the_lines_of_tables_are_seen_on_their_paper(dark):
    option = QStyleOptionViewItem()
    option.palette = palette(dark)
    show_lines(option)
    line = option.palette.color(Role.Window).darker(120)
    assert contrast(line, palette(dark).color(Role.Base)) > 1.35
    assert contrast(line, palette(dark).color(Role.AlternateBase)) > 1.35


@pytest.mark.parametrize("dark", [False, True])
def test_an_empty_field_that_takes_no_words_has_the_ground_of_the_window(dark):
    colours, group, role = palette(dark), QPalette.ColorGroup, QPalette.ColorRole
    assert colours.color(group.Disabled, role.Base) == colours.color(group.Active, role.Window)
    assert colours.color(group.Disabled, role.Base) != colours.color(group.Active, role.Base)
