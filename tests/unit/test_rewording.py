"""Tests of rewordings: first with full names from headings, and then with only content words."""

from dataclasses import replace

from narabot.chat.rewording import rewordings, wording_for_attempt
from narabot.models import AuthorityType, NamedAuthority, Wording

FORD = NamedAuthority(7, AuthorityType.PERSON, "Ford, Ada, 1880-1951", "https://x", "Ford", 0, 1, 1)


def texts(wording: Wording, *names: tuple[NamedAuthority, ...]) -> list[str]:
    """Return the texts of a request's rewordings."""
    return [one.text for one in rewordings(wording, names)]


def test_names_are_expanded_to_full_headings() -> None:
    found = texts(Wording("Did Ford live in Stamford?"), (FORD,))
    assert found == [
        "Did Ford live in Stamford?",
        "Did Ford, Ada, 1880-1951 live in Stamford?",
        "Ford live Stamford",
    ]


def test_ambiguous_name_is_not_expanded() -> None:
    other = replace(FORD, na_id=8, heading="Ford, Zoe")
    assert texts(Wording("Did Ford live?"), (FORD, other)) == ["Did Ford live?", "Ford live"]


def test_loose_terms_are_kept_in_every_rewording() -> None:
    wordings = rewordings(Wording("the vein letters", ("vein",), ("x",), "о Вейн"), ())
    assert [(one.loose, one.written) for one in wordings] == [(("vein",), "о Вейн")] * 2


def test_extra_attempts_reuse_the_last_rewording() -> None:
    wordings = rewordings(Wording("the letters"), ())
    assert [wording_for_attempt(wordings, number).text for number in range(3)] == [
        "the letters",
        "letters",
        "letters",
    ]
