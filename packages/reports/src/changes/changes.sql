-- /changes, plain
  SELECT title, toUnixTimestamp64Milli(first_at) AS at
  FROM (
    SELECT substringUTF8(JSONExtractString(properties, 'message'), 1, 200) AS title, min(timestamp) AS first_at, count() AS occurrences
    FROM events
    WHERE site_id = {site:UInt32} AND type = 'error' AND title != ''
    GROUP BY title)
  WHERE (first_at >= fromUnixTimestamp64Milli({near_p0:Int64}, 'UTC') AND first_at < fromUnixTimestamp64Milli({near_p1:Int64}, 'UTC') OR first_at >= fromUnixTimestamp64Milli({near_p2:Int64}, 'UTC') AND first_at < fromUnixTimestamp64Milli({near_p3:Int64}, 'UTC'))
  ORDER BY occurrences DESC, title
  LIMIT {most_errors:UInt32};

  SELECT toInt64(toUnixTimestamp(toStartOfHour(timestamp))) * 1000 AS at, uniq(session_id) AS sessions
  FROM events
  WHERE site_id = {site:UInt32} AND (timestamp >= fromUnixTimestamp64Milli({near_p0:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({near_p1:Int64}, 'UTC') OR timestamp >= fromUnixTimestamp64Milli({near_p2:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({near_p3:Int64}, 'UTC'))
  GROUP BY at
  ORDER BY at;

  SELECT dimension, value, from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT *, if(all_to_d = 0, 0, all_to / all_to_d) - if(all_from_d = 0, 0, all_from / all_from_d) AS gain,
      (if(all_to_d = 0, 0, all_to / all_to_d) + if(all_from_d = 0, 0, all_from / all_from_d)) / 2 AS mean
    FROM (
      SELECT *, max(if(dimension = 1, from_n, NULL)) OVER () AS all_from, max(if(dimension = 1, to_n, NULL)) OVER () AS all_to,
        max(if(dimension = 1, from_d, NULL)) OVER () AS all_from_d, max(if(dimension = 1, to_d, NULL)) OVER () AS all_to_d
      FROM (
    SELECT dimension, value, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT dimension, value, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT values, toInt64(1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org), toString(hostname)] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.hostname != '') AS hostname,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)
    UNION ALL
    SELECT dimension, value, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT values, toInt64(1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org), toString(hostname)] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.hostname != '') AS hostname,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)) AS part
    GROUP BY dimension, value)))
  WHERE dimension = 1 OR value != ''
  ORDER BY dimension, pow(to_n - from_n * if(all_from = 0, 0, all_to / all_from), 2) / (abs(from_n) + abs(to_n) + 1) DESC, value
  LIMIT {most_values:UInt32} BY dimension;

  SELECT span, n, d, n2
  FROM (
    SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(at) >= first AND toUnixTimestamp64Milli(at) < last, {p0:Array(Int64)}, {p1:Array(Int64)})) AS span, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;

