"""The panel Combat: who attacks, with what odds (attack_page.py), and what follows the roll (after_page.py)."""
