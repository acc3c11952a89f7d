"""How the tables of the store came to be as they are: Alembic's scripts, in the wheel.

A change of `tables` is a new file in `versions`, and its revision `database.REVISION`. A script
knows its tables by itself: what it did stays as it was.
"""
