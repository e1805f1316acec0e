-- /changes, plain
  SELECT toInt64(toUnixTimestamp(toStartOfHour(timestamp))) * 1000 AS at, count() AS sessions
  FROM events
  WHERE site_id = {site:UInt32} AND (timestamp >= fromUnixTimestamp64Milli({near_p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({near_p1:Int64}, 'UTC') OR timestamp >= fromUnixTimestamp64Milli({near_p2:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({near_p3:Int64}, 'UTC'))
  GROUP BY at
  ORDER BY at;

  SELECT if(error_group != '', transform(error_group, {merged_groups:Array(String)}, {merged_into:Array(String)}, error_group), leftPad(lower(hex(sipHash64(JSONExtractString(properties, 'message')))), 16, '0')) AS key, substringUTF8(argMax(JSONExtractString(properties, 'message'), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))), 1, 200) AS title,
    toUnixTimestamp64Milli(min(timestamp)) AS at
  FROM events
  WHERE site_id = {site:UInt32} AND type = 'error' AND JSONExtractString(properties, 'message') != ''
    AND (timestamp >= fromUnixTimestamp64Milli({near_p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({near_p1:Int64}, 'UTC') OR timestamp >= fromUnixTimestamp64Milli({near_p2:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({near_p3:Int64}, 'UTC'))
  GROUP BY key
  HAVING at >= {known_before:Int64}
  ORDER BY count() DESC, key
  LIMIT {most_candidates:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

  SELECT from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT span, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT span, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT 1 AS span, sum(units.n) AS n, sum(units.d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)
    UNION ALL
    SELECT span, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT 1 AS span, sum(units.n) AS n, sum(units.d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)) AS part
    GROUP BY span);

  SELECT span, n, d, n2
  FROM (
    SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(at) >= first AND toUnixTimestamp64Milli(at) < last, {p0:Array(Int64)}, {p1:Array(Int64)})) AS span, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;

  SELECT
    key,
    toUnixTimestamp64Milli(min(if(toUnixTimestamp64Milli(earlier) = 0, began, least(began, earlier)))) AS first,
    toUnixTimestamp64Milli(max(ended)) AS last,
    argMinIf(began_in, began, began_in != '') AS first_release,
    argMaxIf(ended_in, ended, ended_in != '') AS last_release
  FROM (
    SELECT *, minIf(began, is_nameless) OVER (PARTITION BY message_number) AS earlier
    FROM (
      SELECT
        if(error_group != '', transform(error_group, {merged_groups:Array(String)}, {merged_into:Array(String)}, error_group), leftPad(lower(hex(sipHash64(JSONExtractString(properties, 'message')))), 16, '0')) AS key,
        sipHash64(JSONExtractString(properties, 'message')) AS message_number,
        error_group = '' AS is_nameless,
        min(timestamp) AS began,
        max(timestamp) AS ended,
        argMinIf(release, timestamp, release != '') AS began_in,
        argMaxIf(release, timestamp, release != '') AS ended_in
      FROM events
      WHERE site_id = {site:UInt32} AND type = 'error' AND (is_nameless OR key IN {keys:Array(String)})
      GROUP BY key, message_number, is_nameless
    )
  )
  WHERE key IN {keys:Array(String)}
  GROUP BY key;

-- /changes, filtered
  SELECT from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT span, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT span, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT 1 AS span, sum(units.n) AS n, sum(units.d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {before_p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {before_p1:String})
      AND (entry_page = {before_p2:String})
      AND began >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)
    UNION ALL
    SELECT span, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT 1 AS span, sum(units.n) AS n, sum(units.d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)) AS part
    GROUP BY span);

  SELECT span, n, d, n2
  FROM (
    SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(at) >= first AND toUnixTimestamp64Milli(at) < last, {p3:Array(Int64)}, {p4:Array(Int64)})) AS span, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;

-- /changes, of users
  SELECT from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT span, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT span, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT bucket AS span, toInt64(uniqExact(person)) AS n, toInt64(uniqExact(person)) AS d, toFloat64(uniqExact(person)) AS n2
    FROM (
      SELECT 1 AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))
    GROUP BY span)
    UNION ALL
    SELECT span, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT bucket AS span, toInt64(uniqExact(person)) AS n, toInt64(uniqExact(person)) AS d, toFloat64(uniqExact(person)) AS n2
    FROM (
      SELECT 1 AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))
    GROUP BY span)) AS part
    GROUP BY span);

  SELECT span, n, d, n2
  FROM (
    SELECT bucket AS span, toInt64(uniqExact(person)) AS n, toInt64(uniqExact(person)) AS d, toFloat64(uniqExact(person)) AS n2
    FROM (
      SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(timestamp) >= first AND toUnixTimestamp64Milli(timestamp) < last, {p0:Array(Int64)}, {p1:Array(Int64)})) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;

