// Delete the list of unsettled records.
MATCH (unsettled:unsettledRecord)
DELETE unsettled
