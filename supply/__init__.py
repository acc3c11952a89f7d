"""Checks and generated files for releases. Not part of the wheel.

Modules: `dependencies` (runtime packages), `sbom` (`make sbom`), `licenses` (`make licenses`),
`audit` (`make audit`), `jars` (the Neo4j jars), `settings_reference` (`make settings`).
"""
