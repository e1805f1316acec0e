-- replays/replay-events.ts
  SELECT first_time AS first, last_time AS last, byte_count AS bytes, object != 0 AS in_bucket
  FROM replay_chunks FINAL
  WHERE site_id = {site:UInt32} AND session_id = {session:UInt64}
  ORDER BY first_time;

  SELECT at, first_time AS first, leftPad(lower(hex(batch_id)), 16, '0') AS batch, chunk, part, parts, place, text
  FROM replay_chunks FINAL
  ARRAY JOIN times AS at, events AS text, arrayEnumerate(times) AS place
  WHERE object = 0 AND site_id = {site:UInt32} AND session_id = {session:UInt64}
    AND first_time >= {earliest:Int64} AND last_time >= {from:Int64}
     AND at >= {from:Int64}
    
  ORDER BY at, first, batch_id, chunk, place
  SETTINGS max_result_bytes = 200000000;
