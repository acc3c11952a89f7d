"""Prompts that some models require before a text, depending on the text's purpose."""

import json
from dataclasses import dataclass
from pathlib import Path

from narabot.embedding.weights import E5_MODEL


@dataclass(frozen=True, slots=True)
class Prompts:
    """The prompts that precede a request and a text to be searched."""

    query: str = ""
    passage: str = ""


PROMPTS_BY_MODEL = {E5_MODEL: Prompts("query: ", "passage: ")}
"""Prompts for models whose files do not specify them (Wang et al., arXiv 2402.05672)."""

SETTINGS_FILE = "config_sentence_transformers.json"


def prompts_of(model: str, folder: Path | None) -> Prompts:
    """Return the prompts listed here for a model's name, or else the prompts in the model's
    files."""
    if model in PROMPTS_BY_MODEL or folder is None:
        return PROMPTS_BY_MODEL.get(model, Prompts())
    try:
        told = json.loads((folder / SETTINGS_FILE).read_bytes()).get("prompts") or {}
    except (OSError, ValueError):
        return Prompts()
    passage = told.get("passage") or told.get("document") or ""
    return Prompts(str(told.get("query") or ""), str(passage))
