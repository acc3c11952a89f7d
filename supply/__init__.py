"""What narabot is made of: for a release, and for who must know what runs on their machines.

`dependencies` (which packages), `bill` (`make sbom`), `licences` (`make licences`), `audit`
(`make audit`). Not part of the wheel.
"""
