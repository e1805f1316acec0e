-- /events/count, plain
  SELECT
    toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS time,
    countIf(type = 'pageview') AS pageview_count,
    countIf(type = 'custom_event') AS custom_event_count,
    countIf(type = 'performance') AS performance_count,
    countIf(type = 'outbound') AS outbound_count,
    countIf(type = 'error') AS error_count,
    countIf(type = 'button_click') AS button_click_count,
    countIf(type = 'copy') AS copy_count,
    countIf(type = 'form_submit') AS form_submit_count,
    countIf(type = 'input_change') AS input_change_count,
    count() AS event_count
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND type != 'engagement'
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;

-- /events/count, filtered
  SELECT
    toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS time,
    countIf(type = 'pageview') AS pageview_count,
    countIf(type = 'custom_event') AS custom_event_count,
    countIf(type = 'performance') AS performance_count,
    countIf(type = 'outbound') AS outbound_count,
    countIf(type = 'error') AS error_count,
    countIf(type = 'button_click') AS button_click_count,
    countIf(type = 'copy') AS copy_count,
    countIf(type = 'form_submit') AS form_submit_count,
    countIf(type = 'input_change') AS input_change_count,
    count() AS event_count
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
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    AND type != 'engagement'
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;

-- /events/count, compared
  SELECT
    toStartOfDay(toDateTime((toUnixTimestamp(timestamp) + {zone_offset_0:Int64}), 'UTC')) AS time,
    countIf(type = 'pageview') AS pageview_count,
    countIf(type = 'custom_event') AS custom_event_count,
    countIf(type = 'performance') AS performance_count,
    countIf(type = 'outbound') AS outbound_count,
    countIf(type = 'error') AS error_count,
    countIf(type = 'button_click') AS button_click_count,
    countIf(type = 'copy') AS copy_count,
    countIf(type = 'form_submit') AS form_submit_count,
    countIf(type = 'input_change') AS input_change_count,
    count() AS event_count
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND type != 'engagement'
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;
