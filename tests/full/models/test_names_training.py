"""Tests of NER training: source annotations, data augmentation, tags, and scores."""

import random
import re
import tomllib

from narabot.reading.names import NAME_CLASSES
from training.name_model import allowed_tags, tags_of
from training.name_scores import EDITED, Counts, count_names
from training.name_variation import (
    TITLES,
    Variation,
    add_ocr_errors,
    change_case,
    random_title,
    swap_names,
    vary_texts,
    with_random_names,
)
from training.named_texts import TABLE, MarkedName, NamedText, join_tokens, named_text, tag_spans
from training.names import batches

PERSON, COUNTRY = NAME_CLASSES.index("PERSON"), NAME_CLASSES.index("COUNTRY")
COUNT = len(NAME_CLASSES)

NAMES = {kind: [f"{kind.title()} Aa", f"{kind.title()} Bb"] for kind in NAME_CLASSES}


def text(content: str, *names: tuple[str, str], **more: str) -> NamedText:
    marked = tuple(
        MarkedName(content.index(name), content.index(name) + len(name), frozenset(kinds.split()))
        for name, kinds in names
    )
    return NamedText(content, marked, "s", more.get("group", "g"))


def surfaces(one: NamedText) -> list[str]:
    return [one.text[name.start : name.end] for name in one.names]


def test_tokens_are_joined_with_normal_spacing() -> None:
    joined, places = join_tokens(["Ada", "'s", "box", "(", "No", ".", "4", ")", ",", "1901"])
    assert joined == "Ada's box (No. 4), 1901"
    assert [joined[start:end] for start, end in places][:3] == ["Ada", "'s", "box"]


def test_names_are_parsed_from_both_tagging_schemes() -> None:
    first = list(tag_spans(["I-PER", "I-PER", "O", "I-LOC", "B-LOC", "I-ORG"]))
    assert first == [(0, 1, "PER"), (3, 3, "LOC"), (4, 4, "LOC"), (5, 5, "ORG")]


def test_source_tags_are_mapped_by_the_table() -> None:
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    row = {"tokens": ["Ada", "saw", "Lisbon"], "tags": ["I-PER", "O", "I-LOC"], "source": "w"}
    one = named_text(row, table["wikigold"])
    assert surfaces(one) == ["Ada", "Lisbon"]
    assert one.names[1].classes == {"LOCATION", "COUNTRY"}
    for how in table.values():
        kinds = {kind for tag in how["tags"].values() for kind in tag} | set(how["unmarked"])
        assert kinds <= {*NAME_CLASSES, "O"}


def test_some_groups_are_held_out() -> None:
    held = [text("x", group=f"a {number}").is_held_out for number in range(500)]
    assert 25 < sum(held) < 80


def test_random_titles_have_their_names_marked() -> None:
    one = random_title(
        "{THING} of {PERSON!} in {COUNTRY}", NAMES, {"THING": ["Files"]}, random.Random(1)
    )
    assert one.text.startswith("Files of ")
    assert surfaces(one)[0] in ("Aa, Person", "Bb, Person")
    assert surfaces(one)[1] in NAMES["COUNTRY"]
    assert "{" not in one.text


def test_random_names_follow_forms_with_every_placeholder_filled() -> None:
    table = {"forms": {"LOCATION": ["Fort {FAMILY}, {DAY}"]}, "words": {"DAY": ["May 1901"]}}
    found = with_random_names(NAMES, table, random.Random(1))
    assert found["LOCATION"][:2] == NAMES["LOCATION"]
    assert found["LOCATION"][2] in ("Fort Aa, May 1901", "Fort Bb, May 1901")
    assert found["COUNTRY"] == NAMES["COUNTRY"]


def test_title_forms_use_only_known_classes_and_words() -> None:
    table = tomllib.loads(TITLES.read_text(encoding="utf-8"))
    parts = {*table["words"], *NAME_CLASSES, "FAMILY", "INITIAL"}
    forms = [*table["lines"], *(form for some in table["forms"].values() for form in some)]
    assert {name for form in forms for name in re.findall(r"\{([A-Z_]+)!?\}", form)} <= parts
    assert set(table["forms"]) <= set(NAME_CLASSES)


