"""One script for each change. Each script names its predecessor."""
