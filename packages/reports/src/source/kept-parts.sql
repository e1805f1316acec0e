-- read beforehand
SELECT * FROM (SELECT value, sessions AS row_sessions FROM day_totals) LIMIT 2001;

-- with its rows bound
SELECT * FROM (
      SELECT kept.1 AS value, kept.2 AS row_sessions
      FROM (SELECT arrayJoin(arrayZip({kept_0_0:Array(String)}, {kept_0_1:Array(Int64)})) AS kept));
