-- rolledUpDaysOf
  SELECT toUInt32(day) AS day, events, toString(seal) AS seal, has_totals
  FROM (
    SELECT toDate(timestamp) AS day, count() AS events, sum(cityHash64(event_id, timestamp, session_id, user_id, identified_user_id, source, source_offset)) AS digest
    FROM events
    WHERE site_id = {site:UInt32}
      AND toDate(timestamp) >= toDate({first_day:UInt32}) AND toDate(timestamp) < toDate({end_day:UInt32})
    GROUP BY toDate(timestamp)
  ) AS stored
  LEFT JOIN (
    SELECT day, events, digest, seal, has_totals FROM sealed_days FINAL
    WHERE site_id = {site:UInt32}
  ) AS rolled_up USING (day, events, digest)
  ORDER BY day;
