"""Sorties on the map from their placing to their losses, the AA guns that meet them, and fires that end with their guns."""

from dataclasses import replace

import immutables
from auditing import codes, mended, playing
from oracles.stacks import board, unit

from core.model.deployment import Mark, Piece
from core.model.oob import Formation
from core.model.state import Moment
from core.model.work import Work
from core.play.audit import audit
from core.questions.catalogue import ask
from core.questions.game import Game
from core.rules.kernel.rulings import Ruling

HILL = {20: ["11.01 12.01 12.02 11.02 11.01"], 40: ["11.01+12.01 11.01+12.02 11.02+12.01+12.01 11.01+12.01"]}
UNITS = [
    unit("fo", "infantry", "blue", steps=5, fire__strength=4, fire__range=4, target__class="area", morale=4),
    unit("men", "infantry", steps=5, fire__strength=4, fire__range=4, target__class="area", morale=4),
    unit("tank", "vehicle", steps=3, fire__strength=4, fire__range=7, target__class="point", target__defence=3),
    unit("flak", "aa_gun", steps=1, fire__strength=4, fire__range=5, fire__class="area", target__class="both", morale=3),
    unit("bomber", "sortie", "blue", sortie__area_rating=20, sortie__kill_number=9),
]
AT = {"fo": "02.06", "men": "06.06", "tank": "06.06", "flak": "09.06"}


def field() -> Game:
    at = {id_: Piece(label, rank, mode="Fire") for rank, (id_, label) in enumerate(AT.items())}
    game = board("tcs-4.01", UNITS, at, contours=HILL)
    points = immutables.Map({("blue", "sorties"): 1})
    moment = Moment(6, "artillery.sorties_place", "blue")
    return game.with_state(replace(game.state, deployment=game.forces.deployment, points=points, moment=moment))


def done(game: Game, ruling: Ruling, number: int = 0):
    proposal = ruling.detail.proposals[number]
    work = Work(game.box, game.state)
    for edit in proposal.edits:
        work = edit.apply(work)
    return game.with_state(work.state), proposal.then


def test_a_sortie_is_placed_met_answered_and_resolved():
    game = field()
    game, _ = done(game, ask("sortie.at", game, to="06.06", sortie="bomber"))
    assert game.state.deployment.pieces["bomber"].at == game.box.hex("06.06")
    assert game.state.points["blue", "sorties"] == 0
    flight = ask("sortie.at", game, to="06.06", sortie="bomber", attack="point", target="tank")
    assert {each.unit: each.chosen for each in flight.detail.parts} == {"tank": True}
    _, then = done(game, flight)
    assert [(each.question, each.side, each.may) for each in then] == [("aa.at", "red", True)]
    guns = ask("aa.at", game, **then[0].given)
    game, then = done(game, guns)
    assert game.state.deployment.pieces["flak"].marks == {"fired"}
    trigger, sortie = then
    told = {"to": "09.06", "trigger": "fire", "by": "flak"}
    assert (trigger.question, dict(trigger.given), trigger.side, trigger.may) == ("overwatch.fire", told, "blue", True)
    assert {part.unit for part in ask("overwatch.fire", game, **trigger.given).detail.parts} == {"fo"}
    assert sortie.given["aa"] == "flak"
    flight = ask("sortie.at", game, **sortie.given, roll=3, kill_roll=9)
    assert flight.verdict == "destroyed"
    game, then = done(game, flight)
    assert "bomber" not in game.state.deployment.pieces
    game, _ = done(game, ask(then[0].question, game, **then[0].given))
    assert game.state.deployment.pieces["tank"].lost == 1


def test_nobody_has_to_fire_at_a_sortie_and_an_area_attack_leads_to_losses_and_morale():
    game = field()
    game, _ = done(game, ask("sortie.at", game, to="06.06", sortie="bomber"))
    guns = ask("aa.at", game, to="06.06", sortie="bomber")
    after, then = done(game, guns, 1)
    assert not after.state.deployment.pieces["flak"].marks
    assert [(each.question, each.given["aa"]) for each in then] == [("sortie.at", "no")]
    flight = ask("sortie.at", after, **then[0].given)
    assert flight.detail.proposals == ()
    assert {each.group for each in flight.detail.outcomes} == {"Sortie", "Steps lost", "Morale"}
    game, then = done(after, ask("sortie.at", after, **then[0].given, roll=6, fire_roll=66))
    assert [(each.question, each.given["because"], each.given["check"]) for each in then] == [("losses.at", "fire", "yes")]


