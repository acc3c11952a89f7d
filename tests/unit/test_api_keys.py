"""Tests of the API keys in API_KEYS."""

import pytest

from narabot.api.keys import Scope, parse_keys
from narabot.errors import SettingsError

KEY = "0123456789abcdef"


def test_keys_are_stored_only_as_digests() -> None:
    desk, other = parse_keys(f"desk:{KEY}:ask+search:60\n other:{KEY}2:records:1")
    assert (desk.name, desk.scopes, desk.per_minute) == ("desk", {Scope.ASK, Scope.SEARCH}, 60)
    assert other.scopes == {Scope.RECORDS}
    assert KEY not in repr(desk)
    assert parse_keys("") == ()


@pytest.mark.parametrize(
    "written",
    [
        "desk",
        f"desk:{KEY}",
        f"desk:{KEY}:ask",
        f"desk:{KEY}:ask:0",
        f"desk:{KEY}:ask:many",
        f"desk:{KEY}:everything:1",
        f":{KEY}:ask:1",
        "desk:short:ask:1",
        f"desk:{KEY}:ask:1:2",
        f"desk:{KEY}:ask:1 desk:{KEY}2:ask:1",
        f"desk:{KEY}:ask:1 other:{KEY}:search:1",
        f"{KEY}:desk:ask:1",
        f"desk:ask:{KEY}:1",
        f"desk:{KEY}2:ask:{KEY}",
    ],
)
def test_invalid_key_is_not_shown(written: str) -> None:
    with pytest.raises(SettingsError) as raised:
        parse_keys(written)
    assert KEY not in str(raised.value)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("desk:short:ask:1", "1 (desk) in API_KEYS is invalid: the key needs"),
        (f"one:{KEY}:ask:1 desk:{KEY}2:all:1", "2 (desk) in API_KEYS is invalid: its scopes"),
        (f"desk:{KEY}:ask:0", "1 (desk) in API_KEYS is invalid: its rate"),
        (f"desk:{KEY}:ask:1 other:{KEY}:ask:2", "In API_KEYS, desk and other have the same key"),
        (f"desk:{KEY}", "Use the format NAME:KEY:SCOPE+SCOPE:RATE"),
    ],
)
def test_invalid_part_of_key_setting_is_named(written: str, message: str) -> None:
    with pytest.raises(SettingsError) as raised:
        parse_keys(written)
    assert message in str(raised.value)
