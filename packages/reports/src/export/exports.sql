-- /export/events, plain
  SELECT event_id, 
    toUnixTimestamp64Milli(timestamp) AS at,
    toString(type) AS type,
    event_name,
    if(properties = '', '{}', properties) AS properties,
    leftPad(lower(hex(session_id)), 16, '0') AS session_id,
    leftPad(lower(hex(user_id)), 16, '0') AS user_id,
    identified_user_id,
    pathname, querystring, hostname, page_title, referrer, browser, browser_version, operating_system, operating_system_version, language, country, region, city, lat, lon, screen_width, screen_height, device_type, device_model, app_version, if(currency = '', '', toString(revenue)) AS revenue, currency, order_id, release
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND type IN ('custom_event', 'pageview', 'outbound', 'button_click', 'copy', 'form_submit', 'input_change')
    
  ORDER BY timestamp DESC, event_id DESC
  LIMIT {p0:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

-- /export/events, filtered
  SELECT event_id, 
    toUnixTimestamp64Milli(timestamp) AS at,
    toString(type) AS type,
    event_name,
    if(properties = '', '{}', properties) AS properties,
    leftPad(lower(hex(session_id)), 16, '0') AS session_id,
    leftPad(lower(hex(user_id)), 16, '0') AS user_id,
    identified_user_id,
    pathname, querystring, hostname, page_title, referrer, browser, browser_version, operating_system, operating_system_version, language, country, region, city, lat, lon, screen_width, screen_height, device_type, device_model, app_version, if(currency = '', '', toString(revenue)) AS revenue, currency, order_id, release
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND NOT (position(pathname, {p0:String}) > 0)
      AND session_id IN (
        SELECT session_id FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    AND type IN ('custom_event', 'pageview', 'outbound', 'button_click', 'copy', 'form_submit', 'input_change')
    
  ORDER BY timestamp DESC, event_id DESC
  LIMIT {p3:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

-- /export/sessions, plain
  SELECT
    intDiv(toUnixTimestamp64Milli(ended), 3600000) AS hour,
    count() AS sessions,
    max((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began))) AS longest_ms
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
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND received_at <= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND 1) AND type != 'performance'
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  GROUP BY hour
  ORDER BY hour DESC;

  SELECT
    leftPad(lower(hex(session_id)), 16, '0') AS of_session_id,
    leftPad(lower(hex(user_id)), 16, '0') AS of_user_id,
    identified_user_id AS of_identified_user_id,
    [toString(country), toString(region), toString(city), toString(language), toString(device_type), toString(browser), toString(browser_version), toString(operating_system), toString(operating_system_version), toString(hostname), toString(timezone)] AS of_first,
    [toFloat64(screen_width), toFloat64(screen_height), toFloat64(lat), toFloat64(lon)] AS of_first_numbers,
    of_referrer, of_tag, of_utm_source, of_utm_medium, of_utm_campaign, of_utm_term, of_utm_content,
    multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct') AS of_channel,
    entry_page AS of_entry_page,
    exit_page AS of_exit_page,
    of_counts,
    of_ip,
    toUnixTimestamp64Milli(began) AS started_ms,
    toUnixTimestamp64Milli(ended) AS ended_ms,
    ended_ms - started_ms AS duration_ms,
    all_events
  FROM (
    SELECT
      session_id,
      argMinIf(events.referrer, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.referrer != '') AS of_referrer,
      argMinIf(events.tag, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.tag != '') AS of_tag,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_source'] != '') AS of_utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_medium'] != '') AS of_utm_medium,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_campaign'] != '') AS of_utm_campaign,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_term'] != '') AS of_utm_term,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_content'] != '') AS of_utm_content,
      sumForEach([events.type = 'pageview', events.type = 'custom_event', events.type = 'error', events.type = 'outbound', events.type = 'button_click', events.type = 'copy', events.type = 'form_submit', events.type = 'input_change']) AS of_counts,
      argMaxIf(events.ip, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.ip IS NOT NULL) AS of_ip,
      countIf(events.type NOT IN ('engagement', 'performance')) AS all_events,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.region != '') AS region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.language != '') AS language,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.browser != '') AS browser,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.browser != '') AS browser_version,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.operating_system != '') AS operating_system,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.operating_system != '') AS operating_system_version,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.hostname != '') AS hostname,
      argMinIf(events.timezone, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.timezone != '') AS timezone,
      argMinIf(events.screen_width, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.screen_width != 0 AND events.screen_height != 0) AS screen_width,
      argMinIf(events.screen_height, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.screen_width != 0 AND events.screen_height != 0) AS screen_height,
      argMinIf(events.lat, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND (events.lat != 0 OR events.lon != 0)) AS lat,
      argMinIf(events.lon, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND (events.lat != 0 OR events.lon != 0)) AS lon,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS channel,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      argMaxIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS exit_page
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND received_at <= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
    AND session_id IN (
      SELECT session_id
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
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND received_at <= fromUnixTimestamp64Milli({p0:Int64}, 'UTC') AND timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')) AND type != 'performance'
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
      WHERE ended >= fromUnixTimestamp64Milli({p1:Int64}, 'UTC') AND ended < fromUnixTimestamp64Milli({p2:Int64}, 'UTC')
      ORDER BY ended DESC, session_id
      LIMIT {p5:UInt32})) AND type != 'performance'
    GROUP BY session_id)
  WHERE all_events > 0
  ORDER BY ended_ms DESC, of_session_id;

