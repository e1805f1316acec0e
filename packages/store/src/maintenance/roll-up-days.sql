-- rollUpDays
SELECT site_id AS site, toUInt32(day) AS day, events, toString(digest) AS digest
		FROM (
			SELECT site_id, toDate(timestamp) AS day, count() AS events, sum(cityHash64(event_id, timestamp, session_id, user_id, identified_user_id, source, source_offset)) AS digest
			FROM events WHERE toDate(timestamp) < toDate({before:UInt32})
			GROUP BY site_id, toDate(timestamp)
		)
		WHERE events >= {leastEvents:UInt64} AND (site_id, day, events, digest) NOT IN (
			SELECT site_id, day, events, digest FROM sealed_days FINAL WHERE has_totals = 1
		)
		ORDER BY day DESC, site
		SETTINGS max_execution_time = 300, max_memory_usage = 600000000, max_bytes_before_external_group_by = 200000000;

	INSERT INTO visits (site_id, day, session_id, people, sources, acts, began, last_act, ended, last_view, last_page, seen, user_id, identified_user_id, suspected, pageviews, channel, outer_channel, entry_page, entry_hostname, entry_ms, exit_page, exit_hostname, exit_ms, event_names, hostname, country, region, city, city_region, language, device_type, device_model, app_version, browser, browser_version, operating_system, operating_system_version, screen_width, screen_height, lat, lon, timezone, asn_org, referrer_domain, utm_source, utm_medium, utm_campaign, utm_term, utm_content, times_ms, views, paths, titles, other_paths, other_titles, seal, sealed_at, crosses)
	SELECT
		site_id, day, session_id, people, sources, acts, began, last_act, ended, last_view, last_page, arrayFilter(time -> pageviews = 0 OR time.1 = last_page, seen), user_id, identified_user_id, suspected, pageviews, channel, outer_channel, entry_page, entry_hostname, entry_ms, exit_page, exit_hostname, exit_ms, event_names, hostname, country, region, city, city_region, language, device_type, device_model, app_version, browser, browser_version, operating_system, operating_system_version, screen_width, screen_height, lat, lon, timezone, asn_org, referrer_domain, utm_source, utm_medium, utm_campaign, utm_term, utm_content, times_ms, views, paths, titles, other_paths, other_titles,
		cityHash64({batch:UInt64}, site_id, day), now(),
		count() OVER (PARTITION BY site_id, session_id) > 1
			OR (site_id, session_id) IN (SELECT site_id, session_id FROM visits
	WHERE site_id IN {sites:Array(UInt32)} AND (site_id, day) NOT IN (SELECT day.1, toDate(day.2) FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)})) AS day))
		AND session_id IN (SELECT session_id FROM events WHERE site_id IN {sites:Array(UInt32)}
	AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND (site_id, toDate(timestamp)) IN (SELECT day.1, toDate(day.2) FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)})) AS day)))) OR (site_id, session_id) IN (SELECT site_id, session_id FROM events
	WHERE site_id IN {sites:Array(UInt32)}
		AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - 86400000, 'UTC')
		AND timestamp < fromUnixTimestamp64Milli({to:Int64} + 86400000, 'UTC')
		AND (site_id, toDate(timestamp)) NOT IN (SELECT day.1, toDate(day.2) FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)})) AS day)))
	FROM (
    SELECT
      site_id,
      toDate(events.timestamp) AS day,
      session_id,
      groupArrayIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS places,
      least(uniqExact(events.user_id, events.identified_user_id), 255) AS people,
      groupUniqArray(events.source) AS sources,
      toUInt32(countIf(events.type NOT IN ('engagement', 'performance'))) AS acts,
      if(countIf(events.type NOT IN ('engagement', 'performance')) = 0, fromUnixTimestamp64Milli(4102444800000, 'UTC'), minIf(events.timestamp, events.type NOT IN ('engagement', 'performance'))) AS began,
      maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')) AS last_act,
      greatest(maxIf(events.timestamp, events.type NOT IN ('engagement', 'performance')), addMilliseconds(maxIf(events.timestamp, events.type = 'pageview'), least(arraySum(time -> if(time.1 = argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'), time.2, 0), arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != '')))), 86400000))) AS ended,
      maxIf(events.timestamp, events.type = 'pageview') AS last_view,
      argMaxIf(if(events.page_id = '', 0, cityHash64(events.page_id)), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview') AS last_page,
      arrayMap(
        time -> (time.2, time.3),
        arrayFilter(
          time -> time.1 > maxIf(bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type = 'pageview'),
          groupArrayIf(
            (bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), if(events.page_id = '', 0, cityHash64(events.page_id)), toUInt64(least(ifNull(events.ms_visible, 0), 86400000))),
            events.type = 'engagement' AND events.page_id != ''))) AS seen,
      any(events.user_id) AS user_id,
      argMaxIf(events.identified_user_id, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.identified_user_id != '') AS identified_user_id,
      maxIf(events.suspected, events.type NOT IN ('engagement', 'performance')) AS suspected,
      toUInt32(countIf(events.type = 'pageview')) AS pageviews,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance')) AS channel,
      argMinIf(events.channel, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.channel NOT IN ('Direct', 'Internal', '')) AS outer_channel,
      argMinIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_page,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_hostname,
      argMinIf(toUnixTimestamp64Milli(events.timestamp), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS entry_ms,
      argMaxIf(events.pathname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS exit_page,
      argMaxIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS exit_hostname,
      argMaxIf(toUnixTimestamp64Milli(events.timestamp), bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.pathname != '') AS exit_ms,
      CAST(groupUniqArrayIf(events.event_name, events.type NOT IN ('engagement', 'performance')) AS Array(LowCardinality(String))) AS event_names,
      argMinIf(events.hostname, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.hostname != '') AS hostname,
      argMinIf(events.country, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.country != '') AS country,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.region != '') AS region,
      argMinIf(events.city, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.city != '') AS city,
      argMinIf(events.region, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.city != '') AS city_region,
      argMinIf(events.language, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.language != '') AS language,
      argMinIf(events.device_type, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.device_type != '') AS device_type,
      argMinIf(events.device_model, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.device_model != '') AS device_model,
      argMinIf(events.app_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.app_version != '') AS app_version,
      argMinIf(events.browser, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.browser != '') AS browser,
      argMinIf(events.browser_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.browser != '') AS browser_version,
      argMinIf(events.operating_system, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.operating_system != '') AS operating_system,
      argMinIf(events.operating_system_version, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.operating_system != '') AS operating_system_version,
      argMinIf(events.screen_width, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.screen_width != 0 AND events.screen_height != 0) AS screen_width,
      argMinIf(events.screen_height, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.screen_width != 0 AND events.screen_height != 0) AS screen_height,
      argMinIf(events.lat, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND (events.lat != 0 OR events.lon != 0)) AS lat,
      argMinIf(events.lon, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND (events.lat != 0 OR events.lon != 0)) AS lon,
      argMinIf(events.timezone, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.timezone != '') AS timezone,
      argMinIf(events.asn_org, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.asn_org != '') AS asn_org,
      argMinIf(events.referrer_domain, bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.referrer_domain != '') AS referrer_domain,
      argMinIf(events.url_parameters['utm_source'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_source'] != '') AS utm_source,
      argMinIf(events.url_parameters['utm_medium'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_medium'] != '') AS utm_medium,
      argMinIf(events.url_parameters['utm_campaign'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_campaign'] != '') AS utm_campaign,
      argMinIf(events.url_parameters['utm_term'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_term'] != '') AS utm_term,
      argMinIf(events.url_parameters['utm_content'], bitOr(bitShiftLeft(toUInt128(toUnixTimestamp64Milli(timestamp)), 64), toUInt128(source_offset)), events.type NOT IN ('engagement', 'performance') AND events.url_parameters['utm_content'] != '') AS utm_content,
      arraySort((element, place) -> place, groupArrayIf(toUnixTimestamp64Milli(events.timestamp), events.type NOT IN ('engagement', 'performance')), places) AS times_ms,
      arraySort((element, place) -> place, groupArrayIf(toUInt8(events.type = 'pageview'), events.type NOT IN ('engagement', 'performance')), places) AS views,
      CAST(arraySort((element, place) -> place, groupArrayIf(if(events.type = 'pageview', events.pathname, ''), events.type NOT IN ('engagement', 'performance')), places) AS Array(LowCardinality(String))) AS paths,
      CAST(arraySort((element, place) -> place, groupArrayIf(if(events.type = 'pageview', events.page_title, ''), events.type NOT IN ('engagement', 'performance')), places) AS Array(LowCardinality(String))) AS titles,
      CAST(arraySort((element, place) -> place, groupArrayIf(if(events.type = 'pageview', '', events.pathname), events.type NOT IN ('engagement', 'performance')), places) AS Array(LowCardinality(String))) AS other_paths,
      CAST(arraySort((element, place) -> place, groupArrayIf(if(events.type = 'pageview', '', events.page_title), events.type NOT IN ('engagement', 'performance')), places) AS Array(LowCardinality(String))) AS other_titles
    FROM events
    WHERE (site_id IN {sites:Array(UInt32)}
	AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND (site_id, toDate(timestamp)) IN (SELECT day.1, toDate(day.2) FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)})) AS day))) AND type != 'performance'
    GROUP BY site_id, day, session_id)
	SETTINGS max_execution_time = 300, max_memory_usage = 600000000, max_bytes_before_external_group_by = 200000000, max_partitions_per_insert_block = 0;

INSERT INTO day_totals (site_id, day, seal, dimension, value, detail, sessions, bounces, pageviews, total_ms, sealed_at)
	SELECT
		site_id, day, seal, one.1 AS dimension, one.2 AS value, one.3 AS detail,
		countIf(crosses = 0 AND acts > 0), countIf(crosses = 0 AND acts > 0 AND pageviews = 1), sumIf(visits.pageviews, crosses = 0 AND acts > 0),
		sumIf(toUnixTimestamp64Milli(ended) - toUnixTimestamp64Milli(began), crosses = 0 AND acts > 0), now()
	FROM visits
	ARRAY JOIN if(crosses = 0 AND acts > 0,
		[('day', toString(''), toString('')), ('browser', toString(browser), toString('')), ('operating_system', toString(operating_system), toString('')), ('language', toString(language), toString('')), ('country', toString(country), toString('')), ('region', toString(region), toString('')), ('device_type', toString(device_type), toString('')), ('hostname', toString(hostname), toString('')), ('utm_source', toString(utm_source), toString('')), ('utm_medium', toString(utm_medium), toString('')), ('utm_campaign', toString(utm_campaign), toString('')), ('utm_term', toString(utm_term), toString('')), ('utm_content', toString(utm_content), toString('')), ('timezone', toString(timezone), toString('')), ('asn_org', toString(asn_org), toString('')), ('device_model', toString(device_model), toString('')), ('app_version', toString(app_version), toString('')), ('channel', toString(outer_channel), toString(channel)), ('referrer', toString(referrer_domain), toString('')), ('browser_version', toString(browser), toString(browser_version)), ('operating_system_version', toString(operating_system), toString(operating_system_version)), ('city', toString(city_region), toString(city)), ('dimensions', toString(toString(screen_width)), toString(toString(screen_height)))],
		[('day', '', '')]) AS one
	WHERE site_id IN {sites:Array(UInt32)} AND (site_id, day) IN (SELECT day.1, toDate(day.2) FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)})) AS day)) AND seal = cityHash64({batch:UInt64}, site_id, day)
	GROUP BY site_id, day, seal, dimension, value, detail
	SETTINGS max_execution_time = 300, max_memory_usage = 600000000, max_bytes_before_external_group_by = 200000000, max_partitions_per_insert_block = 0;

INSERT INTO day_totals (site_id, day, seal, dimension, value, detail, sessions, bounces, views, measured_views, on_page_ms, latest_ms, sealed_at)
	SELECT
		site_id, day, seal, 'pathname' AS dimension, value, '' AS detail,
		countIf(nth = 1), countIf(nth = 1 AND pageviews = 1),
		count(), countIf(gap_ms >= 0), sumIf(gap_ms, gap_ms >= 0), max(time_ms), now()
	FROM (
      SELECT
        site_id, day, seal, value, nth, pageviews, time_ms,
        if(next_ms < 0, -1, least(next_ms - time_ms, 1800000)) AS gap_ms
      FROM (SELECT site_id, day, seal, pageviews, ended, times_ms, paths FROM visits WHERE site_id IN {sites:Array(UInt32)} AND (site_id, day) IN (SELECT day.1, toDate(day.2) FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)})) AS day)) AND seal = cityHash64({batch:UInt64}, site_id, day) AND crosses = 0 AND acts > 0)
      ARRAY JOIN
        paths AS value,
        times_ms AS time_ms,
        arrayPushBack(arrayPopFront(times_ms), if(toUnixTimestamp64Milli(ended) > times_ms[-1], toUnixTimestamp64Milli(ended), -1)) AS next_ms,
        arrayEnumerateUniq(paths) AS nth
      WHERE value != '')
	GROUP BY site_id, day, seal, dimension, value, detail
	SETTINGS max_execution_time = 300, max_memory_usage = 600000000, max_bytes_before_external_group_by = 200000000, max_partitions_per_insert_block = 0;

