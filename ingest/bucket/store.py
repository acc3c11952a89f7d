"""List, read, and write the files in a bucket with boto3.

boto3 is imported only when it is needed, because most commands do not use a bucket.
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
CONNECT_TIMEOUT_S, READ_TIMEOUT_S = 10, 60
"""Timeouts for connecting to the store and for reading from it, in seconds."""

REQUEST_ATTEMPTS = 5
"""Maximum number of attempts for one request. botocore waits longer after each attempt."""

PRECONDITION_FAILED = 412
RETRYABLE_STATUSES = {408, 429}
"""HTTP status codes below 500 that indicate a temporary failure."""


CREDENTIALS_ADVICE = (
    " Check the credentials that boto3 finds on this machine, and their permissions. narabot reads "
    "S3_BUCKET without credentials."
)
ADVICE = {
    "NoSuchBucket": " Check the bucket's name and S3_ENDPOINT_URL.",
    "AccessDenied": CREDENTIALS_ADVICE,
    "InvalidAccessKeyId": CREDENTIALS_ADVICE,
    "SignatureDoesNotMatch": CREDENTIALS_ADVICE,
}
"""Advice for some of S3's error codes."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file in a bucket, as the bucket's listing describes it."""

    key: str
    size: int
    """Size in bytes."""
    etag: str
    """ETag without quotation marks. It changes with the content."""


@dataclass(frozen=True, slots=True)
class Bucket:
    """An S3 bucket. Threads can share this object, and it can be sent to other machines."""

    name: str
    region: str
    endpoint_url: str | None
    is_signed: bool = False

    @property
    def client(self) -> Any:
        """The boto3 client, shared by all buckets in a store."""
        return store_client(self.region, self.endpoint_url, self.is_signed)

    def files(self, prefix: str) -> Iterator[StoredFile]:
        """Yield the files whose keys begin with a prefix, ordered by key.

        Raise BucketUnavailableError.
        """
        for one in self._listed("Contents", Prefix=prefix):
            if not one["Key"].endswith("/"):  # some tools create a key for a folder
                yield StoredFile(one["Key"], one["Size"], one["ETag"].strip('"'))

    def folders(self, prefix: str) -> Iterator[str]:
        """Yield the names of the folders directly below a prefix that ends in a slash.

        Raise BucketUnavailableError.
        """
        for one in self._listed("CommonPrefixes", Prefix=prefix, Delimiter="/"):
            yield one["Prefix"].removeprefix(prefix).rstrip("/")

    def _listed(self, what: str, **asked: str) -> Iterator[dict[str, Any]]:
        """Yield the entries of one kind from S3's listing."""
        with s3_errors(self.name, asked["Prefix"]):
            pages = self.client.get_paginator("list_objects_v2")
            for page in pages.paginate(Bucket=self.name, **asked):
                yield from page.get(what, ())

    def opened(self, file: StoredFile, start: int) -> Any:
        """Return a stream of a file's bytes, beginning at an offset.

        Raise BucketUnavailableError, or ChangedFileError if the file has changed since it was
        listed.
        """
        with s3_errors(self.name, file.key):
            return self.client.get_object(
                Bucket=self.name, Key=file.key, IfMatch=file.etag, Range=f"bytes={start}-"
            )["Body"]

    def content(self, file: StoredFile) -> bytes:
        """Return the content of a small file. Raise the same errors as `opened`."""
        named = {"Bucket": self.name, "Key": file.key, "IfMatch": file.etag}
        with s3_errors(self.name, file.key):
            return bytes(self.client.get_object(**named)["Body"].read())

    def put(self, key: str, content: BinaryIO) -> None:
        """Store a file atomically. Raise BucketError or BucketUnavailableError."""
        with s3_errors(self.name, key, "written"):
            self.client.upload_fileobj(content, self.name, key)

    def delete(self, key: str) -> None:
        """Delete a file if it exists. Raise BucketError or BucketUnavailableError."""
        with s3_errors(self.name, key, "deleted"):
            self.client.delete_object(Bucket=self.name, Key=key)

    def part_sizes(self, file: StoredFile, parts: int) -> list[int]:
        """Return the size in bytes of each part of a file that was uploaded in `parts` parts."""
        first = self._part_size(file, 1)
        if -(-file.size // first) == parts:  # all parts but the last have the same size
            return [first] * (parts - 1) + [file.size - first * (parts - 1)]
        return [first, *(self._part_size(file, number) for number in range(2, parts + 1))]

    def _part_size(self, file: StoredFile, number: int) -> int:
        with s3_errors(self.name, file.key):
            head = self.client.head_object(Bucket=self.name, Key=file.key, PartNumber=number)
            return int(head["ContentLength"])


@cache
def store_client(region: str, endpoint_url: str | None, is_signed: bool) -> Any:
    """Return the boto3 client for a store."""
    import boto3
    import botocore
    from botocore.config import Config

    return boto3.session.Session().client(
        "s3",
        region_name=region,
        endpoint_url=endpoint_url,
        config=Config(
            signature_version=None if is_signed else botocore.UNSIGNED,
            retries={"mode": "standard", "total_max_attempts": REQUEST_ATTEMPTS},
            connect_timeout=CONNECT_TIMEOUT_S,
            read_timeout=READ_TIMEOUT_S,
            max_pool_connections=32,
        ),
    )


def open_bucket(settings: Settings, name: str) -> Bucket:
    """Return a bucket.

    narabot reads NARA's bucket without credentials, and uses any available credentials for other
    buckets.
    """
    import boto3

    is_public = name == settings.s3_bucket
    with s3_errors(name, ""):
        is_signed = not is_public and boto3.session.Session().get_credentials() is not None
    return Bucket(name, settings.s3_region, settings.s3_endpoint_url, is_signed)


@dataclass(frozen=True, slots=True)
class BucketPlace:
    """A place in a bucket: a prefix or a single key."""

    bucket: Bucket
    prefix: str

    def __str__(self) -> str:
        return f"s3://{self.bucket.name}/{self.prefix}"

    @property
    def folder(self) -> str:
        """The key prefix of the files below the place."""
        return self.prefix.rstrip("/") + "/" if self.prefix else ""

    def below(self, name: str) -> "BucketPlace":
        """Return the place with the specified name below this place."""
        return BucketPlace(self.bucket, self.folder + name)

    @property
    def files(self) -> Iterator[tuple[str, StoredFile]]:
        """The files at or below the place, each with its name relative to the place.

        The prefix denotes a folder: `rg_1` does not include `rg_11-1.jsonl`.
        """
        for file in self.bucket.files(self.prefix.rstrip("/")):
            if file.key == self.prefix:
                yield file.key.rpartition("/")[2], file
            elif file.key.startswith(self.folder):
                yield file.key.removeprefix(self.folder), file


def parse_place(text: str, settings: Settings) -> Path | BucketPlace:
    """Return the path or bucket place in a command-line argument. Raise BucketError."""
    if not text.startswith(SCHEME):
        return Path(text)
    name, _, prefix = text.removeprefix(SCHEME).partition("/")
    if not name:
        raise BucketError(f"{text} does not specify a bucket. Use the form s3://BUCKET/FOLDER.")
    return BucketPlace(open_bucket(settings, name), prefix)


@contextmanager
def s3_errors(bucket: str, key: str, done: str = "read") -> Iterator[None]:
    """Convert boto3's exceptions into narabot's errors.

    `done` is the past participle that describes the failed action in messages.
    """
    from botocore import exceptions
    from urllib3.exceptions import HTTPError

    try:
        yield
    except exceptions.ClientError as error:
        code = str(error.response.get("Error", {}).get("Code", ""))
        status = int(error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 500))
        if status == PRECONDITION_FAILED:
            raise ChangedFileError(
                f"s3://{bucket}/{key} has changed since it was listed. Run the same command again."
            ) from error
        if status < 500 and status not in RETRYABLE_STATUSES:
            advice = ADVICE.get(code, "")
            raise BucketError(f"s3://{bucket}/{key} cannot be {done} ({code}).{advice}") from error
        raise BucketUnavailableError(
            f"s3://{bucket}/{key} cannot be {done} now ({code}). Run the same command later to "
            "continue."
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
            f"The server for s3://{bucket} does not respond ({error}). Run the same command "
            "later to continue."
        ) from error
