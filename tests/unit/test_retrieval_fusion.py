"""Tests of rank fusion and of Lucene queries."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narabot.dates import PartialDate
from narabot.models import Wording
from narabot.retrieval.operators.fusion import Hit, fuse
from narabot.retrieval.operators.words import MOST_WORDS, lucene_query, query_for_all
from narabot.words import folded_words


def hits(*na_ids: int) -> list[Hit]:
    """Return hits of one chunk each, best first."""
    return [Hit(f"{na_id}-0", na_id, 1.0) for na_id in na_ids]


def test_first_record_in_both_searches_scores_1() -> None:
    best, *_ = fuse([hits(7, 8), hits(7, 9)])
    assert (best.na_id, best.score) == (7, 1.0)


def test_record_in_both_searches_precedes_records_in_one() -> None:
    assert [record.na_id for record in fuse([hits(1, 2), hits(3, 2)])] == [2, 1, 3]


def test_chunk_with_the_best_ranks_represents_its_record() -> None:
    by_vector = [Hit("1-4", 1, 0.9), Hit("1-2", 1, 0.8)]
    by_text = [Hit("1-2", 1, 7.0), Hit("1-9", 1, 6.0)]
    assert fuse([by_vector, by_text])[0].chunk_id == "1-2"


def test_lowest_chunk_id_breaks_a_tie_in_rank() -> None:
    later, earlier = [Hit("1-4", 1, 0.9)], [Hit("1-2", 1, 7.0)]
    for searches in ([later, earlier], [earlier, later]):
        assert fuse(searches)[0].chunk_id == "1-2"


def test_first_in_one_search_precedes_eighth_in_both() -> None:
    by_vector, by_text = hits(1, 10, 11, 12, 13, 14, 15, 2), hits(20, 21, 22, 23, 24, 25, 26, 2)
    ranked = [record.na_id for record in fuse([by_vector, by_text])]
    assert ranked.index(1) < ranked.index(2)


def test_many_chunks_of_one_record_displace_no_other() -> None:
    long_record = [Hit(f"1-{number}", 1, 1.0) for number in range(50)]
    scores = {record.na_id: record.score for record in fuse([[*long_record, *hits(2)], []])}
    assert scores[2] == fuse([hits(1, 2), []])[1].score


def test_search_weight_affects_the_ranking() -> None:
    ranked = fuse([hits(1, 2), hits(3, 4)], [2.0, 1.0])
    assert [record.na_id for record in ranked] == [1, 2, 3, 4]
    assert ranked[0].score == pytest.approx(2 / 3)


def test_no_results_give_an_empty_ranking() -> None:
    assert fuse([[], []]) == []


@given(st.text(max_size=300))
def test_lucene_syntax_in_any_request_is_removed(request: str) -> None:
    query = lucene_query(Wording(request)) or ""
    for clause in re.findall(r'"[^"]*"\S*|\S+', query):
        assert re.fullmatch(r"""(?:"\w+(?:[ '’]\w+)+"|\w+)(?:\^\d+)?""", clause)
        assert clause == clause.lower()


def test_operators_wildcards_and_punctuation_are_removed() -> None:
    assert lucene_query(Wording("foo AND")) == "foo"
    assert lucene_query(Wording("ambassador's kidnapping")) == '"ambassador\'s" kidnapping'
    assert lucene_query(Wording("AND")) is None
    assert lucene_query(Wording("???")) is None
    assert lucene_query(Wording('title:"x* OR (y')) == "title x y"


def test_query_for_all_requires_every_word() -> None:
    assert query_for_all(["kites", "02/01/1963", "bees"]) == '+kites +"02 01 1963" +bees'


def test_date_is_searched_in_every_written_form() -> None:
    day, month = PartialDate(1963, 2, 14), PartialDate(1963, 11, None)
    assert query_for_all(["kites"], [day]) == (
        '+kites +text:("february 14 1963"~2 "2 14 1963" "02 14 1963")'
    )
    clauses = query_for_all([], [month])
    assert clauses.startswith('+text:("november 1963"~2 "11 1 1963" "11 01 1963" "11 2 1963"')
    assert clauses.endswith('"11 30 1963" "11 31 1963")')
    assert query_for_all(["kites"], [PartialDate(1963, None, None)]) == "+kites"


def test_identifiers_stay_together() -> None:
    assert lucene_query(Wording("POL 27 BRAZ 02/01/1963")) == 'pol 27 braz "02 01 1963"'


def test_repeated_word_counts_twice() -> None:
    assert lucene_query(Wording("Beet harvest. All about the beet.")) == "beet^2 harvest"


def test_long_request_is_cut() -> None:
    query = lucene_query(Wording(" ".join(f"word{number}" for number in range(1100))))
    assert query is not None
    assert len(query.split()) == MOST_WORDS


def test_identifier_parts_count_as_words() -> None:
    query = lucene_query(Wording(" ".join(f"{number}/x/y{number}" for number in range(300))))
    assert query is not None
    assert len(query.replace('"', "").split()) <= MOST_WORDS
    wanted = query_for_all([f"{number}/x" for number in range(300)])
    assert wanted.count("+") == MOST_WORDS / 2


def test_only_words_with_diacritics_are_folded() -> None:
    assert folded_words("São Paulo and JOSÉ, são") == "sao jose"
    assert folded_words("Boston") == ""
