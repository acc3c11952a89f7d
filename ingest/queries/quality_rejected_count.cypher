// Count the rejected lines.
// Out: lines.
MATCH (line:rejectedLine)
RETURN count(line) AS lines
