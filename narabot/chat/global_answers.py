"""Ask a language model what each report says about a request (document 001's global search).

A malformed reply counts as an empty answer. If the model's server fails or time runs out, narabot
keeps the answers so far and reports the limitation.
"""

import time
from dataclasses import replace
from typing import Annotated

import msgspec

from narabot.chat.answers import RankedEvidence
from narabot.chat.opening import Chat
from narabot.errors import InvalidQuestionError, InvalidReplyError, ModelUnavailableError
from narabot.llm import LanguageModel, fit_prompt, mark_malformed, read_reply
from narabot.llm.replies import plain_reply
from narabot.models import RequestClass
from narabot.models.communities import FoundReport, GlobalContext, MetaAnswer
from narabot.presentation.contexts import report_text
from narabot.prompts import fill_prompt, load_prompt
from narabot.understanding import ParsedRequest

PROMPT = "global_search_metadata_collection"
REPLY_TOKENS = 300
MAX_RATING = 10.0

MODEL_FAILED = (
    "The language model server failed, so the reports were rated by full-text and vector search "
    "instead."
)
"""The limitation if the language model failed."""

OUT_OF_TIME = "The language model did not rate all of the reports because time ran out."
"""The limitation if the deadline passed."""

EMPTY_META_ANSWER = MetaAnswer("", "", 0.0)
"""The answer for a report if the reply cannot be parsed."""


class MetaAnswerReply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer from one report, in the form that the model must return."""

    reasoning: str
    response: str
    rating: Annotated[float, msgspec.Meta(ge=0, le=MAX_RATING)]


def with_meta_answers(chat: Chat, request: ParsedRequest, ranked: RankedEvidence) -> RankedEvidence:
    """Return the evidence with a language model's answer for each selected report.

    There is one model call for each report. Evidence without reports does not change. If there is
    no model, no evidence changes.
    """
    model, context = chat.models.answering.model, ranked.evidence.context
    is_question = request.request_class is RequestClass.QUESTION
    if model is None or not is_question or not isinstance(context, GlobalContext):
        return ranked
    seconds = chat.settings.llm_answer_timeout_s
    answers, lacking = meta_answers(model, request.asked, context, seconds)
    evidence = replace(
        ranked.evidence,
        context=replace(context, meta_answers=answers),
        limitations=(*ranked.evidence.limitations, *([lacking] if lacking else [])),
    )
    is_silent = not any(one.rating > 0 for one in answers)
    return replace(
        ranked, evidence=evidence, is_extractive_only=is_silent or lacking == MODEL_FAILED
    )


def meta_answers(
    model: LanguageModel, request: str, context: GlobalContext, seconds: float
) -> tuple[tuple[MetaAnswer, ...], str | None]:
    """Return the answer for each report, and the limitation if some reports were not processed.

    After `seconds` seconds, no further report is processed. The remaining reports keep their
    computed answers.
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
            lacking = MODEL_FAILED
            break
    return (*asked, *context.meta_answers[len(asked) :]), lacking


def meta_answer(model: LanguageModel, request: str, found: FoundReport) -> MetaAnswer:
    """Return what a report says about a request, according to a model.

    Raises the same errors as `LanguageModel.stream`.
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
        mark_malformed(model, filled)
    return answer or EMPTY_META_ANSWER


def read_meta_answer(reply: str) -> MetaAnswer | None:
    """Return the meta answer in a reply, or `None` if the reply is malformed."""
    try:
        parsed = msgspec.json.decode(plain_reply(reply), type=MetaAnswerReply)
    except (InvalidReplyError, msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None
    return MetaAnswer(parsed.reasoning, parsed.response, parsed.rating)