-- /export/sessions, filtered
  SELECT
    intDiv(toUnixTimestamp64Milli(ended), 3600000) AS hour,
    count() AS sessions,
    max((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began))) AS longest_ms
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
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND received_at <= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND 1) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  GROUP BY hour
  ORDER BY hour DESC;

  SELECT
    leftPad(lower(hex(session_id)), 16, '0') AS of_session_id,
    leftPad(lower(hex(user_id)), 16, '0') AS of_user_id,
    identified_user_id AS of_identified_user_id,
    [toString(country), toString(region), toString(city), toString(language), toString(device_type), toString(browser), toString(browser_version), toString(operating_system), toString(operating_system_version), toString(hostname), toString(timezone)] AS of_first,
    [toFloat64(screen_width), toFloat64(screen_height), toFloat64(lat), toFloat64(lon)] AS of_first_numbers,
    of_referrer, of_tag, of_utm_source, of_utm_medium, of_utm_campaign, of_utm_term, of_utm_content,
    multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct') AS of_channel,
    entry_page AS of_entry_page,
    exit_page AS of_exit_page,
    of_counts,
    of_ip,
    toUnixTimestamp64Milli(began) AS started_ms,
    toUnixTimestamp64Milli(ended) AS ended_ms,
    ended_ms - started_ms AS duration_ms,
    all_events
  FROM (
    SELECT
      session_id,
      argMinIf(events.referrer, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.referrer != '') AS of_referrer,
      argMinIf(events.tag, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.tag != '') AS of_tag,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_source'] != '') AS of_utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_medium'] != '') AS of_utm_medium,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_campaign'] != '') AS of_utm_campaign,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_term'] != '') AS of_utm_term,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_content'] != '') AS of_utm_content,
      sumForEach([events.type = 'pageview', events.type = 'custom_event', events.type = 'error', events.type = 'outbound', events.type = 'button_click', events.type = 'copy', events.type = 'form_submit', events.type = 'input_change']) AS of_counts,
      argMaxIf(events.ip, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.ip IS NOT NULL) AS of_ip,
      countIf(events.type NOT IN ('engagement', 'performance')) AS all_events,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.region != '') AS region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.language != '') AS language,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.browser != '') AS browser,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.browser != '') AS browser_version,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.operating_system != '') AS operating_system,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.operating_system != '') AS operating_system_version,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.hostname != '') AS hostname,
      argMinIf(events.timezone, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.timezone != '') AS timezone,
      argMinIf(events.screen_width, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.screen_width != 0 AND events.screen_height != 0) AS screen_width,
      argMinIf(events.screen_height, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.screen_width != 0 AND events.screen_height != 0) AS screen_height,
      argMinIf(events.lat, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND (events.lat != 0 OR events.lon != 0)) AS lat,
      argMinIf(events.lon, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND (events.lat != 0 OR events.lon != 0)) AS lon,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS channel,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      argMaxIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS exit_page
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND received_at <= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p7:Int64}, 'UTC')
    AND session_id IN (
      SELECT session_id
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
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND received_at <= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND timestamp >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p7:Int64}, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
      WHERE ended >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND ended < fromUnixTimestamp64Milli({p5:Int64}, 'UTC')
      ORDER BY ended DESC, session_id
      LIMIT {p8:UInt32})) AND type != 'performance'
    GROUP BY session_id)
  WHERE all_events > 0
  ORDER BY ended_ms DESC, of_session_id;

