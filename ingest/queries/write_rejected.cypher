// Store rejected lines.
// In: $rows of {file_name, line_num, reason, begins}.
UNWIND $rows AS row
MERGE (line:rejectedLine {file_name: row.file_name, line_num: row.line_num})
SET line = row
