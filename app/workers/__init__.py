"""One worker process holds the game and answers; the window never computes.

answers.py     Answers, the window's side: tickets, slots, progress, restart after a crash
heights.py     Heights, what the window knows of the ground so far, asked in the background, nearest first
messages.py    what the two processes say to each other
follower.py    Follower, what keeps the worker at the box of a document as it is edited
jobs.py        work of the worker that is no question; only the worker imports it
box_jobs.py    jobs on the files of a box: saving, looking, bringing back
counter_jobs.py   jobs on tables of counters, in and out
cup_jobs.py    jobs on cups of chits
oob_jobs.py    jobs on files of units: what one would bring
question_jobs.py  jobs on questions: which there are, and what their forms need
scenario_jobs.py  what the rules say to somebody who writes a scenario
process.py     the worker's loop; imports no Qt
core_door.py   what the worker asks of core; only the worker imports it, by name, because it brings numpy and shapely
"""