-- /export/users/{userId}/sessions, plain
  SELECT
    intDiv(toUnixTimestamp64Milli(ended), 3600000) AS hour,
    count() AS sessions,
    max((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began))) AS longest_ms
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
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND session_id IN (
        SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND ((leftPad(lower(hex(user_id)), 16, '0') = {p1:String} OR identified_user_id = {p0:String})))
      AND received_at <= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND 1) AND type != 'performance'
    GROUP BY session_id)
    WHERE ((leftPad(lower(hex(user_id)), 16, '0') = {p3:String} OR identified_user_id = {p2:String}))
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  GROUP BY hour
  ORDER BY hour DESC;

  SELECT
    leftPad(lower(hex(session_id)), 16, '0') AS of_session_id,
    leftPad(lower(hex(user_id)), 16, '0') AS of_user_id,
    identified_user_id AS of_identified_user_id,
    [toString(country), toString(region), toString(city), toString(language), toString(device_type), toString(browser), toString(browser_version), toString(operating_system), toString(operating_system_version), toString(hostname), toString(timezone)] AS of_first,
    [toFloat64(screen_width), toFloat64(screen_height), toFloat64(lat), toFloat64(lon)] AS of_first_numbers,
    of_referrer, of_tag, of_utm_source, of_utm_medium, of_utm_campaign, of_utm_term, of_utm_content,
    multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct') AS of_channel,
    entry_page AS of_entry_page,
    exit_page AS of_exit_page,
    of_counts,
    of_ip,
    toUnixTimestamp64Milli(began) AS started_ms,
    toUnixTimestamp64Milli(ended) AS ended_ms,
    ended_ms - started_ms AS duration_ms,
    all_events
  FROM (
    SELECT
      session_id,
      argMinIf(events.referrer, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.referrer != '') AS of_referrer,
      argMinIf(events.tag, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.tag != '') AS of_tag,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_source'] != '') AS of_utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_medium'] != '') AS of_utm_medium,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_campaign'] != '') AS of_utm_campaign,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_term'] != '') AS of_utm_term,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_content'] != '') AS of_utm_content,
      sumForEach([events.type = 'pageview', events.type = 'custom_event', events.type = 'error', events.type = 'outbound', events.type = 'button_click', events.type = 'copy', events.type = 'form_submit', events.type = 'input_change']) AS of_counts,
      argMaxIf(events.ip, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.ip IS NOT NULL) AS of_ip,
      countIf(events.type NOT IN ('engagement', 'performance')) AS all_events,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.region != '') AS region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.language != '') AS language,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.browser != '') AS browser,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.browser != '') AS browser_version,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.operating_system != '') AS operating_system,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.operating_system != '') AS operating_system_version,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.hostname != '') AS hostname,
      argMinIf(events.timezone, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.timezone != '') AS timezone,
      argMinIf(events.screen_width, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.screen_width != 0 AND events.screen_height != 0) AS screen_width,
      argMinIf(events.screen_height, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.screen_width != 0 AND events.screen_height != 0) AS screen_height,
      argMinIf(events.lat, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND (events.lat != 0 OR events.lon != 0)) AS lat,
      argMinIf(events.lon, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND (events.lat != 0 OR events.lon != 0)) AS lon,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS channel,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      argMaxIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS exit_page
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND received_at <= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND timestamp >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p8:Int64}, 'UTC')
    AND session_id IN (
      SELECT session_id
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
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND session_id IN (
        SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND ((leftPad(lower(hex(user_id)), 16, '0') = {p1:String} OR identified_user_id = {p0:String})))
      AND received_at <= fromUnixTimestamp64Milli({p4:Int64}, 'UTC') AND timestamp >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p8:Int64}, 'UTC')) AND type != 'performance'
    GROUP BY session_id)
    WHERE ((leftPad(lower(hex(user_id)), 16, '0') = {p3:String} OR identified_user_id = {p2:String}))
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
      WHERE ended >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND ended < fromUnixTimestamp64Milli({p6:Int64}, 'UTC')
      ORDER BY ended DESC, session_id
      LIMIT {p9:UInt32})) AND type != 'performance'
    GROUP BY session_id)
  WHERE all_events > 0
  ORDER BY ended_ms DESC, of_session_id;

