"""The options of a box: window.py lists them by kind, detail.py shows one, draft.py keeps what is chosen so far.

rules_now.py  what follows when the charts or the choices have changed
"""