-- /changes, filtered
  SELECT dimension, value, from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT *, if(all_to_d = 0, 0, all_to / all_to_d) - if(all_from_d = 0, 0, all_from / all_from_d) AS gain,
      (if(all_to_d = 0, 0, all_to / all_to_d) + if(all_from_d = 0, 0, all_from / all_from_d)) / 2 AS mean
    FROM (
      SELECT *, max(if(dimension = 1, from_n, NULL)) OVER () AS all_from, max(if(dimension = 1, to_n, NULL)) OVER () AS all_to,
        max(if(dimension = 1, from_d, NULL)) OVER () AS all_from_d, max(if(dimension = 1, to_d, NULL)) OVER () AS all_to_d
      FROM (
    SELECT dimension, value, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT dimension, value, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT values, toInt64(1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org)] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org,
      min(events.timestamp) AS began,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {before_p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {before_p1:String})
      AND (entry_page = {before_p2:String})
      AND began >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)
    UNION ALL
    SELECT dimension, value, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT values, toInt64(1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org)] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org,
      min(events.timestamp) AS began,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)) AS part
    GROUP BY dimension, value)))
  WHERE dimension = 1 OR value != ''
  ORDER BY dimension, pow(to_n - from_n * if(all_from = 0, 0, all_to / all_from), 2) / (abs(from_n) + abs(to_n) + 1) DESC, value
  LIMIT {most_values:UInt32} BY dimension;

  SELECT span, n, d, n2
  FROM (
    SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(at) >= first AND toUnixTimestamp64Milli(at) < last, {p3:Array(Int64)}, {p4:Array(Int64)})) AS span, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      max(events.isDenied) AS is_denied
    FROM (SELECT *, referrer_domain, ((position(pathname, {p0:String}) > 0)) AS isDenied FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE NOT is_denied
      AND (country = {p1:String})
      AND (entry_page = {p2:String})
      AND began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;

-- /changes, of users
  SELECT dimension, value, from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT *, if(all_to_d = 0, 0, all_to / all_to_d) - if(all_from_d = 0, 0, all_from / all_from_d) AS gain,
      (if(all_to_d = 0, 0, all_to / all_to_d) + if(all_from_d = 0, 0, all_from / all_from_d)) / 2 AS mean
    FROM (
      SELECT *, max(if(dimension = 1, from_n, NULL)) OVER () AS all_from, max(if(dimension = 1, to_n, NULL)) OVER () AS all_to,
        max(if(dimension = 1, from_d, NULL)) OVER () AS all_from_d, max(if(dimension = 1, to_d, NULL)) OVER () AS all_to_d
      FROM (
    SELECT dimension, value, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT dimension, value, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT argMin(of_session, (session_began, session_id)) AS values, toInt64(1) AS n, toInt64(1) AS d,
      min(session_began) AS at
    FROM (
      SELECT session_id, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, began AS session_began, [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org)] AS of_session
      FROM (
    SELECT session_id, began, user_id, identified_user_id, is_present, country, utm_campaign, outer_channel, channel, referrer_domain, utm_source, utm_medium, entry_page, device_type, browser, operating_system, browser_version, operating_system_version, region, city_region, city, language, utm_content, utm_term, app_version, asn_org, began >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(events.isInRange) AS is_present,
      min(events.timestamp) AS began,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.identified_user_id != '') AS identified_user_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org
    FROM (SELECT *, referrer_domain, (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE (began >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
      WHERE is_present)
    GROUP BY person)) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)
    UNION ALL
    SELECT dimension, value, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT argMin(of_session, (session_began, session_id)) AS values, toInt64(1) AS n, toInt64(1) AS d,
      min(session_began) AS at
    FROM (
      SELECT session_id, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, began AS session_began, [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org)] AS of_session
      FROM (
    SELECT session_id, began, user_id, identified_user_id, is_present, country, utm_campaign, outer_channel, channel, referrer_domain, utm_source, utm_medium, entry_page, device_type, browser, operating_system, browser_version, operating_system_version, region, city_region, city, language, utm_content, utm_term, app_version, asn_org, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      max(events.isInRange) AS is_present,
      min(events.timestamp) AS began,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.identified_user_id != '') AS identified_user_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
      WHERE is_present)
    GROUP BY person)) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)) AS part
    GROUP BY dimension, value)))
  WHERE dimension = 1 OR value != ''
  ORDER BY dimension, pow(to_n - from_n * if(all_from = 0, 0, all_to / all_from), 2) / (abs(from_n) + abs(to_n) + 1) DESC, value
  LIMIT {most_values:UInt32} BY dimension;

  SELECT span, n, d, n2
  FROM (
    SELECT bucket AS span, toInt64(uniqExact(person)) AS n, toInt64(uniqExact(person)) AS d, toFloat64(uniqExact(person)) AS n2
    FROM (
      SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(timestamp) >= first AND toUnixTimestamp64Milli(timestamp) < last, {p0:Array(Int64)}, {p1:Array(Int64)})) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;

