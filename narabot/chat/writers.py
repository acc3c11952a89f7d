"""Choose the form in which a language model answers, and the context that the model receives."""

from collections.abc import Sequence
from dataclasses import replace

from narabot.answering import (
    GLOBAL_SEARCH_ANSWER,
    LIST_ANSWER,
    LOCAL_SEARCH_ANSWER,
    SHORT_ANSWER,
    AnswerWriter,
    answer_context,
)
from narabot.llm import LanguageModel
from narabot.models import Passage
from narabot.models.communities import GlobalContext, LocalContext
from narabot.presentation.contexts import context_language, global_context, local_context
from narabot.retrieval import Evidence
from narabot.understanding import ParsedRequest
from narabot.understanding.expected_answer import asks_for_all


def writer_for(
    model: LanguageModel, request: ParsedRequest, evidence: Evidence, read: Sequence[Passage]
) -> AnswerWriter:
    """Return the answer writer for a request.

    `read` contains the passages with their requested lines.
    """
    match evidence.context:
        case LocalContext() as context:
            texts = tuple(answer_context([passage]) for passage in read)
            context_with_texts = replace(context, texts=texts)
            return AnswerWriter(
                model,
                LOCAL_SEARCH_ANSWER,
                local_context(context_with_texts, context_language(request.asked)),
            )
        case GlobalContext(meta_answers=answers) as context:
            return AnswerWriter(model, GLOBAL_SEARCH_ANSWER, global_context(context, answers))
        case None:
            return AnswerWriter(model, LIST_ANSWER if asks_for_all(request.asked) else SHORT_ANSWER)
