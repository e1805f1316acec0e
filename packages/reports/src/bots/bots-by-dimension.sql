-- /bots/by-dimension, plain
  SELECT *, sum(requests) OVER () AS total, count() OVER () AS total_rows
  FROM (
    SELECT
      toString(bot_name) AS value,
      argMax(hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS on_hostname,
      count() AS requests
    FROM (SELECT *, referrer_domain, '' AS identified_user_id FROM bots)
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')  
    GROUP BY value
    HAVING value != ''
  )
  ORDER BY requests DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

-- /bots/by-dimension, filtered
  SELECT *, sum(requests) OVER () AS total, count() OVER () AS total_rows
  FROM (
    SELECT
      toString(bot_name) AS value,
      argMax(hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS on_hostname,
      count() AS requests
    FROM (SELECT *, referrer_domain, '' AS identified_user_id FROM bots)
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND (country = {p0:String})
      AND NOT (position(pathname, {p1:String}) > 0)  
    GROUP BY value
    HAVING value != ''
  )
  ORDER BY requests DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};