-- /changes, of pageviews
  SELECT dimension, value, from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT *, if(all_to_d = 0, 0, all_to / all_to_d) - if(all_from_d = 0, 0, all_from / all_from_d) AS gain,
      (if(all_to_d = 0, 0, all_to / all_to_d) + if(all_from_d = 0, 0, all_from / all_from_d)) / 2 AS mean
    FROM (
      SELECT *, max(if(dimension = 1, from_n, NULL)) OVER () AS all_from, max(if(dimension = 1, to_n, NULL)) OVER () AS all_to,
        max(if(dimension = 1, from_d, NULL)) OVER () AS all_from_d, max(if(dimension = 1, to_d, NULL)) OVER () AS all_to_d
      FROM (
    SELECT dimension, value, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT dimension, value, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT [of_session[1], of_session[2], of_session[3], of_session[4], of_session[5], of_session[6], of_session[7], of_session[8], of_session[9], of_session[10], of_session[11], of_session[12], of_session[13], of_session[14], of_session[15], of_session[16], of_session[17], of_session[18], of_session[19], path] AS values, toInt64(1) AS n, toInt64(1) AS d,
      fromUnixTimestamp64Milli(time_ms, 'UTC') AS at
    FROM (
      SELECT [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org)] AS of_session, times_ms, views, paths
      FROM (
    SELECT session_id, began, times_ms, views, paths, country, utm_campaign, outer_channel, channel, referrer_domain, utm_source, utm_medium, entry_page, device_type, browser, operating_system, browser_version, operating_system_version, region, city_region, city, language, utm_content, utm_term, app_version, asn_org, began >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      max(events.isInRange) AS is_present,
      min(events.timestamp) AS began,
      arraySort((element, place) -> place, groupArray(toUnixTimestamp64Milli(events.timestamp)), places) AS times_ms,
      arraySort((element, place) -> place, groupArray(toUInt8(events.type = 'pageview')), places) AS views,
      CAST(arraySort((element, place) -> place, groupArray(if(events.type = 'pageview', events.pathname, '')), places) AS Array(LowCardinality(String))) AS paths,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org
    FROM (SELECT *, referrer_domain, (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE (began >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))
    ARRAY JOIN times_ms AS time_ms, views AS is_view, paths AS path
    WHERE is_view AND time_ms >= {before_from:Int64} AND time_ms < {before_to:Int64})) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)
    UNION ALL
    SELECT dimension, value, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT [of_session[1], of_session[2], of_session[3], of_session[4], of_session[5], of_session[6], of_session[7], of_session[8], of_session[9], of_session[10], of_session[11], of_session[12], of_session[13], of_session[14], of_session[15], of_session[16], of_session[17], of_session[18], of_session[19], path] AS values, toInt64(1) AS n, toInt64(1) AS d,
      fromUnixTimestamp64Milli(time_ms, 'UTC') AS at
    FROM (
      SELECT [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org)] AS of_session, times_ms, views, paths
      FROM (
    SELECT session_id, began, times_ms, views, paths, country, utm_campaign, outer_channel, channel, referrer_domain, utm_source, utm_medium, entry_page, device_type, browser, operating_system, browser_version, operating_system_version, region, city_region, city, language, utm_content, utm_term, app_version, asn_org, began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AS is_begun
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      groupArray(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS places,
      max(events.isInRange) AS is_present,
      min(events.timestamp) AS began,
      arraySort((element, place) -> place, groupArray(toUnixTimestamp64Milli(events.timestamp)), places) AS times_ms,
      arraySort((element, place) -> place, groupArray(toUInt8(events.type = 'pageview')), places) AS views,
      CAST(arraySort((element, place) -> place, groupArray(if(events.type = 'pageview', events.pathname, '')), places) AS Array(LowCardinality(String))) AS paths,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org
    FROM (SELECT *, referrer_domain, (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC')) AS isInRange FROM events WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')) AS events
    GROUP BY session_id)
    WHERE (began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC') OR is_present)
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))
    ARRAY JOIN times_ms AS time_ms, views AS is_view, paths AS path
    WHERE is_view AND time_ms >= {from:Int64} AND time_ms < {to:Int64})) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)) AS part
    GROUP BY dimension, value)))
  WHERE dimension = 1 OR value != ''
  ORDER BY dimension, pow(to_n - from_n * if(all_from = 0, 0, all_to / all_from), 2) / (abs(from_n) + abs(to_n) + 1) DESC, value
  LIMIT {most_values:UInt32} BY dimension;

  SELECT span, n, d, n2
  FROM (
    SELECT bucket AS span, toInt64(sum(pageviews)) AS n, toInt64(sum(pageviews)) AS d, toFloat64(sum(pageviews)) AS n2
    FROM (
      SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(timestamp) >= first AND toUnixTimestamp64Milli(timestamp) < last, {p0:Array(Int64)}, {p1:Array(Int64)})) AS bucket, if(identified_user_id = '', user_id, cityHash64(identified_user_id)) AS person, toUInt64(type = 'pageview') AS pageviews
      FROM events
      WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND type NOT IN ('engagement', 'performance'))
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;

