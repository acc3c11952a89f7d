"""A real S3 server (moto) on the loopback interface, behind a network that a test can break."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import boto3
import requests

from narabot.database.home import free_port
from narabot.settings import Settings
from tests.proxy import network_to

BUCKET = "nara-national-archives-catalog"
OTHER = "ours"


@dataclass(frozen=True)
class Store:
    """An S3 store with NARA's bucket and a bucket of narabot's own."""

    settings: Settings
    client: Any

    def put(self, key: str, content: bytes, bucket: str = BUCKET) -> None:
        """Upload a file in one request."""
        self.client.put_object(Bucket=bucket, Key=key, Body=content, ACL="public-read")

    def put_in_parts(self, key: str, parts: list[bytes]) -> None:
        """Upload a file in parts. Every part except the last must be at least 5 MiB."""
        named = {"Bucket": BUCKET, "Key": key}
        upload = self.client.create_multipart_upload(**named, ACL="public-read")["UploadId"]
        etags = [
            self.client.upload_part(**named, UploadId=upload, PartNumber=number, Body=part)["ETag"]
            for number, part in enumerate(parts, 1)
        ]
        stored = [{"PartNumber": number, "ETag": one} for number, one in enumerate(etags, 1)]
        self.client.complete_multipart_upload(
            **named, UploadId=upload, MultipartUpload={"Parts": stored}
        )


@contextmanager
def store_on_loopback() -> Iterator[Store]:
    """Run a store in its own process, because all moto servers in a process share one state."""
    address = f"http://127.0.0.1:{(port := free_port())}"
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_until_it_answers(address)
            yield emptied(Store(Settings(s3_endpoint_url=address), client_of(address)))
        finally:
            process.terminate()


def wait_until_it_answers(address: str) -> None:
    """Wait until the store answers."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            requests.get(f"{address}/moto-api/data.json", timeout=10)
            return
        except requests.ConnectionError:
            time.sleep(0.1)
    raise TimeoutError("moto's server did not answer")


def client_of(address: str) -> Any:
    """Return a client with write access."""
    return boto3.client(
        "s3",
        endpoint_url=address,
        region_name="us-east-1",
        aws_access_key_id="test",
        aws_secret_access_key="test",
    )


def emptied(store: Store) -> Store:
    """Return a store with two empty buckets."""
    requests.post(f"{store.settings.s3_endpoint_url}/moto-api/reset", timeout=10)
    for bucket in (BUCKET, OTHER):
        store.client.create_bucket(Bucket=bucket)
    return store


@contextmanager
def through_a_network(store: Store) -> Iterator[tuple[Any, Settings]]:
    """Yield a network in front of a store, and settings that use the network's address."""
    address = store.settings.s3_endpoint_url or ""
    with network_to(int(address.rpartition(":")[2])) as network:
        url = f"http://127.0.0.1:{network.own_port}"
        yield network, store.settings.model_copy(update={"s3_endpoint_url": url})
