-- overview/sites-overview.ts
  SELECT
    site_id AS site,
    uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), timestamp >= fromUnixTimestamp64Milli({day_0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({day_7:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')) AS users,
    uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), timestamp >= fromUnixTimestamp64Milli({previous_start:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({previous_end:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')) AS previous,
    uniqExactIf(session_id, timestamp > fromUnixTimestamp64Milli({live_since:Int64}, 'UTC')) AS live,
    [uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), timestamp >= fromUnixTimestamp64Milli({day_0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({day_1:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')),
      uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), timestamp >= fromUnixTimestamp64Milli({day_1:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({day_2:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')),
      uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), timestamp >= fromUnixTimestamp64Milli({day_2:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({day_3:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')),
      uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), timestamp >= fromUnixTimestamp64Milli({day_3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({day_4:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')),
      uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), timestamp >= fromUnixTimestamp64Milli({day_4:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({day_5:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')),
      uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), timestamp >= fromUnixTimestamp64Milli({day_5:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({day_6:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')),
      uniqExactIf(if(identified_user_id = '', user_id, cityHash64(identified_user_id)), timestamp >= fromUnixTimestamp64Milli({day_6:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({day_7:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))] AS days
  FROM events
  WHERE site_id IN {sites:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({previous_start:Int64}, 'UTC')
    AND (site_id, session_id) NOT IN (
      SELECT site_id, session_id
      FROM events
      WHERE site_id IN {leaving_out:Array(UInt32)} AND timestamp >= fromUnixTimestamp64Milli({suspected_since:Int64}, 'UTC') AND suspected = 1 AND type NOT IN ('engagement', 'performance')
    )
  GROUP BY site;
