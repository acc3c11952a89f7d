// The first rejected lines.
// In: $limit.  Out: file_name, line_num, reason, begins.
MATCH (line:rejectedLine)
WITH line
ORDER BY line.file_name, line.line_num, line.reason
LIMIT $limit
RETURN line.file_name AS file_name, line.line_num AS line_num, line.reason AS reason,
       left(line.begins, 200) AS begins
ORDER BY file_name, line_num, reason
