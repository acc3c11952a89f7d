"""Upgrade a connection's database within the connection's transaction. Alembic runs this script."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
