"""Tests that links and special files in a folder neither stop a run nor lead outside the folder."""

import os
from pathlib import Path

import pytest

from ingest.command import find_and_report_sources
from ingest.read.sources import find_sources
from narabot.errors import ReleaseError, UnreadableSourceError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with one valid file. A second folder next to it also contains a file."""
    for name in ("given/good.jsonl", "outside/other.jsonl"):
        path = tmp_path / name
        path.parent.mkdir()
        path.write_bytes(b'{"naId": 1}\n')
    return tmp_path / "given"


def found(folder: Path) -> tuple[list[str], list[str]]:
    """Return the names of the files found, and the messages about skipped files."""
    left_out: list[str] = []
    return [source.file_name for source in find_sources([folder], left_out.append)], left_out


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("nowhere.jsonl", "is a broken link"),
        ("odd.jsonl", "is a broken link"),  # a link to itself
        ("../outside/other.jsonl", "links to a place outside"),
        ("/dev/null", "links to a place outside"),
    ],
)
def test_broken_or_outside_link_is_skipped_with_a_reason(
    folder: Path, target: str, reason: str
) -> None:
    (folder / "odd.jsonl").symlink_to(target)
    names, left_out = found(folder)
    assert names == ["good.jsonl"]
    assert [line.startswith(f"skipping {folder / 'odd.jsonl'}: it ") for line in left_out] == [True]
    assert reason in left_out[0]


def test_named_pipe_is_skipped_with_a_reason(folder: Path) -> None:
    os.mkfifo(folder / "pipe.jsonl")
    names, [message] = found(folder)
    assert names == ["good.jsonl"]
    assert "pipe.jsonl: it is not a regular file" in message


def test_link_to_outside_folder_is_skipped_with_a_reason(folder: Path) -> None:
    (folder / "more").symlink_to(folder.parent / "outside")
    names, [message] = found(folder)
    assert names == ["good.jsonl"]
    assert f"skipping {folder / 'more'}: it links to a place outside {folder}" in message


def test_links_within_the_folder_add_no_duplicates(folder: Path) -> None:
    (folder / "again.jsonl").symlink_to("good.jsonl")
    (folder / "loop").symlink_to(".")
    assert found(folder) == (["good.jsonl"], [])


def test_file_without_known_ending_takes_its_first_link_name(folder: Path) -> None:
    (folder / "good.jsonl").rename(folder / "blob")
    for name in ("b.jsonl", "a.jsonl"):
        (folder / name).symlink_to("blob")
    assert found(folder) == (["a.jsonl"], [])


def test_link_passed_as_source_is_followed(folder: Path) -> None:
    (folder.parent / "link").symlink_to(folder)
    assert found(folder.parent / "link") == (["good.jsonl"], [])
    (folder.parent / "link.jsonl").symlink_to(folder / "good.jsonl")
    assert found(folder.parent / "link.jsonl") == (["link.jsonl"], [])


def test_commands_report_skipped_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number in range(12):
        (folder / f"{number}.jsonl").symlink_to("nowhere")
    assert len(find_and_report_sources([folder], None)) == 1
    messages = capsys.readouterr().err.splitlines()
    assert len(messages) == 11
    assert messages[-1] == "narabot: skipping 2 more files and folders"


def test_skipped_files_are_reported_when_no_file_remains(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "good.jsonl").unlink()
    (folder / "a.jsonl").symlink_to("nowhere")
    with pytest.raises(UnreadableSourceError, match="contains no"):
        find_and_report_sources([folder], None)
    assert "broken link" in capsys.readouterr().err


def test_release_with_skipped_files_is_rejected(folder: Path) -> None:
    (folder / "a.jsonl").symlink_to("nowhere")
    with pytest.raises(ReleaseError, match="Release 2027-01 would withdraw"):
        find_and_report_sources([folder], "2027-01")
