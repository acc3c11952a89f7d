// Drop the index of authority names.
DROP INDEX authorityNames IF EXISTS
