"""Classification with the vectors of the real embedding model."""

import pytest

from narabot.models import RequestClass
from narabot.understanding.request_class import (
    Classifier,
    classify_request,
)
from tests.unit.test_classification import QUESTION, SHOW_RECORDS, embeddings


@pytest.mark.parametrize(
    ("query", "kind"),
    [
        ("Show me the sinking of the Lusitania", SHOW_RECORDS),
        ("Find Amelia Earhart", SHOW_RECORDS),
        ("All photographs of Alcatraz", SHOW_RECORDS),
        ("Everything about Sitting Bull", SHOW_RECORDS),
        ("the letters are beautiful", QUESTION),
        ("My neighbour sold photographs in Ohio.", QUESTION),
    ],
)
def test_real_embeddings_decide_open_requests(query: str, kind: RequestClass) -> None:
    assert classify_request(query, Classifier(embeddings().embed_array), None) == (kind, "examples")
