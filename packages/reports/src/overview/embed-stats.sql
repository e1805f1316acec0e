-- /embed-stats, plain
  SELECT  uniqExact(if(identified_user_id = '', user_id, cityHash64(identified_user_id))) AS users
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance');
