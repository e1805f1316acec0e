-- /has-data, plain
  SELECT 1 AS found FROM events WHERE site_id = {site:UInt32} LIMIT 1;
