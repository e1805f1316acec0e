-- /session-replay/list, plain
  SELECT
    leftPad(lower(hex(session_id)), 16, '0') AS session_id,
    leftPad(lower(hex(argMin(user_id, (timestamp, chunk)))), 16, '0') AS user_id,
    argMaxIf(identified_user_id, (timestamp, chunk), identified_user_id != '') AS identified_user_id,
    argMin(page_url, (timestamp, chunk)) AS page_url,
    sum(event_count) AS event_count,
    argMin(country, (timestamp, chunk)) AS country,
    argMin(region, (timestamp, chunk)) AS region,
    argMin(city, (timestamp, chunk)) AS city,
    argMin(browser, (timestamp, chunk)) AS browser,
    argMin(browser_version, (timestamp, chunk)) AS browser_version,
    argMin(operating_system, (timestamp, chunk)) AS operating_system,
    argMin(operating_system_version, (timestamp, chunk)) AS operating_system_version,
    argMin(device_type, (timestamp, chunk)) AS device_type,
    argMin(screen_width, (timestamp, chunk)) AS screen_width,
    argMin(screen_height, (timestamp, chunk)) AS screen_height,
    toUnixTimestamp64Milli(min(timestamp)) AS started_ms,
    toUnixTimestamp64Milli(max(ended_at)) AS ended_ms
  FROM replay_chunks FINAL
  WHERE site_id = {site:UInt32}
    AND session_id IN (SELECT session_id FROM replay_chunks WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
    AND 1
  GROUP BY session_id
  HAVING sum(event_count) >= 2
    
  ORDER BY started_ms DESC, session_id
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

-- /session-replay/list, filtered
  SELECT
    leftPad(lower(hex(session_id)), 16, '0') AS session_id,
    leftPad(lower(hex(argMin(user_id, (timestamp, chunk)))), 16, '0') AS user_id,
    argMaxIf(identified_user_id, (timestamp, chunk), identified_user_id != '') AS identified_user_id,
    argMin(page_url, (timestamp, chunk)) AS page_url,
    sum(event_count) AS event_count,
    argMin(country, (timestamp, chunk)) AS country,
    argMin(region, (timestamp, chunk)) AS region,
    argMin(city, (timestamp, chunk)) AS city,
    argMin(browser, (timestamp, chunk)) AS browser,
    argMin(browser_version, (timestamp, chunk)) AS browser_version,
    argMin(operating_system, (timestamp, chunk)) AS operating_system,
    argMin(operating_system_version, (timestamp, chunk)) AS operating_system_version,
    argMin(device_type, (timestamp, chunk)) AS device_type,
    argMin(screen_width, (timestamp, chunk)) AS screen_width,
    argMin(screen_height, (timestamp, chunk)) AS screen_height,
    toUnixTimestamp64Milli(min(timestamp)) AS started_ms,
    toUnixTimestamp64Milli(max(ended_at)) AS ended_ms
  FROM replay_chunks FINAL
  WHERE site_id = {site:UInt32}
    AND session_id IN (SELECT session_id FROM replay_chunks WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC'))
    AND session_id IN (SELECT session_id FROM (
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
  GROUP BY session_id
  HAVING sum(event_count) >= 2
    
  ORDER BY started_ms DESC, session_id
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;