-- /changes, of bounce_rate
  SELECT dimension, value, from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT *, if(all_to_d = 0, 0, all_to / all_to_d) - if(all_from_d = 0, 0, all_from / all_from_d) AS gain,
      (if(all_to_d = 0, 0, all_to / all_to_d) + if(all_from_d = 0, 0, all_from / all_from_d)) / 2 AS mean
    FROM (
      SELECT *, max(if(dimension = 1, from_n, NULL)) OVER () AS all_from, max(if(dimension = 1, to_n, NULL)) OVER () AS all_to,
        max(if(dimension = 1, from_d, NULL)) OVER () AS all_from_d, max(if(dimension = 1, to_d, NULL)) OVER () AS all_to_d
      FROM (
    SELECT dimension, value, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT dimension, value, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT values, toInt64(pageviews = 1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org), toString(hostname)] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.hostname != '') AS hostname,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)
    UNION ALL
    SELECT dimension, value, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT values, toInt64(pageviews = 1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org), toString(hostname)] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.hostname != '') AS hostname,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)) AS part
    GROUP BY dimension, value)))
  WHERE dimension = 1 OR value != ''
  ORDER BY dimension, abs(
      if(all_to_d = 0, 0, (to_n - to_d * mean) / all_to_d) - if(all_from_d = 0, 0, (from_n - from_d * mean) / all_from_d)
      - (if(all_to_d = 0, 0, to_d / all_to_d) + if(all_from_d = 0, 0, from_d / all_from_d)) / 2 * gain) DESC, value
  LIMIT {most_values:UInt32} BY dimension;

  SELECT span, n, d, n2
  FROM (
    SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(at) >= first AND toUnixTimestamp64Milli(at) < last, {p0:Array(Int64)}, {p1:Array(Int64)})) AS span, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(pageviews = 1) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;

