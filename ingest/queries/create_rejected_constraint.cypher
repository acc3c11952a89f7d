// Allow only one node for each rejected line.
CREATE CONSTRAINT rejectedLinePlace IF NOT EXISTS
FOR (line:rejectedLine) REQUIRE (line.file_name, line.line_num) IS UNIQUE
