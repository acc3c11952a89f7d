// Some authorities with the nodes of all their names: of an organization its earlier and later ones,
// of such a name its organization and the others. The beginning of a statement.
// In: $naIds.  Out: naId, name.
UNWIND $naIds AS naId
MATCH (authority:record {naId: naId, chunkSeqId: 0})
MATCH (authority)-[:organizationName*0..1]->(:record)<-[:organizationName*0..1]-(name:record)
WITH DISTINCT naId, name
