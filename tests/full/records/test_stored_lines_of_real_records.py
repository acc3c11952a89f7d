"""Location and restriction lines of the real records, as in their texts."""

from tests.shared import DATA, needs_shared
from tests.unit.test_stored_lines import assert_stored_lines_match

pytestmark = needs_shared


def test_stored_lines_match_the_text() -> None:
    assert_stored_lines_match(DATA)
