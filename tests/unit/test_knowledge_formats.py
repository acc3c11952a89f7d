"""Tests of parsing a language model's replies: four formats, and errors that name the fault."""

import json
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narabot.errors import InvalidReplyError
from narabot.knowledge.formats.artifacts import read_artifacts
from narabot.knowledge.formats.forms import reply_forms
from narabot.knowledge.formats.reply import NamedEntity, NamedRelation, Reply
from narabot.knowledge.formats.theses import read_theses
from narabot.knowledge.formats.triplets import read_triplets
from narabot.knowledge.formats.tuples import read_tuples
from narabot.llm.replies import MAX_REPLY_CHARS
from narabot.prompts import load_prompt
from tests.shared import SHARED, needs_shared

READERS: dict[str, Callable[[str], Reply]] = {
    name: form.read for name, form in reply_forms().items()
}

ENTITY = {"entity_name": "Ada Marsh", "entity_type": "PERSON", "description": "a keeper"}
RELATION = {
    "source_entity": "Ada Marsh",
    "target_entity": "Gull Point",
    "relation_type": "WORKPLACE",
    "description": "Ada Marsh kept Gull Point.",
    "relationship_strength": 4,
}

PERFECT = {
    "artifacts": json.dumps({"entities": [ENTITY], "relations": [RELATION]}),
    "tuples": '("entity"<|>Ada Marsh<|>PERSON<|>a keeper)##\n'
    '("relationship"<|>Ada Marsh<|>Gull Point<|>Ada Marsh kept Gull Point.<|>WORKPLACE<|>4)##',
    "triplets": "Ada Marsh | kept | Gull Point;\nGull Point | is a | light;",
    "theses": "Ada Marsh kept the light | ['Ada Marsh', 'light'];\nIt burned | ['light'];",
}
"""A valid reply in each format."""

TABLES = Reply(
    (NamedEntity("Ada Marsh", "PERSON", "a keeper"),),
    (NamedRelation("Ada Marsh", "Gull Point", "WORKPLACE", "Ada Marsh kept Gull Point.", 4.0),),
)

in_each_form = pytest.mark.parametrize("form", READERS)


def triplets(reply: Reply) -> list[tuple[str, str, str]]:
    """Return the triplets in a reply."""
    return [(one.source, one.relation, one.target) for one in reply.relations]


def theses(reply: Reply) -> list[tuple[str, list[str]]]:
    """Return each thesis in a reply, with the names that it lists."""
    return [(one.text, list(one.names)) for one in reply.theses]


def test_artifacts_are_parsed_as_entities_and_relations() -> None:
    assert read_artifacts(PERFECT["artifacts"]) == TABLES


def test_tuples_give_the_same_result_as_artifacts() -> None:
    assert read_tuples(PERFECT["tuples"]) == TABLES


def test_triplets_are_parsed_with_their_entities() -> None:
    reply = read_triplets(PERFECT["triplets"])
    assert triplets(reply) == [("Ada Marsh", "kept", "Gull Point"), ("Gull Point", "is a", "light")]
    assert [one.name for one in reply.entities] == ["Ada Marsh", "Gull Point", "light"]
    assert {one.entity_class for one in reply.entities} == {None}


def test_theses_may_list_several_entities() -> None:
    reply = read_theses(PERFECT["theses"])
    assert theses(reply) == [
        ("Ada Marsh kept the light", ["Ada Marsh", "light"]),
        ("It burned", ["light"]),
    ]
    assert [one.name for one in reply.entities] == ["Ada Marsh", "light"]


@in_each_form
@pytest.mark.parametrize(
    "wrapped",
    [
        "```json\n{}\n```",
        "```\n{}```",
        "<think>Is a keeper a person? {{}}</think>\n{}",
        " \n{}\n ",
        "<think>\n</think>\n```json\r\n{}\r\n```\n",
    ],
)
def test_reasoning_and_code_fences_are_ignored(form: str, wrapped: str) -> None:
    read = READERS[form]
    assert read(wrapped.replace("{}", PERFECT[form])) == read(PERFECT[form])


@in_each_form
@pytest.mark.parametrize(
    "broken",
    [
        "",
        "  \n",
        "<think>{}",
        "<think>Well.</think>",
        "```\n{}\n```\nThat is all.",
        "```\n{}\n```\n```\n{}\n```",
        "```\n{}",
        "Here it is: {}\nI hope it helps",
        "I cannot help with that.",
        "{}" + " " * MAX_REPLY_CHARS,
        "__import__('os').system('true')",
    ],
    ids=lambda text: text[:30],
)
def test_text_outside_the_format_is_rejected(form: str, broken: str) -> None:
    with pytest.raises(InvalidReplyError):
        READERS[form](broken.replace("{}", PERFECT[form]))


