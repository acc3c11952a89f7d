// Delete all rejected lines.
MATCH (line:rejectedLine)
DELETE line
