"""One text for the descriptions of an entity, or of a relation: a view, never in their place.

Without a language model the most central of the descriptions; with one its text, if the
descriptions or the quotes that they stand on bear out each of its sentences, else the same.
"""

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from narabot.answering.verification.prompt_injection import may_order
from narabot.answering.verification.quotes import LIVE
from narabot.errors import InvalidQuestionError, ModelUnavailableError, ReplyNotReadError
from narabot.knowledge.asking import bounded_reply, quoted
from narabot.knowledge.support import bears_out, sentences_of
from narabot.llm import LanguageModel, fit_prompt
from narabot.llm.replies import plain_reply
from narabot.models.knowledge import Described, folded_name
from narabot.prompts import fill_prompt, load_prompt
from narabot.settings import Settings
from narabot.words import SENTENCE_END, stems

MOST_CHARS = 400
"""Of a summary."""

SUMMARY_TOKENS = 250

MOST_DESCRIPTIONS = 200
"""That are compared with each other; of more the first in order of their words."""

MOST_ASKED = 20
"""Descriptions, and quotes, that a model is shown."""

ARROW = re.compile(r"\s*(?:→|->)\s*")
"""Between name and summary, as document 001 prints them."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Summary:
    """A text for many descriptions."""

    name: str
    """Of an entity with other names of it, as far as they are told; "" of a relation."""
    text: str
    is_written: bool = False
    """Whether a language model wrote it."""


class EntitySummarizer:
    """Makes one text of what is said of an entity (document 001)."""

    def __init__(self, model: LanguageModel | None, settings: Settings) -> None:
        """Take a model, `None` for none, and LLM_ANSWER_TIMEOUT_S."""
        self._model = model
        self._timeout_s = settings.llm_answer_timeout_s

    def summarize(self, names: Sequence[str], described: Sequence[Described]) -> Summary:
        """Return the summary of an entity; its own name is the first of its names.

        Raises PromptError.
        """
        own = Summary(names[0], central_text(one.text for one in described))
        if self._model is None or not own.text:
            return own
        values = {"names": listed(names), "descriptions": listed(texts_of(described))}
        reply = asked(self._model, "entity_summary", described, values, self._timeout_s)
        name, arrow, text = split_at_arrow(reply)
        text = text if arrow else name
        if not is_borne_out(text, described):
            return own
        return Summary(name if arrow and is_made_of(name, names) else names[0], text, True)


class RelationSummarizer:
    """Makes one text of what is said of a relation between two entities (document 001)."""

    def __init__(self, model: LanguageModel | None, settings: Settings) -> None:
        """Take a model, `None` for none, and LLM_ANSWER_TIMEOUT_S."""
        self._model = model
        self._timeout_s = settings.llm_answer_timeout_s

    def summarize(
        self, ends: tuple[str, str], relation: str | None, described: Sequence[Described]
    ) -> Summary:
        """Return the summary of a relation of a class between two names. Raises PromptError."""
        own = Summary("", central_text(one.text for one in described))
        if self._model is None or not own.text:
            return own
        values = {
            "names": listed(ends),
            "relation": relation or "-",
            "descriptions": listed(texts_of(described)),
        }
        text = asked(self._model, "relation_summary", described, values, self._timeout_s)
        return Summary("", text, True) if is_borne_out(text, described) else own


def asked(
    model: LanguageModel,
    name: str,
    described: Sequence[Described],
    values: dict[str, str],
    timeout_s: float,
) -> str:
    """Return a model's reply to a prompt, "" where it fails or says what cannot be read."""
    prompt = load_prompt(name)

    def fill(quotes: str) -> str:
        told = {**values, "quotes": quoted(quotes), "most_chars": str(MOST_CHARS)}
        return fill_prompt(prompt, **told)

    quotes = "\n".join(central_first(one.quote for one in described)[:MOST_ASKED])
    try:
        filled = fit_prompt(model, fill, quotes)
        reply = bounded_reply(model, filled, max_new_tokens=SUMMARY_TOKENS, timeout_s=timeout_s)
        return plain_reply(reply)
    except (ModelUnavailableError, InvalidQuestionError, ReplyNotReadError) as error:
        log.warning("no summary by %s: %s", model.name, error)
        return ""


def listed(texts: Iterable[str]) -> str:
    """Return texts as the lines of a prompt, each marked as data."""
    return quoted("\n".join(" ".join(one.split()) for one in texts))


def texts_of(described: Iterable[Described]) -> list[str]:
    """Return the descriptions that a model is shown, the most central first."""
    return central_first(one.text for one in described)[:MOST_ASKED]


def split_at_arrow(reply: str) -> tuple[str, str, str]:
    """Return what stands before the arrow of a line, the arrow, what stands behind it."""
    found = ARROW.search(reply)
    before, behind = (reply[: found.start()], reply[found.end() :]) if found else (reply, "")
    return before.strip(' *"'), found.group() if found else "", behind.strip(' *"“”«»')


def is_made_of(name: str, names: Iterable[str]) -> bool:
    """Return whether a name, and each in the brackets behind it, is one of some names."""
    known = set(map(folded_name, names))
    own, _, others = name.removesuffix(")").partition("(")
    parts = [own, *(others.split(",") if others else [])]
    return all(folded_name(one) in known for one in parts)


def is_borne_out(text: str, described: Sequence[Described]) -> bool:
    """Return whether a text is short, and each of its sentences is borne out."""
    if not 0 < len(text) <= MOST_CHARS:
        return False
    texts = dict.fromkeys(words for one in described for words in (one.text, one.quote) if words)
    found = sentences_of(texts)
    return all(bears_out(sentence, found) for sentence in SENTENCE_END.split(text))


def central_text(texts: Iterable[str]) -> str:
    """Return the most central of some descriptions that say different things, 400 characters.

    "" where there are none.
    """
    kept: list[str] = []
    said: set[str] = set()
    for text in central_first(texts):
        words = stems(text)
        if kept and (words <= said or len("; ".join([*kept, text])) > MOST_CHARS):
            continue
        kept.append(text if len(text) <= MOST_CHARS else cut(text))
        said |= words
    return "; ".join(kept)


def central_first(texts: Iterable[str]) -> list[str]:
    """Return the distinct descriptions, those first that share most words with the others.

    The share is Jaccard's of the stems of the content words; ties go by the words themselves, so
    that the order in which descriptions come changes nothing. What orders something or holds
    markup is left out.
    """
    found = sorted({line for one in texts if is_sound(line := " ".join(one.split()))})
    distinct = list({folded_name(one): one for one in found}.values())[:MOST_DESCRIPTIONS]
    words = {one: stems(one) for one in distinct}
    return sorted(distinct, key=lambda one: (-sum(shares(one, words)), one))


def is_sound(text: str) -> bool:
    """Return whether a text says something, and is neither an order nor markup."""
    return bool(text) and not LIVE.search(text) and not may_order(text)


def shares(text: str, words: dict[str, frozenset[str]]) -> Iterator[float]:
    """Yield the share of words that a text has in common with each of the others, 0 to 1."""
    own = words[text]
    for other, theirs in words.items():
        if other != text:
            yield len(own & theirs) / max(len(own | theirs), 1)


def cut(text: str) -> str:
    """Return the beginning of a text that is too long, between words."""
    return text[: MOST_CHARS - 1].rsplit(" ", 1)[0] + "…"
