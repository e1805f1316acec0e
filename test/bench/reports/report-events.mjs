/**
 * Events of many sites, from arithmetic alone: the same in every run, and made by the engine itself. What the
 * reports benchmark asks about, in the event store and, as rows of the same values, in PostgreSQL.
 */

export const SITES = 20;
/** The site that is asked about: of sizes by Zipf's law, the largest has 28 % of the events. */
export const LARGEST_SITE = 1;
export const DAY_MS = 86_400_000;
export const DAYS = 90;
export const END = Date.parse("2026-11-20T00:00:00Z");

const START = END - DAYS * DAY_MS;
const EVENTS_PER_SESSION = 4;
/** A bot's request for so many events. */
const EVENTS_PER_BOT = 10;
const BLOCK_EVENTS = 500_000;

const shares = Array.from({ length: SITES }, (_, index) => 1 / (index + 1));
const whole = shares.reduce((sum, share) => sum + share, 0);
/** Up to which of a million people each site's go. */
const peopleUpTo = shares.map((_, index) =>
	Math.round((shares.slice(0, index + 1).reduce((sum, share) => sum + share, 0) / whole) * 1e6),
);

const withValues = (events) => {
	const sessions = Math.ceil(events / EVENTS_PER_SESSION);
	return `
  WITH
    intDiv(number, ${EVENTS_PER_SESSION}) AS visit,
    number % ${EVENTS_PER_SESSION} AS step,
    cityHash64(visit) AS chance,
    visit % ${Math.ceil(sessions / 4)} AS person,
    toUInt32(arrayFirstIndex(limit -> cityHash64(person, 'site') % 1000000 < limit, [${peopleUpTo}])) AS site,
    fromUnixTimestamp64Milli(toInt64(${START} + intDiv(visit * ${DAYS * DAY_MS}, ${sessions})
      + step * (5000 + chance % 60000) + cityHash64(number) % 4000), 'UTC') AS at,
    ['custom_event', 'performance', 'outbound', 'error', 'pageview'][if(step = 3, chance % 5, 4) + 1] AS kind,
    cityHash64(number, 'page') % 1000 AS page,
    concat('/articles/', toString(intDiv(page * page, 2000))) AS path`;
};

const eventsText = (events) => `
  INSERT INTO events (site_id, timestamp, received_at, event_id, type, event_name, properties, session_id, user_id,
    identified_user_id, hostname, pathname, querystring, page_title, referrer, channel, url_parameters, browser,
    browser_version, operating_system, operating_system_version, device_type, language, screen_width, screen_height,
    country, region, city, lat, lon, timezone, source, source_offset, lcp, cls)
  ${withValues(events)}
  SELECT site, at, at, toString(number), kind,
    multiIf(kind = 'custom_event', ['signup', 'buy', 'share'][chance % 3 + 1], kind = 'error', 'TypeError', ''),
    multiIf(
      kind = 'custom_event', concat('{"plan":"', ['free', 'pro'][chance % 2 + 1], '","price":', toString(chance % 100), '}'),
      kind = 'outbound', '{"url":"https://other.example/page"}',
      kind = 'error', concat('{"message":"x', toString(chance % 40), ' is not a function"}'),
      '{}'),
    chance, cityHash64(person, 'person'), if(person % 10 = 0, concat('user-', toString(person)), ''),
    'www.example.com', path, if(step = 0 AND chance % 3 = 0, '?utm_source=news', ''), concat('Article ', toString(chance % 500)),
    if(step = 0 AND chance % 2 = 0, ['https://www.google.com/', 'https://news.example.org/a', 'https://t.example/'][chance % 3 + 1], ''),
    if(step = 0, ['Direct', 'Organic Search', 'Referral', 'Email'][chance % 4 + 1], 'Internal'),
    if(step = 0 AND chance % 3 = 0, map('utm_source', 'news'), map()),
    ['Chrome', 'Firefox', 'Safari'][person % 3 + 1], toString(140 + person % 10),
    ['Windows', 'macOS', 'Android'][person % 3 + 1], toString(person % 5 + 10),
    ['Desktop', 'Mobile'][person % 2 + 1], ['en-US', 'de', 'fr'][person % 3 + 1], 1920, 1080,
    ['US', 'DE', 'FR', 'NL', 'GB'][person % 5 + 1], '', concat('City ', toString(person % 300)),
    person % 90, person % 180, 'UTC', 'bench', number,
    if(kind = 'performance', chance % 4000, NULL), if(kind = 'performance', (chance % 100) / 200, NULL)
  FROM numbers({first:UInt64}, {many:UInt64})`;

const botsText = (events) => `
  INSERT INTO bots (site_id, timestamp, received_at, event_id, type, user_id, hostname, pathname, country,
    ua_pattern, header_heuristics, bot_category, bot_name, bot_operator, bot_purpose, source, source_offset)
  ${withValues(events)}
  SELECT site, at, at, toString(number), 'pageview', chance, 'www.example.com', path,
    ['US', 'DE', 'FR'][chance % 3 + 1], 1, chance % 2, 'ai', ['GPTBot', 'ClaudeBot'][chance % 2 + 1],
    ['OpenAI', 'Anthropic'][chance % 2 + 1], 'ai_training', 'bench', number
  FROM numbers({first:UInt64}, {many:UInt64})
  WHERE number % ${EVENTS_PER_BOT} = 0`;

/** Makes the events once: a store that has them already stays as it is. */
export const fillStore = async (store, events) => {
	const [{ stored }] = await store.query("SELECT count() AS stored FROM events");
	if (stored === events) return;
	for (const table of ["events", "bots"]) await store.command(`TRUNCATE TABLE ${table}`);
	for (let first = 0; first < events; first += BLOCK_EVENTS) {
		const block = { first, many: Math.min(BLOCK_EVENTS, events - first) };
		await store.command(eventsText(events), block);
		await store.command(botsText(events), block);
	}
};
