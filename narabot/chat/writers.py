"""How a language model is to answer: in which form, and from what it reads beside the passages."""

from collections.abc import Sequence
from dataclasses import replace

from narabot.answering import GLOBAL, LINES, LOCAL, SENTENCES, Writer, answer_context
from narabot.llm import LanguageModel
from narabot.models import Passage
from narabot.models.communities import GlobalContext, LocalContext
from narabot.presentation.contexts import context_language, global_context, local_context
from narabot.retrieval import Evidence
from narabot.understanding import ParsedRequest
from narabot.understanding.expected_answer import asks_for_all


def writer_for(
    model: LanguageModel, request: ParsedRequest, evidence: Evidence, read: Sequence[Passage]
) -> Writer:
    """Return the writer of the answer to a request; `read` are the passages with their lines."""
    match evidence.context:
        case LocalContext() as context:
            texts = tuple(answer_context([passage]) for passage in read)
            told = replace(context, texts=texts)
            return Writer(model, LOCAL, local_context(told, context_language(request.asked)))
        case GlobalContext(meta_answers=answers) as context:
            return Writer(model, GLOBAL, global_context(context, answers))
        case None:
            return Writer(model, LINES if asks_for_all(request.asked) else SENTENCES)