-- /changes, of events
  SELECT dimension, value, from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT *, if(all_to_d = 0, 0, all_to / all_to_d) - if(all_from_d = 0, 0, all_from / all_from_d) AS gain,
      (if(all_to_d = 0, 0, all_to / all_to_d) + if(all_from_d = 0, 0, all_from / all_from_d)) / 2 AS mean
    FROM (
      SELECT *, max(if(dimension = 1, from_n, NULL)) OVER () AS all_from, max(if(dimension = 1, to_n, NULL)) OVER () AS all_to,
        max(if(dimension = 1, from_d, NULL)) OVER () AS all_from_d, max(if(dimension = 1, to_d, NULL)) OVER () AS all_to_d
      FROM (
    SELECT dimension, value, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT dimension, value, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT [toString(event_name), near.of_session[1], near.of_session[2], near.of_session[3], near.of_session[4], near.of_session[5], near.of_session[6], near.of_session[7], near.of_session[8], near.of_session[9], near.of_session[10], near.of_session[11], near.of_session[12], near.of_session[13], near.of_session[14], near.of_session[15], near.of_session[16], near.of_session[17], near.of_session[18], near.of_session[19], toString(pathname), toString(hostname)] AS values, toInt64(1) AS n, toInt64(1) AS d, timestamp AS at
    FROM events
    INNER JOIN (
      SELECT session_id AS near_id, [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org)] AS of_session
      FROM (
    SELECT session_id, country, utm_campaign, outer_channel, channel, referrer_domain, utm_source, utm_medium, entry_page, device_type, browser, operating_system, browser_version, operating_system_version, region, city_region, city, language, utm_content, utm_term, app_version, asn_org
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ) AS near ON events.session_id = near.near_id
    WHERE site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC') AND 1 AND (type = 'custom_event'))) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)
    UNION ALL
    SELECT dimension, value, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT [toString(event_name), near.of_session[1], near.of_session[2], near.of_session[3], near.of_session[4], near.of_session[5], near.of_session[6], near.of_session[7], near.of_session[8], near.of_session[9], near.of_session[10], near.of_session[11], near.of_session[12], near.of_session[13], near.of_session[14], near.of_session[15], near.of_session[16], near.of_session[17], near.of_session[18], near.of_session[19], toString(pathname), toString(hostname)] AS values, toInt64(1) AS n, toInt64(1) AS d, timestamp AS at
    FROM events
    INNER JOIN (
      SELECT session_id AS near_id, [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org)] AS of_session
      FROM (
    SELECT session_id, country, utm_campaign, outer_channel, channel, referrer_domain, utm_source, utm_medium, entry_page, device_type, browser, operating_system, browser_version, operating_system_version, region, city_region, city, language, utm_content, utm_term, app_version, asn_org
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ) AS near ON events.session_id = near.near_id
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND (type = 'custom_event'))) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)) AS part
    GROUP BY dimension, value)))
  WHERE dimension = 1 OR value != ''
  ORDER BY dimension, pow(to_n - from_n * if(all_from = 0, 0, all_to / all_from), 2) / (abs(from_n) + abs(to_n) + 1) DESC, value
  LIMIT {most_values:UInt32} BY dimension;

  SELECT span, n, d, n2
  FROM (
    SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(at) >= first AND toUnixTimestamp64Milli(at) < last, {p0:Array(Int64)}, {p1:Array(Int64)})) AS span, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT [] AS values, toInt64(1) AS n, toInt64(1) AS d, timestamp AS at
    FROM events
    INNER JOIN (
      SELECT session_id AS near_id, CAST([], 'Array(String)') AS of_session
      FROM (
    SELECT session_id
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ) AS near ON events.session_id = near.near_id
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND (type = 'custom_event')) AS units
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;

