"""Tests of loading a local model: the choice of device, and the messages when loading fails.

The functions import torch, transformers, and the loader themselves, because these imports take five
seconds.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from narabot.errors import ModelUnavailableError
from narabot.llm import open_language_model
from narabot.settings import Settings
from tests.tiny_models import keep_hub_away, local_settings, save_language_model


@pytest.fixture(autouse=True)
def no_hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_hub_away(monkeypatch, tmp_path / "hub")


def truncate_weights(folder: Path) -> None:
    weights = folder / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:5000])


def empty_weights(folder: Path) -> None:
    (folder / "model.safetensors").write_bytes(b"")


def drop_config(folder: Path) -> None:
    (folder / "config.json").unlink()


def drop_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").unlink()


def halve_tokenizer(folder: Path) -> None:
    file = folder / "tokenizer.json"
    file.write_text(file.read_text()[:3000])


def garble_tokenizer(folder: Path) -> None:
    (folder / "tokenizer.json").write_text('{"version": "1.0", "model": 5}')


def halve_config(folder: Path) -> None:
    file = folder / "config.json"
    file.write_text(file.read_text()[:100])


def name_unknown_architecture(folder: Path) -> None:
    (folder / "config.json").write_text('{"model_type": "papyrus"}')


def add_a_layer(folder: Path) -> None:
    file = folder / "config.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), "num_hidden_layers": 3}))


def keep_pickle_only(folder: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM

    model = AutoModelForCausalLM.from_pretrained(folder)
    torch.save(model.state_dict(), folder / "pytorch_model.bin")
    (folder / "model.safetensors").unlink()


DAMAGES = [
    truncate_weights,
    empty_weights,
    drop_config,
    drop_tokenizer,
    halve_tokenizer,
    garble_tokenizer,
    halve_config,
    name_unknown_architecture,
    add_a_layer,
    keep_pickle_only,
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_model_folder_raises_a_one_line_error(
    damaged: Path, damage: Callable[[Path], None]
) -> None:
    damage(damaged)
    with pytest.raises(ModelUnavailableError) as raised:
        open_language_model(local_settings(damaged))
    sentence = str(raised.value)
    assert sentence.startswith(f"The language model {damaged} is ")
    assert sentence.endswith(
        "LLM_MODEL_CPU; or set LLM_PROVIDER=none to answer without a language model."
    )
    assert "\n" not in sentence


def test_code_bundled_with_a_model_is_not_run(damaged: Path) -> None:
    (damaged / "evil.py").write_text(f"open({str(damaged / 'ran')!r}, 'w')\nclass Evil: pass\n")
    file = damaged / "config.json"
    remote = {"model_type": "evil", "auto_map": {"AutoConfig": "evil.Evil"}}
    file.write_text(json.dumps({**json.loads(file.read_text()), **remote}))
    with pytest.raises(ModelUnavailableError):
        open_language_model(local_settings(damaged))
    assert not (damaged / "ran").exists()


def test_model_without_a_chat_template_is_rejected(tmp_path: Path) -> None:
    folder = save_language_model(tmp_path / "base", chat_template=None)
    with pytest.raises(
        ModelUnavailableError, match="no chat template: specify an instruction-tuned"
    ):
        open_language_model(local_settings(folder))


@pytest.mark.parametrize("name", ["narabot/no-such-model", "/no/such/folder"])
def test_unknown_model_without_network_suggests_what_to_check(name: str) -> None:
    expected = f"The language model {name} is not on this machine.*network, HF_TOKEN, and the name"
    with pytest.raises(ModelUnavailableError, match=expected):
        open_language_model(local_settings(name))


def test_out_of_memory_suggests_a_smaller_model(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch
    from transformers import AutoModelForCausalLM

    def fail(*_: object, **__: object) -> None:
        raise torch.OutOfMemoryError("CUDA out of memory")

    monkeypatch.setattr(AutoModelForCausalLM, "from_pretrained", fail)
    with pytest.raises(
        ModelUnavailableError, match="memory: specify a smaller model in LLM_MODEL_CPU"
    ):
        open_language_model(local_settings(folder))


def test_hub_token_setting_is_passed_to_the_loaders(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from transformers import AutoModelForCausalLM, AutoTokenizer

    tokens = []

    def spy_on(loader: Any) -> None:
        original = loader.from_pretrained

        def spy(source: object, **values: object) -> object:
            tokens.append(values["token"])
            return original(source, **values)

        monkeypatch.setattr(loader, "from_pretrained", spy)

    spy_on(AutoTokenizer)
    spy_on(AutoModelForCausalLM)
    open_language_model(local_settings(folder, hf_token="hf_secret"))
    assert tokens == ["hf_secret", "hf_secret"]


def test_cuda_uses_the_gpu_model_in_bf16(monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    from narabot.llm.loading import placement

    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    where = placement(Settings(llm_model_gpu="large", llm_model_cpu="small"))
    assert (where.name, where.setting) == ("large", "LLM_MODEL_GPU")
    assert (where.device, where.precision) == ("cuda", torch.bfloat16)


@pytest.mark.parametrize(
    ("features", "precision"),
    [
        ({"avx2": True, "avx512_bf16": False}, "float32"),
        ({"avx512_bf16": True}, "bfloat16"),
        ({"amx_bf16": True}, "bfloat16"),
        ({}, "float32"),
    ],
)
def test_cpu_uses_bf16_only_with_matching_instructions(
    features: dict[str, bool], precision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    from narabot.llm.loading import placement

    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: features, raising=False)
    where = placement(Settings(llm_model_cpu="small"))
    assert (where.name, where.device) == ("small", "cpu")
    assert where.precision == getattr(torch, precision)
