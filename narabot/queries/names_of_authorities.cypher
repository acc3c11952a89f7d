// Start of a statement: return the specified authorities with the nodes of all their names. The
// names of an organization include its earlier and later names. If the authority is one of these
// names, its names include the organization and the organization's other names.
// In: $naIds.  Out: naId, name.
UNWIND $naIds AS naId
MATCH (authority:record {naId: naId, chunkSeqId: 0})
MATCH (authority)-[:organizationName*0..1]->(:record)<-[:organizationName*0..1]-(name:record)
WITH DISTINCT naId, name
