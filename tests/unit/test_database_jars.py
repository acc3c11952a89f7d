"""Tests of Neo4j's JAR files: each is downloaded once, and completely or not at all."""

import errno
from hashlib import sha256
from pathlib import Path

import pytest
import requests

from narabot.database import install_jars, jars
from narabot.database.jars import Jar
from narabot.errors import DatabaseStartError


def nothing(_line: str) -> None:
    """Ignore a progress line."""


class Repository:
    """An in-memory Maven repository that replaces the network and records requested paths."""

    def __init__(self, contents: dict[str, bytes]) -> None:
        self.contents = contents
        self.asked: list[str] = []

    def fetch(self, url: str) -> bytes:
        place = url.removeprefix(f"{jars.repository()}/")
        self.asked.append(place)
        return self.contents[place]

    def listed(self) -> tuple[Jar, ...]:
        """Return the JAR files in this repository."""
        return tuple(Jar(place, sha256(one).hexdigest()) for place, one in self.contents.items())


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Replace Maven Central with a small repository."""
    made = Repository({"g/a/1/a-1.jar": b"A", "g/b/2/b-2.jar": b"B"})
    monkeypatch.setattr(jars, "fetch", made.fetch)
    monkeypatch.setattr(jars, "listed_jars", made.listed)
    return made


def test_listed_jars_match_the_named_versions() -> None:
    listed = [jar.place for jar in jars.listed_jars()]
    for place, coordinate in zip(listed, jars.COORDINATES, strict=False):
        group, name, version = coordinate.split(":")
        assert place == f"{group.replace('.', '/')}/{name}/{version}/{name}-{version}.jar"
    assert len(listed) == len(set(listed)) > len(jars.COORDINATES)
    assert all(len(jar.sha256) == 64 for jar in jars.listed_jars())


def test_jars_are_downloaded_once(tmp_path: Path, repository: Repository) -> None:
    first = install_jars(tmp_path, nothing)
    assert [jar.read_bytes() for jar in first] == [b"A", b"B"]
    repository.asked.clear()
    assert install_jars(tmp_path, nothing) == first
    assert repository.asked == []


def test_only_the_missing_jar_is_downloaded_again(tmp_path: Path, repository: Repository) -> None:
    lost = install_jars(tmp_path, nothing)[1]
    lost.unlink()
    repository.asked.clear()
    install_jars(tmp_path, nothing)
    assert repository.asked == ["g/b/2/b-2.jar"]


def test_moved_cache_folder_still_works(tmp_path: Path, repository: Repository) -> None:
    install_jars(tmp_path / "old", nothing)
    (tmp_path / "old").rename(tmp_path / "new")
    repository.asked.clear()
    assert len(install_jars(tmp_path / "new", nothing)) == 2
    assert repository.asked == []


def test_damaged_download_is_not_saved(
    tmp_path: Path, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jars, "fetch", lambda url: repository.fetch(url) + b"!")
    with pytest.raises(DatabaseStartError, match=r"corrupted.*narabot db install"):
        install_jars(tmp_path, nothing)
    assert list(tmp_path.rglob("*.jar")) == []


def test_interrupted_write_leaves_no_partial_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(self: Path, content: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full_disk)
    with pytest.raises(OSError, match="No space"):
        jars.write_atomically(tmp_path / "a.jar", b"A")
    assert not (tmp_path / "a.jar").exists()


def test_missing_network_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unplugged(*_args: object, **_kwargs: object) -> None:
        raise requests.ConnectionError("no route")

    monkeypatch.setattr(requests, "request", unplugged)
    with pytest.raises(DatabaseStartError, match="requires a network connection once"):
        install_jars(tmp_path, nothing)
    assert [path.name for path in tmp_path.iterdir()] == ["jars.lock"]


def test_unwritable_cache_folder_error_names_the_setting(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseStartError, match="NARABOT_CACHE_DIR"):
        install_jars(tmp_path / "file" / "cache", nothing)
