// Return the physical location and restrictions that records state: reference units, containers,
// microfilm, handling, access, and use.
// In: $naIds.  Out: naId, properties with the graph's property names.
UNWIND $naIds AS naId
MATCH (first:record {naId: naId, chunkSeqId: 0})
RETURN naId,
       first.name_referenceUnits AS name_referenceUnits,
       first.name_heldAt AS name_heldAt,
       first.text_heldAt AS text_heldAt,
       first.containerId AS containerId,
       first.title_microformPublications AS title_microformPublications,
       first.identifier_microformPublications AS identifier_microformPublications,
       first.note_microformPublications AS note_microformPublications,
       first.specificMediaType AS specificMediaType,
       first.physicalRestrictionNote_mediaOccurrences AS physicalRestrictionNote_mediaOccurrences,
       first.status_accessRestriction AS status_accessRestriction,
       first.note_accessRestriction AS note_accessRestriction,
       first.status_useRestriction AS status_useRestriction
ORDER BY naId
