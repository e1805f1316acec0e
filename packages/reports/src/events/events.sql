-- /events, plain
  SELECT 
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
     AND timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')
  ORDER BY timestamp DESC, source_offset DESC, source DESC
  LIMIT {p1:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

  SELECT 
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
     AND timestamp >= fromUnixTimestamp64Milli({p2:Int64}, 'UTC')
  ORDER BY timestamp DESC, source_offset DESC, source DESC
  LIMIT {p3:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

  SELECT 
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
     AND timestamp >= fromUnixTimestamp64Milli({p4:Int64}, 'UTC')
  ORDER BY timestamp DESC, source_offset DESC, source DESC
  LIMIT {p5:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

  SELECT 
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
    
  ORDER BY timestamp DESC, source_offset DESC, source DESC
  LIMIT {p6:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

    SELECT user_id, key, value, toString(version) AS version
    FROM traits
    WHERE site_id = {site:UInt32} AND user_id IN {users:Array(String)}
    ORDER BY user_id, key, traits.version DESC
    LIMIT 1 BY user_id, key;

-- /events, filtered
  SELECT 
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
     AND timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
  ORDER BY timestamp DESC, source_offset DESC, source DESC
  LIMIT {p4:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

  SELECT 
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
     AND timestamp >= fromUnixTimestamp64Milli({p5:Int64}, 'UTC')
  ORDER BY timestamp DESC, source_offset DESC, source DESC
  LIMIT {p6:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

  SELECT 
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
     AND timestamp >= fromUnixTimestamp64Milli({p7:Int64}, 'UTC')
  ORDER BY timestamp DESC, source_offset DESC, source DESC
  LIMIT {p8:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

  SELECT 
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
    
  ORDER BY timestamp DESC, source_offset DESC, source DESC
  LIMIT {p9:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

-- /events, polled
  SELECT 
    toUnixTimestamp64Milli(timestamp) AS at,
    toString(type) AS type,
    event_name,
    if(properties = '', '{}', properties) AS properties,
    leftPad(lower(hex(session_id)), 16, '0') AS session_id,
    leftPad(lower(hex(user_id)), 16, '0') AS user_id,
    identified_user_id,
    pathname, querystring, hostname, page_title, referrer, browser, browser_version, operating_system, operating_system_version, language, country, region, city, lat, lon, screen_width, screen_height, device_type, device_model, app_version, if(currency = '', '', toString(revenue)) AS revenue, currency, order_id, release
  FROM events
  WHERE site_id = {site:UInt32}
    AND type IN ('custom_event', 'pageview', 'outbound', 'button_click', 'copy', 'form_submit', 'input_change')
    AND timestamp > fromUnixTimestamp64Milli({p0:Int64}, 'UTC')
  ORDER BY timestamp, source_offset, source
  LIMIT {p1:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

-- /events, of a name
  SELECT 
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
    AND type IN ('custom_event', 'pageview', 'outbound', 'button_click', 'copy', 'form_submit', 'input_change') AND event_name = {p1:String}
     AND timestamp >= fromUnixTimestamp64Milli({p0:Int64}, 'UTC')
  ORDER BY timestamp DESC, source_offset DESC, source DESC
  LIMIT {p2:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

  SELECT 
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
    AND type IN ('custom_event', 'pageview', 'outbound', 'button_click', 'copy', 'form_submit', 'input_change') AND event_name = {p4:String}
     AND timestamp >= fromUnixTimestamp64Milli({p3:Int64}, 'UTC')
  ORDER BY timestamp DESC, source_offset DESC, source DESC
  LIMIT {p5:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

  SELECT 
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
    AND type IN ('custom_event', 'pageview', 'outbound', 'button_click', 'copy', 'form_submit', 'input_change') AND event_name = {p7:String}
     AND timestamp >= fromUnixTimestamp64Milli({p6:Int64}, 'UTC')
  ORDER BY timestamp DESC, source_offset DESC, source DESC
  LIMIT {p8:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;

  SELECT 
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
    AND type IN ('custom_event', 'pageview', 'outbound', 'button_click', 'copy', 'form_submit', 'input_change') AND event_name = {p9:String}
    
  ORDER BY timestamp DESC, source_offset DESC, source DESC
  LIMIT {p10:UInt32}
  SETTINGS prefer_column_name_to_alias = 1;
