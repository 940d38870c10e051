"""The panel "Why?": the verdict (headlines.py, told.py), the methods (method_row.py), the reasons, the tables and the notes."""
