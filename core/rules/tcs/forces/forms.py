"""How units are put together in a form, and where the words of parameters stand that several questions share."""

from core.rules.kernel.parameters import Part, Words
from core.rules.tcs.forces.units import KINDS, MOUNTED, PARALYZED, RIDING, SUPPRESSED, TOWED

TERRAIN_WORDS = Words(("tcs.area.terrain",), "columns")
"""Combat classes of terrain."""

AREA_OTHERS, POINT_OTHERS = Words(("tcs.area.other",)), Words(("tcs.point.other",))

UNIT: tuple[Part, ...] = (
    Part("How many", "whole", before="", after="x"),
    Part("Kind", "word", tuple(KINDS), required=True),
    Part("Strength", "whole"),
    Part("Range", "whole", before=" at "),
    Part("Printed range", "whole", before=" reach "),
    Part("Steps left", "whole", before=" steps "),
    Part("Steps lost", "whole", before=" lost "),
    Part("Type of target", "word", ("A", "B-0", "B-1", "B-2", "P-1", "P-2", "P-3", "P-4", "P-5", "P-6")),
    Part("Posture", "word", ("move", "fire", "dug in")),
    Part("Has fired", "flag", ("fired",)),
    Part("State", "word", (SUPPRESSED, PARALYZED)),
    Part("Carried", "word", (MOUNTED, RIDING, TOWED)),
    Part("High trajectory", "flag", ("high",)),
    Part("Fires at", "word", ("area", "point")),
)
"""A unit as `units.read_units` reads it."""

CHECKER: tuple[Part, ...] = (
    Part("Unit", "text"),
    Part("Printed morale", "whole"),
    Part("Steps lost", "whole", before="+"),
    Part("Battalion morale", "whole", before="+"),
)
"""A unit as `morale.read_checker` reads it. Without its battalion's the steps lost alone may follow."""

PART_OF_FORMATION: tuple[Part, ...] = (
    Part("Formation", "text", required=True),
    Part("All of it that is left", "flag", ("whole",)),
)
