"""The order of battle: the tree (tree.py over model.py over nodes.py), and what is said of the chosen line (form.py).

fields.py, colours.py and boxes.py are the fields of the form: values, colours, and tracks drawn as they are printed.
"""
