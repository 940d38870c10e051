"""Every question of a series as a form: list.py finds one, form.py with fields.py and lists.py asks it, words.py says it."""
