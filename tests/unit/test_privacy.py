"""Tests that the privacy notice is accurate."""

import re
from pathlib import Path

from narabot.pages import images, language
from narabot.presentation.privacy import DataRetention, privacy_sections

ROOT = Path(__file__).resolve().parents[2]
DAY_S = 86_400


def full_notice() -> str:
    """Return the full privacy notice."""
    keeping = DataRetention(
        days=90, uses_login=False, is_remembered=True, logs_questions=False, uses_model_server=False
    )
    return " ".join(sentences for _, sentences in privacy_sections(keeping))


def cookie_days(script: str) -> int:
    """Return the cookie lifetime that a script sets, in days."""
    found = re.search(r"Max-Age=(\d+)", script)
    assert found is not None
    return int(found[1]) // DAY_S


def test_notice_states_the_lifetime_of_each_cookie() -> None:
    assert f"{images.COOKIE} stores for 400 days whether you allow images" in full_notice()
    assert cookie_days(images.REMEMBER) == 400
    assert f"{language.COOKIE} stores your chosen language for one year" in full_notice()
    assert cookie_days((ROOT / "narabot/pages/access.js").read_text(encoding="utf-8")) == 365


def test_notice_explains_loading_after_images_are_allowed() -> None:
    assert "until you allow its images. From then on" in full_notice()
    assert "the image of every displayed record" in full_notice()
