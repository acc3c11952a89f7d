// Whether the graph is being emptied; if nobody is at it, a rebuild was stopped half-way.
// Out: a row if so.
MATCH (version:graphVersion {emptying: true})
RETURN true AS emptying
