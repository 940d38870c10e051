"""Op sheets on paper: one a page, laid out as the rules lay out theirs, with the graphic over a reduced part of the map.

    OpSheet + SheetFacts --> words: SheetForm --> form: FormPage (millimetres) --> files: PDF, SVG, PNG, printer, preview
    OpSheet + box --> picture: MapPart, painted where a FormPage leaves room for it

`command` is `phaseline render BOX --opsheet`.
"""
