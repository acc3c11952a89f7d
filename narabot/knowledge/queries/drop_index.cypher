// Drop an index of the layer.
// In: $name.
DROP INDEX $name IF EXISTS
