"""Who could fire at units on their way, and who has done what in the phase.

acted.py      what units have done in the phase, and what that bars                   13.1, 14.1, 15.3i, 16.1g, 20.0b, 24.3b
already.py    assaults and breaches that keep units from doing more in the phase      21.3, 22.0i
entering.py   what is asked when units enter a hex
gun_rolls.py  guns that roll against point targets beside their area fire             24.5b, 24.6b
lookout.py    who looks out for units on their way, and what they see                 7.0-7.1, 24.3a, 26.2
watching.py   who could fire at units on their way, with the best shot of each stack  7.1, 15.0-15.3, 24.3, 24.5b
"""
