"""OpenVINO and torch: the same vectors, a single export, and the choice of backend."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ingest.session as ingest_session
from ingest.write.load_input import LoadMode
from narabot.chat import Models, models_for_graph
from narabot.cli.doctor import embedding_summary, matching_embeddings
from narabot.embedding import EmbeddingIdentity, Embeddings, choice, export, open_embeddings
from narabot.embedding.choice import EmbeddingOptions, choose_options
from narabot.embedding.export import EXPORT_VERSION, export_place, is_complete
from narabot.embedding.interface import Vectors
from narabot.embedding.openvino_backend import OpenVinoEncoder
from narabot.embedding.weights import MINILM
from narabot.errors import IndexMismatchError, ModelUnavailableError, SettingsError
from narabot.settings import Settings
from tests.tiny_models import save_embedding_model

TEXTS = [
    "letters",
    "Photographs of the dam, the flood and the bridge across the river in the year 1912.",
    "",
    "the weather " * 400,
    "Смотритель маяка записывал погоду в журнал станции.",
    "letters",
    *(f"roll {number} of " + "microfilm " * number for number in range(30)),
]
CUDA, BF16 = "has_cuda", "cpu_has_bf16"


@pytest.fixture(scope="module")
def tiny_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a model that needs an export, because it is not a plain BERT with mean pooling."""
    folder = save_embedding_model(tmp_path_factory.mktemp("tiny"))
    (folder / "1_Pooling" / "config.json").write_text(
        json.dumps({"embedding_dimension": 32, "pooling_mode": "max", "include_prompt": True})
    )
    return folder


