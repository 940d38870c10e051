"""A user at the real window, who is counted: mouse and keys go to Qt's own widgets, and each costs what the keystroke-level
model of Card, Moran and Newell gives it.

    K  0.2 s   a key, for somebody who types as people do; shifted letters are two
    P  1.1 s   pointing at something with the mouse; two for a drag
    B  0.1 s   pressing or releasing the mouse button, so that a click is P + 2 B
    H  0.4 s   the hand goes from the mouse to the keyboard, or back
    M  1.35 s  making up one's mind: before each unit of the task, as `think`

Answers of the program cost nothing here; they are measured elsewhere.
"""

from fractions import Fraction

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

KEY, POINT, BUTTON, HOME, MIND = (Fraction(each) for each in ("0.2", "1.1", "0.1", "0.4", "1.35"))

LEFT = Qt.MouseButton.LeftButton
PLAIN, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


class CountedUser:
    """Points, clicks and types. `seconds` is what that has cost so far."""

    def __init__(self, window):
        self.window, self.seconds, self.counts = window, Fraction(0), dict.fromkeys("KPBHM", 0)
        self._at_mouse = True

    def _cost(self, **counts):
        prices = {"K": KEY, "P": POINT, "B": BUTTON, "H": HOME, "M": MIND}
        for name, count in counts.items():
            self.counts[name] += count
            self.seconds += prices[name] * count

    def _hand(self, at_mouse):
        if self._at_mouse is not at_mouse:
            self._cost(H=1)
            self._at_mouse = at_mouse

    def think(self):
        """Makes up the mind about what comes next."""
        self._cost(M=1)

    def click(self, widget, at=None, modifiers=PLAIN):
        """Clicks on a widget that is seen and can be used, in its middle or at a point."""
        at = at if at is not None else widget.rect().center()
        assert widget.isVisible() and widget.isEnabled(), widget
        assert widget.visibleRegion().contains(at), f"{widget} is not seen there, and has to be scrolled to"
        if widget.window() is self.window and QApplication.activeWindow() is not self.window:
            # A screen would have given the keyboard back when a list below a field was closed.
            self.window.activateWindow()
        self._hand(True)
        self._cost(P=1, B=2, K=int(modifiers != PLAIN))
        QTest.mouseMove(widget, at)
        QTest.mouseClick(widget, LEFT, modifiers, at)

    def scroll_to(self, widget, area, at=None):
        """Turns the wheel until the middle of a widget, or a point of it, is seen: a finger that turns costs a key for each
        line of the wheel."""
        # What was written may have made room for more.
        QApplication.processEvents()
        if widget.visibleRegion().contains(at if at is not None else widget.rect().center()):
            return
        before = area.verticalScrollBar().value()
        if at is None:
            area.ensureWidgetVisible(widget)
        else:
            there = widget.mapTo(area.widget(), at)
            area.ensureVisible(there.x(), there.y())
        QApplication.processEvents()
        turned = abs(area.verticalScrollBar().value() - before)
        self._hand(True)
        self._cost(P=1, K=max(1, round(turned / (3 * area.verticalScrollBar().singleStep()))))

    def scroll_line(self, tree, index):
        """Turns the wheel over a tree until a line is seen."""
        if tree.viewport().rect().contains(tree.visualRect(index).center()) and tree.visualRect(index).isValid():
            return
        before = tree.verticalScrollBar().value()
        tree.scrollTo(index)
        turned = abs(tree.verticalScrollBar().value() - before)
        self._hand(True)
        self._cost(P=1, K=max(1, -(-turned // (3 * tree.verticalScrollBar().singleStep()))))

    def choose(self, combo, row):
        """Opens a list to choose from and clicks on a row."""
        self.click(combo)
        view = combo.view()
        index = combo.model().index(row, combo.modelColumn())
        self.click(view.viewport(), view.visualRect(index).center())

    def to_panel(self, docks, name):
        """Brings a panel to the front by the keys of its action."""
        (keys, *_) = docks._actions[f"panel.{name}"].shortcuts()
        self._hand(False)
        self._cost(K=keys[0].key().name.count("_") + int(keys[0].keyboardModifiers() != PLAIN))
        QTest.keySequence(self.window, keys)

    def type(self, text):
        """Types into whatever has the keyboard."""
        self._hand(False)
        for letter in text:
            self._cost(K=1 + int(letter.isupper()))
        QTest.keyClicks(self.window.focusWidget(), text)

    def press(self, key, modifiers=PLAIN):
        """Presses a key, with others or without."""
        self._hand(False)
        self._cost(K=1 + int(modifiers != PLAIN))
        QTest.keyClick(self.window.focusWidget(), key, modifiers)

    def on_map(self, view, *labels):
        """Clicks on the centre dots of hexes."""
        for label in labels:
            self.click(view.viewport(), self.spot(view, label))

    def spot(self, view, label):
        """Where a hex is in the picture of the map."""
        from core.geometry.layout import plane_centre

        scene = view.map.transform.to_scene(plane_centre(self.window.document.box.hex(label)))
        spot: QPoint = view.mapFromScene(scene)
        return spot
