// Start of a statement: return some authorities with the nodes of all their names. An organization has
// earlier and later names; such a name has its organization and the organization's other names.
// In: $naIds.  Out: naId, name.
UNWIND $naIds AS naId
MATCH (authority:record {naId: naId, chunkSeqId: 0})
MATCH (authority)-[:organizationName*0..1]->(:record)<-[:organizationName*0..1]-(name:record)
WITH DISTINCT naId, name
