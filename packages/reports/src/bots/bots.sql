-- /bots/overview, plain
  SELECT
    countIf(1 ) AS bot_requests,
    count() AS all_bots,
    countIf(ua_pattern = 1 ) AS ua_pattern_requests,
    countIf(header_heuristics = 1 ) AS header_heuristics_requests,
    countIf(client_signals = 1 ) AS client_signals_requests,
    countIf(bot_asn = 1 ) AS bot_asn_requests,
    countIf(rate_anomaly = 1 ) AS rate_anomaly_requests
  FROM (SELECT *, referrer_domain, '' AS identified_user_id FROM bots)
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC');

  SELECT
    count() AS humans,
    countIf(suspected) AS suspected_events,
    uniqExactIf(session_id, suspected) AS suspected_sessions
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC');

-- /bots/overview, filtered
  SELECT
    countIf(1 ) AS bot_requests,
    count() AS all_bots,
    countIf(ua_pattern = 1 ) AS ua_pattern_requests,
    countIf(header_heuristics = 1 ) AS header_heuristics_requests,
    countIf(client_signals = 1 ) AS client_signals_requests,
    countIf(bot_asn = 1 ) AS bot_asn_requests,
    countIf(rate_anomaly = 1 ) AS rate_anomaly_requests
  FROM (SELECT *, referrer_domain, '' AS identified_user_id FROM bots)
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND (country = {p0:String})
      AND NOT (position(pathname, {p1:String}) > 0);

  SELECT
    count() AS humans,
    countIf(suspected) AS suspected_events,
    uniqExactIf(session_id, suspected) AS suspected_sessions
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND session_id IN (
        SELECT session_id FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      min(events.timestamp) AS began,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')));

-- /bots/time-series, plain
  SELECT
    toStartOfHour(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS time,
    count() AS bot_requests
  FROM (SELECT *, referrer_domain, '' AS identified_user_id FROM bots)
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')  
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;

-- /bots/time-series, filtered
  SELECT
    toStartOfHour(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS time,
    count() AS bot_requests
  FROM (SELECT *, referrer_domain, '' AS identified_user_id FROM bots)
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND (country = {p0:String})
      AND NOT (position(pathname, {p1:String}) > 0)  
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;
