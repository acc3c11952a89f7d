"""What must be the same whenever a question is asked, alone or under load."""

from typing import Any


def essence(answered: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with its quotes, and the records, in their order."""
    return {
        "answer": answered.get("answer"),
        "quotes": [one["quotes"] for one in answered.get("sentences", ())],
        "records": [one["naId"] for one in answered["records"]],
    }
