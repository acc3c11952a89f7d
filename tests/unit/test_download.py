"""Tests of downloads from a real S3 server on loopback: complete, resumed, and verified."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError, NoCredentialsError, ParamValidationError
from typer.testing import CliRunner

from ingest.bucket import DownloadSelection, RetryPolicy, fetch, open_bucket
from ingest.bucket.download import compute_etag, download, fetch_listed, locked_download_folder, md5
from ingest.bucket.plan import LEDGER, plan_download
from ingest.bucket.store import s3_errors
from ingest.disk import writable
from narabot.cli import main
from narabot.errors import (
    BucketError,
    BucketUnavailableError,
    ChangedFileError,
    DamagedFileError,
    DataFolderError,
    SettingsError,
)
from tests.buckets import BUCKET, Store, emptied, store_on_loopback, through_a_network
from tests.shared import data_files, needs_shared

GROUP = "descriptions/record-groups/rg_11/"
PERSONS = "authority-records/person/person-1.jsonl"
IMPATIENT = {"attempts": 2, "max_pause_s": 0.01}


@pytest.fixture(scope="module")
def filled() -> Iterator[Store]:
    """Yield a store with real lines, some uploaded in one piece and some in parts."""
    with store_on_loopback() as store:
        for file in data_files():
            store.put(f"{GROUP}{file.name}", file.read_bytes())
        largest = max(data_files(), key=lambda file: file.stat().st_size).read_bytes()
        cut = 5 * 2**20
        store.put_in_parts(f"{GROUP}parts.jsonl", [largest[:cut], largest[cut:]])
        store.put(PERSONS, data_files()[0].read_bytes())
        store.put("descriptions/record-groups/rg_112/rg_112-1.jsonl", b"{}\n")
        store.put("descriptions/record-groups/rg_113/", b"")
        store.put("descriptions/collections/coll_JFK/coll_JFK-1.jsonl", b"{}\n")
        store.put("descriptions/collections/coll_FDR-MORGEN/coll_FDR-MORGEN-1.jsonl", b"{}\n")
        yield store


@pytest.fixture(scope="module")
def second() -> Iterator[Store]:
    """Yield a store that tests may change."""
    with store_on_loopback() as own:
        yield own


@pytest.fixture
def store(second: Store) -> Store:
    """Return an empty store."""
    return emptied(second)


def bucket_of(store: Store) -> Any:
    return open_bucket(store.settings, BUCKET)


def sums(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*.jsonl")
        if path.name != LEDGER
    }


def stored_sums(store: Store, prefix: str) -> dict[str, str]:
    bucket = bucket_of(store)
    return {
        one.key: hashlib.sha256(
            store.client.get_object(Bucket=BUCKET, Key=one.key)["Body"].read()
        ).hexdigest()
        for one in bucket.files(prefix)
    }


@needs_shared
@pytest.mark.slow
def test_only_selected_files_are_downloaded(filled: Store, tmp_path: Path) -> None:
    bucket = bucket_of(filled)
    plan = plan_download(bucket, DownloadSelection([11], has_authorities=True), tmp_path)
    assert [share.name for share in plan.shares] == ["record group 11", "authorities"]
    done = download(bucket, plan, 4, RetryPolicy())
    assert done.files == len(data_files()) + 2
    assert not done.faults
    wanted = stored_sums(filled, GROUP) | stored_sums(filled, "authority-records/")
    assert sums(tmp_path) == wanted
    assert not list(tmp_path.rglob("*.part"))
    assert plan_download(bucket, DownloadSelection([11]), tmp_path).wanted == ()


@needs_shared
def test_interrupted_download_resumes_at_its_byte(filled: Store, tmp_path: Path) -> None:
    """The network fails after some bytes. The second run fetches only the rest."""
    [file] = [one for one in bucket_of(filled).files(GROUP) if one.key.endswith("parts.jsonl")]
    to = tmp_path / "parts.jsonl"
    with through_a_network(filled) as (network, settings):
        bucket = open_bucket(settings, BUCKET)
        seen: list[int] = []

        def watch(count: int) -> None:
            seen.append(count)
            if sum(seen) > file.size // 3:
                network.is_down = True
                network.drop()

        with pytest.raises(BucketUnavailableError):
            fetch(bucket, file, to, watch, RetryPolicy(**IMPATIENT))
        assert not to.exists()
        [part] = tmp_path.glob(".*.part")
        kept = part.stat().st_size
        assert 0 < kept < file.size
        network.is_down = False
        again: list[int] = []
        fetch(bucket, file, to, again.append, RetryPolicy(**IMPATIENT))
    assert again[0] == kept  # reported as already read, and not fetched
    assert sum(again) == file.size
    assert hashlib.sha256(to.read_bytes()).hexdigest() == stored_sums(filled, file.key)[file.key]
    assert not list(tmp_path.glob(".*.part"))


@needs_shared
@pytest.mark.slow
def test_download_survives_repeated_disconnections(filled: Store, tmp_path: Path) -> None:
    [file] = [one for one in bucket_of(filled).files(GROUP) if one.key.endswith("parts.jsonl")]
    breaks = iter(range(1, 4))
    with through_a_network(filled) as (network, settings):
        read = 0

        def watch(count: int) -> None:
            nonlocal read
            read += count
            if read > file.size / 5 * next(breaks, 9):
                network.drop()

        fetch(
            open_bucket(settings, BUCKET),
            file,
            tmp_path / "one.jsonl",
            watch,
            RetryPolicy(3, max_pause_s=0.01),
        )
    assert (tmp_path / "one.jsonl").stat().st_size == file.size


def test_file_that_changes_between_runs_is_fetched_again(store: Store, tmp_path: Path) -> None:
    store.put(f"{GROUP}rg_11-1.jsonl", b"a" * 3_000_000)
    bucket = bucket_of(store)
    [old] = bucket.files(GROUP)
    part = tmp_path / f".rg_11-1.jsonl.{old.etag[:12]}.part"
    part.write_bytes(b"a" * 1_000_000)
    store.put(f"{GROUP}rg_11-1.jsonl", b"b" * 3_000_000)
    with pytest.raises(ChangedFileError, match="has changed since it was listed"):
        fetch(bucket, old, tmp_path / "rg_11-1.jsonl")
    [new] = bucket.files(GROUP)
    fetch(bucket, new, tmp_path / "rg_11-1.jsonl")
    assert set((tmp_path / "rg_11-1.jsonl").read_bytes()) == {ord("b")}
    assert not part.exists()


@pytest.mark.parametrize("parts", [False, True])
def test_damaged_file_is_discarded(store: Store, tmp_path: Path, parts: bool) -> None:
    key = f"{GROUP}rg_11-1.jsonl"
    content = bytes(range(256)) * 4096 * 6
    if parts:
        store.put_in_parts(key, [content[: 5 * 2**20], content[5 * 2**20 :]])
    else:
        store.put(key, content)
    [file] = bucket_of(store).files(GROUP)
    part = tmp_path / f".one.jsonl.{file.etag[:12]}.part"
    part.write_bytes(b"?" + content[1:1000])
    with pytest.raises(DamagedFileError, match="was damaged during the download"):
        fetch(bucket_of(store), file, tmp_path / "one.jsonl")
    assert not list(tmp_path.iterdir())
    fetch(bucket_of(store), file, tmp_path / "one.jsonl")
    assert (tmp_path / "one.jsonl").read_bytes() == content


def test_empty_file_is_downloaded(store: Store, tmp_path: Path) -> None:
    store.put(f"{GROUP}rg_11-1.jsonl", b"")
    [file] = bucket_of(store).files(GROUP)
    fetch(bucket_of(store), file, tmp_path / "one.jsonl")
    assert (tmp_path / "one.jsonl").read_bytes() == b""


def test_faulty_file_does_not_stop_the_others(store: Store, tmp_path: Path) -> None:
    for number in range(3):
        store.put(f"{GROUP}rg_11-{number}.jsonl", b"%d" % number)
    bucket = bucket_of(store)
    plan = plan_download(bucket, DownloadSelection([11]), tmp_path)
    store.put(f"{GROUP}rg_11-1.jsonl", b"changed")
    store.client.delete_object(Bucket=BUCKET, Key=f"{GROUP}rg_11-2.jsonl")
    done = download(bucket, plan, 2, RetryPolicy(**IMPATIENT))
    assert done.files == 1
    assert len(done.faults) == 2
    again = plan_download(bucket, DownloadSelection([11]), tmp_path)
    assert [file.key[-7:] for file in again.wanted] == ["1.jsonl"]


def test_file_removed_from_bucket_is_reported(store: Store, tmp_path: Path) -> None:
    for number in range(2):
        store.put(f"{GROUP}rg_11-{number}.jsonl", b"{}")
    bucket = bucket_of(store)
    download(bucket, plan_download(bucket, DownloadSelection([11]), tmp_path), 2, RetryPolicy())
    store.client.delete_object(Bucket=BUCKET, Key=f"{GROUP}rg_11-1.jsonl")
    plan = plan_download(bucket, DownloadSelection([11]), tmp_path)
    assert [path.name for path in plan.gone] == ["rg_11-1.jsonl"]


def test_truncated_ledger_forgets_only_one_file(store: Store, tmp_path: Path) -> None:
    for number in range(2):
        store.put(f"{GROUP}rg_11-{number}.jsonl", b"{}")
    bucket = bucket_of(store)
    download(bucket, plan_download(bucket, DownloadSelection([11]), tmp_path), 2, RetryPolicy())
    ledger = tmp_path / LEDGER
    ledger.write_bytes(ledger.read_bytes()[:-9])
    assert len(plan_download(bucket, DownloadSelection([11]), tmp_path).wanted) == 1


@pytest.mark.slow
def test_unreachable_store_is_reported(tmp_path: Path) -> None:
    with store_on_loopback() as store:
        settings = store.settings
    bucket = open_bucket(settings, BUCKET)
    with pytest.raises(BucketUnavailableError, match=r"does not respond .*Run the same command"):
        plan_download(bucket, DownloadSelection([11]), tmp_path)


def test_file_name_outside_the_folder_is_rejected(store: Store, tmp_path: Path) -> None:
    store.put(f"{GROUP}../../../../evil.jsonl", b"{}")
    with pytest.raises(BucketError, match="is not a valid local file name"):
        plan_download(bucket_of(store), DownloadSelection([11]), tmp_path / "in")


@pytest.mark.parametrize("name", ["", "..", "../x", "a/b", "-x\n", ".hidden"])
def test_invalid_collection_identifier_is_rejected(name: str) -> None:
    with pytest.raises(SettingsError, match="is not a collection identifier"):
        DownloadSelection(collections=[name])


def test_second_download_into_same_folder_is_rejected(tmp_path: Path) -> None:
    with (
        locked_download_folder(tmp_path),
        pytest.raises(DataFolderError, match="Another download"),
        locked_download_folder(tmp_path),
    ):
        pass


@needs_shared
def test_lack_of_space_is_reported_before_fetching(
    filled: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bucket = bucket_of(filled)
    plan = plan_download(bucket, DownloadSelection([11]), tmp_path)
    free = type("Usage", (), {"free": 1000})
    monkeypatch.setattr("ingest.bucket.plan.shutil.disk_usage", lambda _: free)
    with pytest.raises(DataFolderError, match=r"has 0\.0 GB of free space"):
        download(bucket, plan, 2, RetryPolicy())
    assert not list(tmp_path.rglob("*.jsonl"))


@needs_shared
def test_download_can_continue_after_a_full_disk(
    filled: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bucket = bucket_of(filled)
    plan = plan_download(bucket, DownloadSelection([11]), tmp_path)

    with monkeypatch.context() as patch:
        patch.setattr("ingest.bucket.download.fetch_listed", lambda *_: written_full(tmp_path))
        with pytest.raises(DataFolderError, match="the disk is full"):
            download(bucket, plan, 2, RetryPolicy())
    assert download(bucket, plan, 2, RetryPolicy()).files == len(plan.wanted)


def test_release_change_during_download_is_reported(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next run lists the bucket again and refetches the files from before the change."""
    files = [f"{GROUP}rg_11-{number}.jsonl" for number in range(4)]
    for key in files:
        store.put(key, b"of the first release\n")
    bucket = bucket_of(store)
    plan = plan_download(bucket, DownloadSelection([11]), tmp_path)

    def fetch_then_change(*given: Any) -> None:
        fetch_listed(*given)
        for key in files:
            store.put(key, b"of the second release\n")

    with monkeypatch.context() as patch:
        patch.setattr("ingest.bucket.download.fetch_listed", fetch_then_change)
        done = download(bucket, plan, 1, RetryPolicy())
    assert done.files == 1
    assert len(done.faults) == 3
    assert all("has changed since it was listed" in fault for fault in done.faults)
    again = plan_download(bucket, DownloadSelection([11]), tmp_path)
    assert download(bucket, again, 1, RetryPolicy()).files == len(files)
    assert {path.read_bytes() for path in tmp_path.rglob("rg_*.jsonl")} == {
        b"of the second release\n"
    }


