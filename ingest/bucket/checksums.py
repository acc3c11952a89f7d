"""Whether a file is what the store says: by the ETag, which is made of MD5 sums.

Of a file stored at once it is its MD5; of one stored in n parts the MD5 of the parts' sums, and
"-n" (Amazon S3 User Guide, "Checking object integrity").
"""

import hashlib
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import IO

ETAG = re.compile(r"([0-9a-f]{32})(?:-(\d+))?")
READ_AT_ONCE = 2**20

md5 = partial(hashlib.md5, usedforsecurity=False)


def parts_of(etag: str) -> int | None:
    """Return in how many parts a file was stored, 0 for at once; `None` if it cannot be told."""
    match = ETAG.fullmatch(etag)
    return None if match is None else int(match[2] or 0)


def etag_of(path: Path, part_sizes: Sequence[int] = ()) -> str:
    """Return the ETag of a file of this machine, stored in parts of such bytes, or at once."""
    with path.open("rb") as file:
        if not part_sizes:
            return hashlib.file_digest(file, md5).hexdigest()
        sums = [part_sum(file, size) for size in part_sizes]
    return f"{md5(b''.join(sums)).hexdigest()}-{len(sums)}"


def part_sum(file: IO[bytes], size: int) -> bytes:
    """Return the sum of the next bytes."""
    digest, left = md5(), size
    while left and (block := file.read(min(left, READ_AT_ONCE))):
        digest.update(block)
        left -= len(block)
    return digest.digest()
