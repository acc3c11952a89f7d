"""The names in a request, as a language model reads them: document 003's Query LLM Parser.

Each must stand in the request; a faulty reply goes back once with its fault. Knows no graph.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from narabot.errors import InvalidQuestionError, ModelUnavailableError
from narabot.models.knowledge import folded_name
from narabot.prompts import fill_prompt, load_prompt

if TYPE_CHECKING:
    from narabot.llm import LanguageModel

MOST_ENTITIES = 8
"""That a search begins from."""

REPLY_TOKENS = 200

TRIES = 2

UNREAD = "Which names a language model sees in the request: it {fault}."


class WrittenEntities(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a model writes."""

    entities: tuple[str, ...]


class EntitiesFaultError(Exception):
    """A reply that is no list of names in the request; the text says why."""


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """The names in a request as a model reads them, and how often it was asked."""

    entities: tuple[str, ...] | None = None
    """Each once, the most telling first; `None` where there is no model, or it did not say them."""
    calls: int = 0
    unread: tuple[str, ...] = ()
    """What was not looked at, a sentence each."""

    def __len__(self) -> int:
        """Return how many names there are."""
        return len(self.entities or ())


def parse_query(model: "LanguageModel | None", request: str) -> ParsedQuery:
    """Return the names in a request; a model that fails, or writes no list twice, says none."""
    if model is None:
        return ParsedQuery()
    from narabot.llm import read_reply, tell_malformed

    fault = ""
    for calls in range(1, TRIES + 1):
        prompt = filled(model, request, fault)
        try:
            reply = read_reply(model, prompt, max_new_tokens=REPLY_TOKENS)
            return ParsedQuery(read_entities(reply, request), calls)
        except EntitiesFaultError as error:
            tell_malformed(model, prompt)
            fault = f"Your last reply was refused: {error}"
        except (ModelUnavailableError, InvalidQuestionError):
            return ParsedQuery(None, calls, (UNREAD.format(fault="did not reply"),))
    return ParsedQuery(None, TRIES, (UNREAD.format(fault="wrote no list of them"),))


def filled(model: "LanguageModel", request: str, fault: str) -> str:
    """Return the prompt with a request on one line, and what was wrong with the last reply."""
    prompt = load_prompt("query_parser")

    def fill(text: str) -> str:
        return fill_prompt(prompt, query=text, fault=fault, most=str(MOST_ENTITIES))

    from narabot.llm import fit_prompt

    return fit_prompt(model, fill, " ".join(request.split()))


def read_entities(reply: str, request: str) -> tuple[str, ...]:
    """Return the names that a reply says. Raises EntitiesFaultError."""
    start, end = reply.find("{"), reply.rfind("}") + 1
    try:
        said = msgspec.json.decode(reply[start:end] if start >= 0 else reply, type=WrittenEntities)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise EntitiesFaultError(f"{error}.") from error
    if len(said.entities) > MOST_ENTITIES:
        raise EntitiesFaultError(f"There are more than {MOST_ENTITIES} entities.")
    for name in said.entities:
        if not stands_in(name, request):
            raise EntitiesFaultError(f"{name[:80]!r} does not stand in the request.")
    return tuple(dict.fromkeys(" ".join(name.split()) for name in said.entities))


def stands_in(name: str, request: str) -> bool:
    """Return whether a request has a name as whole words."""
    words = folded_name(name)
    return bool(words) and bool(
        re.search(rf"(?<!\w){re.escape(words)}(?!\w)", folded_name(request))
    )
