"""The store's migrations: Alembic scripts, which are included in the wheel.

A change to `tables` requires a new file in `versions`, with `database.REVISION` as its revision.
Each script defines its own tables and never changes.
"""
