"""Made-up beginnings of sessions for tests of `core.play`."""

from core.model.scenario import Scenario
from core.play.events import Began, Player

SIDES = (Player("red", "Red side"), Player("blue", "Blue side"))


def began(kind="mail", session="session-1", **more):
    """The first entry of a made-up session."""
    return Began(
        session, kind, "Made-up game", bytes(32), "a.scenario.yaml", Scenario("Made up"), SIDES, "vcs", bytes(32), **more
    )
