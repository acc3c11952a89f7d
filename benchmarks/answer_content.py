"""The content of a response that must not depend on the load."""

from typing import Any


def answer_content(answered: dict[str, Any]) -> dict[str, Any]:
    """Return the answer, its quotations, and the naIds of the records, in order."""
    return {
        "answer": answered.get("answer"),
        "quotes": [one["quotes"] for one in answered.get("sentences", ())],
        "records": [one["naId"] for one in answered["records"]],
    }
