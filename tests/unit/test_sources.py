"""Tests of reading files, folders, gzip, and zip: numbered lines, and one-sentence errors."""

import gzip
import random
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ingest.read import lines
from ingest.read.lines import Line, read_lines
from ingest.read.sources import Source, find_sources
from narabot.errors import UnreadableSourceError

LINES = b'{"naId": 1}\n{"naId": 2}\n'
TWO = [Line(1, b'{"naId": 1}'), Line(2, b'{"naId": 2}')]
MANY = b"".join(
    b'{"naId": %d, "title": "%x"}\n' % (n, random.Random(n).getrandbits(256))
    for n in range(1, 3000)
)


def put(path: Path, content: bytes) -> Path:
    """Write a file and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def put_zip(path: Path, **members: bytes) -> Path:
    """Write an archive. In a name, `__` stands for a folder separator and `_` for a period."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), content)
    return path


def read(path: Path) -> list[Line]:
    """Return all lines in a file or folder."""
    return [line for source in find_sources([path]) for line in read_lines(source)]


def names(*paths: Path) -> list[str]:
    """Return the names that the graph uses for the files at these paths."""
    return [source.file_name for source in find_sources(paths)]


# Lines


@pytest.mark.parametrize(
    "content",
    [
        LINES,
        LINES.removesuffix(b"\n"),
        LINES.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + LINES,
        LINES + b"\n \n\t\r\n\n",
    ],
)
def test_line_endings_do_not_change_the_lines(tmp_path: Path, content: bytes) -> None:
    assert read(put(tmp_path / "a.jsonl", content)) == TWO


def test_blank_lines_are_skipped_but_counted(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", b'\n\r\n{"naId": 1}\n  \n{"naId": 2}')
    assert [line.number for line in read(path)] == [3, 5]


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\r\n"])
def test_empty_file_has_no_lines(tmp_path: Path, content: bytes) -> None:
    assert read(put(tmp_path / "a.jsonl", content)) == []


def test_byte_order_mark_is_removed_only_at_the_beginning(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", b"a\n\xef\xbb\xbfb\n")
    assert [line.content for line in read(path)] == [b"a", b"\xef\xbb\xbfb"]


def test_unicode_separators_do_not_end_a_line(tmp_path: Path) -> None:
    text = '{"a": "\u2028\u0085\x0b"}'.encode()
    assert read(put(tmp_path / "a.jsonl", text + b"\n")) == [Line(1, text)]


@pytest.mark.parametrize("ending", [b"", b"\n"])
def test_overlong_line_is_reported_without_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: bytes
) -> None:
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 10)
    path = put(tmp_path / "a.jsonl", b"short\n" + b"x" * 35 + b"\nshort\n" + b"y" * 11 + ending)
    assert read(path) == [Line(1, b"short"), Line(2, None), Line(3, b"short"), Line(4, None)]


def test_longest_allowed_line_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 10)
    path = put(tmp_path / "a.jsonl", b"x" * 9 + b"\n" + b"y" * 20 + b"\nz\n")
    assert read(path) == [Line(1, b"x" * 9), Line(2, None), Line(3, b"z")]


# File types


def test_gzip_is_read(tmp_path: Path) -> None:
    assert read(put(tmp_path / "a.jsonl.gz", gzip.compress(LINES))) == TWO


def test_multi_member_gzip_is_read(tmp_path: Path) -> None:
    half = len(LINES) // 2
    parts = gzip.compress(LINES[:half]) + gzip.compress(LINES[half:])
    assert read(put(tmp_path / "a.jsonl.gz", parts)) == TWO


def test_zip_is_read(tmp_path: Path) -> None:
    assert read(put_zip(tmp_path / "a.zip", a_jsonl=LINES)) == TWO


def test_gzip_inside_zip_is_read(tmp_path: Path) -> None:
    assert read(put_zip(tmp_path / "a.zip", a_jsonl_gz=gzip.compress(LINES))) == TWO


def test_named_file_is_read_regardless_of_its_extension(tmp_path: Path) -> None:
    assert read(put(tmp_path / "export.txt", LINES)) == TWO


