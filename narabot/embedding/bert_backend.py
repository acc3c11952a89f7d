"""Sentence encoders that are based on BERT and built from their tensors without torch.

A vector is the mean of the last-layer states of a text's tokens (Reimers and Gurevych, EMNLP 2019).
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Encoding, Tokenizer

from narabot.embedding.bert import Array, BertGraph, BertShape, bert_model
from narabot.embedding.openvino_backend import EncoderSpec, Features, OpenVinoEncoder, pad_batch
from narabot.embedding.packed_e5 import PackedE5
from narabot.embedding.prompts import SETTINGS_FILE
from narabot.embedding.weights import WEIGHTS

WORDS = "embeddings.word_embeddings.weight"

E5_MAX_TOKENS = 256
"""Maximum number of tokens. The model supports more, but retrieval works better with shorter
chunks, which also cost less."""

Words = Callable[[np.ndarray[tuple[int, ...], np.dtype[np.int64]]], Array]
"""Returns the word vectors for an array of IDs, shape `(*ids.shape, hidden)`."""


def bert_features(
    max_tokens: int, pad_id: int, words: Words
) -> Callable[[Sequence[Encoding]], Features]:
    """Return the function that creates the inputs of `bert_model`."""

    def features(batch: Sequence[Encoding]) -> Features:
        found = pad_batch(batch, max_tokens, pad_id)
        mask = found["attention_mask"].astype(np.float32)
        return {"words": words(found["input_ids"]), "mask": mask}

    return features


def mean_vector(graph: BertGraph, states: Any) -> dict[str, Any]:
    """Return the mean of the states as the only output."""
    return {"vectors": graph.mean(states)}


def packed_e5_encoder(packed: PackedE5, precision: str, batch_size: int) -> OpenVinoEncoder:
    """Return an encoder for multilingual-e5-small."""
    shape = packed.shape
    features = bert_features(E5_MAX_TOKENS, packed.pieces.padding, packed.word_vectors)
    spec = EncoderSpec(packed.tokenizer(), shape.hidden, E5_MAX_TOKENS, features)
    model = bert_model(shape, packed.bert_tensors(), mean_vector)
    return OpenVinoEncoder(model, spec, precision, batch_size)


def is_mean_bert(folder: Path) -> bool:
    """Return whether a sentence-transformers model is a BERT model with mean pooling.

    Models with any other configuration are left to the sentence-transformers library.
    """
    config, modules = read_json(folder, "config.json"), read_json(folder, "modules.json")
    if not isinstance(config, dict) or not isinstance(modules, list):
        return False
    kinds = [str(one.get("type", "")).rsplit(".", 1)[-1] for one in modules]
    return (
        config.get("model_type") == "bert"
        and config.get("hidden_act") == "gelu"
        and config.get("position_embedding_type", "absolute") == "absolute"
        and not config.get("is_decoder")
        and kinds in (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"])
        and is_mean_pooling(read_json(folder, "1_Pooling/config.json"))
        and not (read_json(folder, "sentence_bert_config.json") or {}).get("do_lower_case")
        and not (read_json(folder, SETTINGS_FILE) or {}).get("default_prompt_name")
        and all((folder / name).is_file() for name in (WEIGHTS, "tokenizer.json"))
    )


def read_json(folder: Path, name: str) -> Any:
    """Return the content of a JSON file, or `None` if the file is missing or invalid."""
    try:
        return json.loads((folder / name).read_bytes())
    except (OSError, ValueError):
        return None


def is_mean_pooling(pooling: Any) -> bool:
    """Return whether a pooling configuration, in its new or old format, uses only the mean."""
    if not isinstance(pooling, dict):
        return False
    ways = {name for name, chosen in pooling.items() if name.startswith("pooling_mode_") and chosen}
    return pooling.get("pooling_mode") == "mean" or ways == {"pooling_mode_mean_tokens"}


def folder_encoder(folder: Path, precision: str, batch_size: int) -> OpenVinoEncoder:
    """Return an encoder for the BERT model in a folder. Raises OSError, ValueError, KeyError, or
    RuntimeError."""
    from safetensors.numpy import load_file

    config = json.loads((folder / "config.json").read_bytes())
    tensors = {
        name.removeprefix("bert."): array.astype(np.float32)
        for name, array in load_file(folder / "model.safetensors").items()
    }
    words = tensors.pop(WORDS)
    shape = BertShape(
        hidden=config["hidden_size"],
        layers=config["num_hidden_layers"],
        heads=config["num_attention_heads"],
        inner=config["intermediate_size"],
        vocabulary=len(words),
        positions=config["max_position_embeddings"],
        epsilon=config["layer_norm_eps"],
    )
    max_tokens = max_text_tokens(folder, shape.positions)
    features = bert_features(
        max_tokens, int(config.get("pad_token_id") or 0), lambda ids: words[ids]
    )
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    spec = EncoderSpec(tokenizer, shape.hidden, max_tokens, features)
    return OpenVinoEncoder(bert_model(shape, tensors, mean_vector), spec, precision, batch_size)


def max_text_tokens(folder: Path, positions: int) -> int:
    """Return the maximum number of tokens in a text for the model in a folder."""
    limits = [
        (read_json(folder, "sentence_bert_config.json") or {}).get("max_seq_length"),
        (read_json(folder, "tokenizer_config.json") or {}).get("model_max_length"),
        positions,
    ]
    return int(limits[0] or min(int(one) for one in limits if one))
