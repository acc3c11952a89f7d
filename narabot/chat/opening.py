"""Open a chat: load the models once, check the graph, and put together what questions need."""

from dataclasses import dataclass, replace

from narabot.embedding import EmbeddingIdentity, Embeddings, open_embeddings
from narabot.graph import Graph
from narabot.llm import AnsweringModel, in_turn, open_language_model
from narabot.retrieval import (
    DEFAULT_STRATEGY,
    Budget,
    Evidence,
    Retriever,
    open_retriever,
    opened,
)
from narabot.settings import Settings
from narabot.understanding import ParsedRequest
from narabot.understanding.request_class import Classifier
from narabot.versions import stored_identity


@dataclass(frozen=True, slots=True)
class Models:
    """What is loaded once: the embedding model and, if there is one, the language model."""

    embeddings: Embeddings
    answering: AnsweringModel
    classifier: Classifier


@dataclass(frozen=True, slots=True)
class Chat:
    """Everything that a question needs; `open_chat` makes it."""

    settings: Settings
    models: Models
    retriever: Retriever
    strategy: str = DEFAULT_STRATEGY
    """The name of the way in which requests are looked up."""

    def using(self, strategy: str) -> "Chat":
        """Return the same chat with another strategy. Raises StrategyError."""
        opened(strategy, self.retriever)
        return replace(self, strategy=strategy)

    def look_up(self, request: ParsedRequest, budget: Budget) -> Evidence:
        """Return the evidence for a request. Raises StrategyError, GraphUnavailableError."""
        return opened(self.strategy, self.retriever)(request, budget)


def open_models(settings: Settings, made_with: EmbeddingIdentity | None = None) -> Models:
    """Return the models, loaded, embeddings as a graph was made if the settings allow it.

    Raises ModelUnavailableError, SettingsError.
    """
    embeddings = open_embeddings(settings, made_with)
    answering = in_turn(open_language_model(settings), settings)
    return Models(embeddings, answering, Classifier(embeddings.embed_array))


def fitted(models: Models, settings: Settings, made_with: EmbeddingIdentity | None) -> Models:
    """Return the models, with the embeddings that a graph was made with if they are others.

    The language model stays as it is.
    """
    ours = models.embeddings.identity
    if made_with is None or made_with == ours or made_with.model != ours.model:
        return models
    embeddings = open_embeddings(settings, made_with)
    return replace(models, embeddings=embeddings, classifier=Classifier(embeddings.embed_array))


def open_chat(settings: Settings, models: Models, graph: Graph) -> Chat:
    """Return a chat on an open graph. Raises IndexUnavailableError, IndexMismatchError."""
    models = fitted(models, settings, stored_identity(graph))
    retriever = open_retriever(
        graph, models.embeddings, settings.retrieval_candidates, settings.retrieval_cache
    )
    return Chat(settings, models, retriever)
