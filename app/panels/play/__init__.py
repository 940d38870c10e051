"""Panels of live play: where the turn stands, what has happened, and the dice.

    turn.TurnPanel        show(course, state, …), show_findings(…); signals say what is wanted, and the desk does it
    attacks.AttackBox     what is declared, in the panel Turn: shown and resolved from there
    journal.JournalPanel  every entry as a sentence, through the eyes of those who look; a film of the way to here
    dice.DicePanel        dice to be rolled or typed in, what fell, and by mail what was declared

Nothing here writes the journal: `app.shell.desks.play_panels` does, and shows what has become of it.
"""
