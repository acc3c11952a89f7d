"""Tests of what the log contains and omits."""

import logging
import subprocess
import sys

import pytest

from narabot.telemetry import RedactingFormatter

SECRET = "the diary of Hamet"


def record_of_an_error() -> logging.LogRecord:
    try:
        try:
            raise ValueError(SECRET)
        except ValueError as error:
            raise KeyError(SECRET) from error
    except KeyError:
        return logging.LogRecord("narabot", 40, __file__, 1, "It failed.", (), sys.exc_info())


def test_error_is_logged_without_its_message() -> None:
    said = RedactingFormatter().format(record_of_an_error())
    assert SECRET not in said
    assert said.startswith("It failed.")
    assert said.count("record_of_an_error") == 2
    assert said.index("builtins.KeyError") < said.index("builtins.ValueError")


def test_every_error_in_a_group_is_logged() -> None:
    try:
        raise ExceptionGroup(SECRET, [ValueError(SECRET), KeyError(SECRET)])
    except ExceptionGroup:
        failed = logging.LogRecord("narabot", 40, __file__, 1, "It failed.", (), sys.exc_info())
    said = RedactingFormatter().format(failed)
    assert SECRET not in said
    assert "builtins.ExceptionGroup" in said
    assert "builtins.ValueError" in said and "builtins.KeyError" in said


@pytest.mark.parametrize("asked", ["False", "True"])
def test_setting_enables_error_messages_and_libraries_stay_quiet(asked: str) -> None:
    script = f"""
import logging
from narabot.telemetry import set_up_log
from narabot.settings import Settings
set_up_log(Settings(narabot_log_level="DEBUG", narabot_log_questions={asked}))
logging.getLogger("narabot.chat").debug("ours")
logging.getLogger("ingest.write.loader").debug("ours too")
logging.getLogger("openai._base_client").debug("theirs")
try:
    int("{SECRET}")
except ValueError:
    logging.getLogger("narabot").exception("failed")
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "ours" in done.stderr and "ours too" in done.stderr
    assert "theirs" not in done.stderr
    assert (SECRET in done.stderr) == (asked == "True")
    assert "failed" in done.stderr and "ValueError" in done.stderr
