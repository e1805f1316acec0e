-- alerts/events-of-sites.ts
  SELECT site_id AS site, count() AS events
  FROM events
  WHERE site_id IN {sites:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  GROUP BY site;
