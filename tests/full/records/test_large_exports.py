"""Exports of thousands of records."""

import gc
import time

import pytest

from narabot.errors import TooManyToCiteError
from narabot.presentation.citing import FORMATS, MAX_CITED, FormatName
from tests.unit.test_citing_exports import seconds_to_write, titled
from tests.unit.test_rendering_records import passage, record


@pytest.mark.parametrize("name", FormatName)
def test_export_scales_linearly_and_rejects_more_than_5000_records(name: FormatName) -> None:
    """The test compares ratios, because one CPU took 4 to 7 s for the same 5,000 Chicago notes.

    Garbage collection is off, because it would scan the objects left by a thousand earlier tests.
    """
    passages = titled(*(f"Letter {number} to the Secretary" for number in range(MAX_CITED)))
    gc.disable()
    try:
        tenth = min(seconds_to_write(name, passages[: MAX_CITED // 10]) for _ in range(2))
        begun = time.process_time()
        text = FORMATS[name].write(passages)
        whole = time.process_time() - begun
    finally:
        gc.enable()
    assert whole < 20 * tenth + 0.5
    assert whole < 15
    assert all(f"Letter {number} to" in text for number in (0, MAX_CITED - 1))
    with pytest.raises(TooManyToCiteError, match="at most 5,000 records, not 5,001"):
        FORMATS[name].write([*passages, passage(record(9))])
