"""What some models want in front of a text, by what it is for."""

import json
from dataclasses import dataclass
from pathlib import Path

from narabot.embedding.weights import E5_MODEL


@dataclass(frozen=True, slots=True)
class Prompts:
    """What stands in front of a request, and of a text that is searched."""

    query: str = ""
    passage: str = ""


KNOWN = {E5_MODEL: Prompts("query: ", "passage: ")}
"""Of models whose files do not say it (Wang et al., arXiv 2402.05672)."""

SETTINGS = "config_sentence_transformers.json"


def prompts_of(model: str, folder: Path | None) -> Prompts:
    """Return what a model wants: what is known of its name, else what its files say."""
    if model in KNOWN or folder is None:
        return KNOWN.get(model, Prompts())
    try:
        told = json.loads((folder / SETTINGS).read_bytes()).get("prompts") or {}
    except (OSError, ValueError):
        return Prompts()
    passage = told.get("passage") or told.get("document") or ""
    return Prompts(str(told.get("query") or ""), str(passage))
