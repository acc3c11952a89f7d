"""Tests that the privacy notice is accurate."""

import re
from pathlib import Path

from narabot.pages import images, language
from narabot.presentation.privacy import DataRetention, privacy_sections

ROOT = Path(__file__).resolve().parents[2]
DAY_S = 86_400


def told() -> str:
    """Return the full privacy notice."""
    keeping = DataRetention(
        days=90, uses_login=False, is_remembered=True, logs_questions=False, uses_model_server=False
    )
    return " ".join(sentences for _, sentences in privacy_sections(keeping))


def kept_days(script: str) -> int:
    """Return the cookie lifetime that a script sets, in days."""
    found = re.search(r"Max-Age=(\d+)", script)
    assert found is not None
    return int(found[1]) // DAY_S


def test_each_cookie_is_told_with_how_long_it_is_kept() -> None:
    assert f"{images.COOKIE} stores for 400 days whether you allow images" in told()
    assert kept_days(images.REMEMBER) == 400
    assert f"{language.COOKIE} stores your chosen language for one year" in told()
    assert kept_days((ROOT / "narabot/pages/access.js").read_text(encoding="utf-8")) == 365


def test_images_that_are_allowed_once_are_told_to_come_from_elsewhere_from_then_on() -> None:
    assert "until you allow its images. From then on" in told()
    assert "the image of every displayed record" in told()
