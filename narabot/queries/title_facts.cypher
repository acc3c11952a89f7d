// Return the senders and recipients of messages that ingest parsed from the titles of the specified
// records.
// In: $naIds.  Out: naId, sender, recipient.
UNWIND $naIds AS naId
MATCH (first:record {naId: naId, chunkSeqId: 0})
WHERE first.sender IS NOT NULL OR first.recipient IS NOT NULL
RETURN first.naId AS naId,
       first.sender AS sender,
       first.recipient AS recipient
ORDER BY naId
