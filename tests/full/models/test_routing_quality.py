"""Accuracy of the shipped router on held-out requests."""

from narabot.embedding import open_embeddings
from narabot.embedding.weights import E5_MODEL
from narabot.routing import Router, Tiers
from narabot.rules.routing import query_types
from narabot.settings import Settings
from training.routing_scores import validation

LEAST = {"en": 0.90, "ru": 0.85}


def test_router_classifies_held_out_requests_in_both_languages() -> None:
    embeddings = open_embeddings(Settings.model_validate({"embedding_model": E5_MODEL}))
    tiers = Tiers(query_types, embeddings.embed_query, embeddings.identity.model)
    router = Router(tiers)
    for lang, least in LEAST.items():
        own = [one for one in validation() if one.lang == lang]
        told = [router.route(one.text, {"hybrid"})[0].query_type for one in own]
        right = [one.query_type is said for one, said in zip(own, told, strict=True)]
        assert sum(right) / len(right) >= least
