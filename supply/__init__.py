"""Checks and generated files for releases. This package is not part of the wheel.

Modules: `dependencies` (runtime packages), `sbom` (`make sbom`), `licenses` (`make licenses`),
`audit` (`make audit`), `jars` (the Neo4j jars), `settings_reference` (`make settings`).
"""