-- /export/users/{userId}/sessions, filtered
  SELECT
    intDiv(toUnixTimestamp64Milli(ended), 3600000) AS hour,
    count() AS sessions,
    max((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began))) AS longest_ms
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
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      max(events.type NOT IN ('engagement', 'performance') AND events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND session_id IN (
        SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND ((leftPad(lower(hex(user_id)), 16, '0') = {p2:String} OR identified_user_id = {p1:String})))
      AND received_at <= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND 1) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p3:String})
      AND (entry_page = {p4:String})
      AND ((leftPad(lower(hex(user_id)), 16, '0') = {p6:String} OR identified_user_id = {p5:String}))
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  GROUP BY hour
  ORDER BY hour DESC;

  SELECT
    leftPad(lower(hex(session_id)), 16, '0') AS of_session_id,
    leftPad(lower(hex(user_id)), 16, '0') AS of_user_id,
    identified_user_id AS of_identified_user_id,
    [toString(country), toString(region), toString(city), toString(language), toString(device_type), toString(browser), toString(browser_version), toString(operating_system), toString(operating_system_version), toString(hostname), toString(timezone)] AS of_first,
    [toFloat64(screen_width), toFloat64(screen_height), toFloat64(lat), toFloat64(lon)] AS of_first_numbers,
    of_referrer, of_tag, of_utm_source, of_utm_medium, of_utm_campaign, of_utm_term, of_utm_content,
    multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct') AS of_channel,
    entry_page AS of_entry_page,
    exit_page AS of_exit_page,
    of_counts,
    of_ip,
    toUnixTimestamp64Milli(began) AS started_ms,
    toUnixTimestamp64Milli(ended) AS ended_ms,
    ended_ms - started_ms AS duration_ms,
    all_events
  FROM (
    SELECT
      session_id,
      argMinIf(events.referrer, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.referrer != '') AS of_referrer,
      argMinIf(events.tag, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.tag != '') AS of_tag,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_source'] != '') AS of_utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_medium'] != '') AS of_utm_medium,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_campaign'] != '') AS of_utm_campaign,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_term'] != '') AS of_utm_term,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_content'] != '') AS of_utm_content,
      sumForEach([events.type = 'pageview', events.type = 'custom_event', events.type = 'error', events.type = 'outbound', events.type = 'button_click', events.type = 'copy', events.type = 'form_submit', events.type = 'input_change']) AS of_counts,
      argMaxIf(events.ip, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.ip IS NOT NULL) AS of_ip,
      countIf(events.type NOT IN ('engagement', 'performance')) AS all_events,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.region != '') AS region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.language != '') AS language,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.browser != '') AS browser,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.browser != '') AS browser_version,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.operating_system != '') AS operating_system,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.operating_system != '') AS operating_system_version,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.hostname != '') AS hostname,
      argMinIf(events.timezone, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.timezone != '') AS timezone,
      argMinIf(events.screen_width, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.screen_width != 0 AND events.screen_height != 0) AS screen_width,
      argMinIf(events.screen_height, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.screen_width != 0 AND events.screen_height != 0) AS screen_height,
      argMinIf(events.lat, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND (events.lat != 0 OR events.lon != 0)) AS lat,
      argMinIf(events.lon, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND (events.lat != 0 OR events.lon != 0)) AS lon,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS channel,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      argMaxIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS exit_page
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND received_at <= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND timestamp >= fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p11:Int64}, 'UTC')
    AND session_id IN (
      SELECT session_id
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
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      max(events.type NOT IN ('engagement', 'performance') AND events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND session_id IN (
        SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND ((leftPad(lower(hex(user_id)), 16, '0') = {p2:String} OR identified_user_id = {p1:String})))
      AND received_at <= fromUnixTimestamp64Milli({p7:Int64}, 'UTC') AND timestamp >= fromUnixTimestamp64Milli({p10:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p11:Int64}, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p3:String})
      AND (entry_page = {p4:String})
      AND ((leftPad(lower(hex(user_id)), 16, '0') = {p6:String} OR identified_user_id = {p5:String}))
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
      WHERE ended >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND ended < fromUnixTimestamp64Milli({p9:Int64}, 'UTC')
      ORDER BY ended DESC, session_id
      LIMIT {p12:UInt32})) AND type != 'performance'
    GROUP BY session_id)
  WHERE all_events > 0
  ORDER BY ended_ms DESC, of_session_id;