@pytest.fixture(scope="module")
def cache_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def plain_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a machine with neither CUDA nor bf16."""
    machine(monkeypatch)


def machine(patch: pytest.MonkeyPatch, *abilities: str) -> None:
    """Simulate a machine with these abilities and no others."""
    for name in (CUDA, BF16, "cuda_has_bf16"):
        patch.setattr(choice, name, lambda name=name: name in abilities)


def settings_for(folder: Path | str, cache_dir: Path, **values: Any) -> Settings:
    return Settings.model_validate(
        {"embedding_model": str(folder), "narabot_cache_dir": cache_dir, **values}
    )


def both(folder: Path | str, cache_dir: Path) -> Iterator[Embeddings]:
    for backend in ("openvino", "torch"):
        values = {"embedding_backend": backend, "embedding_precision": "fp32"}
        yield open_embeddings(settings_for(folder, cache_dir, **values))


@pytest.fixture(scope="module")
def opened(tiny_folder: Path, cache_dir: Path) -> tuple[Embeddings, Embeddings]:
    """Return the tiny model in OpenVINO and in torch."""
    by_openvino, by_torch = both(tiny_folder, cache_dir)
    return by_openvino, by_torch


def changed_model(tiny_folder: Path, folder: Path, file: str, **values: Any) -> Path:
    """Return a copy of the tiny model with different values in one of the configuration files."""
    shutil.copytree(tiny_folder, folder)
    path = folder / file
    path.write_text(json.dumps(json.loads(path.read_text()) | values))
    return folder


# Same vectors


def test_openvino_matches_torch_vectors(opened: tuple[Embeddings, Embeddings]) -> None:
    by_openvino, by_torch = (each.embed_array(TEXTS) for each in opened)
    assert np.abs(by_openvino - by_torch).max() < 1e-5
    assert np.ptp(by_torch, axis=0).max() > 0.1  # otherwise any vectors would agree


def test_openvino_matches_torch_vectors_for_the_default_model() -> None:
    cache_dir = Settings().narabot_cache_dir  # all test runs share the export
    by_openvino, by_torch = both(MINILM, cache_dir)
    assert np.abs(by_openvino.embed_array(TEXTS) - by_torch.embed_array(TEXTS)).max() < 1e-5
    assert (by_openvino.max_tokens, by_openvino.identity.dimension) == (256, 384)


@pytest.mark.parametrize(
    ("file", "values"),
    [
        ("1_Pooling/config.json", {"pooling_mode": "mean"}),
        ("1_Pooling/config.json", {"pooling_mode": "cls"}),
        ("sentence_bert_config.json", {"do_lower_case": True}),
        ("tokenizer_config.json", {"model_max_length": 9}),
    ],
)
def test_model_configuration_files_are_respected(
    opened: tuple[Embeddings, Embeddings],
    tiny_folder: Path,
    tmp_path: Path,
    file: str,
    values: dict[str, Any],
) -> None:
    folder = changed_model(tiny_folder, tmp_path / "model", file, **values)
    by_openvino, by_torch = (each.embed_array(TEXTS) for each in both(folder, tmp_path / "cache"))
    assert np.abs(by_openvino - by_torch).max() < 1e-5
    assert np.abs(by_openvino - opened[0].embed_array(TEXTS)).max() > 1e-3


def test_texts_are_truncated_at_the_same_length_as_torch(
    opened: tuple[Embeddings, Embeddings],
) -> None:
    assert opened[0].max_tokens == opened[1].max_tokens == 64
    one_more = ["dam " * 200, "dam " * 201, "dam " * 3]
    for embeddings in opened:
        vectors = embeddings.embed_array(one_more)
        assert np.allclose(vectors[0], vectors[1], atol=1e-6)
        assert not np.allclose(vectors[0], vectors[2], atol=1e-3)


def test_tokenizers_of_both_backends_agree(opened: tuple[Embeddings, Embeddings]) -> None:
    by_openvino, by_torch = (each.tokenizer for each in opened)
    for text in TEXTS:
        ours, theirs = (each.encode(text) for each in (by_openvino, by_torch))
        assert (ours.ids, ours.offsets) == (theirs.ids, theirs.offsets)


MEAN = {"pooling_mode": "mean"}


@pytest.mark.parametrize("longest", [64, 9])
def test_plain_bert_needs_no_export(tiny_folder: Path, tmp_path: Path, longest: int) -> None:
    plain = changed_model(tiny_folder, tmp_path / "plain", "1_Pooling/config.json", **MEAN)
    folder = changed_model(
        plain, tmp_path / "model", "tokenizer_config.json", model_max_length=longest
    )
    ours, theirs = both(folder, tmp_path / "cache")
    assert np.abs(ours.embed_array(TEXTS) - theirs.embed_array(TEXTS)).max() < 1e-5
    assert ours.max_tokens == theirs.max_tokens == longest
    assert not (tmp_path / "cache").exists()


def test_model_prompts_are_prepended_to_texts(tiny_folder: Path, tmp_path: Path) -> None:
    prompts = {"query": "seek: ", "document": "text: "}
    plain = changed_model(tiny_folder, tmp_path / "plain", "1_Pooling/config.json", **MEAN)
    file = "config_sentence_transformers.json"
    told = changed_model(plain, tmp_path / "model", file, prompts=prompts)
    plainly, asked = (
        open_embeddings(settings_for(one, tmp_path, embedding_backend="openvino"))
        for one in (plain, told)
    )
    assert asked.embed_query("dam") == pytest.approx(plainly.embed_query("seek: dam"))
    assert np.allclose(asked.embed_array(["dam"]), plainly.embed_array(["text: dam"]))
    assert asked.max_tokens < plainly.max_tokens


def test_damaged_plain_bert_is_reported(tiny_folder: Path, tmp_path: Path) -> None:
    plain = changed_model(tiny_folder, tmp_path / "plain", "1_Pooling/config.json", **MEAN)
    weights = plain / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:100])
    with pytest.raises(ModelUnavailableError, match="EMBEDDING_MODEL"):
        open_embeddings(settings_for(plain, tmp_path, embedding_backend="openvino"))


def test_threads_can_embed_simultaneously(opened: tuple[Embeddings, Embeddings]) -> None:
    expected = opened[0].embed_array(TEXTS)
    found: list[float] = []

    def embed() -> None:
        results = [opened[0].embed_array(TEXTS) for _ in range(5)]
        found.extend(float(np.abs(result - expected).max()) for result in results)

    run_together(embed, 4)
    assert len(found) == 20
    assert max(found) < 1e-5


def test_first_input_runs_before_threads_share_the_model(
    tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # if several threads send the first input at once, all of them hang in about 1 of 3 runs
    given: list[int] = []
    encode = OpenVinoEncoder.encode

    def noted(self: OpenVinoEncoder, texts: Sequence[str]) -> Vectors:
        given.append(threading.get_ident())
        return encode(self, texts)

    monkeypatch.setattr(OpenVinoEncoder, "encode", noted)
    open_embeddings(settings_for(tiny_folder, tmp_path))
    assert set(given) == {threading.get_ident()}


def run_together(work: Any, count: int) -> None:
    threads = [threading.Thread(target=work) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


# Export


def test_model_is_exported_once(
    tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Path] = []
    remake = export.rebuild_export
    monkeypatch.setattr(
        export, "rebuild_export", lambda *ways: (made.append(ways[1]), remake(*ways))
    )
    settings = settings_for(tiny_folder, tmp_path)
    run_together(lambda: open_embeddings(settings), 2)
    open_embeddings(settings)
    assert made == [export_place(settings, tiny_folder)]
    assert made[0].name.endswith(f"-v{EXPORT_VERSION}")
    assert {path.name for path in made[0].parent.iterdir()} == {made[0].name, "export.lock"}


def test_export_folder_depends_on_all_model_files(tiny_folder: Path, tmp_path: Path) -> None:
    settings = settings_for("archive/tiny", tmp_path)
    before = export_place(settings, tiny_folder)
    file = "1_Pooling/config.json"
    other = changed_model(tiny_folder, tmp_path / "other", file, pooling_mode="cls")
    assert before.name.startswith("archive-tiny-")
    assert before != export_place(settings, other)
    assert before != export_place(settings_for("archive/other", tmp_path), tiny_folder)


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("model.bin", lambda content: content[:-100]),
        ("model.bin", lambda content: b"\1" * len(content)),
        ("model.xml", lambda content: b""),
        ("tokenizer.json", lambda content: content[: len(content) // 2]),
        ("export.json", lambda content: content[:20]),
        ("export.json", lambda content: b"[]"),
    ],
)
def test_damaged_export_is_rebuilt(
    opened: tuple[Embeddings, Embeddings],
    tiny_folder: Path,
    cache_dir: Path,
    tmp_path: Path,
    name: str,
    damage: Any,
) -> None:
    shutil.copytree(cache_dir, tmp_path / "cache")
    settings = settings_for(tiny_folder, tmp_path / "cache", embedding_precision="fp32")
    place = export_place(settings, tiny_folder)
    assert is_complete(place)
    (place / name).write_bytes(damage((place / name).read_bytes()))
    assert not is_complete(place)
    found = open_embeddings(settings).embed_array(TEXTS)
    assert is_complete(place)
    assert np.abs(found - opened[0].embed_array(TEXTS)).max() < 1e-5


def test_leftovers_of_a_killed_export_are_removed(tiny_folder: Path, tmp_path: Path) -> None:
    partial = tmp_path / "embedding" / "partial"
    partial.mkdir(parents=True)
    (partial / "model.xml").write_text("half a mod")
    settings = settings_for(tiny_folder, tmp_path)
    assert open_embeddings(settings).identity.backend == "openvino"
    assert not partial.exists()


def test_unreadable_export_folder_is_reported(
    tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "is_complete", lambda place: True)
    with pytest.raises(ModelUnavailableError, match="Delete that folder"):
        open_embeddings(settings_for(tiny_folder, tmp_path))


def unexportable(tiny_folder: Path, tmp_path: Path) -> Path:
    values = {"prompts": {"passage": "passage: "}, "default_prompt_name": "passage"}
    file = "config_sentence_transformers.json"
    return changed_model(tiny_folder, tmp_path / "model", file, **values)


def test_torch_is_the_fallback_for_unexportable_models(
    tiny_folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    embeddings = open_embeddings(settings_for(unexportable(tiny_folder, tmp_path), tmp_path))
    assert (embeddings.identity.backend, embeddings.identity.precision) == ("torch", "fp32")
    ours = [record for record in caplog.records if record.name.startswith("narabot")]
    assert [record.message for record in ours if record.levelname == "WARNING"] == [
        "using the torch backend because the OpenVINO export failed: it adds a prompt to each text"
    ]


def test_unexportable_model_with_required_openvino_is_reported(
    tiny_folder: Path, tmp_path: Path
) -> None:
    folder = unexportable(tiny_folder, tmp_path)
    graph_model = EmbeddingIdentity(str(folder), "openvino", "fp32", 32)
    with pytest.raises(ModelUnavailableError, match="EMBEDDING_BACKEND to torch"):
        open_embeddings(settings_for(folder, tmp_path, embedding_backend="openvino"))
    with pytest.raises(ModelUnavailableError, match="--rebuild"):
        open_embeddings(settings_for(folder, tmp_path), graph_model)


def test_export_with_different_vectors_is_discarded(
    tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(self: Any, texts: list[str]) -> Any:
        return np.ones((len(texts), self.dimension), dtype=np.float32)

    monkeypatch.setattr(OpenVinoEncoder, "encode", wrong)
    settings = settings_for(tiny_folder, tmp_path, embedding_backend="openvino")
    with pytest.raises(ModelUnavailableError, match="differ"):
        open_embeddings(settings)
    assert not export_place(settings, tiny_folder).exists()
    assert not (tmp_path / "embedding" / "partial").exists()


def test_torch_is_used_if_the_cache_is_not_writable(
    tiny_folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("no folder")
    embeddings = open_embeddings(settings_for(tiny_folder, tmp_path / "file"))
    assert embeddings.identity.backend == "torch"
    assert "NARABOT_CACHE_DIR" in caplog.text


def run_alone(code: str, settings: Settings, home: Path) -> None:
    """Run code in a separate process with the model and cache folder in the settings."""
    environment = {name: value for name, value in os.environ.items() if name != "CI"} | {
        "HOME": str(home),
        "EMBEDDING_MODEL": settings.embedding_model,
        "NARABOT_CACHE_DIR": str(settings.narabot_cache_dir),
        "EMBEDDING_DEVICE": "cpu",
        "EMBEDDING_BACKEND": "openvino",
    }
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_exported_model_needs_no_torch_and_sends_no_telemetry(
    opened: tuple[Embeddings, Embeddings], tiny_folder: Path, cache_dir: Path, tmp_path: Path
) -> None:
    code = """
