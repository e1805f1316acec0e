-- /performance/overview, plain
  SELECT
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.5)(lcp)) AS lcp_p50,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.75)(lcp)) AS lcp_p75,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.9)(lcp)) AS lcp_p90,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.99)(lcp)) AS lcp_p99,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.5)(cls)) AS cls_p50,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.75)(cls)) AS cls_p75,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.9)(cls)) AS cls_p90,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.99)(cls)) AS cls_p99,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.5)(inp)) AS inp_p50,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.75)(inp)) AS inp_p75,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.9)(inp)) AS inp_p90,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.99)(inp)) AS inp_p99,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.5)(fcp)) AS fcp_p50,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.75)(fcp)) AS fcp_p75,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.9)(fcp)) AS fcp_p90,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.99)(fcp)) AS fcp_p99,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.5)(ttfb)) AS ttfb_p50,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.75)(ttfb)) AS ttfb_p75,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.9)(ttfb)) AS ttfb_p90,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.99)(ttfb)) AS ttfb_p99,
    count() AS total_performance_events,
    count(lcp) AS lcp_measured,
    countIf(lcp <= 2500) AS lcp_good,
    countIf(lcp > 2500 AND lcp <= 4000) AS lcp_needs_improvement,
    countIf(lcp > 4000) AS lcp_poor,
    count(cls) AS cls_measured,
    countIf(cls <= 0.1) AS cls_good,
    countIf(cls > 0.1 AND cls <= 0.25) AS cls_needs_improvement,
    countIf(cls > 0.25) AS cls_poor,
    count(inp) AS inp_measured,
    countIf(inp <= 200) AS inp_good,
    countIf(inp > 200 AND inp <= 500) AS inp_needs_improvement,
    countIf(inp > 500) AS inp_poor,
    count(fcp) AS fcp_measured,
    countIf(fcp <= 1800) AS fcp_good,
    countIf(fcp > 1800 AND fcp <= 3000) AS fcp_needs_improvement,
    countIf(fcp > 3000) AS fcp_poor,
    count(ttfb) AS ttfb_measured,
    countIf(ttfb <= 800) AS ttfb_good,
    countIf(ttfb > 800 AND ttfb <= 1800) AS ttfb_needs_improvement,
    countIf(ttfb > 1800) AS ttfb_poor
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND type = 'performance';

-- /performance/overview, filtered
  SELECT
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.5)(lcp)) AS lcp_p50,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.75)(lcp)) AS lcp_p75,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.9)(lcp)) AS lcp_p90,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.99)(lcp)) AS lcp_p99,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.5)(cls)) AS cls_p50,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.75)(cls)) AS cls_p75,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.9)(cls)) AS cls_p90,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.99)(cls)) AS cls_p99,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.5)(inp)) AS inp_p50,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.75)(inp)) AS inp_p75,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.9)(inp)) AS inp_p90,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.99)(inp)) AS inp_p99,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.5)(fcp)) AS fcp_p50,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.75)(fcp)) AS fcp_p75,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.9)(fcp)) AS fcp_p90,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.99)(fcp)) AS fcp_p99,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.5)(ttfb)) AS ttfb_p50,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.75)(ttfb)) AS ttfb_p75,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.9)(ttfb)) AS ttfb_p90,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.99)(ttfb)) AS ttfb_p99,
    count() AS total_performance_events,
    count(lcp) AS lcp_measured,
    countIf(lcp <= 2500) AS lcp_good,
    countIf(lcp > 2500 AND lcp <= 4000) AS lcp_needs_improvement,
    countIf(lcp > 4000) AS lcp_poor,
    count(cls) AS cls_measured,
    countIf(cls <= 0.1) AS cls_good,
    countIf(cls > 0.1 AND cls <= 0.25) AS cls_needs_improvement,
    countIf(cls > 0.25) AS cls_poor,
    count(inp) AS inp_measured,
    countIf(inp <= 200) AS inp_good,
    countIf(inp > 200 AND inp <= 500) AS inp_needs_improvement,
    countIf(inp > 500) AS inp_poor,
    count(fcp) AS fcp_measured,
    countIf(fcp <= 1800) AS fcp_good,
    countIf(fcp > 1800 AND fcp <= 3000) AS fcp_needs_improvement,
    countIf(fcp > 3000) AS fcp_poor,
    count(ttfb) AS ttfb_measured,
    countIf(ttfb <= 800) AS ttfb_good,
    countIf(ttfb > 800 AND ttfb <= 1800) AS ttfb_needs_improvement,
    countIf(ttfb > 1800) AS ttfb_poor
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
    AND type = 'performance';

