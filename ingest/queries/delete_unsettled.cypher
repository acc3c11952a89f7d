// Forget which records are unsettled.
MATCH (unsettled:unsettledRecord)
DELETE unsettled
