-- /funnels/analyze, plain
  SELECT
    countIf(reached_1 > 0) AS step_0,
    countIf(reached_2 > 0) AS step_1
  FROM (
    SELECT *, if(reached_1 = 0, 0, arrayMin(arrayFilter(second -> second > reached_1, seconds_2))) AS reached_2
    FROM (
    SELECT *, arrayMin(seconds_1) AS reached_1
    FROM (
    SELECT
      session_id,
      groupUniqArrayIf(toUnixTimestamp(timestamp), (type = {p0:String} AND pathname = {p1:String})) AS seconds_1,
      groupUniqArrayIf(toUnixTimestamp(timestamp), (type = {p3:String} AND event_name = {p4:String})) AS seconds_2
    FROM events
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND session_id IN (
        SELECT session_id FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
      AND ((type = {p0:String} AND pathname = {p1:String})
        OR (type = {p3:String} AND event_name = {p4:String}))
    GROUP BY session_id))
  );

-- /funnels/analyze, filtered
  SELECT
    countIf(reached_1 > 0) AS step_0,
    countIf(reached_2 > 0) AS step_1
  FROM (
    SELECT *, if(reached_1 = 0, 0, arrayMin(arrayFilter(second -> second > reached_1, seconds_2))) AS reached_2
    FROM (
    SELECT *, arrayMin(seconds_1) AS reached_1
    FROM (
    SELECT
      session_id,
      groupUniqArrayIf(toUnixTimestamp(timestamp), (type = {p3:String} AND pathname = {p4:String})) AS seconds_1,
      groupUniqArrayIf(toUnixTimestamp(timestamp), (type = {p6:String} AND event_name = {p7:String})) AS seconds_2
    FROM events
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
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
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
      AND ((type = {p3:String} AND pathname = {p4:String})
        OR (type = {p6:String} AND event_name = {p7:String}))
    GROUP BY session_id))
  );

-- /funnels/{stepNumber}/sessions, plain
  SELECT toString(session_id) AS session
  FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance'
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND session_id IN (
        SELECT session_id FROM (
    SELECT *, if(reached_1 = 0, 0, arrayMin(arrayFilter(second -> second > reached_1, seconds_2))) AS reached_2
    FROM (
    SELECT *, arrayMin(seconds_1) AS reached_1
    FROM (
    SELECT
      session_id,
      groupUniqArrayIf(toUnixTimestamp(timestamp), (type = {p0:String} AND pathname = {p1:String})) AS seconds_1,
      groupUniqArrayIf(toUnixTimestamp(timestamp), (type = {p3:String} AND event_name = {p4:String})) AS seconds_2
    FROM events
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND session_id IN (
        SELECT session_id FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
      AND ((type = {p0:String} AND pathname = {p1:String})
        OR (type = {p3:String} AND event_name = {p4:String}))
    GROUP BY session_id))
        )
        WHERE reached_1 > 0)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  ORDER BY ended desc, ended DESC, session_id
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

  SELECT 
    toUnixTimestamp64Milli(timestamp) AS at, source_offset,
    toString(session_id) AS session, toString(user_id) AS visitor,
    identified_user_id, type, pathname, channel, referrer, tag, url_parameters, ip, page_id, ms_visible,
    country, region, city, language, device_type, browser, browser_version, operating_system, operating_system_version, hostname, timezone, screen_width, screen_height, lat, lon
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND session_id IN {sessions:Array(UInt64)} AND type != 'performance'
  LIMIT 10001
  SETTINGS prefer_column_name_to_alias = 1;

  SELECT leftPad(lower(hex(session_id)), 16, '0') AS session
  FROM replay_chunks FINAL
  WHERE site_id = {site:UInt32} AND session_id IN {sessions:Array(UInt64)}
  GROUP BY session_id
  HAVING sum(event_count) >= 2;

    SELECT user_id, key, value, toString(version) AS version
    FROM traits
    WHERE site_id = {site:UInt32} AND user_id IN {users:Array(String)}
    ORDER BY user_id, key, traits.version DESC
    LIMIT 1 BY user_id, key;

-- /funnels/{stepNumber}/sessions, filtered
  SELECT toString(session_id) AS session
  FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      max(events.type NOT IN ('engagement', 'performance') AND events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND session_id IN (
        SELECT session_id FROM (
    SELECT *, if(reached_1 = 0, 0, arrayMin(arrayFilter(second -> second > reached_1, seconds_2))) AS reached_2
    FROM (
    SELECT *, arrayMin(seconds_1) AS reached_1
    FROM (
    SELECT
      session_id,
      groupUniqArrayIf(toUnixTimestamp(timestamp), (type = {p3:String} AND pathname = {p4:String})) AS seconds_1,
      groupUniqArrayIf(toUnixTimestamp(timestamp), (type = {p6:String} AND event_name = {p7:String})) AS seconds_2
    FROM events
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
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
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
      AND ((type = {p3:String} AND pathname = {p4:String})
        OR (type = {p6:String} AND event_name = {p7:String}))
    GROUP BY session_id))
        )
        WHERE reached_1 > 0)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  ORDER BY ended desc, ended DESC, session_id
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};
