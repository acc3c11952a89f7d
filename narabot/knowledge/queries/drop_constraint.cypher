// Drop a constraint of the layer.
// In: $name.
DROP CONSTRAINT $name IF EXISTS
