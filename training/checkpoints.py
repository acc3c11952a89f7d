"""Checkpoints, from which an interrupted training run resumes."""

from pathlib import Path

import torch
from torch import Tensor, nn


def save_checkpoint(
    model: nn.Module, optimizer: torch.optim.Optimizer, step: int, place: Path
) -> None:
    """Write a checkpoint atomically."""
    checkpoint = {
        "step": step,
        "model": trained_weights(model),
        "optimizer": optimizer.state_dict(),
    }
    torch.save(checkpoint, place.with_suffix(".new"))
    place.with_suffix(".new").replace(place)


def trained_weights(model: nn.Module) -> dict[str, Tensor]:
    """Return the weights that training changes."""
    trained = {name for name, one in model.named_parameters() if one.requires_grad}
    return {name: one for name, one in model.state_dict().items() if name in trained}


def load_checkpoint(model: nn.Module, optimizer: torch.optim.Optimizer, place: Path) -> int:
    """Load a checkpoint if it exists, and return the number of completed steps."""
    if not place.is_file():
        return 0
    checkpoint = torch.load(place, weights_only=True)
    model.load_state_dict(checkpoint["model"], strict=False)
    optimizer.load_state_dict(checkpoint["optimizer"])
    return int(checkpoint["step"])