def test_a_sortie_that_fails_is_spent():
    game = field()
    game, _ = done(game, ask("sortie.at", game, to="06.06", sortie="bomber"))
    game, then = done(game, ask("sortie.at", game, to="06.06", sortie="bomber", roll=1))
    assert then == ()
    assert "bomber" not in game.state.deployment.pieces


def test_continuous_fire_ends_with_the_guns_that_made_it():
    guns = [unit(f"gun-{n}", "artillery", formation="guns", steps=1, target__class="both", morale=6) for n in (1, 2, 3)]
    fires = Mark("continuous-barrage", "red", "105 mm HE continuous of GUN-1 + GUN-2 + GUN-3")
    other = Mark("continuous-barrage", "red", "105 mm HE continuous")
    at = {each.id: "03.03" for each in guns}
    game = board("tcs-4.01", guns, at, formations=[Formation("guns", "Guns", "red")], marks={"06.06": (fires, other)})
    state = playing(game, "artillery.execute")
    deployment = state.deployment
    assert deployment is not None
    assert "continuous" not in {each.code for each in audit(game, state, state)}

    def with_marks(*marks: str):
        shaken = {
            f"gun-{n}": replace(deployment.pieces[f"gun-{n}"], marks=frozenset({mark})) for n, mark in enumerate(marks, 1)
        }
        return replace(state, deployment=deployment.with_pieces(shaken))

    one, two = with_marks("suppressed"), with_marks("suppressed", "paralyzed")
    assert "continuous" not in {each.code for each in audit(game, state, one)}
    found = [each for each in audit(game, state, two) if each.code == "continuous"]
    assert codes(found) == [("continuous", "18.10b, 24.6f", "mend")]
    assert mended(game, two, found).marks[game.box.hex("06.06")] == (other,)
    lost = replace(state, deployment=deployment.with_pieces({"gun-1": None, "gun-2": None}))
    assert [each.code for each in audit(game, state, lost) if each.code == "continuous"] == ["continuous"]


def test_barrages_come_off_after_the_phase_and_own_continuous_fire_before_the_next_is_placed():
    own, foe = (Mark("continuous-barrage", side, "105 mm HE continuous") for side in ("red", "blue"))
    spent = (Mark("barrage-good", "red", "105 mm HE"), Mark("barrage-bad", "blue"), Mark("battalion-barrage", "blue"))
    game = board(
        "tcs-4.01", [unit("p", "infantry", steps=5, target__class="area")], {"p": "01.01"}, marks={"06.06": (own, foe, *spent)}
    )
    place = game.box.hex("06.06")
    state = playing(game, "artillery.remove", "")
    assert mended(game, state, [each for each in audit(game, state, state) if each.code == "markers"]).marks[place] == (
        own,
        foe,
    )
    state = playing(game, "artillery.place", "red")
    left = mended(game, state, [each for each in audit(game, state, state) if each.code == "markers"]).marks[place]
    assert left == (foe, *spent)
    state = playing(game, "artillery.own_remove", "blue")
    left = mended(game, state, [each for each in audit(game, state, state) if each.code == "markers"]).marks[place]
    assert left == (own, foe, spent[0])


def test_smoke_and_light_come_off_in_the_order_of_the_rules():
    marks = (Mark("smoke-1"), Mark("smoke-2"), Mark("illum"), Mark("smoke-mortar", "red"), Mark("illum-mortar", "blue"))
    game = board("tcs-4.01", [unit("p", "infantry", steps=5, target__class="area")], {"p": "01.01"}, marks={"06.06": marks})
    place, state = game.box.hex("06.06"), playing(game, "clean_up.illumination", "")
    for phase, side, left in (
        ("clean_up.illumination", "", ["smoke-1", "smoke-2", "smoke-mortar", "illum-mortar"]),
        ("clean_up.smoke_one", "", ["smoke-2", "smoke-mortar", "illum-mortar"]),
        ("clean_up.smoke_two", "", ["smoke-1", "smoke-mortar", "illum-mortar"]),
        ("action.markers", "blue", ["smoke-1", "smoke-mortar"]),
        ("action.markers", "red", ["smoke-1"]),
    ):
        state = replace(state, moment=Moment(1, phase, side))
        found = [each for each in audit(game, state, state) if each.code == "markers"]
        state = replace(state, deployment=mended(game, state, found))
        assert [each.kind for each in state.deployment.marks[place]] == left, phase
