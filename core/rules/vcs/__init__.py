"""Judging by the rules of the Variable Combat System.

combat.py       odds, the line of the defenders' terrain, shifts with their caps, and what a roll does
strengths.py    units with their supply, rivers and entrenchments
shifts.py       column shifts, each with its cap
results.py      results as the table prints them, and what they ask of both sides
chits.py        strength chits: what is drawn, and what is left after losses
supply.py       supply lines, effects of supply, air and sea supply, surrender
support.py      support points
movement.py     what is left of a movement allowance
counters.py     real counters as units
stacking.py     stacking, set-up and reinforcements
audit.py        what is looked after at the end of phases: supply, reserves, engineers
ground.py       zones, targets on higher ground, demolition
"""
