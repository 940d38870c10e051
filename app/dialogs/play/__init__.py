"""Dialogs of live play: how a session begins, who sits at the screen, how the file goes to the other player, and why."""
