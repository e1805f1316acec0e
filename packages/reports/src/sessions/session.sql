-- /sessions/{sessionId}, plain
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
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND session_id = {p0:UInt64} AND session_id IN (
        SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')  AND session_id = {p0:UInt64} AND type NOT IN ('engagement', 'performance'))) AND type != 'performance'
    GROUP BY session_id)
  WHERE all_events > 0;

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

  SELECT
    toUnixTimestamp64Milli(timestamp) AS at,
    pathname, hostname, querystring, page_title, referrer,
    toString(type) AS type, event_name, properties,
    count() OVER () AS total_rows
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')  AND session_id = {p0:UInt64} AND type NOT IN ('engagement', 'performance')
  ORDER BY timestamp, source_offset, source
  LIMIT {limit:UInt32} OFFSET {offset:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;
