// Authority records that other records name by a different heading.
// Out: first, weight (the number of such records), detail.
MATCH (first:ANY_AUTHORITY)
WHERE first.chunkSeqId = 0 AND first.stub IS NULL
CALL (first) {
    MATCH (first)-[:creator|contributor|donor|subject|broaderTerm|narrowerTerm|relatedTerm]->(naming:record)
    UNWIND [
        [naming.naId_creators, naming.heading_creators],
        [naming.naId_contributors, naming.heading_contributors],
        [naming.naId_donors, naming.heading_donors],
        [naming.naId_subjects, naming.heading_subjects],
        [naming.naId_broaderTerms, naming.heading_broaderTerms],
        [naming.naId_narrowerTerms, naming.heading_narrowerTerms],
        [naming.naId_relatedTerms, naming.heading_relatedTerms]
    ] AS lists
    UNWIND range(0, size(coalesce(lists[0], [])) - 1) AS i
    WITH naming, lists[1][i] AS name
    WHERE lists[0][i] = first.naId AND NOT name IN ['', coalesce(first.heading, '')]
    WITH name, count(DISTINCT naming) AS records, min(naming.naId) AS example
    ORDER BY records DESC, name
    RETURN sum(records) AS weight,
           collect(name + ' (' + records + ', as in ' + example + ')')[0..5] AS names
}
WITH first, weight, {names: apoc.text.join(names, ' | ')} AS detail
WHERE weight > 0
