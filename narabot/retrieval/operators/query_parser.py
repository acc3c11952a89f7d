"""Use a language model to extract the names in a request: document 003's Query LLM Parser.

Each name must occur in the request. A malformed reply is returned to the model once, with an error
message. This module does not access the graph.
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
"""Maximum number of names from which a search starts."""

REPLY_TOKENS = 200

MOST_ATTEMPTS = 2

ENTITIES_NOT_READ = "No language model extracted names from the request, because the model {fault}."


class EntitiesReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The JSON reply that the model is asked to write."""

    entities: tuple[str, ...]


class EntitiesFaultError(Exception):
    """A reply that is not a list of names in the request. The message gives the reason."""


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """The names that a model found in a request, and the number of model calls."""

    entities: tuple[str, ...] | None = None
    """The names without duplicates, most informative first, or `None` if there is no model or no
    valid reply."""
    calls: int = 0
    unread: tuple[str, ...] = ()
    """The limitations, one sentence each."""

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self.entities or ())


def parse_query(model: "LanguageModel | None", request: str) -> ParsedQuery:
    """Return the names in a request, or no names if the model fails or twice returns an invalid
    list."""
    if model is None:
        return ParsedQuery()
    from narabot.llm import mark_malformed, read_reply

    fault = ""
    for calls in range(1, MOST_ATTEMPTS + 1):
        prompt = filled_prompt(model, request, fault)
        try:
            reply = read_reply(model, prompt, max_new_tokens=REPLY_TOKENS)
            return ParsedQuery(read_entities(reply, request), calls)
        except EntitiesFaultError as error:
            mark_malformed(model, prompt)
            fault = f"Your last reply was refused: {error}"
        except (ModelUnavailableError, InvalidQuestionError):
            return ParsedQuery(None, calls, (ENTITIES_NOT_READ.format(fault="did not reply"),))
    return ParsedQuery(
        None, MOST_ATTEMPTS, (ENTITIES_NOT_READ.format(fault="did not return a valid list"),)
    )


def filled_prompt(model: "LanguageModel", request: str, fault: str) -> str:
    """Return the prompt with the request on one line and with the error in the last reply."""
    prompt = load_prompt("query_parser")

    def fill(text: str) -> str:
        return fill_prompt(prompt, query=text, fault=fault, most=str(MOST_ENTITIES))

    from narabot.llm import fit_prompt

    return fit_prompt(model, fill, " ".join(request.split()))


def read_entities(reply: str, request: str) -> tuple[str, ...]:
    """Return the names in a reply. Raises EntitiesFaultError."""
    start, end = reply.find("{"), reply.rfind("}") + 1
    try:
        parsed = msgspec.json.decode(reply[start:end] if start >= 0 else reply, type=EntitiesReply)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise EntitiesFaultError(f"{error}.") from error
    if len(parsed.entities) > MOST_ENTITIES:
        raise EntitiesFaultError(f"There are more than {MOST_ENTITIES} entities.")
    for name in parsed.entities:
        if not occurs_in(name, request):
            raise EntitiesFaultError(f"{name[:80]!r} is not in the request.")
    return tuple(dict.fromkeys(" ".join(name.split()) for name in parsed.entities))


def occurs_in(name: str, request: str) -> bool:
    """Return whether a request contains a name as whole words."""
    words = folded_name(name)
    return bool(words) and bool(
        re.search(rf"(?<!\w){re.escape(words)}(?!\w)", folded_name(request))
    )
