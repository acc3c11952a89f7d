"""Summarize the descriptions of an entity or a relation. The summary never replaces the
descriptions.

Without a language model, the summary consists of the most central descriptions. A model's text is
used only if the descriptions or their quotations support every sentence.
"""

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from narabot.answering.verification.lexical_support import ACTIVE_MARKUP
from narabot.answering.verification.prompt_injection import may_be_instruction
from narabot.errors import InvalidQuestionError, InvalidReplyError, ModelUnavailableError
from narabot.knowledge.model_calls import bounded_reply, quote_lines
from narabot.knowledge.text_support import sentences_of, texts_support
from narabot.llm import LanguageModel, fit_prompt
from narabot.llm.replies import plain_reply
from narabot.models.knowledge import PhraseDescription, folded_name
from narabot.prompts import fill_prompt, load_prompt
from narabot.settings import Settings
from narabot.words import SENTENCE_END, stems

MAX_SUMMARY_CHARS = 400
"""Maximum length of a summary, in characters."""

SUMMARY_TOKENS = 250

MAX_COMPARED = 200
"""Maximum number of descriptions that are compared, taken in alphabetical order."""

MAX_PROMPT_ITEMS = 20
"""Maximum number of descriptions in a prompt, and maximum number of quotations."""

ARROW = re.compile(r"\s*(?:→|->)\s*")
"""Separates the name from the summary, as in document 001."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary of many descriptions."""

    name: str
    """The name of an entity, including any other names that the model adds, or "" for a
    relation."""
    text: str
    is_written: bool = False
    """Whether a language model wrote the summary."""


class EntitySummarizer:
    """Summarizes the descriptions of an entity (document 001)."""

    def __init__(self, model: LanguageModel | None, settings: Settings) -> None:
        """Store the model, if any, and the LLM_ANSWER_TIMEOUT_S setting."""
        self._model = model
        self._timeout_s = settings.llm_answer_timeout_s

    def summarize(self, names: Sequence[str], described: Sequence[PhraseDescription]) -> Summary:
        """Return the summary of an entity. The first name is the entity's main name.

        May raise PromptError.
        """
        own = Summary(names[0], central_text(one.text for one in described))
        if self._model is None or not own.text:
            return own
        values = {
            "names": quoted_list(names),
            "descriptions": quoted_list(prompt_descriptions(described)),
        }
        reply = summary_reply(self._model, "entity_summary", described, values, self._timeout_s)
        name, arrow, text = split_at_arrow(reply)
        text = text if arrow else name
        if not is_supported(text, described):
            return own
        return Summary(
            name if arrow and has_known_names_only(name, names) else names[0], text, True
        )


class RelationSummarizer:
    """Summarizes the descriptions of a relation between two entities (document 001)."""

    def __init__(self, model: LanguageModel | None, settings: Settings) -> None:
        """Store the model, if any, and the LLM_ANSWER_TIMEOUT_S setting."""
        self._model = model
        self._timeout_s = settings.llm_answer_timeout_s

    def summarize(
        self, ends: tuple[str, str], relation: str | None, described: Sequence[PhraseDescription]
    ) -> Summary:
        """Return the summary of a relation between two names. May raise PromptError."""
        own = Summary("", central_text(one.text for one in described))
        if self._model is None or not own.text:
            return own
        values = {
            "names": quoted_list(ends),
            "relation": relation or "-",
            "descriptions": quoted_list(prompt_descriptions(described)),
        }
        text = summary_reply(self._model, "relation_summary", described, values, self._timeout_s)
        return Summary("", text, True) if is_supported(text, described) else own