@in_each_form
def test_truncated_reply_is_rejected_or_keeps_only_complete_rows(form: str) -> None:
    whole = READERS[form](PERFECT[form])
    for end in range(len(PERFECT[form]) - 2):
        try:
            reply = READERS[form](PERFECT[form][:end])
        except InvalidReplyError:
            continue
        assert set(reply.entities) <= set(whole.entities)
        assert set(reply.relations) <= set(whole.relations)
        assert set(reply.theses) <= set(whole.theses)


@pytest.mark.parametrize("form", ["tuples", "triplets", "theses"])
def test_line_formats_accept_an_empty_result(form: str) -> None:
    assert READERS[form]("None.") == Reply()


def test_artifacts_may_be_empty() -> None:
    assert read_artifacts('{"entities": [], "relations": []}') == Reply()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"entities": {}}, r"array"),
        ({"entities": [{**ENTITY, "entity_name": 7}]}, r"entity_name"),
        ({"entities": [{**ENTITY, "entity_type": None}]}, r"entity_type"),
        ({"entities": [{"entity_name": "Ada"}]}, r"entity_type"),
        ({"entities": [{**ENTITY, "cypher": "MATCH (n) DETACH DELETE n"}]}, r"cypher"),
        ({"relations": [{**RELATION, "relationship_strength": "4"}]}, r"relationship_strength"),
        ({"relations": [{**RELATION, "relationship_strength": 6}]}, r"relationship_strength"),
        ({"relations": [{**RELATION, "relationship_strength": -1}]}, r"relationship_strength"),
        ({"relations": [{"source_entity": "Ada Marsh"}]}, r"target_entity"),
        ({"more": []}, r"more"),
    ],
)
def test_artifacts_with_wrong_types_are_rejected_by_field_name(
    change: dict[str, object], fault: str
) -> None:
    with pytest.raises(InvalidReplyError, match=fault):
        read_artifacts(json.dumps({"entities": [], "relations": [], **change}))


def test_non_object_or_deeply_nested_artifacts_are_rejected() -> None:
    for text in ("[]", "null", "7", "[" * 30_000, '{"entities": []}', '"\ud800"'):
        with pytest.raises(InvalidReplyError):
            read_artifacts(text)


@pytest.mark.parametrize(
    "row",
    [
        '("entity"<|>Ada<|>PERSON)',
        '("entity"<|>Ada<|>PERSON<|>a<|>b)',
        '("person"<|>Ada<|>PERSON<|>a)',
        '"entity"<|>Ada<|>PERSON<|>a',
        '("relationship"<|>Ada<|>Gull<|>kept<|>work<|>much)',
        '("relationship"<|>Ada<|>Gull<|>kept<|>work<|>nan)',
        '("relationship"<|>Ada<|>Gull<|>kept<|>work<|>9)',
        '("relationship"<|>Ada<|>Gull<|>kept<|>work<|>)',
    ],
)
def test_malformed_tuple_is_rejected(row: str) -> None:
    with pytest.raises(InvalidReplyError):
        read_tuples(row)


def test_names_in_tuples_may_have_quotation_marks_and_parentheses() -> None:
    reply = read_tuples('(entity<|>"Office (OSS)"<|>"ORGANIZATION"<|>An office (closed))##)')
    assert reply.entities == (NamedEntity("Office (OSS)", "ORGANIZATION", "An office (closed)"),)


@pytest.mark.parametrize(
    "row", ["a | b;", "a | b | c | d;", "a | | c;", "a | b | c", "[a, b]", ";"]
)
def test_malformed_triplet_is_rejected(row: str) -> None:
    with pytest.raises(InvalidReplyError):
        read_triplets(row)


@pytest.mark.parametrize(
    "row",
    [
        "It burned | ['light']",
        "It burned | light;",
        "It burned | [];",
        "It burned | ['light' 'lamp'];",
        "It burned | ['light', , 'lamp'];",
        "It burned | ['];",
        "It burned;",
        " | ['light'];",
        "It burned ['light'];",
        "It burned | ['" + "x" * 3_000 + "'];",
    ],
)
def test_malformed_thesis_is_rejected(row: str) -> None:
    with pytest.raises(InvalidReplyError):
        read_theses(row)


def test_thesis_names_accept_any_quotation_marks() -> None:
    reply = read_theses("""It burned | ['King's Light', "King's Lamp", the keeper, 'O'Hara',];""")
    assert theses(reply) == [("It burned", ["King's Light", "King's Lamp", "the keeper", "O'Hara"])]


