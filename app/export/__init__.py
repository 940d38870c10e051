"""Pictures of maps on paper and in files: PNG, SVG and PDF, from the painter that paints the screen.

`render` makes the file, `command` is `phaseline render`.
"""
