// The heaviest names of a detected community, and the number of its other names next to each.
// In: $communityId, $most.  Out: names (their number), heaviest of {phraseId, name, beside}.
MATCH (phrase:PhraseNode)-[membership:IN_COMMUNITY]->(community:Community {communityId: $communityId})
WITH community, phrase ORDER BY membership.place
WITH community, count(*) AS names, collect(phrase)[0..$most] AS heaviest
UNWIND heaviest AS phrase
CALL (community, phrase) {
    MATCH (phrase)-[:MENTIONED_IN]->(chunk:PassageNode)<-[:MENTIONED_IN]-(other:PhraseNode)
    WHERE other <> phrase AND EXISTS { (other)-[:IN_COMMUNITY]->(community) }
    RETURN count(DISTINCT other) AS beside
}
RETURN names, collect({
    phraseId: phrase.phraseId, name: phrase.name, beside: beside
}) AS heaviest