def written_full(folder: Path) -> None:
    """Write to a disk that is always full."""
    with writable(folder), Path("/dev/full").open("wb", buffering=0) as device:
        device.write(b"x")


def test_etag_of_parts_matches_the_documentation(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"aaaabbbbcc")
    parts = b"".join(md5(part).digest() for part in (b"aaaa", b"bbbb", b"cc"))
    assert compute_etag(path, [4, 4, 2]) == f"{md5(parts).hexdigest()}-3"
    assert compute_etag(path) == md5(b"aaaabbbbcc").hexdigest()


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, BucketError),
        (403, BucketError),
        (404, BucketError),
        (408, BucketUnavailableError),
        (412, ChangedFileError),
        (429, BucketUnavailableError),
        (500, BucketUnavailableError),
        (503, BucketUnavailableError),
    ],
)
def test_temporary_errors_are_distinguished_from_permanent_errors(
    status: int, kind: type[Exception]
) -> None:
    answer: Any = {"Error": {"Code": "X"}, "ResponseMetadata": {"HTTPStatusCode": status}}
    with pytest.raises(kind) as raised, s3_errors("bucket", "key"):
        raise ClientError(answer, "GetObject")
    assert type(raised.value) is kind


@pytest.mark.parametrize("error", [NoCredentialsError(), ParamValidationError(report="x")])
def test_user_errors_are_not_retried(error: Exception) -> None:
    with pytest.raises(BucketError), s3_errors("bucket", "key"):
        raise error


