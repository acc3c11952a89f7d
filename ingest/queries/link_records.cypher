// Link records: the path downwards and the authorities, one relation per pair and type.
// In: $rows of {relation, start, end}: a relation type and two chunkIds.
UNWIND $rows AS row
MATCH (start:record {chunkId: row.start})
MATCH (end:record {chunkId: row.end})
FOREACH (_ IN CASE row.relation WHEN 'Includes' THEN [1] ELSE [] END | MERGE (start)-[:Includes]->(end))
FOREACH (_ IN CASE row.relation WHEN 'creator' THEN [1] ELSE [] END | MERGE (start)-[:creator]->(end))
FOREACH (_ IN CASE row.relation WHEN 'contributor' THEN [1] ELSE [] END | MERGE (start)-[:contributor]->(end))
FOREACH (_ IN CASE row.relation WHEN 'donor' THEN [1] ELSE [] END | MERGE (start)-[:donor]->(end))
FOREACH (_ IN CASE row.relation WHEN 'subject' THEN [1] ELSE [] END | MERGE (start)-[:subject]->(end))
FOREACH (_ IN CASE row.relation WHEN 'broaderTerm' THEN [1] ELSE [] END | MERGE (start)-[:broaderTerm]->(end))
FOREACH (_ IN CASE row.relation WHEN 'narrowerTerm' THEN [1] ELSE [] END | MERGE (start)-[:narrowerTerm]->(end))
FOREACH (_ IN CASE row.relation WHEN 'relatedTerm' THEN [1] ELSE [] END | MERGE (start)-[:relatedTerm]->(end))
FOREACH (_ IN CASE row.relation WHEN 'jurisdiction' THEN [1] ELSE [] END | MERGE (start)-[:jurisdiction]->(end))
FOREACH (_ IN CASE row.relation WHEN 'organizationName' THEN [1] ELSE [] END | MERGE (start)-[:organizationName]->(end))
FOREACH (_ IN CASE row.relation WHEN 'personalReference' THEN [1] ELSE [] END | MERGE (start)-[:personalReference]->(end))
FOREACH (_ IN CASE row.relation WHEN 'organizationalReference' THEN [1] ELSE [] END | MERGE (start)-[:organizationalReference]->(end))
