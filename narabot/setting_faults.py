"""What is said of settings whose values cannot be used."""

from collections.abc import Collection, Mapping

from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from narabot.errors import SettingsError

LONGEST_SHOWN = 100
"""Characters of a value that cannot be used."""


def refuse_faults(faults: Mapping[str, str], needed: Collection[str] | None = None) -> None:
    """Raise SettingsError for faults of settings, only of those that are needed, if given."""
    told = [fault for name, fault in faults.items() if needed is None or name in needed]
    if told:
        raise SettingsError(" ".join(told))


def fault_sentence(fault: ErrorDetails, fields: Mapping[str, FieldInfo]) -> str:
    """Return what is wrong with a setting's value, and the value; never that of a secret."""
    name = str(fault["loc"][0])
    is_secret = "SecretStr" in str(fields[name].annotation)
    given = "what is given" if is_secret else shortened(repr(fault["input"]))
    why = f"should be {fault['msg'].removeprefix('Input should be ')}"
    if fault["type"] == "string_pattern_mismatch":
        why = "is no size such as 512m or 2g"
    return f"The setting {name.upper()} cannot be used: {given} {why}."


def shortened(value: str) -> str:
    """Return a value as far as a sentence has room for it."""
    return value if len(value) <= LONGEST_SHOWN else f"{value[:LONGEST_SHOWN]}…"
