// Return the other names of the specified authorities, earliest first. Follows
// `names_of_authorities`.
// In: naId, name.  Out: naId, name of {naId, heading, startDate, endDate}.
WITH naId, name
WHERE name.naId <> naId
RETURN naId, name {.naId, .heading, .startDate, .endDate} AS name
ORDER BY naId, name.startDate, name.naId
