-- /bots/ai-summary, plain
  SELECT
    toString(bot_operator) AS operator,
    toString(bot_name) AS name,
    toString(bot_purpose) AS purpose,
    count() AS reads,
    uniqExactIf(pathname, pathname != '') AS pages
  FROM (SELECT *, referrer_domain, '' AS identified_user_id FROM bots)
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
    AND bot_operator != '' AND bot_purpose IN ('ai_training', 'ai_search', 'ai_agent')
  GROUP BY GROUPING SETS ((operator, name, purpose), (operator))
  ORDER BY operator, reads DESC, name, purpose;

  SELECT domain, count() AS referrals
  FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(if(events.referrer_domain != '', events.referrer_domain, lower(events.url_parameters['utm_source'])), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel = 'AI' AND if(events.referrer_domain != '', events.referrer_domain, lower(events.url_parameters['utm_source'])) != '') AS domain,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND channel = 'AI')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct') = 'AI'
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  WHERE domain != ''
  GROUP BY domain
  ORDER BY referrals DESC, domain;

-- /bots/ai-summary, filtered
  SELECT
    toString(bot_operator) AS operator,
    toString(bot_name) AS name,
    toString(bot_purpose) AS purpose,
    count() AS reads,
    uniqExactIf(pathname, pathname != '') AS pages
  FROM (SELECT *, referrer_domain, '' AS identified_user_id FROM bots)
  WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND (country = {p0:String})
      AND NOT (position(pathname, {p1:String}) > 0)
    AND bot_operator != '' AND bot_purpose IN ('ai_training', 'ai_search', 'ai_agent')
  GROUP BY GROUPING SETS ((operator, name, purpose), (operator))
  ORDER BY operator, reads DESC, name, purpose;

  SELECT domain, count() AS referrals
  FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(if(events.referrer_domain != '', events.referrer_domain, lower(events.url_parameters['utm_source'])), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel = 'AI' AND if(events.referrer_domain != '', events.referrer_domain, lower(events.url_parameters['utm_source'])) != '') AS domain,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      min(events.timestamp) AS began,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND channel = 'AI')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct') = 'AI'
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))
  WHERE domain != ''
  GROUP BY domain
  ORDER BY referrals DESC, domain;