-- /performance/time-series, plain
  SELECT
    toStartOfHour(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS time,
    count() AS event_count,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.5)(lcp)) AS lcp_p50,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.75)(lcp)) AS lcp_p75,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.9)(lcp)) AS lcp_p90,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.99)(lcp)) AS lcp_p99,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.5)(cls)) AS cls_p50,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.75)(cls)) AS cls_p75,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.9)(cls)) AS cls_p90,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.99)(cls)) AS cls_p99,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.5)(inp)) AS inp_p50,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.75)(inp)) AS inp_p75,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.9)(inp)) AS inp_p90,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.99)(inp)) AS inp_p99,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.5)(fcp)) AS fcp_p50,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.75)(fcp)) AS fcp_p75,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.9)(fcp)) AS fcp_p90,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.99)(fcp)) AS fcp_p99,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.5)(ttfb)) AS ttfb_p50,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.75)(ttfb)) AS ttfb_p75,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.9)(ttfb)) AS ttfb_p90,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.99)(ttfb)) AS ttfb_p99,
    count(lcp) AS lcp_measured,
    countIf(lcp <= 2500) AS lcp_good,
    countIf(lcp > 2500 AND lcp <= 4000) AS lcp_needs_improvement,
    countIf(lcp > 4000) AS lcp_poor,
    count(cls) AS cls_measured,
    countIf(cls <= 0.1) AS cls_good,
    countIf(cls > 0.1 AND cls <= 0.25) AS cls_needs_improvement,
    countIf(cls > 0.25) AS cls_poor,
    count(inp) AS inp_measured,
    countIf(inp <= 200) AS inp_good,
    countIf(inp > 200 AND inp <= 500) AS inp_needs_improvement,
    countIf(inp > 500) AS inp_poor,
    count(fcp) AS fcp_measured,
    countIf(fcp <= 1800) AS fcp_good,
    countIf(fcp > 1800 AND fcp <= 3000) AS fcp_needs_improvement,
    countIf(fcp > 3000) AS fcp_poor,
    count(ttfb) AS ttfb_measured,
    countIf(ttfb <= 800) AS ttfb_good,
    countIf(ttfb > 800 AND ttfb <= 1800) AS ttfb_needs_improvement,
    countIf(ttfb > 1800) AS ttfb_poor
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND type = 'performance'
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;

-- /performance/time-series, filtered
  SELECT
    toStartOfHour(toDateTime((toUnixTimestamp(timestamp) + if(toUnixTimestamp(timestamp) >= {zone_change_1:Int64}, {zone_offset_1:Int64}, {zone_offset_0:Int64})), 'UTC')) AS time,
    count() AS event_count,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.5)(lcp)) AS lcp_p50,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.75)(lcp)) AS lcp_p75,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.9)(lcp)) AS lcp_p90,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.99)(lcp)) AS lcp_p99,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.5)(cls)) AS cls_p50,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.75)(cls)) AS cls_p75,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.9)(cls)) AS cls_p90,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.99)(cls)) AS cls_p99,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.5)(inp)) AS inp_p50,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.75)(inp)) AS inp_p75,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.9)(inp)) AS inp_p90,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.99)(inp)) AS inp_p99,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.5)(fcp)) AS fcp_p50,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.75)(fcp)) AS fcp_p75,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.9)(fcp)) AS fcp_p90,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.99)(fcp)) AS fcp_p99,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.5)(ttfb)) AS ttfb_p50,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.75)(ttfb)) AS ttfb_p75,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.9)(ttfb)) AS ttfb_p90,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.99)(ttfb)) AS ttfb_p99,
    count(lcp) AS lcp_measured,
    countIf(lcp <= 2500) AS lcp_good,
    countIf(lcp > 2500 AND lcp <= 4000) AS lcp_needs_improvement,
    countIf(lcp > 4000) AS lcp_poor,
    count(cls) AS cls_measured,
    countIf(cls <= 0.1) AS cls_good,
    countIf(cls > 0.1 AND cls <= 0.25) AS cls_needs_improvement,
    countIf(cls > 0.25) AS cls_poor,
    count(inp) AS inp_measured,
    countIf(inp <= 200) AS inp_good,
    countIf(inp > 200 AND inp <= 500) AS inp_needs_improvement,
    countIf(inp > 500) AS inp_poor,
    count(fcp) AS fcp_measured,
    countIf(fcp <= 1800) AS fcp_good,
    countIf(fcp > 1800 AND fcp <= 3000) AS fcp_needs_improvement,
    countIf(fcp > 3000) AS fcp_poor,
    count(ttfb) AS ttfb_measured,
    countIf(ttfb <= 800) AS ttfb_good,
    countIf(ttfb > 800 AND ttfb <= 1800) AS ttfb_needs_improvement,
    countIf(ttfb > 1800) AS ttfb_poor
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
    AND type = 'performance'
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;

