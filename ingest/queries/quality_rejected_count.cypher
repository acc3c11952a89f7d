// How many lines were rejected.
// Out: lines.
MATCH (line:rejectedLine)
RETURN count(line) AS lines
