/** The requests that the gateway benchmarks send: what the tracker sends for a page view, as Chrome sends it. */

const AGENTS = [
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
	"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
	"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
	"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
	"Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
];
const REFERRERS = [
	"",
	"https://www.google.com/",
	"https://t.co/x",
	"https://blog.example/post",
	"",
];
/**
 * So many visitors that none of them sends as fast as a machine: the bot layers would notice, and bots cost more. Fewer
 * than the gateway remembers, as most visitors send several events.
 */
export const VISITORS = 16_000;

/** Always of the same length, so that it can be written into an existing request. */
export const addressOf = (visitor) =>
	[
		81,
		100 + (visitor % 100),
		100 + (Math.floor(visitor / 100) % 100),
		100 + Math.floor(visitor / 10_000),
	].join(".");

const ADDRESS_START = "X-Forwarded-For: ";
export const ID_DIGITS = 12;
const ID_START = `"id":"bench-`;

const eventOf = (visitor, siteId) => ({
	type: "pageview",
	site_id: siteId,
	hostname: "shop.example",
	pathname: `/products/${visitor % 97}`,
	querystring: visitor % 3 === 0 ? "?utm_source=newsletter&utm_medium=email" : "",
	screenWidth: 1920,
	screenHeight: 1080,
	language: "en-GB",
	page_title: `Product ${visitor % 97} - Shop`,
	referrer: REFERRERS[visitor % REFERRERS.length],
	_bs: 0,
	_bsm: 0,
	event_name: "",
	id: `bench-${"0".repeat(ID_DIGITS)}`,
	// One page load sends no more than a few hundred events in ten seconds.
	page_id: `page${String(visitor).padStart(8, "0")}`,
	seq: 0,
	timestamp: 1_795_000_000_000,
	sent_at: 1_795_000_000_000,
});

/** A request, with the offsets of the visitor's address and of the ids: without a new id an event is a duplicate. */
export const requestOf = (visitor, { batch = 1, siteId = "1" } = {}) => {
	const events = Array.from({ length: batch }, () => eventOf(visitor, siteId));
	const body = JSON.stringify(batch === 1 ? events[0] : events);
	const bytes = Buffer.from(
		[
			"POST /api/track HTTP/1.1",
			"Host: stats.example",
			"Connection: keep-alive",
			`Content-Length: ${Buffer.byteLength(body)}`,
			`User-Agent: ${AGENTS[visitor % AGENTS.length]}`,
			"Content-Type: text/plain;charset=UTF-8",
			"Accept: */*",
			"Origin: https://shop.example",
			"Sec-Fetch-Site: cross-site",
			"Sec-Fetch-Mode: cors",
			"Sec-Fetch-Dest: empty",
			"Referer: https://shop.example/",
			"Accept-Encoding: gzip, deflate, br, zstd",
			"Accept-Language: en-GB,en;q=0.9",
			`X-Forwarded-For: ${addressOf(0)}`,
			"",
			body,
		].join("\r\n"),
	);
	const ids = [];
	for (let at = bytes.indexOf(ID_START); at !== -1; at = bytes.indexOf(ID_START, at + 1))
		ids.push(at + ID_START.length);
	return { bytes, ids, address: bytes.indexOf(ADDRESS_START) + ADDRESS_START.length };
};
