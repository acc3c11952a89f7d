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
    output = RedactingFormatter().format(record_of_an_error())
    assert SECRET not in output
    assert output.startswith("It failed.")
    assert output.count("record_of_an_error") == 2
    assert output.index("builtins.KeyError") < output.index("builtins.ValueError")


def test_every_error_in_a_group_is_logged() -> None:
    try:
        raise ExceptionGroup(SECRET, [ValueError(SECRET), KeyError(SECRET)])
    except ExceptionGroup:
        failed = logging.LogRecord("narabot", 40, __file__, 1, "It failed.", (), sys.exc_info())
    output = RedactingFormatter().format(failed)
    assert SECRET not in output
    assert "builtins.ExceptionGroup" in output
    assert "builtins.ValueError" in output and "builtins.KeyError" in output


@pytest.mark.parametrize("logs_questions", ["False", "True"])
def test_setting_enables_error_messages_and_libraries_stay_quiet(logs_questions: str) -> None:
    script = f"""
import logging
from narabot.telemetry import set_up_log
from narabot.settings import Settings
set_up_log(Settings(narabot_log_level="DEBUG", narabot_log_questions={logs_questions}))
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
    assert (SECRET in done.stderr) == (logs_questions == "True")
    assert "failed" in done.stderr and "ValueError" in done.stderr
