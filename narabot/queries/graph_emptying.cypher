// Return whether the graph is being emptied. If no process is emptying it, a rebuild was interrupted.
// Out: one row if it is being emptied.
MATCH (version:graphVersion {emptying: true})
RETURN true AS emptying