-- /performance/time-series, compared
  SELECT
    toStartOfHour(toDateTime((toUnixTimestamp(timestamp) + {zone_offset_0:Int64}), 'UTC')) AS time,
    count() AS event_count,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.5)(lcp)) AS lcp_p50,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.75)(lcp)) AS lcp_p75,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.9)(lcp)) AS lcp_p90,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.99)(lcp)) AS lcp_p99,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.5)(cls)) AS cls_p50,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.75)(cls)) AS cls_p75,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.9)(cls)) AS cls_p90,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.99)(cls)) AS cls_p99,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.5)(inp)) AS inp_p50,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.75)(inp)) AS inp_p75,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.9)(inp)) AS inp_p90,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.99)(inp)) AS inp_p99,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.5)(fcp)) AS fcp_p50,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.75)(fcp)) AS fcp_p75,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.9)(fcp)) AS fcp_p90,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.99)(fcp)) AS fcp_p99,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.5)(ttfb)) AS ttfb_p50,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.75)(ttfb)) AS ttfb_p75,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.9)(ttfb)) AS ttfb_p90,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.99)(ttfb)) AS ttfb_p99,
    count(lcp) AS lcp_measured,
    countIf(lcp <= 2500) AS lcp_good,
    countIf(lcp > 2500 AND lcp <= 4000) AS lcp_needs_improvement,
    countIf(lcp > 4000) AS lcp_poor,
    count(cls) AS cls_measured,
    countIf(cls <= 0.1) AS cls_good,
    countIf(cls > 0.1 AND cls <= 0.25) AS cls_needs_improvement,
    countIf(cls > 0.25) AS cls_poor,
    count(inp) AS inp_measured,
    countIf(inp <= 200) AS inp_good,
    countIf(inp > 200 AND inp <= 500) AS inp_needs_improvement,
    countIf(inp > 500) AS inp_poor,
    count(fcp) AS fcp_measured,
    countIf(fcp <= 1800) AS fcp_good,
    countIf(fcp > 1800 AND fcp <= 3000) AS fcp_needs_improvement,
    countIf(fcp > 3000) AS fcp_poor,
    count(ttfb) AS ttfb_measured,
    countIf(ttfb <= 800) AS ttfb_good,
    countIf(ttfb > 800 AND ttfb <= 1800) AS ttfb_needs_improvement,
    countIf(ttfb > 1800) AS ttfb_poor
  FROM events
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND type = 'performance'
  GROUP BY time
  ORDER BY time
  SETTINGS max_result_rows = 20000;

-- /performance/by-dimension, plain
  SELECT
    dimension_value,
    count() AS event_count,
    avg(lcp) AS lcp_avg,
      avg(cls) AS cls_avg,
      avg(inp) AS inp_avg,
      avg(fcp) AS fcp_avg,
      avg(ttfb) AS ttfb_avg,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.5)(lcp)) AS lcp_p50,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.75)(lcp)) AS lcp_p75,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.9)(lcp)) AS lcp_p90,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.99)(lcp)) AS lcp_p99,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.5)(cls)) AS cls_p50,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.75)(cls)) AS cls_p75,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.9)(cls)) AS cls_p90,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.99)(cls)) AS cls_p99,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.5)(inp)) AS inp_p50,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.75)(inp)) AS inp_p75,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.9)(inp)) AS inp_p90,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.99)(inp)) AS inp_p99,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.5)(fcp)) AS fcp_p50,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.75)(fcp)) AS fcp_p75,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.9)(fcp)) AS fcp_p90,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.99)(fcp)) AS fcp_p99,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.5)(ttfb)) AS ttfb_p50,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.75)(ttfb)) AS ttfb_p75,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.9)(ttfb)) AS ttfb_p90,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.99)(ttfb)) AS ttfb_p99,
    count(lcp) AS lcp_measured,
    countIf(lcp <= 2500) AS lcp_good,
    countIf(lcp > 2500 AND lcp <= 4000) AS lcp_needs_improvement,
    countIf(lcp > 4000) AS lcp_poor,
    count(cls) AS cls_measured,
    countIf(cls <= 0.1) AS cls_good,
    countIf(cls > 0.1 AND cls <= 0.25) AS cls_needs_improvement,
    countIf(cls > 0.25) AS cls_poor,
    count(inp) AS inp_measured,
    countIf(inp <= 200) AS inp_good,
    countIf(inp > 200 AND inp <= 500) AS inp_needs_improvement,
    countIf(inp > 500) AS inp_poor,
    count(fcp) AS fcp_measured,
    countIf(fcp <= 1800) AS fcp_good,
    countIf(fcp > 1800 AND fcp <= 3000) AS fcp_needs_improvement,
    countIf(fcp > 3000) AS fcp_poor,
    count(ttfb) AS ttfb_measured,
    countIf(ttfb <= 800) AS ttfb_good,
    countIf(ttfb > 800 AND ttfb <= 1800) AS ttfb_needs_improvement,
    countIf(ttfb > 1800) AS ttfb_poor,
    any(all_values) AS total_rows
  FROM events
  INNER JOIN (
    SELECT dimension_value, count() OVER () AS all_values
    FROM (
      SELECT toString(pathname) AS dimension_value, count() AS event_count
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND type = 'performance'
      GROUP BY dimension_value
      HAVING dimension_value != '' AND event_count >= {p0:UInt32}
    )
    ORDER BY event_count desc NULLS LAST, dimension_value
    LIMIT {limit:UInt32} OFFSET {offset:UInt32}
  ) AS shown ON toString(events.pathname) = shown.dimension_value
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND type = 'performance'
  GROUP BY dimension_value
  ORDER BY event_count desc NULLS LAST, dimension_value;

