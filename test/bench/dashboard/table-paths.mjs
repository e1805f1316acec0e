import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrateStore, openStore } from "@footfall/store";

const DAY_MS = 86_400_000;
/** The period that the page shows, in days. */
const DAYS = 28;
const VIEWS_PER_PATH = 6;
const VIEWS_PER_SESSION = 3;

const VIEWS = `
  INSERT INTO events (site_id, timestamp, received_at, event_id, type, properties, session_id, user_id, hostname,
    pathname, page_title, referrer, channel, browser, operating_system, device_type, language, country, timezone,
    source, source_offset)
  WITH
    fromUnixTimestamp64Milli({from:Int64} + toInt64(number * {step:Float64}), 'UTC') AS at,
    intDiv(number, ${VIEWS_PER_SESSION}) AS session,
    toString((number * 7919) % {paths:UInt64}) AS name
  SELECT 1, at, at, toString(number), 'pageview', '{}', cityHash64(session, 'session'), cityHash64(session),
    'www.example.com', concat('/articles/2026/a-path-of-usual-length-', name), concat('Title ', name), '', 'Direct',
    'Chrome', 'Windows', 'Desktop', 'en', 'DE', 'UTC', 'bench', number
  FROM numbers({views:UInt64})`;

/** Fills the first site of a product that has not been started yet, once: views of this many paths in 28 days. */
export const fillPaths = async (directory, paths) => {
	const note = join(directory, "filled");
	if (existsSync(note)) return;
	mkdirSync(directory, { recursive: true });
	const store = openStore({ directory: join(directory, "store") });
	await migrateStore(store);
	const views = paths * VIEWS_PER_PATH;
	const from = Date.now() - DAYS * DAY_MS;
	await store.command(VIEWS, { from, step: (DAYS * DAY_MS) / views, paths, views });
	await store.close();
	writeFileSync(note, "");
};
