"""The migrations of the store: Alembic scripts, which are part of the wheel.

A change of `tables` requires a new file in `versions`, with `database.REVISION` as its revision.
Each script defines its own tables and never changes.
"""
