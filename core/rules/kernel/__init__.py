"""The shared form of judging, which knows no series.

refs.py, rulings.py     references into rule books; rulings with their reasons
system.py, tables.py    what a series offers: questions, parameters, cases; the questions that every series answers
parameters.py           what a question asks for: all that a form or a list needs to know of it
ruleset.py              one edition as data: options and readings, numbers, rounding, charts, sequence of play, counter values,
                        looks, markers
charts.py               finding columns, shifting them, results and exact chances; the charts in force
chart_checks.py         holes, overlaps, broken order; whether a chart can take the place of another
results.py              the ways in which charts write results, and the words that a chart knows
examples.py             worked examples that judge charts
dice.py, rounding.py, modifiers.py      exact chances; rounding once, by case; sums and products that name their parts
sequence.py, counter_values.py          the tree of phases; what counters print
play_rules.py           what live play hides, the kinds of points, the cups of chits
phase_checks.py         what is found at the end of a phase, and the checks of all series
move_checks.py          who moved in a phase of others
forces.py, force_rules.py               units as they stand; what a series says of units in hexes
procedure.py  what answers carry that are a step of a procedure: who takes part, dice that are wanted, ways, chances
acts_detail.py, formations_detail.py    what units can do now; the board of formations: what answers on them carry
carrying.py                             what an answer says of those who may carry or tow a unit
stacking.py, set_up.py, entry.py        questions made of it: what counts in a hex, who may be set up where, where units come in
entry_detail.py                         what an answer on the entry of reinforcements carries
force_questions.py, force_checks.py     those questions for every series; what is wrong with a scenario
start_losses.py                         steps lost before play, as set-ups say them and as pieces have lost them
totals.py, tallies.py   what formations add up to; the same, kept while the order of battle changes
whereabouts.py          where each counter is, as far as that can be told without a map
looks.py, markers.py    the faces that looks (`core.model.looks`) give to counters and markers; dressing.py puts those of a box
                        over those of the ruleset
look_names.py, look_checks.py, look_contrast.py     what looks name and there is not, what asks for looks that there are not,
                        and letters that could not be read
faces.py, signs.py      what is drawn of one counter or marker, resolved; the outlines of signs
"""
