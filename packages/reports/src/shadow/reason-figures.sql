-- shadow/reason-figures.ts
  SELECT
    toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS time,
    toInt64(uniqExactIf(user_id, NOT is_left_out)) - toInt64(uniqExact(user_id)) AS visitors,
    toInt64(countIf(NOT is_left_out AND toUnixTimestamp64Milli(timestamp) - own_before > 1800000)) - toInt64(countIf(toUnixTimestamp64Milli(timestamp) - any_before > 1800000)) AS visits,
    -toInt64(countIf(is_left_out AND type = 'pageview')) AS pageviews
  FROM (
    SELECT *,
      max(toUnixTimestamp64Milli(timestamp)) OVER (PARTITION BY user_id ORDER BY timestamp ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS any_before,
      max(if(is_left_out, 0, toUnixTimestamp64Milli(timestamp))) OVER (PARTITION BY user_id ORDER BY timestamp ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS own_before
    FROM (
      SELECT site_id, user_id, timestamp, type, true AS is_left_out
      FROM bots
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type NOT IN ('engagement', 'performance') AND ua_pattern = 0 AND bot_asn = 0
      UNION ALL
      SELECT site_id, user_id, timestamp, type, 0 AS is_left_out
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type NOT IN ('engagement', 'performance')
        AND (user_id IN (SELECT user_id FROM bots WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type NOT IN ('engagement', 'performance') AND ua_pattern = 0 AND bot_asn = 0))
    )
  )
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  GROUP BY time
  ORDER BY time;

  SELECT time, -toInt64(count()) AS visits
  FROM (
    SELECT arrayJoin(arrayPopFront(days)) AS time
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      arraySort(groupUniqArrayIf(toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')), 1)) AS days,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  )
  WHERE time >= toStartOfDay(toDateTime((toUnixTimestamp(fromUnixTimestamp64Milli({from:Int64}, 'UTC')) + if(toUnixTimestamp(fromUnixTimestamp64Milli({from:Int64}, 'UTC')) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AND time < toStartOfDay(toDateTime((toUnixTimestamp(fromUnixTimestamp64Milli({to:Int64}, 'UTC')) + if(toUnixTimestamp(fromUnixTimestamp64Milli({to:Int64}, 'UTC')) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC'))
  GROUP BY time
  ORDER BY time;

  SELECT
    toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS time,
    toInt64(uniqExact(if(identified_user_id = '', user_id, cityHash64(identified_user_id)))) - toInt64(uniqExact(user_id)) AS visitors
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')
  GROUP BY time
  HAVING visitors != 0
  ORDER BY time;

  SELECT
    toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS time,
    toInt64(uniqExactIf(user_id, NOT is_left_out)) - toInt64(uniqExact(user_id)) AS visitors,
    toInt64(countIf(NOT is_left_out AND toUnixTimestamp64Milli(timestamp) - own_before > 1800000)) - toInt64(countIf(toUnixTimestamp64Milli(timestamp) - any_before > 1800000)) AS visits,
    -toInt64(countIf(is_left_out AND type = 'pageview')) AS pageviews
  FROM (
    SELECT *,
      max(toUnixTimestamp64Milli(timestamp)) OVER (PARTITION BY user_id ORDER BY timestamp ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS any_before,
      max(if(is_left_out, 0, toUnixTimestamp64Milli(timestamp))) OVER (PARTITION BY user_id ORDER BY timestamp ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS own_before
    FROM (
      SELECT site_id, user_id, timestamp, type, true AS is_left_out
      FROM bots
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type NOT IN ('engagement', 'performance') AND ua_pattern = 0 AND bot_asn = 0
      UNION ALL
      SELECT site_id, user_id, timestamp, type, session_id NOT IN (SELECT session_id FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(events.suspected) AS suspected,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE suspected = 0
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AS is_left_out
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type NOT IN ('engagement', 'performance')
        AND (user_id IN (SELECT user_id FROM bots WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type NOT IN ('engagement', 'performance') AND ua_pattern = 0 AND bot_asn = 0) OR user_id IN (SELECT user_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND session_id NOT IN (SELECT session_id FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(events.suspected) AS suspected,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE suspected = 0
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))))
    )
  )
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  GROUP BY time
  ORDER BY time;

  SELECT time, -toInt64(count()) AS visits
  FROM (
    SELECT arrayJoin(arrayPopFront(days)) AS time
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      arraySort(groupUniqArrayIf(toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')), 1)) AS days,
      max(events.suspected) AS suspected,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE suspected = 0
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  )
  WHERE time >= toStartOfDay(toDateTime((toUnixTimestamp(fromUnixTimestamp64Milli({from:Int64}, 'UTC')) + if(toUnixTimestamp(fromUnixTimestamp64Milli({from:Int64}, 'UTC')) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AND time < toStartOfDay(toDateTime((toUnixTimestamp(fromUnixTimestamp64Milli({to:Int64}, 'UTC')) + if(toUnixTimestamp(fromUnixTimestamp64Milli({to:Int64}, 'UTC')) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC'))
  GROUP BY time
  ORDER BY time;

  SELECT
    toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS time,
    toInt64(uniqExact(if(identified_user_id = '', user_id, cityHash64(identified_user_id)))) - toInt64(uniqExact(user_id)) AS visitors
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND session_id IN (
        SELECT session_id FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(events.suspected) AS suspected,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE suspected = 0
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AND type NOT IN ('engagement', 'performance')
  GROUP BY time
  HAVING visitors != 0
  ORDER BY time;