-- /performance/by-dimension, filtered
  SELECT
    dimension_value,
    count() AS event_count,
    avg(lcp) AS lcp_avg,
      avg(cls) AS cls_avg,
      avg(inp) AS inp_avg,
      avg(fcp) AS fcp_avg,
      avg(ttfb) AS ttfb_avg,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.5)(lcp)) AS lcp_p50,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.75)(lcp)) AS lcp_p75,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.9)(lcp)) AS lcp_p90,
    if(count(lcp) = 0, NULL, quantileExactInclusive(0.99)(lcp)) AS lcp_p99,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.5)(cls)) AS cls_p50,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.75)(cls)) AS cls_p75,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.9)(cls)) AS cls_p90,
    if(count(cls) = 0, NULL, quantileExactInclusive(0.99)(cls)) AS cls_p99,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.5)(inp)) AS inp_p50,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.75)(inp)) AS inp_p75,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.9)(inp)) AS inp_p90,
    if(count(inp) = 0, NULL, quantileExactInclusive(0.99)(inp)) AS inp_p99,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.5)(fcp)) AS fcp_p50,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.75)(fcp)) AS fcp_p75,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.9)(fcp)) AS fcp_p90,
    if(count(fcp) = 0, NULL, quantileExactInclusive(0.99)(fcp)) AS fcp_p99,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.5)(ttfb)) AS ttfb_p50,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.75)(ttfb)) AS ttfb_p75,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.9)(ttfb)) AS ttfb_p90,
    if(count(ttfb) = 0, NULL, quantileExactInclusive(0.99)(ttfb)) AS ttfb_p99,
    count(lcp) AS lcp_measured,
    countIf(lcp <= 2500) AS lcp_good,
    countIf(lcp > 2500 AND lcp <= 4000) AS lcp_needs_improvement,
    countIf(lcp > 4000) AS lcp_poor,
    count(cls) AS cls_measured,
    countIf(cls <= 0.1) AS cls_good,
    countIf(cls > 0.1 AND cls <= 0.25) AS cls_needs_improvement,
    countIf(cls > 0.25) AS cls_poor,
    count(inp) AS inp_measured,
    countIf(inp <= 200) AS inp_good,
    countIf(inp > 200 AND inp <= 500) AS inp_needs_improvement,
    countIf(inp > 500) AS inp_poor,
    count(fcp) AS fcp_measured,
    countIf(fcp <= 1800) AS fcp_good,
    countIf(fcp > 1800 AND fcp <= 3000) AS fcp_needs_improvement,
    countIf(fcp > 3000) AS fcp_poor,
    count(ttfb) AS ttfb_measured,
    countIf(ttfb <= 800) AS ttfb_good,
    countIf(ttfb > 800 AND ttfb <= 1800) AS ttfb_needs_improvement,
    countIf(ttfb > 1800) AS ttfb_poor,
    any(all_values) AS total_rows
  FROM events
  INNER JOIN (
    SELECT dimension_value, count() OVER () AS all_values
    FROM (
      SELECT toString(pathname) AS dimension_value, count() AS event_count
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
    AND type = 'performance'
      GROUP BY dimension_value
      HAVING dimension_value != '' AND event_count >= {p3:UInt32}
    )
    ORDER BY event_count desc NULLS LAST, dimension_value
    LIMIT {limit:UInt32} OFFSET {offset:UInt32}
  ) AS shown ON toString(events.pathname) = shown.dimension_value
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
    AND type = 'performance'
  GROUP BY dimension_value
  ORDER BY event_count desc NULLS LAST, dimension_value;
