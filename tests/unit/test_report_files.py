"""Tests that the quality report's files are written completely or not at all."""

from pathlib import Path

import pytest

from narabot.cli.reporting import check_writable, write_atomically
from narabot.errors import UnwritableReportError


def test_file_is_replaced_without_leftovers(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_text("before", encoding="utf-8")
    write_atomically(file, "São Paulo\r\n", "utf-8")
    assert file.read_bytes() == "São Paulo\r\n".encode()
    assert list(tmp_path.iterdir()) == [file]


def test_failed_replacement_leaves_no_extra_file(tmp_path: Path) -> None:
    folder = tmp_path / "report.html"
    (folder / "inside").mkdir(parents=True)
    with pytest.raises(UnwritableReportError, match=r"report\.html"):
        write_atomically(folder, "text", "utf-8")
    assert list(tmp_path.iterdir()) == [folder]


def test_encoding_error_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "report.csv"
    file.write_text("before", encoding="utf-8")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(file, "\ud800", "utf-8")
    assert file.read_text("utf-8") == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_unwritable_path_is_rejected_before_reporting(tmp_path: Path) -> None:
    with pytest.raises(UnwritableReportError, match="does not exist"):
        check_writable(tmp_path / "nowhere" / "report.html")
    with pytest.raises(UnwritableReportError, match="is a folder"):
        check_writable(tmp_path)
    check_writable(Path("-"))


def test_hyphen_writes_to_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    write_atomically(Path("-"), "the report", "utf-8")
    assert capsys.readouterr().out == "the report\n"
