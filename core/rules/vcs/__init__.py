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
stacking.py     stacking, set-up and reinforcements, depots.py those depots that come back
accounting.py   support points that depots bring
audit.py        what is looked after at the end of phases: supply, reserves, garrisons
ground.py       zones, targets on higher ground, demolition

What follows asks the same of units on the map, by way of `core.rules.operations`:

zones_on_map.py  who has a zone of control
going.py         modes of movement, costs, rivers, reserves, crossing with engineers
lines.py         lines of supply, cuts.py what would have to go for one
states.py        the state of supply of a unit by its markers, support points of its nation
relief.py        supply by air and sea and surrender, with their markers
drawn.py         strengths: fixed, by chits that are known, or with the chances of the cups
parents.py       who fights of a stack, integrity, combined arms
obligation.py    whom units oblige to attack besides
assets.py        air points and ships that support, and the points they spend
candidates.py    who attacks one hex or several at once, who supports
engagement.py    who fights, where the defenders stand, what the arithmetic is given
battle.py        the combat, fed from units
settling.py      rubble, markers and support points that a combat leaves
depreciation.py  which depots supported the attacks, and share what a side loses by too many
aftermath.py     losses, retreats, advances
works.py         demolition, building, entrenching, clearing
crews.py         who has a part in which work, one at a time
building.py      what becomes of works at the ends of phases, and what interrupts them
"""