-- /export/goals/{goalId}/sessions, plain
  SELECT
    intDiv(toUnixTimestamp64Milli(ended), 3600000) AS hour,
    count() AS sessions,
    max((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began))) AS longest_ms
  FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(type = {p0:String} AND event_name = {p1:String}) AS is_reached,
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
      AND received_at <= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND 1) AND type != 'performance'
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND is_reached
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  GROUP BY hour
  ORDER BY hour DESC;

  SELECT
    leftPad(lower(hex(session_id)), 16, '0') AS of_session_id,
    leftPad(lower(hex(user_id)), 16, '0') AS of_user_id,
    identified_user_id AS of_identified_user_id,
    [toString(country), toString(region), toString(city), toString(language), toString(device_type), toString(browser), toString(browser_version), toString(operating_system), toString(operating_system_version), toString(hostname), toString(timezone)] AS of_first,
    [toFloat64(screen_width), toFloat64(screen_height), toFloat64(lat), toFloat64(lon)] AS of_first_numbers,
    of_referrer, of_tag, of_utm_source, of_utm_medium, of_utm_campaign, of_utm_term, of_utm_content,
    multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct') AS of_channel,
    entry_page AS of_entry_page,
    exit_page AS of_exit_page,
    of_counts,
    of_ip,
    toUnixTimestamp64Milli(began) AS started_ms,
    toUnixTimestamp64Milli(ended) AS ended_ms,
    ended_ms - started_ms AS duration_ms,
    all_events
  FROM (
    SELECT
      session_id,
      argMinIf(events.referrer, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.referrer != '') AS of_referrer,
      argMinIf(events.tag, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.tag != '') AS of_tag,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_source'] != '') AS of_utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_medium'] != '') AS of_utm_medium,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_campaign'] != '') AS of_utm_campaign,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_term'] != '') AS of_utm_term,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_content'] != '') AS of_utm_content,
      sumForEach([events.type = 'pageview', events.type = 'custom_event', events.type = 'error', events.type = 'outbound', events.type = 'button_click', events.type = 'copy', events.type = 'form_submit', events.type = 'input_change']) AS of_counts,
      argMaxIf(events.ip, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.ip IS NOT NULL) AS of_ip,
      countIf(events.type NOT IN ('engagement', 'performance')) AS all_events,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.region != '') AS region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.language != '') AS language,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.browser != '') AS browser,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.browser != '') AS browser_version,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.operating_system != '') AS operating_system,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.operating_system != '') AS operating_system_version,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.hostname != '') AS hostname,
      argMinIf(events.timezone, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.timezone != '') AS timezone,
      argMinIf(events.screen_width, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.screen_width != 0 AND events.screen_height != 0) AS screen_width,
      argMinIf(events.screen_height, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.screen_width != 0 AND events.screen_height != 0) AS screen_height,
      argMinIf(events.lat, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND (events.lat != 0 OR events.lon != 0)) AS lat,
      argMinIf(events.lon, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND (events.lat != 0 OR events.lon != 0)) AS lon,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS channel,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      argMaxIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS exit_page
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND received_at <= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND timestamp >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p6:Int64}, 'UTC')
    AND session_id IN (
      SELECT session_id
      FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(type = {p0:String} AND event_name = {p1:String}) AS is_reached,
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
      AND received_at <= fromUnixTimestamp64Milli({p2:Int64}, 'UTC') AND timestamp >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p6:Int64}, 'UTC')) AND type != 'performance'
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND is_reached
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
      WHERE ended >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC') AND ended < fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
      ORDER BY ended DESC, session_id
      LIMIT {p7:UInt32})) AND type != 'performance'
    GROUP BY session_id)
  WHERE all_events > 0
  ORDER BY ended_ms DESC, of_session_id;

