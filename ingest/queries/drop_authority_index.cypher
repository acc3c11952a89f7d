// Drop the index of authorities' names.
DROP INDEX authorityNames IF EXISTS
