// Count the rejected lines by reason, without the quoted words and numbers in the reasons.
// Out: reason, lines, file_name and line_num of the first line.
MATCH (line:rejectedLine)
WITH apoc.text.regreplace(
         apoc.text.regreplace(coalesce(line.reason, 'no reason'), '\'[^\']*\'|"[^"]*"', '…'),
         '[0-9]+(,[0-9]{3})*', '…') AS reason,
     count(line) AS lines, min([line.file_name, line.line_num]) AS place
RETURN reason, lines, place[0] AS file_name, place[1] AS line_num
ORDER BY lines DESC, reason