def summary_reply(
    model: LanguageModel,
    name: str,
    described: Sequence[PhraseDescription],
    values: dict[str, str],
    timeout_s: float,
) -> str:
    """Return a model's reply to a prompt, or "" if the model fails or its reply is invalid."""
    prompt = load_prompt(name)

    def fill(quotes: str) -> str:
        told = {**values, "quotes": quote_lines(quotes), "most_chars": str(MAX_SUMMARY_CHARS)}
        return fill_prompt(prompt, **told)

    quotes = "\n".join(central_first(one.quote for one in described)[:MAX_PROMPT_ITEMS])
    try:
        filled = fit_prompt(model, fill, quotes)
        reply = bounded_reply(model, filled, max_new_tokens=SUMMARY_TOKENS, timeout_s=timeout_s)
        return plain_reply(reply)
    except (ModelUnavailableError, InvalidQuestionError, InvalidReplyError) as error:
        log.warning("%s did not write a summary: %s", model.name, error)
        return ""


def quoted_list(texts: Iterable[str]) -> str:
    """Return texts as lines of a prompt, each marked as data."""
    return quote_lines("\n".join(" ".join(one.split()) for one in texts))


def prompt_descriptions(described: Iterable[PhraseDescription]) -> list[str]:
    """Return the descriptions for a prompt, the most central first."""
    return central_first(one.text for one in described)[:MAX_PROMPT_ITEMS]


def split_at_arrow(reply: str) -> tuple[str, str, str]:
    """Return the text before the arrow in a reply, the arrow, and the text after the arrow."""
    found = ARROW.search(reply)
    before, behind = (reply[: found.start()], reply[found.end() :]) if found else (reply, "")
    return before.strip(' *"'), found.group() if found else "", behind.strip(' *"“”«»')


def has_known_names_only(name: str, names: Iterable[str]) -> bool:
    """Return whether a name, and each name in parentheses after it, is in the list of names."""
    known = set(map(folded_name, names))
    own, _, others = name.removesuffix(")").partition("(")
    parts = [own, *(others.split(",") if others else [])]
    return all(folded_name(one) in known for one in parts)


def is_supported(text: str, described: Sequence[PhraseDescription]) -> bool:
    """Return whether a text is short and each of its sentences is supported."""
    if not 0 < len(text) <= MAX_SUMMARY_CHARS:
        return False
    texts = dict.fromkeys(words for one in described for words in (one.text, one.quote) if words)
    found = sentences_of(texts)
    return all(texts_support(sentence, found) for sentence in SENTENCE_END.split(text))


def central_text(texts: Iterable[str]) -> str:
    """Return the most central descriptions, up to 400 characters. Each further description must add
    new words.

    Return "" if there are none.
    """
    kept: list[str] = []
    said: set[str] = set()
    for text in central_first(texts):
        words = stems(text)
        if kept and (words <= said or len("; ".join([*kept, text])) > MAX_SUMMARY_CHARS):
            continue
        kept.append(text if len(text) <= MAX_SUMMARY_CHARS else truncate(text))
        said |= words
    return "; ".join(kept)


def central_first(texts: Iterable[str]) -> list[str]:
    """Return the distinct descriptions, starting with those that share the most words with the
    others.

    The share of words is the Jaccard index of the stems of the content words. Ties are ordered
    alphabetically, so the input order does not matter. Texts with instructions or markup are
    dropped.
    """
    found = sorted({line for one in texts if is_usable(line := " ".join(one.split()))})
    distinct = list({folded_name(one): one for one in found}.values())[:MAX_COMPARED]
    words = {one: stems(one) for one in distinct}
    return sorted(distinct, key=lambda one: (-sum(word_overlaps(one, words)), one))


def is_usable(text: str) -> bool:
    """Return whether a text is not empty and contains no instruction or markup."""
    return bool(text) and not ACTIVE_MARKUP.search(text) and not may_be_instruction(text)


def word_overlaps(text: str, words: dict[str, frozenset[str]]) -> Iterator[float]:
    """Yield the share of words, from 0 to 1, that a text has in common with each other text."""
    own = words[text]
    for other, theirs in words.items():
        if other != text:
            yield len(own & theirs) / max(len(own | theirs), 1)


def truncate(text: str) -> str:
    """Return the beginning of an overly long text, cut between words."""
    return text[: MAX_SUMMARY_CHARS - 1].rsplit(" ", 1)[0] + "…"