-- /changes, of pageviews
  SELECT from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT span, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT span, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT bucket AS span, toInt64(sum(pageviews)) AS n, toInt64(sum(pageviews)) AS d, toFloat64(sum(pageviews)) AS n2
    FROM (
      SELECT 1 AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))
    GROUP BY span)
    UNION ALL
    SELECT span, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT bucket AS span, toInt64(sum(pageviews)) AS n, toInt64(sum(pageviews)) AS d, toFloat64(sum(pageviews)) AS n2
    FROM (
      SELECT 1 AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))
    GROUP BY span)) AS part
    GROUP BY span);

  SELECT span, n, d, n2
  FROM (
    SELECT bucket AS span, toInt64(sum(pageviews)) AS n, toInt64(sum(pageviews)) AS d, toFloat64(sum(pageviews)) AS n2
    FROM (
      SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(timestamp) >= first AND toUnixTimestamp64Milli(timestamp) < last, {p0:Array(Int64)}, {p1:Array(Int64)})) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;

-- /changes, of bounce_rate
  SELECT from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT span, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT span, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT 1 AS span, sum(units.n) AS n, sum(units.d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(pageviews = 1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)
    UNION ALL
    SELECT span, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT 1 AS span, sum(units.n) AS n, sum(units.d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(pageviews = 1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)) AS part
    GROUP BY span);

  SELECT span, n, d, n2
  FROM (
    SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(at) >= first AND toUnixTimestamp64Milli(at) < last, {p0:Array(Int64)}, {p1:Array(Int64)})) AS span, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(pageviews = 1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;

-- /changes, of events
  SELECT from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT span, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT span, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT 1 AS span, sum(units.n) AS n, sum(units.d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT [] AS values, toInt64(1) AS n, toInt64(1) AS d, timestamp AS at
    FROM events
    INNER JOIN (
      SELECT session_id AS near_id, CAST([], 'Array(String)') AS of_session
      FROM (
    SELECT session_id
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ) AS near ON events.session_id = near.near_id
    WHERE site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC') AND 1 AND (type = 'custom_event')) AS units
    GROUP BY span)
    UNION ALL
    SELECT span, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT 1 AS span, sum(units.n) AS n, sum(units.d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT [] AS values, toInt64(1) AS n, toInt64(1) AS d, timestamp AS at
    FROM events
    INNER JOIN (
      SELECT session_id AS near_id, CAST([], 'Array(String)') AS of_session
      FROM (
    SELECT session_id
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ) AS near ON events.session_id = near.near_id
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND (type = 'custom_event')) AS units
    GROUP BY span)) AS part
    GROUP BY span);

  SELECT span, n, d, n2
  FROM (
    SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(at) >= first AND toUnixTimestamp64Milli(at) < last, {p0:Array(Int64)}, {p1:Array(Int64)})) AS span, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT [] AS values, toInt64(1) AS n, toInt64(1) AS d, timestamp AS at
    FROM events
    INNER JOIN (
      SELECT session_id AS near_id, CAST([], 'Array(String)') AS of_session
      FROM (
    SELECT session_id
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ) AS near ON events.session_id = near.near_id
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND (type = 'custom_event')) AS units
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;

-- /changes, of errors
  SELECT from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT span, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT span, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT 1 AS span, sum(units.n) AS n, sum(units.d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT [] AS values, toInt64(1) AS n, toInt64(1) AS d, timestamp AS at
    FROM events
    INNER JOIN (
      SELECT session_id AS near_id, CAST([], 'Array(String)') AS of_session
      FROM (
    SELECT session_id
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ) AS near ON events.session_id = near.near_id
    WHERE site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC') AND 1 AND (type = 'error' AND JSONExtractString(properties, 'message') != '')) AS units
    GROUP BY span)
    UNION ALL
    SELECT span, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT 1 AS span, sum(units.n) AS n, sum(units.d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT [] AS values, toInt64(1) AS n, toInt64(1) AS d, timestamp AS at
    FROM events
    INNER JOIN (
      SELECT session_id AS near_id, CAST([], 'Array(String)') AS of_session
      FROM (
    SELECT session_id
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ) AS near ON events.session_id = near.near_id
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND (type = 'error' AND JSONExtractString(properties, 'message') != '')) AS units
    GROUP BY span)) AS part
    GROUP BY span);

  SELECT span, n, d, n2
  FROM (
    SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(at) >= first AND toUnixTimestamp64Milli(at) < last, {p0:Array(Int64)}, {p1:Array(Int64)})) AS span, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT [] AS values, toInt64(1) AS n, toInt64(1) AS d, timestamp AS at
    FROM events
    INNER JOIN (
      SELECT session_id AS near_id, CAST([], 'Array(String)') AS of_session
      FROM (
    SELECT session_id
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ) AS near ON events.session_id = near.near_id
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND (type = 'error' AND JSONExtractString(properties, 'message') != '')) AS units
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;

-- /changes, of conversion_rate(1)
  SELECT from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT span, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT span, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT 1 AS span, sum(units.n) AS n, sum(units.d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(session_id IN (SELECT session_id FROM events WHERE site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC') AND type = {before_p0:String} AND event_name = {before_p1:String})) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)
    UNION ALL
    SELECT span, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT 1 AS span, sum(units.n) AS n, sum(units.d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type = {p0:String} AND event_name = {p1:String})) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)) AS part
    GROUP BY span);

  SELECT span, n, d, n2
  FROM (
    SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(at) >= first AND toUnixTimestamp64Milli(at) < last, {p0:Array(Int64)}, {p1:Array(Int64)})) AS span, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type = {p2:String} AND event_name = {p3:String})) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;
