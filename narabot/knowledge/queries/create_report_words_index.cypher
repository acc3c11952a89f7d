// Full-text index of reports.
CREATE FULLTEXT INDEX reportWords IF NOT EXISTS FOR (report:Report)
ON EACH [report.title, report.summary, report.told]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}
