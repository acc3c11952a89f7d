"""Ask a language model what each chosen report says to a request (document 001's global search).

A reply that is not in the form says nothing. When the model's server fails, or the time for an
answer is over, what was made until then stays, and that is said.
"""

import time
from dataclasses import replace
from typing import Annotated

import msgspec

from narabot.chat.answers import Considered
from narabot.chat.opening import Chat
from narabot.errors import InvalidQuestionError, ModelUnavailableError, ReplyNotReadError
from narabot.llm import LanguageModel, fit_prompt, read_reply, tell_malformed
from narabot.llm.replies import plain_reply
from narabot.models import RequestClass
from narabot.models.communities import FoundReport, GlobalContext, MetaAnswer
from narabot.presentation.contexts import report_text
from narabot.prompts import fill_prompt, load_prompt
from narabot.understanding import ParsedRequest

PROMPT = "global_search_metadata_collection"
REPLY_TOKENS = 300
MOST_RATING = 10.0

UNASKED = (
    "What a language model would make of the reports: its server failed, and they were rated by "
    "their words and meaning instead."
)
"""What was not looked at where a model failed."""

OUT_OF_TIME = "What a language model would make of all the reports: there was no time to ask it."
"""What was not looked at where asking took too long."""

NOTHING = MetaAnswer("", "", 0.0)
"""What a report says whose reply cannot be read."""


class WrittenMetaAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one report says to a request, as a model writes it."""

    reasoning: str
    response: str
    rating: Annotated[float, msgspec.Meta(ge=0, le=MOST_RATING)]


def with_meta_answers(chat: Chat, request: ParsedRequest, considered: Considered) -> Considered:
    """Return evidence with what a language model makes of each chosen report.

    One call a report. As it was for other evidence, and without a model.
    """
    model, context = chat.models.answering.model, considered.evidence.context
    is_question = request.request_class is RequestClass.QUESTION
    if model is None or not is_question or not isinstance(context, GlobalContext):
        return considered
    seconds = chat.settings.llm_answer_timeout_s
    answers, lacking = meta_answers(model, request.asked, context, seconds)
    evidence = replace(
        considered.evidence,
        context=replace(context, meta_answers=answers),
        unseen=(*considered.evidence.unseen, *([lacking] if lacking else [])),
    )
    is_silent = not any(one.rating > 0 for one in answers)
    return replace(considered, evidence=evidence, is_unwritten=is_silent or lacking == UNASKED)


def meta_answers(
    model: LanguageModel, request: str, context: GlobalContext, seconds: float
) -> tuple[tuple[MetaAnswer, ...], str | None]:
    """Return what each report says, and what could not be asked, if anything.

    After so many seconds no further report is asked; those that were not keep what was measured.
    """
    deadline = time.monotonic() + seconds
    asked: list[MetaAnswer] = []
    lacking = None
    for one in context.reports:
        if time.monotonic() > deadline:
            lacking = OUT_OF_TIME
            break
        try:
            asked.append(meta_answer(model, request, one))
        except (ModelUnavailableError, InvalidQuestionError):
            lacking = UNASKED
            break
    return (*asked, *context.meta_answers[len(asked) :]), lacking


def meta_answer(model: LanguageModel, request: str, found: FoundReport) -> MetaAnswer:
    """Return what a model says that a report tells about a request.

    Raises what `LanguageModel.stream` raises.
    """
    prompt = load_prompt(PROMPT)
    line = " ".join(request.split())

    def fill(text: str) -> str:
        report = "\n".join(f"> {one}".rstrip() for one in text.splitlines())
        return fill_prompt(prompt, report=report, question=line)

    filled = fit_prompt(model, fill, report_text(found.report))
    reply = read_reply(model, filled, max_new_tokens=REPLY_TOKENS)
    answer = read_meta_answer(reply)
    if answer is None:
        tell_malformed(model, filled)
    return answer or NOTHING


def read_meta_answer(reply: str) -> MetaAnswer | None:
    """Return the meta answer that a reply is, `None` where it is none."""
    try:
        said = msgspec.json.decode(plain_reply(reply), type=WrittenMetaAnswer)
    except (ReplyNotReadError, msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None
    return MetaAnswer(said.reasoning, said.response, said.rating)
