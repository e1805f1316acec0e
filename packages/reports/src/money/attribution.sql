-- /revenue/attribution, plain
  SELECT
    visit.3 AS value,
    conversion.3 AS currency,
    uniqExact(visit.2) AS sessions,
    sum(part_of_order) AS order_ticks,
    toString(sum(part) AS sum_of_parts) AS ticks,
    count() OVER () AS total_rows
  FROM (
    SELECT
      conversion,
      arrayFilter(one -> one.2 = conversion.1
        OR (one.1 <= conversion.2 AND one.1 >= conversion.2 - 2592000000), visits) AS reached,
      [reached[-1]] AS credited,
      arrayMap(nth -> if(nth = length(credited), conversion.4 - intDiv(conversion.4, length(credited)) * (length(credited) - 1), intDiv(conversion.4, length(credited))), arrayEnumerate(credited)) AS amounts,
      arrayMap(nth -> if(nth = length(credited), conversion.5 - intDiv(conversion.5, length(credited)) * (length(credited) - 1), intDiv(conversion.5, length(credited))), arrayEnumerate(credited)) AS orders
    FROM (
      SELECT arraySort(groupArray(visit)) AS visits, arrayFlatten(groupArray(conversions)) AS conversions
      FROM (
    SELECT
      session_id,
      if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person,
      (toUnixTimestamp64Milli(began), session_id, toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), outer_channel != '') AS visit
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.identified_user_id != '') AS identified_user_id,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel
    FROM events
    WHERE (site_id = {site:UInt32}
      AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 2678400000, 'UTC')
      AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND if(events.identified_user_id = '', events.user_id, cityHash64(events.identified_user_id)) IN (SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND currency != '')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')) AS session
      LEFT JOIN (
        SELECT
          session_id,
          groupArray((session_id, toUnixTimestamp64Milli(timestamp), currency, CAST(toDecimal128(revenue, 4) * 10000 AS Int128), toInt64(if(revenue > 0, 10000, 0)))) AS conversions
        FROM events
        WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND currency != ''
        GROUP BY session_id
      ) AS sold USING (session_id)
      GROUP BY person
      HAVING notEmpty(conversions)
    )
    ARRAY JOIN conversions AS conversion
  )
  ARRAY JOIN credited AS visit, amounts AS part, orders AS part_of_order
  GROUP BY value, currency
  ORDER BY currency, sum_of_parts DESC, order_ticks DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

  SELECT
    is_left_out, if(is_left_out, currency, currency) AS code,
    count() AS events, countIf(revenue > 0) AS orders,
    toString(sum(CAST(if(is_left_out, toDecimal128(revenue, 4), assumeNotNull(toDecimal128(revenue, 4))) * 10000 AS Int128))) AS ticks,
    min(toString(toDate(timestamp, {p0:String}))) AS first, max(toString(toDate(timestamp, {p0:String}))) AS last
  FROM (SELECT *, isNull(toDecimal128(revenue, 4)) AS is_left_out FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND currency != '')
  GROUP BY is_left_out, code
  ORDER BY code;

-- /revenue/attribution, filtered
  SELECT
    visit.3 AS value,
    conversion.3 AS currency,
    uniqExact(visit.2) AS sessions,
    sum(part_of_order) AS order_ticks,
    toString(sum(part) AS sum_of_parts) AS ticks,
    count() OVER () AS total_rows
  FROM (
    SELECT
      conversion,
      arrayFilter(one -> one.2 = conversion.1
        OR (one.1 <= conversion.2 AND one.1 >= conversion.2 - 2592000000), visits) AS reached,
      [reached[-1]] AS credited,
      arrayMap(nth -> if(nth = length(credited), conversion.4 - intDiv(conversion.4, length(credited)) * (length(credited) - 1), intDiv(conversion.4, length(credited))), arrayEnumerate(credited)) AS amounts,
      arrayMap(nth -> if(nth = length(credited), conversion.5 - intDiv(conversion.5, length(credited)) * (length(credited) - 1), intDiv(conversion.5, length(credited))), arrayEnumerate(credited)) AS orders
    FROM (
      SELECT arraySort(groupArray(visit)) AS visits, arrayFlatten(groupArray(conversions)) AS conversions
      FROM (
    SELECT
      session_id,
      if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person,
      (toUnixTimestamp64Milli(began), session_id, toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), outer_channel != '') AS visit
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.identified_user_id != '') AS identified_user_id,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel
    FROM events
    WHERE (site_id = {site:UInt32}
      AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 2678400000, 'UTC')
      AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')
      AND if(events.identified_user_id = '', events.user_id, cityHash64(events.identified_user_id)) IN (SELECT if(identified_user_id = '', user_id, cityHash64(identified_user_id)) FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
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
      AND currency != '')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')) AS session
      LEFT JOIN (
        SELECT
          session_id,
          groupArray((session_id, toUnixTimestamp64Milli(timestamp), currency, CAST(toDecimal128(revenue, 4) * 10000 AS Int128), toInt64(if(revenue > 0, 10000, 0)))) AS conversions
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
      AND currency != ''
        GROUP BY session_id
      ) AS sold USING (session_id)
      GROUP BY person
      HAVING notEmpty(conversions)
    )
    ARRAY JOIN conversions AS conversion
  )
  ARRAY JOIN credited AS visit, amounts AS part, orders AS part_of_order
  GROUP BY value, currency
  ORDER BY currency, sum_of_parts DESC, order_ticks DESC, value
  LIMIT {limit:UInt32} OFFSET {offset:UInt32};

  SELECT
    is_left_out, if(is_left_out, currency, currency) AS code,
    count() AS events, countIf(revenue > 0) AS orders,
    toString(sum(CAST(if(is_left_out, toDecimal128(revenue, 4), assumeNotNull(toDecimal128(revenue, 4))) * 10000 AS Int128))) AS ticks,
    min(toString(toDate(timestamp, {p3:String}))) AS first, max(toString(toDate(timestamp, {p3:String}))) AS last
  FROM (SELECT *, isNull(toDecimal128(revenue, 4)) AS is_left_out FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
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
      AND currency != '')
  GROUP BY is_left_out, code
  ORDER BY code;
