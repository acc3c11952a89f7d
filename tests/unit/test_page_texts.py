"""Tests of transcriptions and machine-read text: each page appears once, and nothing is lost."""

import pytest

from ingest.parse.schema import Raw
from ingest.parse.text import page_texts
from narabot.errors import MalformedRecordError

IMAGE, PDF = "Image (JPG)", "Portable Document File (PDF)"
ONE = "Whereas a Treaty of Peace and Friendship was concluded and signed at St. Louis"
TWO = "In testimony whereof I have caused the seal of the United States to be affixed"


def read(*objects: object) -> list[tuple[str, str]]:
    """Return the labels and machine-read texts of a record's digital objects."""
    return list(page_texts({}, {"digitalObjects": list(objects)}))


def scan(text: object, kind: str = IMAGE, **fields: object) -> Raw:
    """Return a digital object with its machine-read text."""
    return {"objectType": kind, "extractedText": text} | fields


def texts(*objects: object) -> list[str]:
    """Return the machine-read texts of a record's digital objects, without labels."""
    return [text for _, text in read(*objects)]


# Machine-read text


def test_each_text_is_labeled_with_its_object_number() -> None:
    assert read({}, scan(ONE), scan(TWO)) == [
        ("Machine-read text of page 2", ONE),
        ("Machine-read text of page 3", TWO),
    ]


def test_text_of_the_last_object_is_included() -> None:
    assert read(*[{"objectType": IMAGE}] * 23, scan(ONE, PDF)) == [
        ("Machine-read text of page 24", ONE)
    ]


@pytest.mark.parametrize("blank", [None, "", " \n", []])
def test_blank_text_is_omitted(blank: object) -> None:
    assert read(scan(blank)) == []


@pytest.mark.parametrize("blank", [None, [], [None], ["x"]])
def test_record_without_objects_has_no_pages(blank: object) -> None:
    assert list(page_texts({}, {"digitalObjects": blank})) == []


def test_repeated_complete_text_is_omitted() -> None:
    assert texts(scan(ONE, PDF, completeExtractedText=ONE)) == [ONE]
    assert texts(scan(ONE, IMAGE, completeExtractedText=ONE)) == [ONE]


def test_longer_complete_text_is_included() -> None:
    assert texts(scan("Page 1", PDF, completeExtractedText=ONE)) == ["Page 1", ONE]


def test_pdf_that_nearly_repeats_its_pages_is_omitted() -> None:
    whole = f"{ONE.replace('Friendship', 'Friend-ship')}\n{TWO.replace('seal', 'sea1')}"
    assert texts(scan(ONE), scan(TWO), scan(whole, PDF)) == [ONE, TWO]


def test_pdf_with_different_pages_is_included() -> None:
    assert texts(scan(ONE), scan(TWO, PDF)) == [ONE, TWO]


def test_page_with_reordered_words_is_included() -> None:
    again = " ".join(reversed(f"{ONE} {TWO}".split()))
    assert texts(scan(ONE), scan(TWO), scan(again)) == [ONE, TWO, again]
    assert texts(scan(ONE), scan(TWO), scan(again, PDF)) == [ONE, TWO, again]


def test_forms_that_differ_in_one_name_are_included() -> None:
    form = "Name of claimant {} Regiment 3 Date of filing 1818 Remarks none to be made here"
    forms = [form.format(name) for name in ("Mosby", "Mosley", "Moss")]
    assert texts(*map(scan, forms)) == forms
    assert texts(*(scan(one, PDF) for one in forms)) == forms


def test_short_and_wordless_texts_are_included() -> None:
    assert texts(scan("No. 5"), scan("* * *"), scan("No. 5")) == ["No. 5", "* * *", "No. 5"]


@pytest.mark.parametrize(
    "given", [ONE, [ONE], {"contribution": ONE}, [{"contribution": ONE}, {"contribution": ""}]]
)
def test_other_text_may_be_a_string_or_a_contribution(given: object) -> None:
    assert texts({"otherExtractedText": given}) == [ONE]


def test_ocr_noise_is_unchanged() -> None:
    noise = "xI\n&\ngames Monroe,\nPrefident of the Uni~ed St4tes"
    assert texts(scan(noise)) == [noise]


@pytest.mark.parametrize("wrong", [{"contribution": {}}, {"contribution": ["x"]}, [["x"]]])
def test_text_of_the_wrong_type_is_rejected(wrong: object) -> None:
    with pytest.raises(MalformedRecordError):
        read(scan(wrong))


# Transcriptions


def transcribed(*entries: object) -> list[tuple[str, str]]:
    """Return the labels and texts of a line's transcriptions."""
    return list(page_texts({"record_transcription": list(entries)}, {}))


def entry(text: object, page: object = None, created: object = None, **target: object) -> Raw:
    """Return a transcription in NARA's format."""
    return {
        "contribution": text,
        "createdAt": created,
        "target": {"naId": 7, "pageNum": page} | target,
    }


def test_transcriptions_are_in_page_order() -> None:
    assert transcribed(entry("B", 2), entry("C", 10), entry("A", "1")) == [
        ("Transcription of page 1", "A"),
        ("Transcription of page 2", "B"),
        ("Transcription of page 10", "C"),
    ]


def test_newest_transcription_of_a_page_is_used() -> None:
    old, new = entry("old", 1, "2019-01-01T00:00:00Z"), entry("new", 1, "2020-01-01T00:00:00Z")
    assert transcribed(new, old) == transcribed(old, new) == [("Transcription of page 1", "new")]


def test_pages_of_two_objects_are_separate() -> None:
    both = transcribed(entry("A", 1, objectId="10"), entry("B", 1, objectId="11"))
    assert [text for _, text in both] == ["A", "B"]


@pytest.mark.parametrize("blank", [None, "", " "])
def test_blank_transcription_is_omitted(blank: object) -> None:
    assert transcribed(entry(blank, 1)) == []


@pytest.mark.parametrize("page", [None, "", 0])
def test_transcription_without_a_page_has_no_number(page: object) -> None:
    assert transcribed(entry("A", page)) == [("Transcription", "A")]


@pytest.mark.parametrize("target", [None, "x", []])
def test_transcription_without_a_target_is_included(target: object) -> None:
    assert transcribed({"contribution": "A", "target": target}) == [("Transcription", "A")]


@pytest.mark.parametrize("blank", [None, [], ["x"], [None]])
def test_line_without_transcriptions_has_no_pages(blank: object) -> None:
    assert list(page_texts({"record_transcription": blank}, {})) == []


@pytest.mark.parametrize("wrong", ["first", 1.5, True, {}])
def test_page_number_of_the_wrong_type_is_rejected(wrong: object) -> None:
    with pytest.raises(MalformedRecordError):
        transcribed(entry("A", wrong))


def test_transcriptions_precede_machine_read_text() -> None:
    found = page_texts(
        {"record_transcription": [entry("by hand", 1)]}, {"digitalObjects": [scan("by machine")]}
    )
    assert [text for _, text in found] == ["by hand", "by machine"]
