-- alerts/counts-of-sites.ts
  SELECT site_id AS site, uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), type NOT IN ('engagement', 'performance')) AS users, countIf(type = 'error' AND JSONExtractString(properties, 'message') != '') AS errors, toUnixTimestamp64Milli(max(timestamp)) AS last
  FROM events
  WHERE site_id IN {sites:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND (site_id, session_id) NOT IN (
      SELECT site_id, session_id
      FROM events
      WHERE site_id IN {leaving_out:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({suspected_since:Int64}, 'UTC') AND suspected = 1 AND type NOT IN ('engagement', 'performance')
    )
  GROUP BY site;

  SELECT site, count() AS sessions
  FROM (
    SELECT site_id AS site, session_id, min(timestamp) AS began
    FROM events
    WHERE site_id IN {sites:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({idle_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')
    AND (site_id, session_id) NOT IN (
      SELECT site_id, session_id
      FROM events
      WHERE site_id IN {leaving_out:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({suspected_since:Int64}, 'UTC') AND suspected = 1 AND type NOT IN ('engagement', 'performance')
    )
    GROUP BY site, session_id
    HAVING began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  )
  GROUP BY site;