@pytest.mark.parametrize("command", ["download", "export-loaded"])
def test_bucket_is_not_mistaken_for_a_local_folder(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = CliRunner().invoke(main, [command, "--to", "s3://ours/x"])
    assert outcome.exit_code == 2
    assert "this option does not accept a bucket" in outcome.stderr
    assert not list(tmp_path.iterdir())


# The command


@pytest.fixture
def at_the_store(filled: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("S3_ENDPOINT_URL", filled.settings.s3_endpoint_url or "")
    return filled


@needs_shared
def test_command_reports_size_before_downloading(at_the_store: Store, tmp_path: Path) -> None:
    options = ["download", "--record-group", "11", "--authorities", "--to", str(tmp_path)]
    outcome = CliRunner().invoke(main, [*options, "--dry-run"])
    assert outcome.exit_code == 0, outcome.output
    assert re.search(r"record group 11: \d+ files, [\d.]+ MB", outcome.stdout)
    assert "authorities: 1 file," in outcome.stdout
    assert not list(tmp_path.rglob("*.jsonl"))
    done = CliRunner().invoke(main, options)
    assert done.exit_code == 0, done.output
    assert (tmp_path / PERSONS).is_file()
    again = CliRunner().invoke(main, options)
    assert "Downloaded 0 of 0 files" in again.stdout


@needs_shared
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ([], "Specify what to download"),
        (["--record-group", "9999"], "contains no files for record group 9999"),
        (["--collection", "fdr-morgn"], "collection fdr-morgn. Did you mean FDR-MORGEN?"),
        (["--collection", "ZZ"], "contains no files for collection ZZ.\n"),
        (["--collection", "../x"], "is not a collection identifier"),
    ],
)
def test_empty_selection_is_reported(
    at_the_store: Store, tmp_path: Path, options: list[str], sentence: str
) -> None:
    outcome = CliRunner().invoke(main, ["download", *options, "--to", str(tmp_path / "to")])
    assert outcome.exit_code == 1
    assert sentence in outcome.stderr


@needs_shared
def test_only_requests_to_naras_bucket_are_unsigned(
    filled: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    assert not bucket_of(filled).is_signed
    assert open_bucket(filled.settings, "ours").is_signed
