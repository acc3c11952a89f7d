"""Graphs of phrases and the texts that mention them, for tests without a database."""

from narabot.retrieval.operators.phrase_graph import PhraseGraph, Place
from narabot.retrieval.operators.phrases import PhraseFound


def graph_of(
    texts: dict[str, list[str]],
    *,
    about: dict[str, str] | None = None,
    classes: dict[str, str] | None = None,
    passages: int = 100,
) -> PhraseGraph:
    """Return the graph for texts, each of which is specified by the names that it mentions.

    The name of a phrase is also the identifier. `about` maps a text to the phrase that the text's
    record describes. The first text is the first chunk of record 1, the second text is the first
    chunk of record 2, and so on.
    """
    na_ids = {chunk_id: number for number, chunk_id in enumerate(texts, 1)}
    means = {name: na_ids[chunk_id] for chunk_id, name in (about or {}).items()}
    names = list(dict.fromkeys(name for said in texts.values() for name in said))
    return PhraseGraph(
        phrases=tuple(
            PhraseFound(
                name,
                name,
                (classes or {}).get(name, "PERSON"),
                means.get(name),
                sum(name in said for said in texts.values()),
            )
            for name in names
        ),
        places=tuple(
            Place(name, chunk_id, na_ids[chunk_id], 1, len(said))
            for chunk_id, said in texts.items()
            for name in said
        ),
        passages=passages,
    )
