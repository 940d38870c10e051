"""The panel Combat: who attacks, with what odds (attack_page.py), and what the roll was (result_page.py)."""
