-- /usage, plain
  SELECT countIf(site_id = {site:UInt32}) AS of_site, count() AS of_organization
  FROM events
  WHERE site_id IN {sites:Array(UInt32)}
    AND timestamp >= fromUnixTimestamp64Milli({since:Int64}, 'UTC');
