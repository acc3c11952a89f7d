"""Extract the parts of a response that must not change under load."""

from typing import Any


def answer_content(response: dict[str, Any]) -> dict[str, Any]:
    """Return the answer, its quotations, and the naIds of the records, in order."""
    return {
        "answer": response.get("answer"),
        "quotes": [one["quotes"] for one in response.get("sentences", ())],
        "records": [one["naId"] for one in response["records"]],
    }
