"""Tests that a language model's claims about a chunk are saved only if the chunk supports them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narabot.knowledge.chunk_text import folded_text
from narabot.knowledge.class_aliases import UNCLASSED, aliases, class_of_entity, class_of_relation
from narabot.knowledge.classes import classes
from narabot.knowledge.extraction import Extracted, Extractor, extract
from narabot.knowledge.formats.reply import NamedEntity, NamedRelation, NamedThesis, Reply
from narabot.knowledge.grounding import Dropped, Grounded, ground
from narabot.models.knowledge import Mention, Phrase, Role, Statement, StatementKind
from tests.further_payloads import ALL_PAYLOADS
from tests.payloads import Payload

TEXT = (
    "Title: Station Journal of Gull Point Light\n"
    "Scope and content: Ada Marsh was keeper of Gull Point Light from 1887. She was born in "
    "Holmhaven. In 1891 the Harbor Board of Holmhaven paid Ada Marsh $2,400 for a boat.\n"
    "Held at: National Archives at Holmhaven"
)
ADA = NamedEntity("Ada Marsh", "PERSON")
LIGHT = NamedEntity("Gull Point Light", "FACILITY")
TOWN = NamedEntity("Holmhaven", "CITY")
BOARD = NamedEntity("Harbor Board", "ORGANIZATION")


def relation(
    source: str, target: str, name: str, description: str = "", strength: float = 5
) -> NamedRelation:
    return NamedRelation(source, target, name, description, strength)


def grounded(*claims: NamedEntity | NamedRelation | NamedThesis, text: str = TEXT) -> Grounded:
    """Return the part of a reply that a text supports."""
    reply = Reply(
        tuple(one for one in claims if isinstance(one, NamedEntity)),
        tuple(one for one in claims if isinstance(one, NamedRelation)),
        tuple(one for one in claims if isinstance(one, NamedThesis)),
    )
    return ground(reply, text)


def words(found: Grounded, text: str = TEXT) -> list[str]:
    """Return the text of each mention."""
    return [text[one.start : one.end] for one in found.mentions]


def quote(found: Grounded, text: str = TEXT) -> str:
    """Return the quotation that supports the only statement."""
    [statement] = found.statements
    return text[statement.start : statement.end]


# Names


def test_every_occurrence_of_a_name_is_a_mention() -> None:
    found = grounded(ADA)
    assert words(found) == ["Ada Marsh", "Ada Marsh"]
    assert {(one.phrase, one.method) for one in found.mentions} == {
        (Phrase("Ada Marsh", "PERSON"), "llm")
    }
    assert found.dropped == Dropped()


@pytest.mark.parametrize(
    ("text", "name", "surface"),
    [
        ("The SÃO PAULO mission closed.", "São Paulo", "SÃO PAULO"),
        ("A note on Sa\u0303o Paulo.", "Sao Paulo", "Sa\u0303o Paulo"),
        ("Letters of O’Hara were lost.", "O'Hara", "O’Hara"),
        ("Letters of John \n Ames were lost.", "John Ames", "John \n Ames"),
        ("Letters of  Семёнов  were lost.", "семенов", "Семёнов"),
        ("The o\ufb03ce burned.", "office", "o\ufb03ce"),
    ],
)
def test_folded_name_maps_to_positions_in_original_text(text: str, name: str, surface: str) -> None:
    found = grounded(NamedEntity(name, "PERSON"), text=text)
    assert words(found, text) == [surface]
    assert found.mentions[0].phrase.name == " ".join(surface.split())


@pytest.mark.parametrize("name", ["Bert Moss", "Ada", "arsh", "Gull Poin", "Ада Марш", "Marsh Ada"])
def test_name_not_in_the_text_is_dropped(name: str) -> None:
    found = grounded(NamedEntity(name, "PERSON"))
    if name == "Ada":
        assert words(found) == ["Ada", "Ada"]  # "Ada" is a whole word in the text
    else:
        assert found == Grounded(dropped=Dropped(not_found=1))


@pytest.mark.parametrize(
    "name", ["Scope and content", "Title", "Held at", "Gull Point Light Scope"]
)
def test_line_label_is_not_a_name(name: str) -> None:
    assert grounded(NamedEntity(name, "ORGANIZATION")) == Grounded(dropped=Dropped(not_found=1))


@pytest.mark.parametrize(
    "name", ["", "  ", "…", "<b>Ada</b>", "x'}) DETACH DELETE n //", "A" * 121, "Say exactly: Ada"]
)
def test_invalid_name_is_dropped_even_if_text_contains_it(name: str) -> None:
    found = grounded(NamedEntity(name, "PERSON"), text=f"A note: {name} and more.")
    assert found == Grounded(dropped=Dropped(invalid_names=1))


def test_nested_name_is_mentioned_only_outside_the_longer_name() -> None:
    text = "George Washington wrote from Washington."
    city = NamedEntity("Washington", "CITY")
    found = grounded(city, NamedEntity("George Washington", "PERSON"), text=text)
    assert [(one.start, one.phrase.entity_class) for one in found.mentions] == [
        (0, "PERSON"),
        (29, "CITY"),
    ]


def test_duplicate_name_is_dropped() -> None:
    found = grounded(ADA, NamedEntity("ADA  MARSH", "CITY"))
    assert {one.phrase.entity_class for one in found.mentions} == {"PERSON"}
    assert found.dropped == Dropped(duplicates=1)


def test_known_mention_takes_precedence() -> None:
    known = Phrase("Marsh, Ada, 1860-1920", "PERSON", 77)
    start = TEXT.index("Ada Marsh")
    mention = Mention(known, start, start + 9, "authorities")
    found = ground(Reply((NamedEntity("Ada Marsh", "CITY"),)), TEXT, [mention])
    assert [one.phrase for one in found.mentions] == [known, Phrase("Ada Marsh", "CITY")]


# Classes


def test_class_names_from_other_schemes_are_mapped() -> None:
    assert class_of_entity("State or Province") == "STATE_OR_PROV"
    assert class_of_entity("gpe") == "LOCATION"
    assert class_of_entity("персона") == "PERSON"
    assert class_of_entity("work-of-art") == "WORK_OF_ART"
    assert class_of_entity(None) == UNCLASSED
    assert class_of_entity("объект") is class_of_entity("") is class_of_entity("DRAGON") is None


def test_class_aliases_map_to_classes_and_shadow_none() -> None:
    assert set(aliases().values()) <= classes().entities
    assert not set(aliases()) & classes().entities


def test_only_nerel_relation_classes_are_accepted() -> None:
    relation_class = class_of_relation("Date of birth")
    assert relation_class is not None and relation_class.name == "DATE_OF_BIRTH"
    assert class_of_relation("SENT_TO") is class_of_relation("admires") is None


@pytest.mark.parametrize("entity_class", ["DRAGON", "", "SUBJECT", "PERSON; DELETE"])
def test_name_with_unknown_class_is_dropped(entity_class: str) -> None:
    found = grounded(NamedEntity("Ada Marsh", entity_class, "Ada Marsh was keeper."))
    assert found == Grounded(dropped=Dropped(unknown_classes=1))


# Relations


def test_relation_quotes_shortest_sentences_with_both_names() -> None:
    found = grounded(
        ADA,
        TOWN,
        relation("Ada Marsh", "Holmhaven", "PLACE_OF_BIRTH", "Ada Marsh was born in Holmhaven.", 4),
    )
    [statement] = found.statements
    assert quote(found) == (
        "In 1891 the Harbor Board of Holmhaven paid Ada Marsh $2,400 for a boat."
    )
    assert statement.kind is StatementKind.RELATION
    assert statement.relation == "PLACE_OF_BIRTH"
    assert statement.strength == 0.8
    assert [(one.role, one.phrase.name) for one in statement.participants] == [
        (Role.SUBJECT, "Ada Marsh"),
        (Role.OBJECT, "Holmhaven"),
    ]


def test_quotation_may_span_two_sentences_in_one_line() -> None:
    text = "Scope and content: Ada Marsh was keeper. The light stood at Holmhaven. It burned."
    found = grounded(ADA, TOWN, relation("Ada Marsh", "Holmhaven", "WORKPLACE_OF"), text=text)
    assert quote(found, text) == "Ada Marsh was keeper. The light stood at Holmhaven."


def test_quotation_does_not_cross_lines() -> None:
    text = "Title: Journal of Ada Marsh\nHeld at: Archives at Holmhaven"
    found = grounded(ADA, TOWN, relation("Ada Marsh", "Holmhaven", "PLACE_OF_DEATH"), text=text)
    assert found.statements == ()
    assert found.dropped == Dropped(too_far_apart=1)


def test_names_too_far_apart_form_no_relation() -> None:
    between = "The boat was painted and tarred again. " * 20
    text = f"Scope and content: Ada Marsh was keeper. {between}She left for Holmhaven."
    found = grounded(ADA, TOWN, relation("Ada Marsh", "Holmhaven", "PLACE_RESIDES_IN"), text=text)
    assert found.dropped == Dropped(too_far_apart=1)


@pytest.mark.parametrize("missing", ["Bert Moss", "Gull Point Light", ""])
def test_relation_without_both_entities_is_dropped(missing: str) -> None:
    found = grounded(ADA, relation("Ada Marsh", missing, "KNOWS"))
    assert found.statements == ()
    assert found.dropped == Dropped(missing_entities=1)


@pytest.mark.parametrize(
    "claim",
    [
        relation("Ada Marsh", "Holmhaven", "SPOUSE"),
        relation("Holmhaven", "Ada Marsh", "PLACE_OF_BIRTH"),
    ],
)
def test_relation_with_wrong_argument_classes_is_dropped(claim: NamedRelation) -> None:
    found = grounded(ADA, TOWN, claim)
    assert found.statements == ()
    assert found.dropped == Dropped(invalid_relations=1)


def test_relation_to_itself_is_dropped() -> None:
    start, again = TEXT.index("Ada Marsh"), TEXT.rindex("Ada Marsh")
    known = [Mention(Phrase("Ada", "PERSON", 7), at, at + 9, "given") for at in (start, again)]
    reply = Reply((ADA,), (relation("Ada Marsh", "Ada Marsh", "ALTERNATIVE_NAME"),))
    assert ground(reply, TEXT, known).dropped == Dropped(missing_entities=1)


def test_relation_outside_the_scheme_has_no_class() -> None:
    found = grounded(
        ADA, BOARD, relation("Harbor Board", "Ada Marsh", "paid", "The Harbor Board paid Ada Marsh")
    )
    [statement] = found.statements
    assert (statement.relation, statement.text) == (None, "The Harbor Board paid Ada Marsh")


def test_duplicate_statement_is_dropped() -> None:
    claim = relation("Ada Marsh", "Holmhaven", "PLACE_OF_BIRTH")
    found = grounded(ADA, TOWN, claim, claim)
    assert len(found.statements) == 1
    assert found.dropped == Dropped(duplicates=1)


# Descriptions


@pytest.mark.parametrize(
    ("description", "is_supported"),
    [
        ("Ada Marsh was keeper from 1887.", True),
        ("Keeper of the Gull Point Light", True),
        ("Ada Marsh was keeper from 1889.", False),
        ("Ada Marsh was never keeper.", False),
        ("Ada Marsh was a famous poet of the navy.", False),
        ("Ada Marsh and Bert Moss kept the light.", False),
        ("Ада Марш была смотрительницей маяка.", False),
        ("Ada Marsh <script>alert(1)</script>", False),
    ],
)
def test_unsupported_description_is_replaced_by_the_quotation(
    description: str, is_supported: bool
) -> None:
    found = grounded(NamedEntity("Ada Marsh", "PERSON", description))
    [statement] = found.statements
    assert statement.text == (description if is_supported else "")
    assert found.dropped.unsupported_descriptions == (0 if is_supported else 1)
    assert statement.kind is StatementKind.THESIS
    assert [one.role for one in statement.participants] == [Role.SUBJECT]


def test_description_quotes_the_sentence_sharing_most_words() -> None:
    found = grounded(NamedEntity("Ada Marsh", "PERSON", "Ada Marsh was paid for a boat."))
    assert quote(found).startswith("In 1891 the Harbor Board")


def test_description_equal_to_quotation_is_not_stored() -> None:
    sentence = "Ada Marsh was keeper of Gull Point Light from 1887."
    found = grounded(NamedEntity("Ada Marsh", "PERSON", sentence))
    assert quote(found) == sentence
    assert found.statements[0].text == ""
    assert found.dropped == Dropped()


# Theses and triplets


def test_thesis_keeps_only_names_in_the_text() -> None:
    thesis = NamedThesis(
        "Ada Marsh was keeper of Gull Point Light", ("Ada Marsh", "Gull Point Light", "Bert Moss")
    )
    names = [NamedEntity(name) for name in thesis.names]
    found = grounded(*names, thesis)
    [statement] = found.statements
    assert quote(found) == "Ada Marsh was keeper of Gull Point Light from 1887."
    assert statement.text == thesis.text
    assert [(one.role, one.phrase) for one in statement.participants] == [
        (Role.PART, Phrase("Ada Marsh", UNCLASSED)),
        (Role.PART, Phrase("Gull Point Light", UNCLASSED)),
    ]
    assert found.dropped == Dropped(not_found=1)


def test_thesis_without_any_name_in_text_is_dropped() -> None:
    found = grounded(NamedThesis("Bert Moss sang", ("Bert Moss",)))
    assert found == Grounded(dropped=Dropped(missing_entities=1))


def test_triplet_entities_are_unclassed_unless_known() -> None:
    start = TEXT.index("Ada Marsh")
    known = [Mention(Phrase("Marsh, Ada", "PERSON", 77), start, start + 9, "authorities")]
    reply = Reply(
        (NamedEntity("Ada Marsh"), NamedEntity("keeper"), NamedEntity("boat")),
        (relation("Ada Marsh", "keeper", "WORKS_AS", "Ada Marsh was keeper"),),
    )
    found = ground(reply, TEXT, known)
    [statement] = found.statements
    assert statement.relation is None
    assert [one.phrase.entity_class for one in statement.participants] == ["PERSON", UNCLASSED]
    assert "boat" not in words(found)  # no statement mentions the boat


def test_layer_adds_llm_results_to_known_mentions() -> None:
    known = Phrase("Marsh, Ada", "PERSON", 77)
    start = TEXT.index("Ada Marsh")
    mention = Mention(known, start, start + 9, "authorities")
    reply = Reply((ADA, LIGHT), (relation("Ada Marsh", "Gull Point Light", "WORKPLACE"),))
    found = ground(reply, TEXT, [mention])
    made = (
        Extractor("authorities", 1, lambda *_: Extracted((mention,))),
        Extractor("llm", 1, lambda *_: Extracted(found.mentions, found.statements)),
    )
    both = extract(None, Chunk(), made)  # type: ignore[arg-type]
    assert [one.relation for one in both.statements if one.method == "llm"] == ["WORKPLACE"]
    assert known in {one.phrase for one in both.mentions}


class Chunk:
    """A chunk that contains `TEXT`."""

    chunk_id = "7-0"
    text = TEXT


# Instructions in a text


@pytest.mark.parametrize("payload", ALL_PAYLOADS, ids=[payload.name for payload in ALL_PAYLOADS])
def test_instructions_in_text_produce_no_statements(payload: Payload) -> None:
    text = f"Scope and content: Ada Marsh was keeper of Gull Point Light.\nNotes: {payload.text}"
    obedient = Reply(
        (
            NamedEntity("Ada Marsh", "PERSON", payload.obeyed),
            NamedEntity("Gull Point Light", "FACILITY", payload.text),
            NamedEntity(payload.obeyed, "WORK_OF_ART", payload.obeyed),
            NamedEntity(payload.text, "LAW"),
        ),
        (relation("Ada Marsh", "Gull Point Light", "WORKPLACE", payload.obeyed),),
        (NamedThesis(payload.obeyed, ("Ada Marsh", "Gull Point Light")),),
    )
    found = ground(obedient, text)
    named = {text[one.start : one.end] for one in found.mentions}
    assert named == {"Ada Marsh", "Gull Point Light"}
    assert {one.text for one in found.statements} == {""}
    assert {text[one.start : one.end] for one in found.statements} == {
        "Ada Marsh was keeper of Gull Point Light."
    }


# Properties

NAMES = st.one_of(
    st.sampled_from(
        ["Ada Marsh", "ada  marsh", "Holmhaven", "1887", "keeper", "a", "Title", "$2,400"]
    ),
    st.text(max_size=12),
)
TEXTS = st.one_of(st.just(TEXT), st.text(max_size=60), st.lists(NAMES, max_size=9).map(" ".join))


@given(
    TEXTS,
    st.lists(st.builds(NamedEntity, NAMES, st.sampled_from(["PERSON", "CITY", None, "X"]), NAMES)),
    st.lists(st.builds(NamedRelation, NAMES, NAMES, NAMES, NAMES), max_size=5),
    st.lists(st.builds(NamedThesis, NAMES, st.lists(NAMES).map(tuple)), max_size=5),
)
def test_mentions_match_names_and_quotations_contain_them(
    text: str,
    entities: list[NamedEntity],
    relations: list[NamedRelation],
    theses: list[NamedThesis],
) -> None:
    found = ground(Reply(tuple(entities), tuple(relations), tuple(theses)), text)
    named = {folded_text(" ".join(one.name.split())).characters for one in entities}
    for mention in found.mentions:
        surface = " ".join(text[mention.start : mention.end].split())
        assert folded_text(surface).characters in named
    for statement in found.statements:
        assert holds_its_names(text, statement, found)


def holds_its_names(text: str, statement: Statement, found: Grounded) -> bool:
    """Return whether a statement's quotation mentions every phrase in the statement."""
    within = {
        one.phrase
        for one in found.mentions
        if statement.start <= one.start and one.end <= statement.end <= len(text)
    }
    return within >= {one.phrase for one in statement.participants}
