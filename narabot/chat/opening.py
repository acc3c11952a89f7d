"""Open a chat: load the models once, check the graph, and put together what questions need."""

import logging
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from narabot.chat.overviews import Overviews
from narabot.embedding import EmbeddingIdentity, Embeddings, open_embeddings
from narabot.errors import ModelUnavailableError
from narabot.graph import Graph
from narabot.llm import AnsweringModel, in_turn, open_language_model
from narabot.plans.set_cache import SetCache
from narabot.plans.sources import Sets, open_sets
from narabot.reading import NO_READER, open_intent_reader, open_reader
from narabot.retrieval import (
    DEFAULT_STRATEGY,
    Budget,
    Evidence,
    Retriever,
    open_retriever,
    opened,
    registered,
)
from narabot.settings import Settings
from narabot.understanding import ParsedRequest
from narabot.understanding.request_class import Classifier
from narabot.understanding.talk import Talk
from narabot.versions import stored_identity

if TYPE_CHECKING:
    from narabot.reading.intents import IntentReader
    from narabot.reading.reader import Reader

logger = logging.getLogger(__name__)

UNREAD = "The records' sentences, which were compared with the question by their words alone."
"""What was not looked at where there is no reader."""

UNCOUNTED = "Whether something is to be counted, compared or followed, which nothing has read."
"""What was not looked at where requests are not read."""


@dataclass(frozen=True, slots=True)
class Models:
    """What is loaded once: the models for embedding and reading, and a language model if any."""

    embeddings: Embeddings
    answering: AnsweringModel
    classifier: Classifier
    talk: Talk | None = None
    """Tells small talk from requests; `None` where nobody does."""
    reader: "Reader | None" = None
    """`None` where there is none: the answer is then chosen by words alone."""
    intents: "IntentReader | None" = None
    """Reads what is to be computed; `None` where nothing is."""
    unread: str | None = None
    """Why a reader is missing, in sentences; `None` where none is, or none is wanted."""


@dataclass(frozen=True, slots=True)
class Chat:
    """Everything that a question needs; `open_chat` makes it."""

    settings: Settings
    models: Models
    retriever: Retriever
    sets: Sets
    """Sets of records to compute with; kept until something is loaded."""
    strategy: str = DEFAULT_STRATEGY
    """The name of the way in which requests are looked up."""
    computes: bool | None = None
    """Whether what can be computed is computed before anything is looked up; `None`: by the
    default strategy alone, for whoever chooses another one wants to see what it finds."""
    overviews: Overviews = field(default_factory=Overviews)

    @property
    def is_computing(self) -> bool:
        """Whether what can be computed is computed before anything is looked up."""
        if self.computes is not None:
            return self.computes
        return self.strategy == DEFAULT_STRATEGY or bool(registered(self.strategy).router)

    def using(self, strategy: str) -> "Chat":
        """Return the same chat with another strategy. Raises StrategyError."""
        opened(strategy, self.retriever)
        return replace(self, strategy=strategy)

    def look_up(self, request: ParsedRequest, budget: Budget) -> Evidence:
        """Return the evidence for a request. Raises StrategyError, GraphUnavailableError."""
        lent = replace(self.retriever, language_model=self.models.answering.model)
        return opened(self.strategy, lent)(request, budget)


def open_models(settings: Settings, made_with: EmbeddingIdentity | None = None) -> Models:
    """Return the models, loaded, embeddings as a graph was made if the settings allow it.

    Raises ModelUnavailableError, SettingsError.
    """
    embeddings = open_embeddings(settings, made_with)
    answering = in_turn(open_language_model(settings), settings)
    reader, intents, unread = readers_or_why(settings)
    return Models(
        embeddings,
        answering,
        Classifier(embeddings.embed_array),
        talk=Talk(embeddings.embed_query, embeddings.identity.model),
        reader=reader,
        intents=intents,
        unread=unread,
    )


def readers_or_why(
    settings: Settings,
) -> tuple["Reader | None", "IntentReader | None", str | None]:
    """Return the readers of records and of requests, or why one of them is not there.

    Without them there are answers, but poorer ones.
    """
    if settings.reader_model == NO_READER:
        return None, None, None
    unread: list[str] = []
    intents, reader = None, None
    try:
        intents = open_intent_reader()
    except ModelUnavailableError as error:
        logger.warning("%s Nothing is counted, compared or followed.", error)
        unread.append(f"{UNCOUNTED} {error}")
    try:
        reader = open_reader(settings)
    except ModelUnavailableError as error:
        logger.warning("%s Answers are chosen by words alone.", error)
        unread.append(f"{UNREAD} {error}")
    return reader, intents, " ".join(unread) or None


def fitted(models: Models, settings: Settings, made_with: EmbeddingIdentity | None) -> Models:
    """Return the models, with the embeddings that a graph was made with if they are others.

    The language model stays as it is.
    """
    ours = models.embeddings.identity
    if made_with is None or made_with == ours or made_with.model != ours.model:
        return models
    embeddings = open_embeddings(settings, made_with)
    classifier = Classifier(embeddings.embed_array)
    talk = Talk(embeddings.embed_query, embeddings.identity.model)
    return replace(models, embeddings=embeddings, classifier=classifier, talk=talk)


def open_chat(settings: Settings, models: Models, graph: Graph) -> Chat:
    """Return a chat on an open graph. Raises IndexUnavailableError, IndexMismatchError."""
    models = fitted(models, settings, stored_identity(graph))
    retriever = open_retriever(
        graph, models.embeddings, settings.retrieval_candidates, settings.retrieval_cache
    )
    sets = open_sets(graph, SetCache(retriever.index_state))
    return Chat(settings, models, retriever, sets)
