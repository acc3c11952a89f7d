"""Load a local language model and its tokenizer if the machine has enough memory."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import torch
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    GenerationConfig,
    PreTrainedTokenizerBase,
    pipeline,
)

from narabot.errors import ModelUnavailableError
from narabot.llm.local import LocalModel, StoppablePipeline
from narabot.settings import Settings


@dataclass(frozen=True, slots=True)
class Placement:
    """A local model with its setting, device, and number format."""

    name: str
    setting: str
    device: str
    precision: torch.dtype


def placement(settings: Settings) -> Placement:
    """Return LLM_MODEL_GPU in bf16 if there is a CUDA device, or else LLM_MODEL_CPU.

    A CPU uses bf16 only if it has bf16 instructions (AVX512-BF16 or AMX). Without these
    instructions, bf16 needs half the memory of fp32, but a prompt takes more than twice as long.
    """
    if torch.cuda.is_available():
        return Placement(settings.llm_model_gpu, "LLM_MODEL_GPU", "cuda", torch.bfloat16)
    # Older versions of PyTorch lack `get_capabilities`.
    features: dict[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()
    bf16 = features.get("avx512_bf16") or features.get("amx_bf16")
    precision = torch.bfloat16 if bf16 else torch.float32
    return Placement(settings.llm_model_cpu, "LLM_MODEL_CPU", "cpu", precision)


def load_local_model(
    settings: Settings, where: Placement, folder: Path | None = None
) -> LocalModel:
    """Return the model from the specified folder, or else from the hub and its local cache.

    Raise ModelUnavailableError if the model cannot be found, cannot be loaded, or does not fit in
    memory.
    """
    try:
        tokenizer, model = read_model(settings, where, folder)
    except (MemoryError, torch.OutOfMemoryError) as error:
        reason = "does not fit into memory: specify a smaller model in"
        raise unavailable(where, reason) from error
    except OSError as error:
        reason = (
            "is not on this machine with its config.json and model.safetensors, and cannot be "
            "downloaded: check the network, HF_TOKEN, and the name in"
        )
        raise unavailable(where, reason) from error
    # Incomplete files fail in many parsers. The Rust code of tokenizers raises a bare Exception.
    except Exception as error:
        reason = (
            "is damaged, too large, or of an unknown type: download the model again, or specify "
            "a different model in"
        )
        raise unavailable(where, reason) from error
    if tokenizer.chat_template is None:
        raise unavailable(where, "has no chat template: specify an instruction-tuned model in")
    model.generation_config = greedy(model, tokenizer)
    text_generation = pipeline("text-generation", model=model, tokenizer=cast(Any, tokenizer))
    llm = StoppablePipeline(pipeline=text_generation)
    return LocalModel(where.name, llm, settings)


def read_model(
    settings: Settings, where: Placement, folder: Path | None
) -> tuple[PreTrainedTokenizerBase, Any]:
    """Load the tokenizer and the model, and move the model to its device.

    Raise ValueError if weights are missing, because transformers would initialize them randomly.
    """
    source = folder or where.name
    token = settings.hf_token.get_secret_value() if settings.hf_token else None
    tokenizer: PreTrainedTokenizerBase = AutoTokenizer.from_pretrained(
        source, token=token, trust_remote_code=False
    )
    loaded: Any = AutoModelForCausalLM.from_pretrained(
        source,
        token=token,
        trust_remote_code=False,
        use_safetensors=True,
        dtype=where.precision,
        output_loading_info=True,
    )
    model, report = loaded
    if report["missing_keys"] or report["mismatched_keys"]:
        raise ValueError("weights are missing or have the wrong shape")
    return tokenizer, model.to(where.device).eval()


def greedy(model: Any, tokenizer: PreTrainedTokenizerBase) -> GenerationConfig:
    """Return a configuration for greedy decoding that keeps the model's end tokens.

    The model's other generation settings are dropped. Temperature and similar settings have no
    effect here. A repetition penalty would keep the answer from quoting the records.
    """
    own = model.generation_config
    end = own.eos_token_id if own.eos_token_id is not None else tokenizer.eos_token_id
    padding = tokenizer.pad_token_id
    if padding is None:
        padding = end[0] if isinstance(end, list) else end
    return GenerationConfig(  # type: ignore[no-untyped-call]
        do_sample=False, bos_token_id=own.bos_token_id, eos_token_id=end, pad_token_id=padding
    )


def unavailable(where: Placement, reason: str) -> ModelUnavailableError:
    """Return the error for an unusable model.

    In its message, the setting's name follows `reason`.
    """
    return ModelUnavailableError(
        f"The language model {where.name} {reason} {where.setting}; or set LLM_PROVIDER=none to "
        "answer without a language model."
    )
