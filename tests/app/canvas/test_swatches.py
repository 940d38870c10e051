"""Small pictures of terrain."""

import pytest

from app.canvas.swatches import Swatches
from core.model.terrain import Terrain, TerrainKind

CHART = {
    each.id: each
    for each in (
        Terrain("woods", "Woods", TerrainKind.AREA),
        Terrain("lake", "Lake", TerrainKind.AREA),
        Terrain("village", "Village", TerrainKind.HEX, whole_hex=True),
        Terrain("primary-road", "Primary road", TerrainKind.PATH),
        Terrain("hedgerow", "Hedgerow", TerrainKind.SIDE),
        Terrain("heather", "Heather", TerrainKind.AREA, colour="#aa55bb"),
    )
}


def middle(picture):
    image = picture.toImage()
    return image.pixelColor(image.width() // 2, image.height() // 2)


@pytest.mark.parametrize("kind", CHART)
def test_every_kind_shows_more_than_paper(qapp, kind):
    swatches = Swatches(CHART)
    image = swatches.pixmap(kind, 24).toImage()
    colours = {image.pixelColor(x, y).name() for x in range(24) for y in range(24)}
    assert len(colours) > 2


def test_kinds_look_different_and_a_colour_of_their_own_is_theirs(qapp):
    swatches = Swatches(CHART)
    assert middle(swatches.pixmap("woods", 24)) != middle(swatches.pixmap("lake", 24))
    colour = middle(swatches.pixmap("heather", 24))
    assert colour.red() > colour.green()
    assert colour.blue() > colour.green()


def test_a_picture_is_sharp_on_a_dense_screen_and_drawn_once(qapp):
    swatches = Swatches(CHART)
    picture = swatches.pixmap("woods", 16, 2.0)
    assert (picture.width(), picture.devicePixelRatio()) == (32, 2.0)
    assert swatches.pixmap("woods", 16, 2.0) is picture


def test_a_kind_that_is_not_known_has_an_empty_picture(qapp):
    assert Swatches(CHART).pixmap("tundra", 16).toImage().pixelColor(8, 8).alpha() == 0