def test_folder_is_read_recursively_in_a_stable_order(tmp_path: Path) -> None:
    for name in ("rg_2/b.jsonl", "rg_10/a.jsonl", "a.jsonl", "rg_2/a.jsonl.gz", "notes.txt"):
        put(tmp_path / name, gzip.compress(LINES) if name.endswith("gz") else LINES)
    (tmp_path / "empty.jsonl").mkdir()
    found = names(tmp_path)
    assert sorted(found) == ["a.jsonl", "rg_10/a.jsonl", "rg_2/a.jsonl.gz", "rg_2/b.jsonl"]
    assert found == names(tmp_path)


# Names


def test_file_name_is_relative_to_the_folder(tmp_path: Path) -> None:
    file = put(tmp_path / "descriptions" / "rg_11" / "rg_11-1.jsonl", LINES)
    assert names(tmp_path) == ["descriptions/rg_11/rg_11-1.jsonl"]
    assert names(tmp_path / "descriptions") == ["rg_11/rg_11-1.jsonl"]
    assert names(file) == ["rg_11-1.jsonl"]


def test_archive_member_name_includes_the_archive_name(tmp_path: Path) -> None:
    put_zip(tmp_path / "export.zip", b_jsonl=LINES, a__c_jsonl=LINES, readme_txt=b"x")
    assert names(tmp_path) == ["export.zip/a/c.jsonl", "export.zip/b.jsonl"]
    assert names(tmp_path / "export.zip") == ["export.zip/a/c.jsonl", "export.zip/b.jsonl"]


def test_order_of_paths_is_preserved(tmp_path: Path) -> None:
    one, other = put(tmp_path / "b.jsonl", LINES), put(tmp_path / "a.jsonl", LINES)
    assert names(one, other) == ["b.jsonl", "a.jsonl"]


# Broken files