-- /export/goals/{goalId}/sessions, filtered
  SELECT
    intDiv(toUnixTimestamp64Milli(ended), 3600000) AS hour,
    count() AS sessions,
    max((toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began))) AS longest_ms
  FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(type = {p3:String} AND event_name = {p4:String}) AS is_reached,
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
      AND received_at <= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND 1) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND is_reached
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  GROUP BY hour
  ORDER BY hour DESC;

  SELECT
    leftPad(lower(hex(session_id)), 16, '0') AS of_session_id,
    leftPad(lower(hex(user_id)), 16, '0') AS of_user_id,
    identified_user_id AS of_identified_user_id,
    [toString(country), toString(region), toString(city), toString(language), toString(device_type), toString(browser), toString(browser_version), toString(operating_system), toString(operating_system_version), toString(hostname), toString(timezone)] AS of_first,
    [toFloat64(screen_width), toFloat64(screen_height), toFloat64(lat), toFloat64(lon)] AS of_first_numbers,
    of_referrer, of_tag, of_utm_source, of_utm_medium, of_utm_campaign, of_utm_term, of_utm_content,
    multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct') AS of_channel,
    entry_page AS of_entry_page,
    exit_page AS of_exit_page,
    of_counts,
    of_ip,
    toUnixTimestamp64Milli(began) AS started_ms,
    toUnixTimestamp64Milli(ended) AS ended_ms,
    ended_ms - started_ms AS duration_ms,
    all_events
  FROM (
    SELECT
      session_id,
      argMinIf(events.referrer, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.referrer != '') AS of_referrer,
      argMinIf(events.tag, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.tag != '') AS of_tag,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_source'] != '') AS of_utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_medium'] != '') AS of_utm_medium,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_campaign'] != '') AS of_utm_campaign,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_term'] != '') AS of_utm_term,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_content'] != '') AS of_utm_content,
      sumForEach([events.type = 'pageview', events.type = 'custom_event', events.type = 'error', events.type = 'outbound', events.type = 'button_click', events.type = 'copy', events.type = 'form_submit', events.type = 'input_change']) AS of_counts,
      argMaxIf(events.ip, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.ip IS NOT NULL) AS of_ip,
      countIf(events.type NOT IN ('engagement', 'performance')) AS all_events,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.region != '') AS region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.language != '') AS language,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.browser != '') AS browser,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.browser != '') AS browser_version,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.operating_system != '') AS operating_system,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.operating_system != '') AS operating_system_version,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.hostname != '') AS hostname,
      argMinIf(events.timezone, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.timezone != '') AS timezone,
      argMinIf(events.screen_width, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.screen_width != 0 AND events.screen_height != 0) AS screen_width,
      argMinIf(events.screen_height, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.screen_width != 0 AND events.screen_height != 0) AS screen_height,
      argMinIf(events.lat, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND (events.lat != 0 OR events.lon != 0)) AS lat,
      argMinIf(events.lon, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND (events.lat != 0 OR events.lon != 0)) AS lon,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS channel,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      argMaxIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS exit_page
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND received_at <= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND timestamp >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p9:Int64}, 'UTC')
    AND session_id IN (
      SELECT session_id
      FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(type = {p3:String} AND event_name = {p4:String}) AS is_reached,
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
      AND received_at <= fromUnixTimestamp64Milli({p5:Int64}, 'UTC') AND timestamp >= fromUnixTimestamp64Milli({p8:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({p9:Int64}, 'UTC')) AND type != 'performance') AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND is_reached
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
      WHERE ended >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC') AND ended < fromUnixTimestamp64Milli({p7:Int64}, 'UTC')
      ORDER BY ended DESC, session_id
      LIMIT {p10:UInt32})) AND type != 'performance'
    GROUP BY session_id)
  WHERE all_events > 0
  ORDER BY ended_ms DESC, of_session_id;
