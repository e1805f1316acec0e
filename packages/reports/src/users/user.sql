-- /users/{userId}, plain
  SELECT if(events.identified_user_id != '', events.identified_user_id, leftPad(lower(hex(events.user_id)), 16, '0')) AS person
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance')
    AND (identified_user_id = {id:String})
  ORDER BY if(identified_user_id != '', identified_user_id, leftPad(lower(hex(user_id)), 16, '0')) = {id:String} DESC, timestamp DESC
  LIMIT 1;

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

  SELECT
    argMinIf(referrer, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND referrer != '') AS first_referrer,
    multiIf(
    countIf(type NOT IN ('engagement', 'performance') AND channel NOT IN ('Direct', 'Internal', '')) > 0, argMinIf(channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND channel NOT IN ('Direct', 'Internal', '')),
    argMinIf(channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance')) != '', argMinIf(channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance')),
    'Direct') AS first_channel,
    argMinIf(pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND pathname != '') AS first_entry_page,
    argMinIf(url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND url_parameters['utm_source'] != '') AS first_utm_source,
    argMinIf(url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND url_parameters['utm_medium'] != '') AS first_utm_medium,
    argMinIf(url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND url_parameters['utm_campaign'] != '') AS first_utm_campaign,
    argMaxIf(ip, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND ip IS NOT NULL) AS ip,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.75)(lcp)) AS lcp_p75,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.75)(cls)) AS cls_p75,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.75)(inp)) AS inp_p75,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.75)(fcp)) AS fcp_p75,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.75)(ttfb)) AS ttfb_p75,
    countIf(type = 'performance') AS performance_events,
    (SELECT if(count() = 0, 0, avg((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began)))) FROM (
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
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND events.identified_user_id = {p0:String}) AND type != 'performance'
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AS duration_ms
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND events.identified_user_id = {p0:String};

    SELECT user_id, key, value, toString(version) AS version
    FROM traits
    WHERE site_id = {site:UInt32} AND user_id IN {users:Array(String)}
    ORDER BY user_id, key, traits.version DESC
    LIMIT 1 BY user_id, key;

  SELECT
    country, region, city,
    uniqExactIf(session_id, session_id NOT IN (
        SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))) AS sessions,
    toUnixTimestamp64Milli(max(timestamp)) AS last_ms
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND events.identified_user_id = {p0:String} AND type NOT IN ('engagement', 'performance') AND country != ''
  GROUP BY country, region, city
  ORDER BY last_ms DESC, country, region, city
  LIMIT 100;

  SELECT
    device_type, browser, browser_version, operating_system, operating_system_version, screen_width, screen_height,
    uniqExactIf(session_id, session_id NOT IN (
        SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))) AS sessions,
    toUnixTimestamp64Milli(max(timestamp)) AS last_ms
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND events.identified_user_id = {p0:String} AND type NOT IN ('engagement', 'performance') AND 1
  GROUP BY device_type, browser, browser_version, operating_system, operating_system_version, screen_width, screen_height
  ORDER BY last_ms DESC, device_type, browser, browser_version, operating_system, operating_system_version, screen_width, screen_height
  LIMIT 100;

  SELECT leftPad(lower(hex(device)), 16, '0') AS anonymous_id, toUnixTimestamp64Milli(last_linked) AS linked_ms
  FROM (
    SELECT device, argMax(user_id, version) AS last_user, argMax(linked_at, version) AS last_linked
    FROM aliases
    WHERE site_id = {site:UInt32}
    GROUP BY device
  )
  WHERE last_user = {user:String}
  ORDER BY linked_ms, anonymous_id
  LIMIT 1000;

-- /users/{userId}, filtered
  SELECT if(events.identified_user_id != '', events.identified_user_id, leftPad(lower(hex(events.user_id)), 16, '0')) AS person
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
    AND (identified_user_id = {id:String})
  ORDER BY if(identified_user_id != '', identified_user_id, leftPad(lower(hex(user_id)), 16, '0')) = {id:String} DESC, timestamp DESC
  LIMIT 1;

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

  SELECT
    argMinIf(referrer, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND referrer != '') AS first_referrer,
    multiIf(
    countIf(type NOT IN ('engagement', 'performance') AND channel NOT IN ('Direct', 'Internal', '')) > 0, argMinIf(channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND channel NOT IN ('Direct', 'Internal', '')),
    argMinIf(channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance')) != '', argMinIf(channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance')),
    'Direct') AS first_channel,
    argMinIf(pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND pathname != '') AS first_entry_page,
    argMinIf(url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND url_parameters['utm_source'] != '') AS first_utm_source,
    argMinIf(url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND url_parameters['utm_medium'] != '') AS first_utm_medium,
    argMinIf(url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND url_parameters['utm_campaign'] != '') AS first_utm_campaign,
    argMaxIf(ip, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), type NOT IN ('engagement', 'performance') AND ip IS NOT NULL) AS ip,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.75)(lcp)) AS lcp_p75,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.75)(cls)) AS cls_p75,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.75)(inp)) AS inp_p75,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.75)(fcp)) AS fcp_p75,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.75)(ttfb)) AS ttfb_p75,
    countIf(type = 'performance') AS performance_events,
    (SELECT if(count() = 0, 0, avg((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began)))) FROM (
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
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND events.identified_user_id = {p3:String}) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AS duration_ms
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AND events.identified_user_id = {p3:String};

  SELECT
    country, region, city,
    uniqExactIf(session_id, session_id NOT IN (
        SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))) AS sessions,
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AND events.identified_user_id = {p3:String} AND type NOT IN ('engagement', 'performance') AND country != ''
  GROUP BY country, region, city
  ORDER BY last_ms DESC, country, region, city
  LIMIT 100;

  SELECT
    device_type, browser, browser_version, operating_system, operating_system_version, screen_width, screen_height,
    uniqExactIf(session_id, session_id NOT IN (
        SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))) AS sessions,
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))) AND events.identified_user_id = {p3:String} AND type NOT IN ('engagement', 'performance') AND 1
  GROUP BY device_type, browser, browser_version, operating_system, operating_system_version, screen_width, screen_height
  ORDER BY last_ms DESC, device_type, browser, browser_version, operating_system, operating_system_version, screen_width, screen_height
  LIMIT 100;
