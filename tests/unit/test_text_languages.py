"""Tests of the language attribute that screen readers use."""

import pytest

from narabot.presentation.markdown import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Кто снимал Гражданскую войну?", "ru"),
        ("ЁЛКА", "ru"),
        ("Письма о NARA", "ru"),
        ("Letters of Толстой to his American publisher", "en"),
        ("Show me letters about flags", "en"),
        ("1861 – 1865", None),
        ("", None),
    ],
)
def test_language_is_detected_from_the_alphabet(text: str, language: str | None) -> None:
    assert language_of(text) == language
