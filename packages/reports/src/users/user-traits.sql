-- /user-traits/keys, plain
  SELECT key, count() AS userCount
  FROM (
    SELECT user_id, key, value
    FROM (
      SELECT
        user_id, key, last_value AS value, last_version,
        maxIf(last_version, key = '') OVER (PARTITION BY user_id) AS replaced
      FROM (
        SELECT user_id, key, argMax(value, version) AS last_value, max(version) AS last_version
        FROM traits
        WHERE site_id = {site:UInt32} AND 1
        GROUP BY user_id, key
      )
    )
    WHERE key != '' AND value != '' AND last_version >= replaced
  )
  GROUP BY key
  ORDER BY userCount DESC, key
  LIMIT 1000;

-- /user-traits/values, plain
  SELECT text AS value, count() AS userCount, count() OVER () AS total_rows
  FROM (
    SELECT if(startsWith(value, '"'), JSONExtractString(value), value) AS text
    FROM (
    SELECT user_id, key, value
    FROM (
      SELECT
        user_id, key, last_value AS value, last_version,
        maxIf(last_version, key = '') OVER (PARTITION BY user_id) AS replaced
      FROM (
        SELECT user_id, key, argMax(value, version) AS last_value, max(version) AS last_version
        FROM traits
        WHERE site_id = {site:UInt32} AND key IN ('', {key:String})
        GROUP BY user_id, key
      )
    )
    WHERE key != '' AND value != '' AND last_version >= replaced
    )
  )
  GROUP BY text
  ORDER BY userCount DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

-- /user-traits/users, plain
  SELECT user_id, count() OVER () AS total_rows
  FROM (
    SELECT user_id, key, value
    FROM (
      SELECT
        user_id, key, last_value AS value, last_version,
        maxIf(last_version, key = '') OVER (PARTITION BY user_id) AS replaced
      FROM (
        SELECT user_id, key, argMax(value, version) AS last_value, max(version) AS last_version
        FROM traits
        WHERE site_id = {site:UInt32} AND key IN ('', {key:String})
        GROUP BY user_id, key
      )
    )
    WHERE key != '' AND value != '' AND last_version >= replaced
  )
  WHERE if(startsWith(value, '"'), JSONExtractString(value), value) = {value:String}
  ORDER BY user_id
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

  SELECT
    if(events.identified_user_id != '', events.identified_user_id, leftPad(lower(hex(events.user_id)), 16, '0')) AS person,
    leftPad(lower(hex(argMax(user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))))), 16, '0') AS user_id,
    any(identified_user_id) AS identified_user_id,
    argMax(country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS country,
    argMax(region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS region,
    argMax(city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS city,
    argMax(language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS language,
    argMax(browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS browser,
    argMax(browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS browser_version,
    argMax(operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS operating_system,
    argMax(operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS operating_system_version,
    argMax(device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS device_type,
    argMax(hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS hostname,
    argMax(timezone, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS timezone,
    argMax(screen_width, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS screen_width,
    argMax(screen_height, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS screen_height,
    argMaxIf(referrer, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), referrer != '') AS referrer,
    argMaxIf(tag, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), tag != '') AS tag,
    multiIf(
    countIf(type NOT IN ('engagement', 'performance') AND channel NOT IN ('Direct', 'Internal', '')) > 0, argMaxIf(channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND channel NOT IN ('Direct', 'Internal', '')),
    argMaxIf(channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance')) != '', argMaxIf(channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance')),
    'Direct') AS channel,
    countIf(type = 'pageview') AS pageviews,
    countIf(type = 'custom_event') AS events,
    uniqExactIf(session_id, session_id NOT IN (
        SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))) AS sessions,
    toUnixTimestamp64Milli(min(timestamp)) AS first_ms,
    toUnixTimestamp64Milli(max(timestamp)) AS last_ms
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')
    AND if(events.identified_user_id != '', events.identified_user_id, leftPad(lower(hex(events.user_id)), 16, '0')) IN {people:Array(String)}
  GROUP BY person
  SETTINGS prefer_column_name_to_alias = 1;

    SELECT user_id, key, value, toString(version) AS version
    FROM traits
    WHERE site_id = {site:UInt32} AND user_id IN {users:Array(String)}
    ORDER BY user_id, key, traits.version DESC
    LIMIT 1 BY user_id, key;

-- /user-traits/users, filtered
  SELECT
    if(events.identified_user_id != '', events.identified_user_id, leftPad(lower(hex(events.user_id)), 16, '0')) AS person,
    leftPad(lower(hex(argMax(user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))))), 16, '0') AS user_id,
    any(identified_user_id) AS identified_user_id,
    argMax(country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS country,
    argMax(region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS region,
    argMax(city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS city,
    argMax(language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS language,
    argMax(browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS browser,
    argMax(browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS browser_version,
    argMax(operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS operating_system,
    argMax(operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS operating_system_version,
    argMax(device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS device_type,
    argMax(hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS hostname,
    argMax(timezone, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS timezone,
    argMax(screen_width, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS screen_width,
    argMax(screen_height, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS screen_height,
    argMaxIf(referrer, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), referrer != '') AS referrer,
    argMaxIf(tag, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), tag != '') AS tag,
    multiIf(
    countIf(type NOT IN ('engagement', 'performance') AND channel NOT IN ('Direct', 'Internal', '')) > 0, argMaxIf(channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND channel NOT IN ('Direct', 'Internal', '')),
    argMaxIf(channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance')) != '', argMaxIf(channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance')),
    'Direct') AS channel,
    countIf(type = 'pageview') AS pageviews,
    countIf(type = 'custom_event') AS events,
    uniqExactIf(session_id, session_id NOT IN (
        SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))) AS sessions,
    toUnixTimestamp64Milli(min(timestamp)) AS first_ms,
    toUnixTimestamp64Milli(max(timestamp)) AS last_ms
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND session_id IN (
        SELECT session_id FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      min(events.timestamp) AS began,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AND type NOT IN ('engagement', 'performance')
    AND if(events.identified_user_id != '', events.identified_user_id, leftPad(lower(hex(events.user_id)), 16, '0')) IN {people:Array(String)}
  GROUP BY person
  SETTINGS prefer_column_name_to_alias = 1;
