"""The panel Formations (panel.py): the board of formations, and what the one in hand rolls for and can begin (words.py)."""
