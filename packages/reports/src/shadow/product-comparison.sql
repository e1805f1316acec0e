-- /product-comparison, plain
  SELECT
    import_id,
    max(platform) AS platform,
    toUInt32(min(date)) AS first,
    toUInt32(max(date)) AS last
  FROM imported_figures
  WHERE site_id = {site:UInt32} AND dimension = ''
  GROUP BY import_id
  ORDER BY last DESC, first, import_id
  LIMIT 100;

  SELECT toUnixTimestamp64Milli(timestamp) AS at
  FROM events
  WHERE site_id = {site:UInt32} AND type NOT IN ('engagement', 'performance')
  ORDER BY timestamp
  LIMIT 1;
