"""A tiny real chat model that the tests train, in a second or two, to write specified replies."""

from collections.abc import Mapping
from pathlib import Path

import torch
from transformers import MistralConfig, MistralForCausalLM, PreTrainedTokenizerFast

from narabot.prompts import fill_prompt, load_prompt
from tests.tiny_models import END, chat_tokenizer

WINDOW = 40
"""Size of the model's attention window, in tokens. It fits a question's end without the context."""

MOST_STEPS = 1000
LEARNED = 0.002
"""Loss at which the model predicts every token of the lessons with high probability."""

NOTHING = -100
"""Label of a token that the training ignores."""


def save_taught_model(folder: Path, lessons: Mapping[str, str]) -> Path:
    """Save a model that gives the specified reply to each question, regardless of the context.

    The single layer sees only the last tokens, so the context before a question does not affect the
    reply. The questions must differ at their ends.
    """
    tokenizer = chat_tokenizer()
    torch.manual_seed(1)
    config = MistralConfig(
        vocab_size=len(tokenizer),
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=1,
        num_attention_heads=4,
        num_key_value_heads=4,
        max_position_embeddings=4096,
        sliding_window=WINDOW,
        bos_token_id=tokenizer.bos_token_id,
        eos_token_id=tokenizer.eos_token_id,
        pad_token_id=tokenizer.pad_token_id,
    )
    model = MistralForCausalLM(config)
    teach(model, [lesson(tokenizer, *pair) for pair in lessons.items()])
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def lesson(
    tokenizer: PreTrainedTokenizerFast, question: str, reply: str
) -> tuple[list[int], list[int]]:
    """Return the tokens for the end of a prompt and for the reply, and the training labels."""
    prompt = fill_prompt(load_prompt("answer"), context="", question=question)
    said = [{"role": "user", "content": prompt}]
    text = tokenizer.apply_chat_template(said, tokenize=False, add_generation_prompt=True)
    asked = tokenizer(text, add_special_tokens=False)["input_ids"][-WINDOW:]
    written = tokenizer(reply + END, add_special_tokens=False)["input_ids"]
    return asked + written, [NOTHING] * len(asked) + written


def teach(model: MistralForCausalLM, lessons: list[tuple[list[int], list[int]]]) -> None:
    """Train a model until it reproduces its lessons. One thread is faster than several."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    tokens = padded([read for read, _ in lessons], 0)
    labels = padded([learned for _, learned in lessons], NOTHING)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for _ in range(MOST_STEPS):
        loss = model(input_ids=tokens, labels=labels).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if loss.item() < LEARNED:
            break
    torch.set_num_threads(threads)
    assert loss.item() < LEARNED


def padded(rows: list[list[int]], filling: int) -> torch.Tensor:
    """Return rows of tokens as one padded tensor."""
    longest = max(map(len, rows))
    return torch.tensor([row + [filling] * (longest - len(row)) for row in rows])
