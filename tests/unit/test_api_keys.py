"""The keys of the API as API_KEYS has them."""

import pytest

from narabot.api.keys import Scope, read_keys
from narabot.errors import SettingsError

KEY = "0123456789abcdef"


def test_keys_are_known_by_their_digests_alone() -> None:
    desk, other = read_keys(f"desk:{KEY}:ask+search:60\n other:{KEY}2:records:1")
    assert (desk.name, desk.scopes, desk.per_minute) == ("desk", {Scope.ASK, Scope.SEARCH}, 60)
    assert other.scopes == {Scope.RECORDS}
    assert KEY not in repr(desk)
    assert read_keys("") == ()


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
def test_a_key_that_cannot_be_read_is_not_told(written: str) -> None:
    with pytest.raises(SettingsError) as raised:
        read_keys(written)
    assert KEY not in str(raised.value)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("desk:short:ask:1", "1 (desk) of API_KEYS cannot be used: the key itself"),
        (f"one:{KEY}:ask:1 desk:{KEY}2:all:1", "2 (desk) of API_KEYS cannot be used: its scopes"),
        (f"desk:{KEY}:ask:0", "1 (desk) of API_KEYS cannot be used: its rate"),
        (f"desk:{KEY}:ask:1 other:{KEY}:ask:2", "desk and other have one key"),
        (f"desk:{KEY}", "Write it as NAME:KEY:SCOPE+SCOPE:RATE"),
    ],
)
def test_the_part_that_is_at_fault_is_named(written: str, said: str) -> None:
    with pytest.raises(SettingsError) as raised:
        read_keys(written)
    assert said in str(raised.value)
