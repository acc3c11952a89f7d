"""Train the NER model."""

from pathlib import Path

import torch

from narabot.embedding.packed_e5 import PackedE5
from narabot.reading.names import NER_LAYOUT, NerModel
from narabot.reading.tokens import reading_tokenizer
from narabot.reading.weights import reader_weights
from tests.full.models.test_names_training import text
from training.name_model import NameBatch, NameModel, loss_of
from training.name_scores import score_model, summary
from training.names import Pace, train, write


def test_training_learns_resumes_and_saves_a_working_model(base: PackedE5, tmp_path: Path) -> None:
    tokenizer = reading_tokenizer(base)
    texts = [
        text(f"{who} saw {number} boxes", (who, "PERSON"))
        for number in range(4)
        for who in ("Ada", "Bo")
    ]
    plan = [[[one] for one in texts]] * 120
    torch.manual_seed(0)
    model = NameModel(base, layers=5, frozen=4)
    before = loss_of(model.eval(), NameBatch(plan[0], tokenizer)).item()
    train(model, plan[:60], tokenizer, tmp_path / "half.pt", Pace(4e-3))
    train(model, plan, tokenizer, tmp_path / "half.pt", Pace(4e-3))
    assert torch.load(tmp_path / "half.pt", weights_only=True)["step"] == 120
    assert loss_of(model, NameBatch(plan[0], tokenizer)).item() < before / 4
    counts = score_model(model, texts, tokenizer)
    assert counts["all", "PERSON"] == {"right": 8, "predicted": 8, "labeled": 8}
    assert any("F1 1.000" in line for line in summary(counts))
    other = NameModel(base, layers=5, frozen=4)
    train(other, plan, tokenizer, tmp_path / "half.pt", Pace(4e-3))
    assert torch.equal(other.names.weight, model.names.weight)
    write(model, base, tmp_path / "names.safetensors", {"sentences": 8})
    reader = NerModel(base, reader_weights(tmp_path / "names.safetensors", base, NER_LAYOUT))
    [found] = reader.read(["Bo saw 2 boxes"])
    assert [(one.start, one.end, one.entity_class) for one in found] == [(0, 2, "PERSON")]
