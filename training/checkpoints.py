"""Checkpoints of a training: what a run that was stopped goes on from."""

from pathlib import Path

import torch
from torch import Tensor, nn


def keep(model: nn.Module, optimizer: torch.optim.Optimizer, step: int, place: Path) -> None:
    """Write a checkpoint that has so many steps behind it, whole or not at all."""
    kept = {"step": step, "model": own_state(model), "optimizer": optimizer.state_dict()}
    torch.save(kept, place.with_suffix(".new"))
    place.with_suffix(".new").replace(place)


def own_state(model: nn.Module) -> dict[str, Tensor]:
    """Return the weights that are trained."""
    trained = {name for name, one in model.named_parameters() if one.requires_grad}
    return {name: one for name, one in model.state_dict().items() if name in trained}


def resumed(model: nn.Module, optimizer: torch.optim.Optimizer, place: Path) -> int:
    """Load a checkpoint, if there is one, and return how many steps it has behind it."""
    if not place.is_file():
        return 0
    kept = torch.load(place, weights_only=True)
    model.load_state_dict(kept["model"], strict=False)
    optimizer.load_state_dict(kept["optimizer"])
    return int(kept["step"])