-- /changes, of errors
  SELECT dimension, value, from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT *, if(all_to_d = 0, 0, all_to / all_to_d) - if(all_from_d = 0, 0, all_from / all_from_d) AS gain,
      (if(all_to_d = 0, 0, all_to / all_to_d) + if(all_from_d = 0, 0, all_from / all_from_d)) / 2 AS mean
    FROM (
      SELECT *, max(if(dimension = 1, from_n, NULL)) OVER () AS all_from, max(if(dimension = 1, to_n, NULL)) OVER () AS all_to,
        max(if(dimension = 1, from_d, NULL)) OVER () AS all_from_d, max(if(dimension = 1, to_d, NULL)) OVER () AS all_to_d
      FROM (
    SELECT dimension, value, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT dimension, value, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT [toString(substringUTF8(JSONExtractString(properties, 'message'), 1, 300)), toString(release), near.of_session[1], near.of_session[2], near.of_session[3], near.of_session[4], near.of_session[5], near.of_session[6], near.of_session[7], near.of_session[8], near.of_session[9], near.of_session[10], near.of_session[11], near.of_session[12], near.of_session[13], near.of_session[14], near.of_session[15], near.of_session[16], near.of_session[17], near.of_session[18], near.of_session[19], toString(pathname), toString(hostname)] AS values, toInt64(1) AS n, toInt64(1) AS d, timestamp AS at
    FROM events
    INNER JOIN (
      SELECT session_id AS near_id, [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org)] AS of_session
      FROM (
    SELECT session_id, country, utm_campaign, outer_channel, channel, referrer_domain, utm_source, utm_medium, entry_page, device_type, browser, operating_system, browser_version, operating_system_version, region, city_region, city, language, utm_content, utm_term, app_version, asn_org
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ) AS near ON events.session_id = near.near_id
    WHERE site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC') AND 1 AND (type = 'error' AND JSONExtractString(properties, 'message') != ''))) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)
    UNION ALL
    SELECT dimension, value, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT [toString(substringUTF8(JSONExtractString(properties, 'message'), 1, 300)), toString(release), near.of_session[1], near.of_session[2], near.of_session[3], near.of_session[4], near.of_session[5], near.of_session[6], near.of_session[7], near.of_session[8], near.of_session[9], near.of_session[10], near.of_session[11], near.of_session[12], near.of_session[13], near.of_session[14], near.of_session[15], near.of_session[16], near.of_session[17], near.of_session[18], near.of_session[19], toString(pathname), toString(hostname)] AS values, toInt64(1) AS n, toInt64(1) AS d, timestamp AS at
    FROM events
    INNER JOIN (
      SELECT session_id AS near_id, [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org)] AS of_session
      FROM (
    SELECT session_id, country, utm_campaign, outer_channel, channel, referrer_domain, utm_source, utm_medium, entry_page, device_type, browser, operating_system, browser_version, operating_system_version, region, city_region, city, language, utm_content, utm_term, app_version, asn_org
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ) AS near ON events.session_id = near.near_id
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND (type = 'error' AND JSONExtractString(properties, 'message') != ''))) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)) AS part
    GROUP BY dimension, value)))
  WHERE dimension = 1 OR value != ''
  ORDER BY dimension, pow(to_n - from_n * if(all_from = 0, 0, all_to / all_from), 2) / (abs(from_n) + abs(to_n) + 1) DESC, value
  LIMIT {most_values:UInt32} BY dimension;

  SELECT span, n, d, n2
  FROM (
    SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(at) >= first AND toUnixTimestamp64Milli(at) < last, {p0:Array(Int64)}, {p1:Array(Int64)})) AS span, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT [] AS values, toInt64(1) AS n, toInt64(1) AS d, timestamp AS at
    FROM events
    INNER JOIN (
      SELECT session_id AS near_id, CAST([], 'Array(String)') AS of_session
      FROM (
    SELECT session_id
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))
    ) AS near ON events.session_id = near.near_id
    WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND 1 AND (type = 'error' AND JSONExtractString(properties, 'message') != '')) AS units
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;

