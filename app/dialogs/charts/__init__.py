"""Charts typed and passed on: editor.py with its grid (grid_view.py, grid_model.py) and findings.py, choice.py, parcels.py."""
