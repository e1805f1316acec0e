-- alerts/error-marks-of-sites.ts
  SELECT site_id AS site, concat(toString(count()), ' ', toString(sum(cityHash64(event_id, timestamp, received_at)))) AS mark
  FROM events
  WHERE site_id IN {sites:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({earliest:Int64}, 'UTC') AND received_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC') AND type = 'error' AND JSONExtractString(properties, 'message') != ''
  GROUP BY site;
