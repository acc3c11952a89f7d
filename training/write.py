"""Write a trained reader: `python -m training.write CHECKPOINT FILE`."""

import argparse
from pathlib import Path

import torch

from narabot.embedding.packed_e5 import open_packed_e5
from narabot.reading.weights import save_reader


def main() -> None:
    """Convert the last checkpoint to a weights file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("file", type=Path)
    chosen = parser.parse_args()
    checkpoint = torch.load(chosen.checkpoint, weights_only=True, map_location="cpu")
    tensors = {name.removeprefix("bert."): one.numpy() for name, one in checkpoint["model"].items()}
    facts = {"steps": checkpoint["step"]}
    save_reader(chosen.file, tensors, open_packed_e5(), f"reader-{chosen.checkpoint.stem}", facts)


if __name__ == "__main__":
    main()
