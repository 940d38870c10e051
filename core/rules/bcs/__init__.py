"""Judging by the rules of the Battalion Combat Series with its official variants.

tables.py       rolls on the series' tables, with modifiers and with what a variant makes of results
combat.py       attacks, engagements, barrages, isolation and Tigers
activation.py   chits of activations, SNAFU, second activations
fatigue.py      fatigue as it rises, as it is paid, and forced marches
counters.py     real counters as units
stacking.py     stacking, mixed stacks, set-up
audit.py        what is looked after at the end of phases: screens, isolation, fire events
formations.py   jumps, retreats, screens, coordination
standing.py     what is kept of a formation in play, and the edits that change it
meant.py        which formation or side a question means, and how steps of an argument are said
formed/         formations at the table: what is kept of them, who is activated, and what they do in their activation
ground/         zones, movement, screens, traffic, supply routes and trains on the map
fights/         engagements, attacks, barrages, losses, retreats and jumps on the map
on_the_map.py   all that the series says on the map, orders included
questions/      the questions about ground, formations and fights, each a step of a procedure
acting.py       what units can do now, and why not the rest
"""