INSERT INTO day_totals (site_id, day, seal, dimension, value, detail, sessions, bounces, views, measured_views, on_page_ms, latest_ms, sealed_at)
	SELECT
		site_id, day, seal, 'page_title' AS dimension, value, '' AS detail,
		countIf(nth = 1), countIf(nth = 1 AND pageviews = 1),
		count(), countIf(gap_ms >= 0), sumIf(gap_ms, gap_ms >= 0), max(time_ms), now()
	FROM (
      SELECT
        site_id, day, seal, value, nth, pageviews, time_ms,
        if(next_ms < 0, -1, least(next_ms - time_ms, 1800000)) AS gap_ms
      FROM (SELECT site_id, day, seal, pageviews, ended, times_ms, titles FROM visits WHERE site_id IN {sites:Array(UInt32)} AND (site_id, day) IN (SELECT day.1, toDate(day.2) FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)})) AS day)) AND seal = cityHash64({batch:UInt64}, site_id, day) AND crosses = 0 AND acts > 0)
      ARRAY JOIN
        titles AS value,
        times_ms AS time_ms,
        arrayPushBack(arrayPopFront(times_ms), if(toUnixTimestamp64Milli(ended) > times_ms[-1], toUnixTimestamp64Milli(ended), -1)) AS next_ms,
        arrayEnumerateUniq(titles) AS nth
      WHERE value != '')
	GROUP BY site_id, day, seal, dimension, value, detail
	SETTINGS max_execution_time = 300, max_memory_usage = 600000000, max_bytes_before_external_group_by = 200000000, max_partitions_per_insert_block = 0;

	INSERT INTO sealed_days (site_id, day, seal, sealed_at, events, digest)
	SELECT DISTINCT site_id, day, 0, now64(3), 0, 0
	FROM visits
	WHERE site_id IN {sites:Array(UInt32)} AND crosses = 0 AND (site_id, day) NOT IN (SELECT day.1, toDate(day.2) FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)})) AS day))
		AND seal IN (SELECT seal FROM sealed_days FINAL)
		AND (site_id, session_id) IN (
			SELECT site_id, session_id FROM visits WHERE site_id IN {sites:Array(UInt32)} AND crosses = 1
				AND (site_id, day) IN (SELECT day.1, toDate(day.2) FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)})) AS day)) AND seal = cityHash64({batch:UInt64}, site_id, day)
		)
	SETTINGS max_execution_time = 300, max_memory_usage = 600000000, max_bytes_before_external_group_by = 200000000;

	INSERT INTO sealed_days (site_id, day, seal, sealed_at, events, digest, has_totals)
	SELECT site_id, day, cityHash64({batch:UInt64}, site_id, day), now64(3), events, digest, 1
	FROM (
		SELECT site_id, toDate(timestamp) AS day, count() AS events, sum(cityHash64(event_id, timestamp, session_id, user_id, identified_user_id, source, source_offset)) AS digest
		FROM events
		WHERE site_id IN {sites:Array(UInt32)} AND toDate(timestamp) IN (SELECT toDate(arrayJoin({days:Array(UInt32)})))
		GROUP BY site_id, toDate(timestamp)
	)
	WHERE (site_id, day, events, digest) IN (
		SELECT one.1, toDate(one.2), one.3, one.4
		FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)}, {events:Array(UInt64)}, {digests:Array(UInt64)})) AS one)
	)
	AND (site_id, day) NOT IN (
		SELECT site_id, day FROM visits
		WHERE site_id IN {sites:Array(UInt32)} AND crosses = 0 AND (site_id, day) IN (SELECT day.1, toDate(day.2) FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)})) AS day)) AND seal = cityHash64({batch:UInt64}, site_id, day) AND (site_id, session_id) IN (SELECT site_id, session_id FROM visits
	WHERE site_id IN {sites:Array(UInt32)} AND (site_id, day) NOT IN (SELECT day.1, toDate(day.2) FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)})) AS day))
		AND session_id IN (SELECT session_id FROM events WHERE site_id IN {sites:Array(UInt32)}
	AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') AND (site_id, toDate(timestamp)) IN (SELECT day.1, toDate(day.2) FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)})) AS day))))
	)
	AND (site_id, day) IN (
		SELECT site_id, day FROM day_totals
		WHERE site_id IN {sites:Array(UInt32)} AND dimension = 'day' AND (site_id, day) IN (SELECT day.1, toDate(day.2) FROM (SELECT arrayJoin(arrayZip({sites:Array(UInt32)}, {days:Array(UInt32)})) AS day)) AND seal = cityHash64({batch:UInt64}, site_id, day)
	)
	SETTINGS max_execution_time = 300, max_memory_usage = 600000000, max_bytes_before_external_group_by = 200000000;

SELECT 1 FROM visits WHERE sealed_at < fromUnixTimestamp64Milli({before:Int64}, 'UTC')
		AND seal NOT IN (SELECT seal FROM sealed_days FINAL) LIMIT 1 SETTINGS max_execution_time = 300, max_memory_usage = 600000000, max_bytes_before_external_group_by = 200000000;

ALTER TABLE visits DELETE WHERE sealed_at < fromUnixTimestamp64Milli({before:Int64}, 'UTC')
		AND seal NOT IN (SELECT seal FROM sealed_days FINAL) SETTINGS mutations_sync = 2;

SELECT 1 FROM day_totals WHERE sealed_at < fromUnixTimestamp64Milli({before:Int64}, 'UTC')
		AND seal NOT IN (SELECT seal FROM sealed_days FINAL) LIMIT 1 SETTINGS max_execution_time = 300, max_memory_usage = 600000000, max_bytes_before_external_group_by = 200000000;

ALTER TABLE day_totals DELETE WHERE sealed_at < fromUnixTimestamp64Milli({before:Int64}, 'UTC')
		AND seal NOT IN (SELECT seal FROM sealed_days FINAL) SETTINGS mutations_sync = 2;
