"""The jars of Neo4j: downloaded once, whole or not at all."""

import errno
import hashlib
from pathlib import Path

import pytest
import requests

from narabot.database import install_jars, jars
from narabot.errors import DatabaseStartError


def nothing(_line: str) -> None:
    """Report to nobody."""


class Repository:
    """A Maven repository in memory in place of the network; counts what it is asked for."""

    def __init__(self, contents: dict[str, bytes]) -> None:
        self.contents = contents
        self.asked: list[str] = []

    def fetch(self, url: str) -> bytes:
        place = url.removeprefix(f"{jars.repository()}/")
        self.asked.append(place)
        if place.endswith(".sha1"):
            content = self.contents[place.removesuffix(".sha1")]
            return hashlib.sha1(content).hexdigest().encode()  # noqa: S324 - as Maven does
        return self.contents[place]


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> Repository:
    """Stand a small repository in for Maven Central."""
    made = Repository({"g/a/1/a-1.jar": b"A", "g/b/2/b-2.jar": b"B"})
    monkeypatch.setattr(jars, "fetch", made.fetch)
    monkeypatch.setattr(jars, "resolve_jars", lambda cache_dir: tuple(made.contents))
    return made


def test_jars_are_downloaded_once(tmp_path: Path, repository: Repository) -> None:
    first = install_jars(tmp_path, nothing)
    assert [jar.read_bytes() for jar in first] == [b"A", b"B"]
    repository.asked.clear()
    assert install_jars(tmp_path, nothing) == first
    assert repository.asked == []


def test_a_lost_jar_alone_is_downloaded_again(tmp_path: Path, repository: Repository) -> None:
    lost = install_jars(tmp_path, nothing)[1]
    lost.unlink()
    repository.asked.clear()
    install_jars(tmp_path, nothing)
    assert repository.asked == ["g/b/2/b-2.jar", "g/b/2/b-2.jar.sha1"]


def test_other_coordinates_have_another_class_path(
    tmp_path: Path, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_jars(tmp_path, nothing)
    monkeypatch.setattr(jars, "COORDINATES", ("g:c:3",))
    assert jars.read_class_path(tmp_path) is None


def test_a_moved_cache_folder_still_works(tmp_path: Path, repository: Repository) -> None:
    install_jars(tmp_path / "old", nothing)
    (tmp_path / "old").rename(tmp_path / "new")
    repository.asked.clear()
    assert len(install_jars(tmp_path / "new", nothing)) == 2
    assert repository.asked == []


def test_a_damaged_download_never_gets_its_name(
    tmp_path: Path, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = repository.fetch
    monkeypatch.setattr(
        jars, "fetch", lambda url: whole(url) if url.endswith(".sha1") else whole(url)[:-1]
    )
    with pytest.raises(DatabaseStartError, match=r"damaged.*narabot db install"):
        install_jars(tmp_path, nothing)
    assert list(tmp_path.rglob("*.jar")) == []
    assert jars.read_class_path(tmp_path) is None


def test_a_write_that_breaks_off_leaves_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full_disk(self: Path, content: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full_disk)
    with pytest.raises(OSError, match="No space"):
        jars.write_whole(tmp_path / "a.jar", b"A")
    assert not (tmp_path / "a.jar").exists()


def test_without_network_the_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unplugged(*_args: object, **_kwargs: object) -> None:
        raise requests.ConnectionError("no route")

    monkeypatch.setattr(requests, "request", unplugged)
    with pytest.raises(DatabaseStartError, match="needs the network once"):
        install_jars(tmp_path, nothing)
    assert [path.name for path in tmp_path.iterdir()] == ["jars.lock"]


def test_a_cache_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DatabaseStartError, match="NARABOT_CACHE_DIR"):
        install_jars(tmp_path / "file" / "cache", nothing)
