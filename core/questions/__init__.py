"""The one door: `ask(question, game, **parameters) -> Ruling`, for window, command line, batch and tests alike.

game.py        Game: box, ruleset, state of play, and what is compiled from them once
catalogue.py   the list of questions with their parameters; ask, and steps for answers that take long
answers.py     a ruling as JSON (documented in resources/manual/json.md) and as text
map_answers.py the same for zones, movement and reach on the map
battle_answers.py the same for combat on the map
headlines.py   the verdict of a ruling of the operational series in a few words
sentences.py   sentences with their fields filled in
numbers.py     whole numbers and exact fractions in JSON
"""
