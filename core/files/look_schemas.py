"""What the keys of looks and markers may hold (pydantic). See `schemas`."""

from typing import Annotated, Any, ClassVar, get_args

from pydantic import Field, PlainValidator

from core.files.schemas import Group, Item, Section, Text, Version, Word, key_of, one_of, real, refuse, shown
from core.files.strict_yaml import Refused
from core.model.looks import FULL_PX, MARKER_PLACES, NO_LIMIT, Align, Area, BackWhen, Chosen, Condition, Form, MarkerPlace

MOST_PX = 10_000


def _let_pass(value: object) -> None:
    if isinstance(value, Refused):
        raise refuse("was refused")


def _chosen(value: object) -> Chosen:
    """A text, or what a value decides: {by: movement.class, foot: white, else: black}."""
    _let_pass(value)
    if isinstance(value, str):
        return Chosen(value)
    if not isinstance(value, dict):
        raise refuse(f"must be text, or a group of keys with `by`, not {shown(value)}")
    by, other = value.get("by"), value.get("else", "")
    choices = {str(key_of(key)): each for key, each in value.items() if key not in ("by", "else")}
    if not isinstance(by, str) or not by:
        raise refuse("must say by which value it is chosen, as `by`")
    bad = next((key for key, each in {**choices, "else": other}.items() if not isinstance(each, str)), None)
    if bad is not None:
        raise refuse(f'must have text for "{bad}"')
    return Chosen(other, by, tuple(choices.items()))


def _conditions(value: object) -> tuple[Condition, ...]:
    """What values must be: {exploitation: true, fire.class: [area, point]}; a list of such groups where one comes twice."""
    _let_pass(value)
    if isinstance(value, list):
        return tuple(each for held in value for each in _conditions(held))
    if not isinstance(value, dict):
        raise refuse(f"must be a group of values with what each must be, not {shown(value)}")
    return tuple(_condition(str(id_), wanted) for id_, wanted in value.items())


def _condition(id_: str, wanted: object) -> Condition:
    if isinstance(wanted, bool):
        return Condition(id_, printed=wanted)
    words = wanted if isinstance(wanted, list) else [wanted]
    if not words or any(isinstance(each, bool) or not isinstance(each, str | int) for each in words):
        raise refuse(f'must have true, false, a word or a list of words for "{id_}"')
    return Condition(id_, tuple(str(each) for each in words))


def _area(value: object) -> Area:
    _let_pass(value)
    if not isinstance(value, list) or len(value) != 4:
        raise refuse(f"must be four numbers, left, top, width and height, not {shown(value)}")
    left, top, width, height = (real(0, 1).func(each) for each in value)  # type: ignore[call-arg]
    if left + width > 1.0001 or top + height > 1.0001:
        raise refuse("must lie in the square from 0 to 1")
    return left, top, width, height


def _small(value: object) -> Area | bool:
    if value is False:
        return False
    return _area(value)


def _back(value: object) -> BackWhen | tuple[Condition, ...]:
    if isinstance(value, str):
        one_of(*get_args(BackWhen)).func(value)  # type: ignore[call-arg]
        return "always" if value == "always" else "printed"
    return _conditions(value)


ChosenText = Annotated[Chosen, PlainValidator(_chosen)]
Conditions = Annotated[tuple[Condition, ...], PlainValidator(_conditions)]
Pixels = Annotated[float, real(0, MOST_PX)]
Share = Annotated[float, real(0, 1)]


class LooksFile(Item):
    """The keys of `looks.yaml`."""

    noun: ClassVar[str] = "file of looks"
    phaseline: str
    version: Version
    full_px: Pixels = FULL_PX
    colours: Group = {}
    groups: Group = {}
    looks: dict[str, Any]


class OwnLooksFile(Item):
    """The keys of a box's `looks.yaml`."""

    noun: ClassVar[str] = "file of looks"
    phaseline: str
    version: Version
    full_px: Pixels = FULL_PX
    colours: Group = {}
    groups: Group = {}
    looks: Group = {}
    markers: Group = {}


class MarkersFile(Item):
    """The keys of `markers.yaml`."""

    noun: ClassVar[str] = "file of markers"
    phaseline: str
    version: Version
    full_px: Pixels = FULL_PX
    colours: Group = {}
    groups: Group = {}
    markers: dict[str, Any]


class LookItem(Item):
    """How counters of some kinds are drawn."""

    noun: ClassVar[str] = "look"
    title: Word
    of: list[Word] = []
    ground: ChosenText = Chosen("side")
    front: Section
    back_ground: ChosenText = Chosen("side")
    back: Section = []
    back_when: Annotated[BackWhen | tuple[Condition, ...], PlainValidator(_back)] = "printed"
    full_px: Pixels | None = None


class MarkerItem(Item):
    """One kind of marker."""

    noun: ClassVar[str] = "marker"
    title: Word
    section: Word
    about: Word
    on: Annotated[list[Annotated[MarkerPlace, one_of(*MARKER_PLACES)]], Field(min_length=1)]
    least: Annotated[int, Field(ge=0, le=99)] | None = None
    most: Annotated[int, Field(ge=0, le=99)] | None = None
    other: Text = ""
    owned: bool = False
    ground: ChosenText
    parts: Section
    full_px: Pixels | None = None


class UseItem(Item):
    """A group of elements, where something holds."""

    noun: ClassVar[str] = "use of a group"
    use: Word
    when: Conditions = ()


class ElementItem(Item):
    """One thing that a look draws."""

    noun: ClassVar[str] = "look element"
    form: Annotated[Form, one_of(*get_args(Form))]
    area: Annotated[Area, PlainValidator(_area)]
    small: Annotated[Area | bool | None, PlainValidator(_small)] = None
    text: ChosenText = Chosen()
    echelon: ChosenText = Chosen()
    fill: ChosenText = Chosen()
    ink: ChosenText = Chosen()
    bar: ChosenText = Chosen()
    when: Conditions = ()
    width: Share = 0.0
    dashed: bool = False
    round: Share = 0.0
    align: Annotated[Align, one_of(*get_args(Align))] = "middle"
    bold: bool = True
    turn: Annotated[float, real(-180, 180)] = 0.0
    from_px: Pixels = 0.0
    below_px: Pixels = NO_LIMIT
