"""Messages about settings with invalid values."""

from collections.abc import Collection, Mapping

from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from narabot.errors import SettingsError

MAX_SHOWN_CHARS = 100
"""Maximum length of an invalid value in a message, in characters."""


def raise_for_faults(faults: Mapping[str, str], needed: Collection[str] | None = None) -> None:
    """Raise SettingsError if settings have faults.

    If `needed` is set, only the settings that it names are checked.
    """
    relevant = [fault for name, fault in faults.items() if needed is None or name in needed]
    if relevant:
        raise SettingsError(" ".join(relevant))


def fault_sentence(fault: ErrorDetails, fields: Mapping[str, FieldInfo]) -> str:
    """Return a sentence about a setting's invalid value and the reason. Secrets are not shown."""
    name = str(fault["loc"][0])
    is_secret = "SecretStr" in str(fields[name].annotation)
    value = "its value" if is_secret else truncated(repr(fault["input"]))
    expected, _, _ = fault["msg"].removeprefix("Input should be ").partition(", unable to parse")
    why = f"should be {expected}"
    if fault["type"] == "string_pattern_mismatch":
        is_size = name.startswith("neo4j_")
        why = "is not a size such as 512m or 2g" if is_size else "has the wrong format"
    return f"The setting {name.upper()} is invalid: {value} {why}."


def truncated(value: str) -> str:
    """Return a value, truncated to the maximum length."""
    return value if len(value) <= MAX_SHOWN_CHARS else f"{value[:MAX_SHOWN_CHARS]}…"
