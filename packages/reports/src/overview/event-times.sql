-- overview/event-times.ts
  SELECT toUnixTimestamp64Milli(timestamp) AS at
  FROM events
  WHERE site_id = {site:UInt32}
  ORDER BY site_id ASC, timestamp ASC
  LIMIT 1;

  SELECT toUnixTimestamp64Milli(timestamp) AS at
  FROM events
  WHERE site_id = {site:UInt32}
  ORDER BY site_id DESC, timestamp DESC
  LIMIT 1;