def test_files_with_the_same_name_are_rejected(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.jsonl").write_bytes(b"{}")
    with pytest.raises(UnreadableSourceError, match=r"one.a\.jsonl and .*two.a\.jsonl.*a\.jsonl"):
        find_sources([tmp_path / "one", tmp_path / "two"])
    assert len(find_sources([tmp_path])) == 2


def test_file_listed_twice_is_read_once(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(b"{}")
    assert len(find_sources([file, tmp_path, file])) == 1


def test_missing_path_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSourceError, match="does not exist"):
        find_sources([tmp_path / "nowhere"])


def test_folder_without_shards_is_reported(tmp_path: Path) -> None:
    put(tmp_path / "readme.txt", b"x")
    with pytest.raises(
        UnreadableSourceError, match=r"contains no \.jsonl, \.jsonl\.gz, or \.zip files"
    ):
        find_sources([tmp_path])


def test_archive_without_shards_is_reported(tmp_path: Path) -> None:
    with pytest.raises(UnreadableSourceError, match="contains no"):
        find_sources([put_zip(tmp_path / "a.zip", readme_txt=b"x")])


def read_until_it_breaks(path: Path) -> list[Line]:
    """Return the lines before the break in a damaged file. Assert that reading the file fails."""
    read: list[Line] = []
    (source,) = find_sources([path])
    with pytest.raises(UnreadableSourceError, match="cannot be read to its end"):
        read.extend(read_lines(source))
    return list(lines_before_the_break(source))


def lines_before_the_break(source: Source) -> Iterator[Line]:
    """Yield a source's lines up to the break."""
    try:
        yield from read_lines(source)
    except UnreadableSourceError:
        return


def test_truncated_gzip_yields_the_lines_before_the_break(tmp_path: Path) -> None:
    whole = gzip.compress(MANY)
    path = put(tmp_path / "a.jsonl.gz", whole[: len(whole) // 2])
    before = read_until_it_breaks(path)
    assert 0 < len(before) < MANY.count(b"\n")
    assert [line.content for line in before] == MANY.splitlines()[: len(before)]


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damaged_bzip2_or_lzma_member_is_reported(tmp_path: Path, packing: int) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", packing) as archive:
        archive.writestr("a.jsonl", MANY)
    damaged = bytearray(path.read_bytes())
    damaged[60:160] = b"\xaa" * 100
    path.write_bytes(damaged)
    read_until_it_breaks(path)


def test_member_with_a_damaged_name_is_reported(tmp_path: Path) -> None:
    path = put_zip(tmp_path / "a.zip", é_jsonl=LINES)
    path.write_bytes(path.read_bytes().replace("é".encode(), b"\xff\xff"))
    with pytest.raises(UnreadableSourceError, match="cannot be read to its end"):
        read(path)


@pytest.mark.parametrize("content", [b"not gzip at all", gzip.compress(LINES, mtime=0)[:5]])
def test_invalid_gzip_is_reported(tmp_path: Path, content: bytes) -> None:
    assert read_until_it_breaks(put(tmp_path / "a.jsonl.gz", content)) == []


@pytest.mark.slow
def test_gzip_with_damaged_bytes_is_reported(tmp_path: Path) -> None:
    damaged = bytearray(gzip.compress(MANY))
    damaged[len(damaged) // 2 : len(damaged) // 2 + 20] = b"\0" * 20
    read_until_it_breaks(put(tmp_path / "a.jsonl.gz", bytes(damaged)))


@pytest.mark.parametrize("content", [b"", b"PK", b"not zip at all" * 100])
def test_invalid_zip_is_reported(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(UnreadableSourceError, match=r"a\.zip cannot be read to its end"):
        read(put(tmp_path / "a.zip", content))


def test_damaged_archive_does_not_affect_other_files(tmp_path: Path) -> None:
    put(tmp_path / "a.zip", b"not zip at all")
    put(tmp_path / "b.jsonl", LINES)
    broken, whole = find_sources([tmp_path])
    assert list(read_lines(whole)) == TWO
    with pytest.raises(UnreadableSourceError, match=r"a\.zip cannot be read to its end"):
        list(read_lines(broken))


def test_truncated_zip_is_reported(tmp_path: Path) -> None:
    path = put_zip(tmp_path / "a.zip", a_jsonl=MANY)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(UnreadableSourceError, match="cannot be read to its end"):
        read(path)


def test_zip_with_damaged_bytes_is_reported(tmp_path: Path) -> None:
    path = put_zip(tmp_path / "a.zip", a_jsonl=MANY)
    damaged = bytearray(path.read_bytes())
    damaged[1000:1020] = b"\0" * 20
    path.write_bytes(damaged)
    read_until_it_breaks(path)


def test_encrypted_zip_is_reported(tmp_path: Path) -> None:
    path = put_zip(tmp_path / "a.zip", a_jsonl=LINES)
    locked = bytearray(path.read_bytes())
    locked[6] |= 1  # the encryption flag in the member's header, and then in the central directory
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(locked)
    assert read_until_it_breaks(path) == []


def test_unknown_zip_compression_method_is_reported(tmp_path: Path) -> None:
    path = put_zip(tmp_path / "a.zip", a_jsonl=LINES)
    strange = bytearray(path.read_bytes())
    strange[8] = strange[strange.index(b"PK\x01\x02") + 10] = 97
    path.write_bytes(strange)
    assert read_until_it_breaks(path) == []


def test_deleted_file_is_reported(tmp_path: Path) -> None:
    path = put(tmp_path / "a.jsonl", LINES)
    (source,) = find_sources([path])
    path.unlink()
    with pytest.raises(UnreadableSourceError, match="cannot be read to its end"):
        list(read_lines(source))


def test_name_too_long_for_an_index_is_reported(tmp_path: Path) -> None:
    path = put_zip(tmp_path / "a.zip", **{"x" * 10_000 + "_jsonl": LINES})
    with pytest.raises(UnreadableSourceError, match="name is longer than 6,000 bytes"):
        find_sources([path])


def test_member_size_is_limited_to_the_archive_size(tmp_path: Path) -> None:
    path = put_zip(tmp_path / "a.zip", a_jsonl=MANY)
    content = bytearray(path.read_bytes())
    entry = content.rindex(b"PK\x01\x02")
    content[entry + 20 : entry + 24] = (2**31).to_bytes(4, "little")
    path.write_bytes(content)
    (source,) = find_sources([path])
    assert source.size == len(content)


# Progress


@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz", "a.zip"])
def test_progress_counts_bytes_read_from_disk(tmp_path: Path, name: str) -> None:
    if name == "a.zip":
        path = put_zip(tmp_path / name, a_jsonl=MANY)
    else:
        path = put(tmp_path / name, gzip.compress(MANY) if name.endswith("gz") else MANY)
    (source,) = find_sources([path])
    progress: list[int] = []
    assert len(list(read_lines(source, progress.append))) == MANY.count(b"\n")
    assert min(progress) >= 0
    assert abs(sum(progress) - source.size) < 100


# Properties


@given(content=st.lists(st.binary(max_size=20)).map(b"\n".join), longest=st.integers(1, 30))
def test_lines_match_a_split_at_newlines(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, longest: int
) -> None:
    assume(not content.startswith(b"\x1f\x8b"))  # detected as gzip regardless of its name
    path = put(tmp_path_factory.mktemp("lines") / "a.jsonl", content)
    mark = b"\xef\xbb\xbf"
    expected = {  # a blank line is reported only if it exceeds the length limit
        number: line
        for number, line in enumerate(content.split(b"\n"), start=1)
        if line.strip() or len(line) >= longest
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "MAX_LINE_BYTES", longest)
        for line in read_lines(Source(path, "a.jsonl", None, len(content))):
            whole = expected.pop(line.number)
            own = whole.removeprefix(mark if line.number == 1 else b"").rstrip(b"\r")
            assert line.content == (None if len(whole) >= longest else own)
    assert not expected or expected[1].removeprefix(mark).strip() == b""


MANY_EXAMPLES = settings(max_examples=2 * settings().max_examples)
"""Twice as many examples as the profile has: 300 in `make test-all`."""

PACKINGS = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]


@pytest.mark.slow
@MANY_EXAMPLES
@given(kind=st.sampled_from([*PACKINGS, None]), data=st.data())
def test_damaged_file_is_read_or_reported(
    tmp_path_factory: pytest.TempPathFactory, kind: int | None, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("damaged") / ("a.jsonl.gz" if kind is None else "a.zip")
    packed = gzip.compress(LINES, mtime=0)
    if kind is None:
        put(path, gzip.compress(LINES * 5, mtime=0))
    else:
        with zipfile.ZipFile(path, "w", kind) as archive:
            for name, content in (("é.jsonl", LINES * 5), ("b.jsonl.gz", packed)):
                archive.writestr(zipfile.ZipInfo(name), content, kind)  # with a fixed date
    damaged = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(damaged[: data.draw(st.integers(0, len(damaged)) | st.just(len(damaged)))])
    try:
        for line in read(path):
            assert line.number > 0
    except UnreadableSourceError as error:
        assert str(path) in str(error)


def test_macos_metadata_files_are_ignored(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"{}\n")
    (tmp_path / "._a.jsonl").write_bytes(b"\0")
    with zipfile.ZipFile(tmp_path / "b.zip", "w") as archive:
        archive.writestr("b.jsonl", "{}")
        archive.writestr("__MACOSX/._b.jsonl", "\0")
    found = [source.file_name for source in find_sources([tmp_path])]
    assert found == ["a.jsonl", "b.zip/b.jsonl"]


def test_damaged_archive_is_reported_when_read(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(b"no archive")
    (tmp_path / "b.jsonl").write_bytes(b"{}\n")
    damaged, other = find_sources([tmp_path])
    with pytest.raises(UnreadableSourceError, match=r"a\.zip"):
        list(read_lines(damaged))
    assert len(list(read_lines(other))) == 1


def test_unreadable_folder_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(folder: Path, onerror: Callable[[OSError], None]) -> Iterator[Any]:
        onerror(PermissionError(13, "Permission denied", str(folder)))
        yield from ()

    monkeypatch.setattr("ingest.read.sources.os.walk", closed)
    with pytest.raises(UnreadableSourceError, match="Permission denied"):
        find_sources([tmp_path])
