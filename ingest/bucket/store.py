"""A bucket and the files in it, by boto3: listed, measured, opened from any byte on.

boto3 is imported when it is needed: most commands need no bucket.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

from narabot.errors import BucketError, BucketUnavailableError, ChangedFileError
from narabot.settings import Settings

SCHEME = "s3://"
CONNECT_S, READ_S = 10, 60
"""Seconds for which the store may be silent."""

REQUEST_TRIES = 5
"""Of each request, by botocore, which waits ever longer between them."""

CHANGED = 412
WORTH_ANOTHER_TRY = {408, 429}
"""HTTP's states below 500 that pass by themselves."""


RIGHTS = (
    " Look at the credentials that boto3 finds here, and at their rights; the bucket of S3_BUCKET "
    "is read without any."
)
ADVICE = {
    "NoSuchBucket": " Look at the bucket's name, and at S3_ENDPOINT_URL.",
    "AccessDenied": RIGHTS,
    "InvalidAccessKeyId": RIGHTS,
    "SignatureDoesNotMatch": RIGHTS,
}
"""What to do about S3's own codes."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One file of a bucket, as it was when it was listed."""

    key: str
    size: int
    """Bytes."""
    etag: str
    """Changes with its content; without the quotes."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """A bucket; safe to use from several threads, and to be sent to other machines."""

    name: str
    region: str
    endpoint_url: str | None
    is_signed: bool = False

    @property
    def client(self) -> Any:
        """boto3's client, one for all buckets of a store."""
        return store_client(self.region, self.endpoint_url, self.is_signed)

    def files(self, prefix: str) -> Iterator[StoredFile]:
        """Yield the files whose names begin so, in the order of their names.

        Raises BucketUnavailableError.
        """
        for one in self._listed("Contents", Prefix=prefix):
            if not one["Key"].endswith("/"):  # which some tools make for a folder
                yield StoredFile(one["Key"], one["Size"], one["ETag"].strip('"'))

    def folders(self, prefix: str) -> Iterator[str]:
        """Yield the names of what stands just below a prefix that ends in a slash, without it.

        Raises BucketUnavailableError.
        """
        for one in self._listed("CommonPrefixes", Prefix=prefix, Delimiter="/"):
            yield one["Prefix"].removeprefix(prefix).rstrip("/")

    def _listed(self, what: str, **asked: str) -> Iterator[dict[str, Any]]:
        """Yield what S3 lists of one sort."""
        with named_errors(self.name, asked["Prefix"]):
            pages = self.client.get_paginator("list_objects_v2")
            for page in pages.paginate(Bucket=self.name, **asked):
                yield from page.get(what, ())

    def opened(self, file: StoredFile, start: int) -> Any:
        """Return a file's bytes from one on, to be read.

        Raises ChangedFileError when it is no longer what was listed, BucketUnavailableError.
        """
        with named_errors(self.name, file.key):
            return self.client.get_object(
                Bucket=self.name, Key=file.key, IfMatch=file.etag, Range=f"bytes={start}-"
            )["Body"]

    def content(self, file: StoredFile) -> bytes:
        """Return a small file. Raises as `opened` does."""
        named = {"Bucket": self.name, "Key": file.key, "IfMatch": file.etag}
        with named_errors(self.name, file.key):
            return bytes(self.client.get_object(**named)["Body"].read())

    def put(self, key: str, content: BinaryIO) -> None:
        """Store a file, whole or not at all. Raises BucketError, BucketUnavailableError."""
        with named_errors(self.name, key, "written"):
            self.client.upload_fileobj(content, self.name, key)

    def delete(self, key: str) -> None:
        """Delete a file, if it is there. Raises BucketError, BucketUnavailableError."""
        with named_errors(self.name, key, "deleted"):
            self.client.delete_object(Bucket=self.name, Key=key)

    def part_sizes(self, file: StoredFile, parts: int) -> list[int]:
        """Return the bytes of each part of a file that was stored in so many."""
        first = self._part_size(file, 1)
        if -(-file.size // first) == parts:  # all are alike but for the last
            return [first] * (parts - 1) + [file.size - first * (parts - 1)]
        return [first, *(self._part_size(file, number) for number in range(2, parts + 1))]

    def _part_size(self, file: StoredFile, number: int) -> int:
        with named_errors(self.name, file.key):
            head = self.client.head_object(Bucket=self.name, Key=file.key, PartNumber=number)
            return int(head["ContentLength"])


@cache
def store_client(region: str, endpoint_url: str | None, is_signed: bool) -> Any:
    """Return boto3's client of a store."""
    import boto3
    import botocore
    from botocore.config import Config

    return boto3.session.Session().client(
        "s3",
        region_name=region,
        endpoint_url=endpoint_url,
        config=Config(
            signature_version=None if is_signed else botocore.UNSIGNED,
            retries={"mode": "standard", "total_max_attempts": REQUEST_TRIES},
            connect_timeout=CONNECT_S,
            read_timeout=READ_S,
            max_pool_connections=32,
        ),
    )


def open_bucket(settings: Settings, name: str) -> Bucket:
    """Return a bucket: NARA's without credentials, another with them if there are any."""
    import boto3

    is_public = name == settings.s3_bucket
    with named_errors(name, ""):
        is_signed = not is_public and boto3.session.Session().get_credentials() is not None
    return Bucket(name, settings.s3_region, settings.s3_endpoint_url, is_signed)


@dataclass(frozen=True, slots=True)
class BucketPlace:
    """A place in a bucket: the beginning of names, or one name."""

    bucket: Bucket
    prefix: str

    def __str__(self) -> str:
        """Return its address."""
        return f"s3://{self.bucket.name}/{self.prefix}"

    @property
    def folder(self) -> str:
        """How the names of the files below it begin."""
        return self.prefix.rstrip("/") + "/" if self.prefix else ""

    def below(self, name: str) -> "BucketPlace":
        """Return a place below it."""
        return BucketPlace(self.bucket, self.folder + name)

    @property
    def files(self) -> Iterator[tuple[str, StoredFile]]:
        """The files at and below the place, with their names below it.

        As below a folder: `rg_1` is a folder's name, and `rg_11-1.jsonl` does not stand in it.
        """
        for file in self.bucket.files(self.prefix.rstrip("/")):
            if file.key == self.prefix:
                yield file.key.rpartition("/")[2], file
            elif file.key.startswith(self.folder):
                yield file.key.removeprefix(self.folder), file


def place_of(text: str, settings: Settings) -> Path | BucketPlace:
    """Return what an argument of the command line names. Raises BucketError for an odd address."""
    if not text.startswith(SCHEME):
        return Path(text)
    name, _, prefix = text.removeprefix(SCHEME).partition("/")
    if not name:
        raise BucketError(f"{text} names no bucket; an address is s3://BUCKET/FOLDER.")
    return BucketPlace(open_bucket(settings, name), prefix)


@contextmanager
def named_errors(bucket: str, key: str, done: str = "had") -> Iterator[None]:
    """Turn what boto3 raises into one sentence; `done` is what was to be done with the file."""
    from botocore import exceptions
    from urllib3.exceptions import HTTPError

    try:
        yield
    except exceptions.ClientError as error:
        code = str(error.response.get("Error", {}).get("Code", ""))
        status = int(error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 500))
        if status == CHANGED:
            raise ChangedFileError(
                f"s3://{bucket}/{key} has changed since it was listed. Run the same command again."
            ) from error
        if status < 500 and status not in WORTH_ANOTHER_TRY:
            advice = ADVICE.get(code, "")
            raise BucketError(f"s3://{bucket}/{key} cannot be {done} ({code}).{advice}") from error
        raise BucketUnavailableError(
            f"s3://{bucket}/{key} cannot be {done} now ({code}). Run the same command later; it "
            "goes on from there."
        ) from error
    except (
        exceptions.ParamValidationError,
        exceptions.NoCredentialsError,
        exceptions.PartialCredentialsError,
        exceptions.ProfileNotFound,
    ) as error:
        raise BucketError(f"s3://{bucket}/{key} cannot be {done} ({error}).") from error
    except (exceptions.BotoCoreError, HTTPError) as error:
        raise BucketUnavailableError(
            f"The store of s3://{bucket} does not answer ({error}). Run the same command later; it "
            "goes on from there."
        ) from error
