"""Tiny models that the tests build and save: random weights, a real tokenizer, and real files.

The functions import torch and transformers themselves, because these imports take five seconds.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import huggingface_hub.constants
import pytest
from tokenizers import (
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

from narabot.settings import Settings

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerFast

TEXTS = (
    "The keeper of the lighthouse entered the weather in the station journal four times a day.",
    "Letters received by the surveyor of the land office, with maps and sketches of creeks.",
    "Photographs of the dam, the flood and the bridge across the river in the year 1912.",
    "Смотритель маяка записывал погоду в журнал станции четыре раза в день.",
    "question show_records Title: Text: Context: Question: Answer: Request: Kind:",
)
MULTILINGUAL_DIMENSION = 48
PAD, START, END, TURN = "<pad>", "<start>", "<end>", "<turn>"
CHAT_TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}{{ message.role }}\n{{ message.content }}<end>"
    "{% endfor %}{% if add_generation_prompt %}<turn>assistant\n{% endif %}"
)


def train_tokenizer() -> Tokenizer:
    """Return a byte-level BPE tokenizer.

    As in Llama's tokenizer, START comes before every text, and TURN is a control token without a
    role.
    """
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=[PAD, START, END, TURN],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(TEXTS, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{START} $A", special_tokens=[(START, tokenizer.token_to_id(START))]
    )
    return tokenizer


def chat_tokenizer(chat_template: str | None = CHAT_TEMPLATE) -> "PreTrainedTokenizerFast":
    """Return the tokenizer for transformers, with the special tokens and the template of a chat."""
    from transformers import PreTrainedTokenizerFast

    return PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=train_tokenizer(),
        bos_token=START,
        eos_token=END,
        pad_token=PAD,
        chat_template=chat_template,
    )


def save_language_model(
    folder: Path, *, window: int = 4096, chat_template: str | None = CHAT_TEMPLATE
) -> Path:
    """Save a two-layer chat model in the folder and return the folder.

    Like Qwen, the model samples by default. It never ends a reply by chance.
    """
    import torch
    from transformers import GenerationConfig, LlamaConfig, LlamaForCausalLM

    tokenizer = chat_tokenizer(chat_template)
    torch.manual_seed(1)
    config = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        intermediate_size=64,
        num_hidden_layers=2,
        num_attention_heads=4,
        max_position_embeddings=window,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
        initializer_range=0.5,
    )
    model = LlamaForCausalLM(config)
    with torch.no_grad():
        model.lm_head.weight[tokenizer.convert_tokens_to_ids([PAD, START, END, TURN])] = 0
    model.generation_config = GenerationConfig(  # type: ignore[no-untyped-call]
        do_sample=True,
        temperature=0.7,
        top_p=0.8,
        top_k=20,
        repetition_penalty=1.1,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=[tokenizer.eos_token_id, tokenizer.pad_token_id],
        pad_token_id=tokenizer.pad_token_id,
    )
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def cache_model(folder: Path, hub_cache: Path, name: str) -> None:
    """Put a saved model into a local Hugging Face cache, as if it had been downloaded."""
    repository = hub_cache / f"models--{name.replace('/', '--')}"
    (repository / "refs").mkdir(parents=True)
    (repository / "refs" / "main").write_text("0123abc")
    (repository / "snapshots").mkdir()
    (repository / "snapshots" / "0123abc").symlink_to(folder, target_is_directory=True)


def keep_hub_away(patch: pytest.MonkeyPatch, hub_cache: Path) -> None:
    """Disable the hub, CUDA, bf16, and the developer's settings, and set the hub cache folder."""
    import torch

    disable_hub(patch, hub_cache)
    patch.setattr(torch.cuda, "is_available", lambda: False)
    patch.setattr(torch.cpu, "get_capabilities", dict, raising=False)


def disable_hub(patch: pytest.MonkeyPatch, hub_cache: Path) -> None:
    """Disable the hub and the developer's settings, and set the hub cache folder."""
    for name in Settings.model_fields:
        patch.delenv(name.upper(), raising=False)
    patch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    patch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(hub_cache))


def local_settings(model: Path | str, provider: str = "huggingface", **values: object) -> Settings:
    """Return settings with this local model for the CPU."""
    return Settings.model_validate(
        {"llm_provider": provider, "llm_model_cpu": str(model), **values}
    )


def save_embedding_model(folder: Path) -> Path:
    """Save a two-layer sentence-transformers model with random weights and return the folder."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from transformers import BertConfig, BertModel

    tokenizer = chat_tokenizer(None)
    config = BertConfig(
        vocab_size=len(tokenizer),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=128,
        pad_token_id=tokenizer.pad_token_id,
    )
    torch.manual_seed(7)
    BertModel(config).save_pretrained(folder / "bert")
    tokenizer.save_pretrained(folder / "bert")
    words = Transformer(str(folder / "bert"), max_seq_length=64)
    SentenceTransformer(modules=[words, Pooling(32)], device="cpu").save(str(folder / "model"))
    return folder / "model"


def save_multilingual_model(folder: Path, texts: Sequence[str]) -> Path:
    """Save a sentence-transformers model shaped like XLM-RoBERTa and return the folder.

    The model is not trained. It has a token for each word of the texts, in any script, and ignores
    word order. Texts with common words have similar vectors.
    """
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer
    from transformers import XLMRobertaConfig, XLMRobertaModel

    tokenizer = unigram_tokenizer(texts)
    config = XLMRobertaConfig(
        vocab_size=len(tokenizer),
        hidden_size=MULTILINGUAL_DIMENSION,
        num_hidden_layers=1,
        num_attention_heads=4,
        intermediate_size=96,
        max_position_embeddings=130,
        type_vocab_size=1,
        pad_token_id=tokenizer.pad_token_id,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
    )
    torch.manual_seed(11)
    model = XLMRobertaModel(config)
    with torch.no_grad():
        model.embeddings.position_embeddings.weight.zero_()
    model.save_pretrained(folder / "words")
    tokenizer.save_pretrained(folder / "words")
    words = Transformer(str(folder / "words"), max_seq_length=96)
    modules = [words, Pooling(MULTILINGUAL_DIMENSION)]
    SentenceTransformer(modules=modules, device="cpu").save(str(folder / "model"))
    return folder / "model"


def unigram_tokenizer(texts: Sequence[str]) -> "PreTrainedTokenizerFast":
    """Return a tokenizer like XLM-RoBERTa's, with the words and letters of the texts."""
    from transformers import PreTrainedTokenizerFast

    special = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    words = {f"▁{word}" for text in texts for word in re.findall(r"\w+", text.lower())}
    letters = {sign for text in texts for sign in text.lower() if not sign.isspace()} | {"▁"}
    known = [(word, -5.0) for word in sorted(words)] + [(sign, -9.0) for sign in sorted(letters)]
    tokenizer = Tokenizer(models.Unigram([*special, *known], unk_id=3))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    ends = [(name, tokenizer.token_to_id(name)) for name in ("<s>", "</s>")]
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=ends
    )
    return PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=tokenizer,
        bos_token="<s>",
        eos_token="</s>",
        cls_token="<s>",
        sep_token="</s>",
        pad_token="<pad>",
        unk_token="<unk>",
    )
