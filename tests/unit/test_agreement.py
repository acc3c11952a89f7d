"""Tests of agreement between a sentence and its source: dates, numbers, units, and disguises."""

import pytest

from narabot.answering.verification.agreement import agrees, is_obfuscated, read_figures

TEXT = (
    "Title: Warehouse fires. On July 28, 1944, warehouses 33, 34 and 35 burned at Manzanar, with a "
    "loss of $2,400.00. The series has 6 boxes and 12 linear feet, 5/12/1967."
)


@pytest.mark.parametrize(
    "sentence",
    [
        "Warehouses 33, 34 and 35 burned on 28 July 1944.",
        "The fire of July 1944 destroyed three warehouses.".replace("three ", ""),
        "In 1944 warehouses burned.",
        "The loss was $2,400.",
        "The series fills six boxes.",
        "There are twelve linear feet of it.",
        "It is dated May 12, 1967.",
        "It is dated 1967-05-12.",
        "Склады 33, 34 и 35 сгорели 28 июля 1944 года.",
        "Документ датирован 12 мая 1967 г.",
        "Warehouses burned at Manzanar.",
        "It burned on the twenty-eighth of July, 1944.",
        "They burned in July 1944, on the 28th.",
        "The loss was two thousand four hundred dollars.",
    ],
)
def test_equivalent_dates_numbers_and_units_agree(sentence: str) -> None:
    assert agrees(sentence, TEXT)


@pytest.mark.parametrize(
    "sentence",
    [
        "Warehouses 33, 34 and 36 burned on 28 July 1944.",
        "The fire was on July 29, 1944.",
        "The fire was in August 1944.",
        "In 1945 warehouses burned.",
        "The loss was $24,000.",
        "The series fills seven boxes.",
        "The series fills twelve boxes.",
        "There are six linear feet of it.",
        "It is dated December 5, 1967.",
        "Склады сгорели 28 июня 1944 года.",
        "Документ датирован 13 мая 1967 г.",
        "Warehouses burned on the 12th day.",
        "They burned in July 1944, on the 27th.",
        "They burned 2,400 feet of it.",
        "Warehouses did n o t burn at Manzanar.",
        "Warehouses burned at M\u0430nzanar.",
        "Warehouses burned at Man\u200bzanar.",
    ],
)
def test_wrong_figure_or_obfuscated_text_disagrees(sentence: str) -> None:
    assert not agrees(sentence, TEXT)


def test_parts_of_a_date_are_not_numbers() -> None:
    found = read_figures("On 28 July 1944 box 28 was opened in 1944.")
    assert {(one.year, one.month, one.day) for one in found.dates} == {
        (1944, 7, 28),
        (1944, None, None),
    }
    assert set(found.numbers) == {"28"}


def test_initials_are_not_obfuscation() -> None:
    assert not is_obfuscated("It was signed by J. F. Kennedy and A. B. Fall.")
    assert is_obfuscated("It was s i g n e d by nobody.")


def test_abbreviation_in_source_is_not_obfuscation() -> None:
    assert agrees("The log is of the U.S.S. Maine…", "Title: Log of the U.S.S. Maine")
    assert not agrees("The log is of the U.S.S. Maine.", "Title: Log of the Maine")


def test_unit_must_be_in_same_sentence_as_number() -> None:
    assert not agrees(
        "It has 6 photographs.", "It fills box 6. Photographs of ships are beside it."
    )