import sys
from ingest.write.load_input import LoadMode
from ingest.parse.chunk import Chunker
from narabot.chat import open_chat
from narabot.embedding import open_embeddings
from narabot.settings import Settings

embeddings = open_embeddings(Settings.from_environment())
assert len(embeddings.embed_query("letters")) == 32
assert "transformers" not in sys.modules, "transformers"
assert len(Chunker(embeddings.tokenizer, embeddings.max_tokens, 4).chunks("dam. " * 90)) > 1
for name in ("torch", "sentence_transformers"):
    assert name not in sys.modules, name
assert sys.modules["openvino_telemetry"] is None
"""
    run_alone(code, settings_for(tiny_folder, cache_dir), tmp_path)
    assert list(tmp_path.iterdir()) == []  # OpenVINO's telemetry stores its files in ~/intel


# Choice of backend, device, and precision


MADE = EmbeddingIdentity("m", "torch", "bf16", 4)


@pytest.mark.parametrize(
    ("values", "graph_model", "abilities", "expected"),
    [
        ({}, None, [], ("openvino", "cpu", "fp32", "fp32", 16)),
        ({}, None, [BF16], ("openvino", "cpu", "bf16", "bf16", 16)),
        ({}, None, [CUDA], ("torch", "cuda", "fp16", "fp16", 256)),
        ({}, None, [CUDA, "cuda_has_bf16"], ("torch", "cuda", "bf16", "bf16", 256)),
        ({"device": "cpu"}, None, [CUDA, BF16], ("openvino", "cpu", "bf16", "bf16", 16)),
        ({"device": "cuda"}, None, [CUDA], ("torch", "cuda", "fp16", "fp16", 256)),
        ({"backend": "openvino"}, None, [CUDA], ("openvino", "cpu", "fp32", "fp32", 16)),
        ({"backend": "torch"}, None, [], ("torch", "cpu", "fp32", "fp32", 8)),
        ({"backend": "torch"}, None, [BF16], ("torch", "cpu", "bf16", "bf16", 8)),
        ({"precision": "fp32"}, None, [BF16], ("openvino", "cpu", "fp32", "fp32", 16)),
        ({"precision": "fp16"}, None, [BF16], ("torch", "cpu", "fp16", "fp16", 8)),
        ({"precision": "bf16"}, None, [], ("openvino", "cpu", "bf16", "fp32", 16)),
        ({"batch_size": 5}, None, [], ("openvino", "cpu", "fp32", "fp32", 5)),
        # the graph determines backend and precision where possible
        ({}, ("torch", "fp32"), [BF16], ("torch", "cpu", "fp32", "fp32", 8)),
        ({}, ("torch", "bf16"), [], ("torch", "cpu", "bf16", "bf16", 8)),
        ({}, ("torch", "fp16"), [CUDA], ("torch", "cuda", "fp16", "fp16", 256)),
        ({}, ("openvino", "fp32"), [CUDA, BF16], ("openvino", "cpu", "fp32", "fp32", 16)),
        ({}, ("openvino", "bf16"), [], ("openvino", "cpu", "bf16", "fp32", 16)),
        ({}, ("onnx", "int8"), [BF16], ("openvino", "cpu", "bf16", "bf16", 16)),
        # settings take precedence, so the version check then rejects the graph
        ({"backend": "torch"}, ("openvino", "fp32"), [BF16], ("torch", "cpu", "fp32", "fp32", 8)),
        ({"precision": "fp32"}, ("torch", "bf16"), [BF16], ("torch", "cpu", "fp32", "fp32", 8)),
        ({"device": "cuda"}, ("openvino", "fp32"), [CUDA], ("torch", "cuda", "fp32", "fp32", 256)),
    ],
)
def test_backend_and_precision_are_chosen(
    monkeypatch: pytest.MonkeyPatch,
    values: dict[str, Any],
    graph_model: tuple[str, str] | None,
    abilities: list[str],
    expected: tuple[Any, ...],
) -> None:
    machine(monkeypatch, *abilities)
    settings = Settings.model_validate({f"embedding_{key}": each for key, each in values.items()})
    identity = EmbeddingIdentity(MINILM, *graph_model, 384) if graph_model else None
    assert choose_options(settings, identity) == EmbeddingOptions(*expected)


@pytest.mark.parametrize("other", [{"device": "cuda"}, {"precision": "fp16"}])
def test_contradictory_settings_are_reported(other: dict[str, str]) -> None:
    values = {f"embedding_{key}": value for key, value in other.items()}
    settings = Settings.model_validate({"embedding_backend": "openvino", **values})
    with pytest.raises(SettingsError, match=f"EMBEDDING_{next(iter(other)).upper()}"):
        choose_options(settings)


def test_embeddings_match_the_graphs_model(tiny_folder: Path, cache_dir: Path) -> None:
    settings = settings_for(tiny_folder, cache_dir)
    graph_model = EmbeddingIdentity(str(tiny_folder), "torch", "bf16", 32)
    assert open_embeddings(settings, graph_model).identity == graph_model
    other = EmbeddingIdentity("another model", "torch", "bf16", 32)
    assert open_embeddings(settings, other).identity.backend == "openvino"


def test_bf16_index_is_read_only_without_bf16_hardware(
    opened: tuple[Embeddings, Embeddings], tiny_folder: Path, cache_dir: Path
) -> None:
    settings = settings_for(tiny_folder, cache_dir)
    graph_model = EmbeddingIdentity(str(tiny_folder), "openvino", "bf16", 32)
    embeddings = open_embeddings(settings, graph_model)
    assert embeddings.identity == graph_model
    assert np.array_equal(embeddings.embed_array(TEXTS[:2]), opened[0].embed_array(TEXTS[:2]))
    assert embedding_summary(embeddings).endswith(
        "bf16) on cpu, computed in fp32 because the hardware does not support bf16"
    )
    with pytest.raises(IndexMismatchError, match="EMBEDDING_PRECISION to fp32"):
        open_embeddings(settings, graph_model, is_for_index=True)


def test_bf16_index_is_writable_on_a_bf16_cpu(
    tiny_folder: Path, cache_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine(monkeypatch, BF16)
    embeddings = open_embeddings(settings_for(tiny_folder, cache_dir), is_for_index=True)
    assert embeddings.identity == EmbeddingIdentity(str(tiny_folder), "openvino", "bf16", 32)
    assert embedding_summary(embeddings) == f"{tiny_folder} (32 dimensions, openvino, bf16) on cpu"


# The identity of the graph's model


def test_chat_uses_its_graphs_embeddings(
    opened: tuple[Embeddings, Embeddings], tiny_folder: Path, cache_dir: Path
) -> None:
    models = Models(opened[0], "language model", "classifier")  # type: ignore[arg-type]
    settings = settings_for(tiny_folder, cache_dir)
    assert models_for_graph(models, settings, None) is models
    assert models_for_graph(models, settings, opened[0].identity) is models
    assert models_for_graph(models, settings, MADE) is models  # a different model, rejected later
    other = models_for_graph(models, settings, opened[1].identity)
    assert other.embeddings.identity == opened[1].identity
    assert other.answering is models.answering
    assert other.classifier is not models.classifier


@pytest.mark.parametrize("rebuild", [False, True])
def test_ingest_uses_the_graphs_model_unless_rebuilding(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rebuild: bool
) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(ingest_session, "stored_identity", lambda graph: MADE)
    monkeypatch.setattr(ingest_session, "is_being_emptied", lambda graph: False)
    monkeypatch.setattr(ingest_session, "open_graph", contextlib.nullcontext)
    monkeypatch.setattr(ingest_session, "run_ingest", lambda *_, **__: None)
    monkeypatch.setattr(
        ingest_session, "open_embeddings", lambda *values, **named: asked.append((*values, named))
    )
    settings = Settings(narabot_data_dir=tmp_path)
    ingest_session.load_paths(settings, object(), [], LoadMode(rebuild))  # type: ignore[arg-type]
    assert asked == [(settings, None if rebuild else MADE, {"is_for_index": True})]


def test_doctor_checks_the_graphs_embeddings(
    monkeypatch: pytest.MonkeyPatch, tiny_folder: Path, cache_dir: Path
) -> None:
    settings = settings_for(tiny_folder, cache_dir)
    graph_model = EmbeddingIdentity(str(tiny_folder), "torch", "fp32", 32)
    monkeypatch.setattr("narabot.cli.doctor.stored_identity", lambda graph: graph_model)
    assert matching_embeddings(settings, None).identity.backend == "openvino"
    found = matching_embeddings(settings, object())  # type: ignore[arg-type]
    assert embedding_summary(found) == f"{tiny_folder} (32 dimensions, torch, fp32) on cpu"
