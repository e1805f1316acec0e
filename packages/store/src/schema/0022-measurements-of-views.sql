-- In earlier versions, time that a page was visible for and its vitals opened a session of their own where they came half an
-- hour after the last act: they go to the session of the view. Rows of which no view is known stay, and no report counts them.
-- Runs with 0.3.0

-- Which rows of `events` go where; empty before and behind.
CREATE TABLE IF NOT EXISTS moved_measurements
(
    -- sipHash64(site_id, event_id)
    row UInt64,
    session_id UInt64,
    user_id UInt64,
    identified_user_id String CODEC(ZSTD)
)
ENGINE = MergeTree
ORDER BY row;

TRUNCATE TABLE moved_measurements;

INSERT INTO moved_measurements (row, session_id, user_id, identified_user_id)
WITH alone AS
(
    SELECT site_id, page_id, timestamp, sipHash64(site_id, event_id) AS row
    FROM events
    WHERE type IN ('engagement', 'performance')
        AND page_id != ''
        AND (site_id, session_id) IN
        (
            SELECT site_id, session_id
            FROM events
            GROUP BY site_id, session_id
            HAVING countIf(type NOT IN ('engagement', 'performance')) = 0
        )
)
SELECT row, viewed.session_id, viewed.user_id, viewed.identified_user_id
FROM alone
ASOF INNER JOIN
(
    SELECT site_id, page_id, timestamp, session_id, user_id, identified_user_id
    FROM events
    WHERE type = 'pageview' AND page_id IN (SELECT page_id FROM alone)
) AS viewed
ON alone.site_id = viewed.site_id AND alone.page_id = viewed.page_id AND alone.timestamp >= viewed.timestamp
WHERE alone.timestamp <= viewed.timestamp + INTERVAL 1 DAY
SETTINGS max_bytes_before_external_group_by = 268435456;

ALTER TABLE events UPDATE
    session_id = transform(sipHash64(site_id, event_id),
        (SELECT groupArray(row) FROM (SELECT * FROM moved_measurements ORDER BY row)),
        (SELECT groupArray(session_id) FROM (SELECT * FROM moved_measurements ORDER BY row)), session_id),
    user_id = transform(sipHash64(site_id, event_id),
        (SELECT groupArray(row) FROM (SELECT * FROM moved_measurements ORDER BY row)),
        (SELECT groupArray(user_id) FROM (SELECT * FROM moved_measurements ORDER BY row)), user_id),
    identified_user_id = transform(sipHash64(site_id, event_id),
        (SELECT groupArray(row) FROM (SELECT * FROM moved_measurements ORDER BY row)),
        (SELECT groupArray(identified_user_id) FROM (SELECT * FROM moved_measurements ORDER BY row)), identified_user_id)
WHERE type IN ('engagement', 'performance') AND sipHash64(site_id, event_id) IN (SELECT row FROM moved_measurements)
SETTINGS mutations_sync = 2;

-- A replica that was away takes the changed rows from the others.
TRUNCATE TABLE moved_measurements;
