"""Open a chat: load the models, check the graph, and assemble everything that requests need."""

import logging
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from narabot.chat.overviews import Overviews
from narabot.embedding import EmbeddingIdentity, Embeddings, open_embeddings
from narabot.errors import ModelUnavailableError
from narabot.graph import Graph
from narabot.llm import AnsweringModel, open_language_model, with_queue
from narabot.plans.set_cache import SetCache
from narabot.plans.sources import Sets, open_sets
from narabot.reading import NO_READER, open_intent_parser, open_reader
from narabot.retrieval import (
    DEFAULT_STRATEGY,
    Budget,
    Evidence,
    Retriever,
    canonical_name,
    find_strategy,
    open_retriever,
    open_strategy,
)
from narabot.settings import Settings
from narabot.understanding import ParsedRequest
from narabot.understanding.message_probes import MessageProbes
from narabot.understanding.request_class import Classifier
from narabot.versions import stored_identity

if TYPE_CHECKING:
    from narabot.reading.intents import IntentParser
    from narabot.reading.reader import Reader

logger = logging.getLogger(__name__)

NO_READER_LIMITATION = "Answers were chosen by word overlap because the reader is unavailable."
"""Limitation if there is no reader."""

NO_INTENTS_LIMITATION = (
    "Requests for counts, comparisons, or relationships were not recognized because the intent "
    "reader is unavailable."
)
"""Limitation if there is no intent reader."""


@dataclass(frozen=True, slots=True)
class Models:
    """The loaded models: embedding model, readers, classifiers, and an optional language model."""

    embeddings: Embeddings
    answering: AnsweringModel
    classifier: Classifier
    talk: MessageProbes | None = None
    """Detects small talk, broad questions, and follow-ups. `None` disables this detection."""
    reader: "Reader | None" = None
    """Chooses answers. If it is `None`, answers are chosen by word overlap alone."""
    intents: "IntentParser | None" = None
    """Recognizes requests for computations. `None` disables computations."""
    limitation: str | None = None
    """Sentences that explain why a reader is missing, or `None` if no required reader is
    missing."""


@dataclass(frozen=True, slots=True)
class Chat:
    """Everything that a request needs. `open_chat` creates it."""

    settings: Settings
    models: Models
    retriever: Retriever
    sets: Sets
    """Record sets for computations, cached until new records are loaded."""
    strategy: str = DEFAULT_STRATEGY
    """The name of the retrieval strategy."""
    computes: bool | None = None
    """Whether to try a computation before a search. `None` means that narabot computes only with
    the default strategy. A user who chooses a different strategy wants to see that strategy's
    results."""
    overviews: Overviews = field(default_factory=Overviews)

    @property
    def is_computing(self) -> bool:
        """Whether to try a computation before a search."""
        if self.computes is not None:
            return self.computes
        return self.strategy == DEFAULT_STRATEGY or bool(find_strategy(self.strategy).router)

    def using(self, strategy: str) -> "Chat":
        """Return a copy of the chat that uses a different strategy. Raises StrategyError."""
        open_strategy(strategy, self.retriever)
        return replace(self, strategy=canonical_name(strategy))

    def look_up(self, request: ParsedRequest, budget: Budget) -> Evidence:
        """Return the evidence for a request. Raises StrategyError or GraphUnavailableError."""
        lent = replace(self.retriever, language_model=self.models.answering.model)
        return open_strategy(self.strategy, lent)(request, budget)


def open_models(settings: Settings, graph_model: EmbeddingIdentity | None = None) -> Models:
    """Return the loaded models. If the settings allow it, the embedding model matches the graph.

    Raises ModelUnavailableError or SettingsError.
    """
    embeddings = open_embeddings(settings, graph_model)
    answering = with_queue(open_language_model(settings), settings)
    reader, intents, limitation = open_readers(settings)
    return Models(
        embeddings,
        answering,
        Classifier(embeddings.embed_array),
        talk=MessageProbes(embeddings.embed_query, embeddings.identity.model),
        reader=reader,
        intents=intents,
        limitation=limitation,
    )


def open_readers(
    settings: Settings,
) -> tuple["Reader | None", "IntentParser | None", str | None]:
    """Return the reader, the intent reader, and a limitation if either reader is missing.

    Without the readers, narabot still answers, but less well.
    """
    if settings.reader_model == NO_READER:
        return None, None, None
    limitations: list[str] = []
    intents, reader = None, None
    try:
        intents = open_intent_parser()
    except ModelUnavailableError as error:
        logger.warning("%s Computations are disabled.", error)
        limitations.append(f"{NO_INTENTS_LIMITATION} {error}")
    try:
        reader = open_reader(settings)
    except ModelUnavailableError as error:
        logger.warning("%s Answers are chosen by word overlap.", error)
        limitations.append(f"{NO_READER_LIMITATION} {error}")
    return reader, intents, " ".join(limitations) or None


def models_for_graph(
    models: Models, settings: Settings, graph_model: EmbeddingIdentity | None
) -> Models:
    """Return the models with an embedding backend and precision that match the graph.

    The language model does not change.
    """
    ours = models.embeddings.identity
    if graph_model is None or graph_model == ours or graph_model.model != ours.model:
        return models
    embeddings = open_embeddings(settings, graph_model)
    classifier = Classifier(embeddings.embed_array)
    talk = MessageProbes(embeddings.embed_query, embeddings.identity.model)
    return replace(models, embeddings=embeddings, classifier=classifier, talk=talk)


def open_chat(settings: Settings, models: Models, graph: Graph) -> Chat:
    """Return a chat for an open graph. Raises IndexUnavailableError or IndexMismatchError."""
    models = models_for_graph(models, settings, stored_identity(graph))
    retriever = open_retriever(
        graph, models.embeddings, settings.vector_top_k, settings.retrieval_cache
    )
    sets = open_sets(graph, SetCache(retriever.index_state))
    return Chat(settings, models, retriever, sets)
