// Delete some chunks with their relations.
// In: $count.  Out: deleted.
MATCH (chunk:record)
WITH chunk LIMIT $count
DETACH DELETE chunk
RETURN count(chunk) AS deleted
