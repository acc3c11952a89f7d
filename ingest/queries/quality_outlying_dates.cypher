// Descriptions whose own dates extend beyond the parent's dates, by year.
// Out: first, weight (the difference in years), detail.
MATCH (above:record)-[:Includes]->(first:recordWithText)
WITH above, first,
     CASE WHEN first.startDate IS NOT NULL AND above.startDate IS NOT NULL
         THEN above.startYear - first.startYear END AS before,
     CASE WHEN first.endDate IS NOT NULL AND above.endDate IS NOT NULL
         THEN first.endYear - above.endYear END AS after
WITH above, first, apoc.coll.max([0, before, after]) AS weight
WHERE weight > 0
WITH first, weight,
     {starts: coalesce(first.startDate, '?'), ends: coalesce(first.endDate, '?'),
      aboveStarts: coalesce(above.startDate, '?'), aboveEnds: coalesce(above.endDate, '?'),
      above: above.levelOfDescription, naId: above.naId} AS detail
