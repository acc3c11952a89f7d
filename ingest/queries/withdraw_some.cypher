// Withdraw the next records that a release lacks. They can then be found only by naId, because they
// are removed from all search indexes and lose their incoming relations, mentions, and statements.
// In: $after, $limit, $release, $date.
// Out: looked (number of records examined), last (the last naId).
MATCH (first:record)
WHERE first.naId > $after AND first.chunkSeqId = 0
WITH first ORDER BY first.naId LIMIT $limit
WITH collect(first) AS looked
CALL (looked) {
    UNWIND looked AS first
    WITH first
    WHERE first.recordHash IS NOT NULL AND first.withdrawn IS NULL
          AND coalesce(first.release, '') <> $release
    SET first.withdrawn = true, first.withdrawnInRelease = $release, first.withdrawnDate = $date
    WITH first
    CALL (first) {
        MATCH (first)<-[relation]-(:record)
        DELETE relation
    }
    MATCH (chunk:record {naId: first.naId})
    REMOVE chunk:recordWithText, chunk:PassageNode, chunk.knownBy, chunk.knownAs, chunk.namesRead,
           chunk.modelReply, chunk.modelReplyForm, chunk.modelReplyBy, chunk.modelReplyChosen
    WITH chunk
    CALL (chunk) {
        MATCH (phrase:PhraseNode)-[mention:MENTIONED_IN]->(chunk)
        SET phrase.touched = true
        DELETE mention
    }
    CALL (chunk) {
        MATCH (statement:Statement)-[:STATED_IN]->(chunk)
        DETACH DELETE statement
    }
}
RETURN size(looked) AS looked, last(looked).naId AS last
