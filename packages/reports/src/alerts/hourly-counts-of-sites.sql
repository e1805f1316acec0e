-- alerts/hourly-counts-of-sites.ts
  SELECT site, groupArray(hour) AS hours, groupArray(counted) AS counts
  FROM (
    SELECT site, toUInt32(intDiv(toUnixTimestamp64Milli(began) - {from:Int64}, 3600000)) AS hour, toUInt32(count()) AS counted
    FROM (
      SELECT site_id AS site, session_id, min(timestamp) AS began
      FROM events
      WHERE site_id IN {sites:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({before:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')
    AND (site_id, session_id) NOT IN (
      SELECT site_id, session_id
      FROM events
      WHERE site_id IN {leaving_out:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({suspected_since:Int64}, 'UTC') AND suspected = 1 AND type NOT IN ('engagement', 'performance')
    )
      GROUP BY site, session_id
      HAVING began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    )
    GROUP BY site, hour
  )
  GROUP BY site;

  SELECT site, groupArray(hour) AS hours, groupArray(counted) AS counts
  FROM (
    SELECT site_id AS site, toUInt32(intDiv(toUnixTimestamp64Milli(timestamp) - {from:Int64}, 3600000)) AS hour, toUInt32(uniqExact(if(identified_user_id = '', user_id, cityHash64(identified_user_id)))) AS counted
    FROM events
    WHERE site_id IN {sites:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')
    AND (site_id, session_id) NOT IN (
      SELECT site_id, session_id
      FROM events
      WHERE site_id IN {leaving_out:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({suspected_since:Int64}, 'UTC') AND suspected = 1 AND type NOT IN ('engagement', 'performance')
    )
    GROUP BY site, hour
  )
  GROUP BY site;

  SELECT site, groupArray(hour) AS hours, groupArray(counted) AS counts
  FROM (
    SELECT site_id AS site, toUInt32(intDiv(toUnixTimestamp64Milli(timestamp) - {from:Int64}, 3600000)) AS hour, toUInt32(count()) AS counted
    FROM events
    WHERE site_id IN {sites:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type = 'pageview'
    AND (site_id, session_id) NOT IN (
      SELECT site_id, session_id
      FROM events
      WHERE site_id IN {leaving_out:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({suspected_since:Int64}, 'UTC') AND suspected = 1 AND type NOT IN ('engagement', 'performance')
    )
    GROUP BY site, hour
  )
  GROUP BY site;

  SELECT site, groupArray(hour) AS hours, groupArray(counted) AS counts
  FROM (
    SELECT site_id AS site, toUInt32(intDiv(toUnixTimestamp64Milli(timestamp) - {from:Int64}, 3600000)) AS hour, toUInt32(uniqExact(session_id)) AS counted
    FROM events
    WHERE site_id IN {sites:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type = 'error' AND JSONExtractString(properties, 'message') != ''
    AND (site_id, session_id) NOT IN (
      SELECT site_id, session_id
      FROM events
      WHERE site_id IN {leaving_out:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({suspected_since:Int64}, 'UTC') AND suspected = 1 AND type NOT IN ('engagement', 'performance')
    )
    GROUP BY site, hour
  )
  GROUP BY site;