def test_prompt_examples_follow_their_formats() -> None:
    """Each parser must accept the examples in its prompt."""
    for name, form in reply_forms().items():
        text = load_prompt(form.prompt).text
        for delimiter, sign in form.values.items():
            text = text.replace("${" + delimiter + "}", sign)
        head = {"artifacts": "JSON: ", "tuples": "Rows:\n"}.get(name, f"{name.capitalize()}:\n")
        shown = re.findall(rf"^{head}(.+?)(?=\n\nText:)", text, re.DOTALL | re.MULTILINE)
        assert shown, name
        assert any(form.read(one) != Reply() for one in shown)


# Examples from the source documents

CREWMEN = [
    ("корабельщики", "объехали весь", "свет"),
    ("житье", "не худо за", "море"),
    ("чудо", "есть в", "свет"),
]
THOUGHTS = [
    ("За морем житье не худо", ["море", "житье"]),
    ("В свете чудо - остров на море лежит", ["свет", "чудо", "остров", "море"]),
    ("В свете чудо - град на острове стоит", ["свет", "чудо", "град", "остров"]),
]
PAY, DIRECTOR = "СИСТЕМА ОПЛАТЫ ТРУДА", "ДИРЕКТОР МАГАЗИНА"


def test_triplets_are_parsed_from_lines_and_document_003_format() -> None:
    lines = "\n".join(f"{' | '.join(one)};" for one in CREWMEN)
    lists = ", ".join(f"[{', '.join(one)}]" for one in CREWMEN)
    assert triplets(read_triplets(lines)) == triplets(read_triplets(lists)) == CREWMEN


def test_theses_are_parsed_from_lines_and_document_003_format() -> None:
    quoted = "\n".join(f"{text} | {names};" for text, names in THOUGHTS)
    bare = "\n".join(f"{text} | [{', '.join(names)}];" for text, names in THOUGHTS)
    assert theses(read_theses(quoted)) == theses(read_theses(bare)) == THOUGHTS


def test_extra_bracket_and_unquoted_names_are_accepted() -> None:
    entity = f'("entity"<>{PAY}<>объект<>Система оплаты)|)'
    relation = f'("relationship"<>{PAY}<>{DIRECTOR}<>Определяет условия<>оплата труда<>5)|'
    reply = read_tuples(f"{entity}\n{relation}", "<>", "|")
    assert reply.entities == (NamedEntity(PAY, "объект", "Система оплаты"),)
    assert reply.relations == (
        NamedRelation(PAY, DIRECTOR, "оплата труда", "Определяет условия", 5.0),
    )


@needs_shared
def test_samples_from_the_source_documents_are_parsed() -> None:
    article = (SHARED / "seeds" / "002_b4f10e09a6bed643.txt").read_text(encoding="utf-8")
    sample = re.search(r"``` json\n(.*?)```", article, re.DOTALL)
    assert sample is not None
    reply = read_tuples(sample[1], "{tuple_delimiter}", "{record_delimiter}")
    assert [(one.name, one.entity_class) for one in reply.entities] == [(PAY, "объект")]
    [relation] = reply.relations
    assert (relation.source, relation.target, relation.strength) == (PAY, DIRECTOR, 5.0)

    memorize = (SHARED / "seeds" / "003_ca0d63e5ac99493c.txt").read_text(encoding="utf-8")
    printed = re.search(r"извлечены триплеты (\[.*?\])\. Далее", memorize)
    assert printed is not None
    assert triplets(read_triplets(printed[1])) == CREWMEN
    printed_theses = re.search(
        r"извлечены тезисы (.*?) со списками сущностей (.*?) соотв", memorize
    )
    assert printed_theses is not None
    pairs = zip(
        re.findall(r'"(.*?)"', printed_theses[1]),
        re.findall(r"\[.*?\]", printed_theses[2]),
        strict=True,
    )
    assert theses(read_theses("\n".join(f"{text} | {names};" for text, names in pairs))) == THOUGHTS


# Properties


@in_each_form
@given(st.text())
def test_any_text_is_parsed_or_rejected(form: str, text: str) -> None:
    try:
        READERS[form](text)
    except InvalidReplyError as error:
        assert str(error)


@in_each_form
@given(st.data())
def test_any_changed_reply_is_parsed_or_rejected(form: str, data: st.DataObject) -> None:
    reply = PERFECT[form]
    start = data.draw(st.integers(0, len(reply)))
    end = data.draw(st.integers(start, len(reply)))
    changed = (
        reply[:start] + data.draw(st.text("()[]{}|;,'\"<>#`\n \\ax", max_size=9)) + reply[end:]
    )
    try:
        READERS[form](changed)
    except InvalidReplyError as error:
        assert str(error)
