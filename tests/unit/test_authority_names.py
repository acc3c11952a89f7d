"""Tests of authority names: parsing headings, finding them in requests, and querying the index."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narabot.models import AuthorityType, NamedAuthority
from narabot.retrieval import choices
from narabot.retrieval.authorities.authority_search import lookups
from narabot.retrieval.authorities.headings import Name, read_name
from narabot.retrieval.authorities.matching import Mention, best_mention, survivors
from narabot.understanding.names import name_tokens, words_of

PERSON = AuthorityType.PERSON
OFFICE = AuthorityType.ORGANIZATION
PLACE = AuthorityType.GEOGRAPHIC_PLACE_NAME
SUBJECT = AuthorityType.TOPICAL_SUBJECT
RECORDS = AuthorityType.SPECIFIC_RECORDS_TYPE

NIXON = "Nixon, Richard M. (Richard Milhous), 1913-1994"
ROOSEVELT = "Roosevelt, Franklin D. (Franklin Delano), 1882-1945"
TRUMAN = "Truman, Harry S., 1884-1972"
CARRIER = "Harry S. Truman (Aircraft Carrier)"
BUREAU = "Department of State. Bureau of Inter-American Affairs. (1949 - 1977)"


def name(heading: str, type_: AuthorityType = PERSON, *, is_heading: bool = True) -> Name:
    """Return a heading parsed as a name."""
    found = read_name(heading, type_, is_heading=is_heading)
    assert found is not None
    return found


def mention(request: str, heading: str, type_: AuthorityType = PERSON) -> Mention | None:
    """Return the mention of a heading in a request."""
    return best_mention(name_tokens(request), [name(heading, type_)])


def named(request: str, heading: str, type_: AuthorityType = PERSON) -> str | None:
    """Return the words in a request that mention a heading."""
    found = mention(request, heading, type_)
    words = name_tokens(request).words
    return found and request[words[found.first].start : words[found.stop - 1].end]


@pytest.mark.parametrize(
    ("heading", "type_", "main"),
    [
        (ROOSEVELT, PERSON, {"roosevelt"}),
        ("Van Buren, Martin, 1782-1862", PERSON, {"van", "buren"}),
        ("Pelé, 1940-", PERSON, {"pele"}),
        ("Walla Walla (Wash.)", PLACE, {"walla"}),
        (BUREAU, OFFICE, {"bureau", "inter", "american", "affairs"}),
        ("Department of State. (09/1789 - )", OFFICE, {"department", "state"}),
        ("U.S. Government. 3/4/1789-", OFFICE, {"u.s", "government"}),
        ("President (1945-1953 : Truman)", OFFICE, {"president", "truman"}),
        (
            "President (1945-1953 : Truman). War Refugee Board. 4/1945-",
            OFFICE,
            {"war", "refugee", "board"},
        ),
        ("Harbor Board. ca. 1893-5/2/1907", OFFICE, {"harbor", "board"}),
        ("Naval District 12", OFFICE, {"naval", "district", "12"}),
        ("Oswego (N.Y.)", PLACE, {"oswego"}),
        ("World War, 1939-1945", SUBJECT, {"world", "war"}),
        ("Indian treaties", SUBJECT, {"indian", "treati"}),
    ],
)
def test_heading_has_the_expected_main_words(
    heading: str, type_: AuthorityType, main: set[str]
) -> None:
    assert name(heading, type_).main == main


@pytest.mark.parametrize("heading", ["", "1882-1945", "—", "(1949 - 1977)"])
def test_heading_without_words_is_not_a_name(heading: str) -> None:
    assert all(read_name(heading, type_, is_heading=True) is None for type_ in AuthorityType)


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ("What did Richard Nixon write?", "Richard Nixon"),
        ("What did Richard M. Nixon write?", "Richard M. Nixon"),
        ("What did Richard Milhous Nixon write?", "Richard Milhous Nixon"),
        ("What did R. M. Nixon write?", "R. M. Nixon"),
        (
            "Letters by Nixon, Richard M. (Richard Milhous), 1913-1994",
            "Nixon, Richard M. (Richard Milhous",
        ),
        ("What did President Nixon write?", "President Nixon"),
        ("What did Nixon write?", "Nixon"),
        ("Nixon's letters", "Nixon"),
        ("letters of the Nixon family", "Nixon"),
        ("letters by richard nixon", "richard nixon"),
        ("Papers of Richard Nixon, Jr.", "Richard Nixon, Jr"),
        ("Nixon", "Nixon"),
        ("nixon", "nixon"),
        ("What did Edward Nixon write?", None),
        ("What did Richard J. Nixon write?", None),
        ("What did Milhous Nixon write?", None),
        ("What did Mrs. Nixon write?", None),
        ("What did the NIXON group do?", "NIXON"),
        ("What did the Nixon secretary write?", "Nixon"),
        ("letters nixon nixon", None),
        ("Where is the Nixon Library?", None),
        ("a town in Nixon", None),
        ("What did the Nixon and others write?", None),
        ("letters by nixon and others", None),
        ("What did Richard write?", None),
        ("What did Nixon Richard write?", None),
        ("", None),
    ],
)
def test_person_is_recognized_by_surname_and_matching_names(
    request_: str, words: str | None
) -> None:
    found = named(request_, NIXON)
    assert found is None if words is None else (found or "").startswith(words)


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ("a speech by Martin Luther King, Jr., in Washington", "Martin Luther King, Jr"),
        ("a speech by Dr. Martin Luther King", "Dr. Martin Luther King"),
        ("a visit of the King to Washington", None),
        ("a visit of King George", None),
    ],
)
def test_title_may_be_a_surname(request_: str, words: str | None) -> None:
    assert named(request_, "King, Martin Luther, Jr., 1929-1968") == words


@pytest.mark.parametrize(
    ("request_", "heading", "words"),
    [
        (
            "files of the Bureau of Inter-American Affairs",
            BUREAU,
            "Bureau of Inter-American Affairs",
        ),
        (
            "files of the bureau of inter-american affairs",
            BUREAU,
            "bureau of inter-american affairs",
        ),
        (
            f"Show files of the {BUREAU}",
            BUREAU,
            "Department of State. Bureau of Inter-American Affairs. (1949 - 1977",
        ),
        ("files of the Department of State", BUREAU, None),
        ("cables of the State Department", "Department of State. (09/1789 - )", "State Department"),
        ("cables of the state department", "Department of State. (09/1789 - )", "state department"),
        ("Louisiana Department of State", "Department of State. (09/1789 - )", None),
        ("the Department of State of Brazil", "Department of State. (09/1789 - )", None),
        (
            "pictures of the war relocation authority",
            "War Relocation Authority",
            "war relocation authority",
        ),
        ("the authority of war and relocation", "War Relocation Authority", None),
        ("Who ran the WRA?", "WRA", "WRA"),
        ("who ran the wra?", "WRA", None),
        ("the President of Brazil", "President (1969-1974 : Nixon)", None),
        ("the Women's Bureau", "Department of Labor. Women's Bureau. 1920-", "Women's Bureau"),
        ("an order of the U.S. Government", "U.S. Government. 3/4/1789-", "U.S. Government"),
        ("letters on the Board of Trade", "The Board", None),
    ],
)
def test_organization_is_recognized_by_last_part_of_heading(
    request_: str, heading: str, words: str | None
) -> None:
    assert named(request_, heading, OFFICE) == words


@pytest.mark.parametrize(
    ("request_", "heading", "type_", "words"),
    [
        ("maps of São Paulo", "Sao Paulo (Brazil)", PLACE, "São Paulo"),
        ("the Bank of Kansas", "Kansas", PLACE, None),
        ("people in Kansas City", "Kansas", PLACE, None),
        ("people in Kansas.", "Kansas", PLACE, "Kansas"),
        ("farms in kansas", "Kansas", PLACE, "kansas"),
        ("Reading room hours", "Reading (Pa.)", PLACE, None),
        ("What is in Reading, Pa.?", "Reading (Pa.)", PLACE, "Reading, Pa"),
        ("Show Indian treaties", "Indian treaties", SUBJECT, "Indian treaties"),
        ("which Indian treaty was first?", "Indian treaties", SUBJECT, "Indian treaty"),
        ("treaties with others", "Indian treaties", SUBJECT, None),
        ("the treaty: an Indian view", "Indian treaties", SUBJECT, None),
        ("a treaty Indian leaders signed", "Indian treaties", SUBJECT, None),
        (
            "voluntary military service",
            "Military service, Voluntary",
            SUBJECT,
            "voluntary military service",
        ),
        ("people in Walla Walla", "Walla Walla (Wash.)", PLACE, "Walla Walla"),
        ("the Declaration of Independence", "Independence (Mo.)", PLACE, None),
        ("a letter from the Bank of Brazil", "Bank (Va.)", PLACE, None),
        (
            "immigration and emigration",
            "Emigration and immigration",
            SUBJECT,
            "immigration and emigration",
        ),
        ("the training of pilots", "Training", SUBJECT, None),
        ("Training", "Training", SUBJECT, None),
        ("diaries", "Diaries", RECORDS, None),
        ("Which file holds Public Law 12-345?", "Public law", SUBJECT, None),
        ("What happened in World War II?", "World War, 1914-1918", SUBJECT, None),
    ],
)
def test_places_and_subjects_need_their_full_name(
    request_: str, heading: str, type_: AuthorityType, words: str | None
) -> None:
    assert named(request_, heading, type_) == words


def test_president_and_ship_match_equally_well() -> None:
    person = mention("Show records about Harry S. Truman", TRUMAN)
    ship = mention("Show records about Harry S. Truman", CARRIER, SUBJECT)
    assert person and ship
    assert person.quality == ship.quality


def test_mention_with_more_words_wins() -> None:
    request = "the aircraft carrier Harry S. Truman"
    person, ship = mention(request, TRUMAN), mention(request, CARRIER, SUBJECT)
    assert person and ship
    assert survivors([person, ship]) == [False, True]


def test_title_before_name_selects_the_person() -> None:
    assert mention("a letter by President Harry S. Truman", CARRIER, SUBJECT) is None
    assert named("a letter by President Harry S. Truman", TRUMAN) == "President Harry S. Truman"


def test_mentions_without_shared_words_all_survive() -> None:
    request = "about Nixon and Truman"
    both = [mention(request, NIXON), mention(request, TRUMAN)]
    assert survivors([one for one in both if one]) == [True, True]


def test_heading_outranks_variant_name() -> None:
    request = name_tokens("about Jango")
    variant = best_mention(request, [name("Jango", is_heading=False)])
    heading = best_mention(request, [name("Jango")])
    assert variant and heading
    assert survivors([variant, heading]) == [False, True]


def authority(na_id: int, start: int, records: int) -> NamedAuthority:
    """Return an authority that a request names."""
    return NamedAuthority(na_id, PERSON, str(na_id), "", "Truman", start, 0, records)


def test_authorities_with_same_words_are_a_ranked_choice() -> None:
    found = [authority(1, 9, 2), authority(2, 0, 1), authority(3, 0, 5)]
    assert [[one.na_id for one in name] for name in choices(found)] == [[3, 2], [1]]
    assert choices([]) == ()


def test_words_in_names_are_not_index_operators() -> None:
    queries = lookups(name_tokens('Truman OR "Harry (S) +NOT* AND [x TO y] \\ field:Truman~2 /a/'))
    for query in queries:
        for clause in str(query["words"]).replace("(", " ").replace(")", " ").split():
            plain = clause.removeprefix("+")
            is_field = plain == "" or plain.endswith(":")
            assert is_field or (plain == plain.lower() and words_of(plain) == (plain,))


def test_long_request_makes_a_bounded_number_of_lookups() -> None:
    request = name_tokens(" ".join(f"Word{number} and" for number in range(1100)))
    assert len(lookups(request)) <= 320


TEXTS = st.text(alphabet=st.characters(codec="utf-8"), max_size=60)
HEADINGS = st.sampled_from([NIXON, ROOSEVELT, TRUMAN, CARRIER, BUREAU, "Kansas", "Indian treaties"])


@given(before=TEXTS, heading=HEADINGS, type_=st.sampled_from(AuthorityType), after=TEXTS)
def test_mention_contains_all_main_words_of_heading(
    before: str, heading: str, type_: AuthorityType, after: str
) -> None:
    request = name_tokens(f"{before} {heading} {after}")
    looked_for = name(heading, type_)
    found = best_mention(request, [looked_for])
    if found is not None:
        row = request.words[found.first : found.stop]
        words = {word.stem if looked_for.is_common else word.word for word in row}
        assert looked_for.main <= words


@given(TEXTS)
def test_any_request_can_be_parsed_and_looked_up(text: str) -> None:
    request = name_tokens(text)
    assert all(request.text[word.start : word.end] for word in request.words)
    assert all("++" not in query["words"] for query in lookups(request))