def test_ocr_errors_keep_name_positions() -> None:
    own = text("Ada Bocholt saw Lisbon in 1901. " * 20, ("Ada Bocholt", "PERSON"))
    read = add_ocr_errors(own, Variation(0, 0, 0, 0, 0, misread=1), random.Random(4))
    assert read.names == own.names
    assert len(read.text) == len(own.text)
    changed = sum(one != other for one, other in zip(read.text, own.text, strict=True))
    assert 5 < changed < 120
    assert add_ocr_errors(own, Variation(0, 0, 0, 0, 0), random.Random(4)) == own


def test_variation_keeps_marks_on_names() -> None:
    rng = random.Random(2)
    own = text("Ada saw Lisbon and Ada.", ("Ada", "PERSON"), ("Lisbon", "LOCATION COUNTRY"))
    changed = swap_names(own, NAMES, 1.0, rng)
    assert surfaces(changed)[0] in NAMES["PERSON"]
    assert surfaces(changed)[1] == "Lisbon"
    assert changed.text.endswith(" saw Lisbon and Ada.")
    large = change_case(own, Variation(0, 0, 1, 0, 0), rng)
    assert surfaces(large) == ["ADA", "LISBON"]
    longer = text("straße")
    assert change_case(longer, Variation(0, 0, 1, 0, 0), rng) == longer


def test_varied_texts_occur_once_and_labels_are_not_names() -> None:
    some = [text(f"Ada {number} saw Bo.", ("Bo", "PERSON")) for number in range(60)]
    how = Variation(0, 0, 0, 0.5, 0)
    found = vary_texts(some, how, random.Random(3))
    assert sorted(part.text for parts in found for part in parts if part.names) == sorted(
        one.text for one in some
    )
    assert any(parts[0].text.endswith(": ") for parts in found)
    assert found == vary_texts(some, how, random.Random(3))
    both = batches(found, random.Random(1))
    assert sorted(len(parts) for batch in both for parts in batch) == sorted(map(len, found))


def test_word_gets_the_tags_its_source_allows() -> None:
    one = text("Ada Bo of Rio", ("Ada Bo", "PERSON"), ("Rio", "COUNTRY O"))
    parts = [NamedText("Title: ", (), "label"), one]
    words = [(0, 5, 0), (5, 6, 1), (7, 10, 2), (11, 13, 3), (14, 16, 4), (17, 20, 5)]
    goes_on = 1 + COUNT + PERSON
    assert allowed_tags(parts, words) == [[0], [0], [1 + PERSON], [goes_on], [0], [0, 1 + COUNTRY]]
    open_ = NamedText("a", (), "s", unmarked=frozenset({"COUNTRY"}))
    assert tags_of(open_, 0, 1) == [0, 1 + COUNTRY, 1 + COUNT + COUNTRY]


def test_scores_skip_classes_a_source_does_not_mark() -> None:
    counts: Counts = {}
    one = text("Ada Rio X", ("Ada", "PERSON"), ("X", "EVENT O"), ("Rio", "LOCATION COUNTRY"))
    predicted = {(0, 3): "LOCATION", (4, 7): "COUNTRY", (8, 9): "AWARD"}
    count_names(counts, one, predicted)
    assert counts["s", "PERSON"] == {"labeled": 1}
    assert counts["s", "LOCATION"] == {"predicted": 1}
    assert counts["s", "COUNTRY"] == {"labeled": 1, "right": 1, "predicted": 1}
    assert ("s", "AWARD") not in counts
    assert counts[EDITED, "COUNTRY"] == counts["all", "COUNTRY"] == counts["s", "COUNTRY"]


def test_tweets_are_not_edited_texts() -> None:
    counts: Counts = {}
    count_names(counts, NamedText("Ada", (MarkedName(0, 3, frozenset({"PERSON"})),), "btc"), {})
    assert set(counts) == {("btc", "PERSON"), ("all", "PERSON")}
