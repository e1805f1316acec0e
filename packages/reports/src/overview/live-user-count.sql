-- /live-user-count, plain
  SELECT uniqExact(session_id) AS count
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp > fromUnixTimestamp64Milli({since:Int64}, 'UTC');
