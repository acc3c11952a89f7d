// The naIds of the other names of some authorities, the earliest name first. Follows
// `names_of_authorities`.
// In: naId, name.  Out: naId.
WITH naId, name
WHERE name.naId <> naId
RETURN name.naId AS naId
ORDER BY name.startDate, naId
