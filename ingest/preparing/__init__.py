"""`narabot prepare`: shards to Parquet, by this machine's cores or by a Ray cluster.

Knows nothing of the database.
"""

from ingest.preparing.job import Job, ShardOutcome, job_of
from ingest.preparing.local import prepare_here
from ingest.preparing.run import Engine, Prepared, render_prepared, run_prepare

__all__ = [
    "Engine",
    "Job",
    "Prepared",
    "ShardOutcome",
    "job_of",
    "prepare_here",
    "render_prepared",
    "run_prepare",
]
