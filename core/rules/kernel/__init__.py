"""The shared form of judging: references into rule books, rulings with their reasons, rulesets read from data."""