-- /changes, of conversion_rate(1)
  SELECT dimension, value, from_n, from_d, from_n2, to_n, to_d, to_n2
  FROM (
    SELECT *, if(all_to_d = 0, 0, all_to / all_to_d) - if(all_from_d = 0, 0, all_from / all_from_d) AS gain,
      (if(all_to_d = 0, 0, all_to / all_to_d) + if(all_from_d = 0, 0, all_from / all_from_d)) / 2 AS mean
    FROM (
      SELECT *, max(if(dimension = 1, from_n, NULL)) OVER () AS all_from, max(if(dimension = 1, to_n, NULL)) OVER () AS all_to,
        max(if(dimension = 1, from_d, NULL)) OVER () AS all_from_d, max(if(dimension = 1, to_d, NULL)) OVER () AS all_to_d
      FROM (
    SELECT dimension, value, sum(part.from_n) AS from_n, sum(part.from_d) AS from_d, sum(part.from_n2) AS from_n2, sum(part.to_n) AS to_n, sum(part.to_d) AS to_d, sum(part.to_n2) AS to_n2
    FROM (
    SELECT dimension, value, n AS from_n, d AS from_d, n2 AS from_n2, 0 AS to_n, 0 AS to_d, 0 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT values, toInt64(session_id IN (SELECT session_id FROM events WHERE site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC') AND type = {before_p0:String} AND event_name = {before_p1:String})) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org), toString(hostname)] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.hostname != '') AS hostname,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {before_site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({before_from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({before_to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({before_from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({before_to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)
    UNION ALL
    SELECT dimension, value, 0 AS from_n, 0 AS from_d, 0 AS from_n2, n AS to_n, d AS to_d, n2 AS to_n2
    FROM (
    SELECT dimension, value, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
      SELECT n, d, arrayPushFront(values, '') AS all_values
      FROM (
    SELECT values, toInt64(session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type = {p0:String} AND event_name = {p1:String})) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [toString(country), toString(utm_campaign), toString(multiIf(outer_channel != '', outer_channel, channel != '', channel, 'Direct')), toString(referrer_domain), toString(utm_source), toString(utm_medium), toString(entry_page), toString(device_type), toString(browser), toString(operating_system), toString(if(browser = '' OR browser_version = '', browser, concat(browser, ' ', browser_version))), toString(if(operating_system = '' OR if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version) = '', operating_system, concat(operating_system, ' ', if(operating_system = 'Windows' AND operating_system_version = '10', '10/11', operating_system_version)))), toString(region), toString(if(city = '', '', concat(city_region, '-', city))), toString(language), toString(utm_content), toString(utm_term), toString(app_version), toString(asn_org), toString(hostname)] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.country != '') AS country,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMin(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset))) AS channel,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.pathname != '') AS entry_page,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.device_type != '') AS device_type,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.browser != '') AS browser_version,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.operating_system != '') AS operating_system_version,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.region != '') AS region,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city_region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.city != '') AS city,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.language != '') AS language,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_content'] != '') AS utm_content,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.app_version != '') AS app_version,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.asn_org != '') AS asn_org,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.hostname != '') AS hostname,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC'))))) AS units
    ARRAY JOIN all_values AS value, arrayEnumerate(all_values) AS dimension
    GROUP BY dimension, value)) AS part
    GROUP BY dimension, value)))
  WHERE dimension = 1 OR value != ''
  ORDER BY dimension, abs(
      if(all_to_d = 0, 0, (to_n - to_d * mean) / all_to_d) - if(all_from_d = 0, 0, (from_n - from_d * mean) / all_from_d)
      - (if(all_to_d = 0, 0, to_d / all_to_d) + if(all_from_d = 0, 0, from_d / all_from_d)) / 2 * gain) DESC, value
  LIMIT {most_values:UInt32} BY dimension;

  SELECT span, n, d, n2
  FROM (
    SELECT toUInt32(arrayFirstIndex((first, last) -> toUnixTimestamp64Milli(at) >= first AND toUnixTimestamp64Milli(at) < last, {p0:Array(Int64)}, {p1:Array(Int64)})) AS span, sum(n) AS n, sum(d) AS d, sum(toFloat64(units.n) * units.n) AS n2
    FROM (
    SELECT values, toInt64(session_id IN (SELECT session_id FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC') AND type = {p2:String} AND event_name = {p3:String})) AS n, toInt64(1) AS d, began AS at
    FROM (
    SELECT [] AS values, pageviews, session_id, began
    FROM (
    SELECT *
    FROM (
    SELECT
      session_id,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      min(events.timestamp) AS began
    FROM events
    WHERE (site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 172800000, 'UTC')) AND type NOT IN ('engagement', 'performance')
    GROUP BY session_id)
    WHERE began >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND began < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
      AND began < fromUnixTimestamp64Milli(4102444800000, 'UTC')))) AS units
    GROUP BY span)
  WHERE span > 0
  ORDER BY span;
