import net from "node:net";

/**
 * Sends events over keep-alive connections for `seconds`, and tells what came back. With a `rate` (requests per
 * second) they leave when they are due, whether or not earlier ones were answered, and a latency is counted from the
 * moment that a request was due; without one each connection sends its next request when the last is answered. With
 * a `batch` a request holds so many events. Lean on purpose: a slow generator would measure itself.
 */

const { port, seconds, connections, batch = 1, rate, siteId = "1" } = JSON.parse(process.argv[2]);

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
/** Different requests; each goes out for one visitor after the other. */
const REQUESTS = 2_000;
/**
 * So many visitors that none of them sends as fast as a machine: the bot layers would notice, and bots cost more. Fewer
 * than the gateway remembers, as most visitors send several events.
 */
const VISITORS = 16_000;

/** Always of the same length, so that it can be written into a request that is there. */
const addressOf = (visitor) =>
	[
		81,
		100 + (visitor % 100),
		100 + (Math.floor(visitor / 100) % 100),
		100 + Math.floor(visitor / 10_000),
	].join(".");

const ADDRESS_START = "X-Forwarded-For: ";
const ID_DIGITS = 12;
const ID_START = `"id":"bench-`;

const eventOf = (visitor) => ({
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
	page_id: "abcdef123456",
	seq: 0,
	timestamp: 1_795_000_000_000,
	sent_at: 1_795_000_000_000,
});

/** A request, where the visitor's address is in it, and the ids: each event gets one of its own, or is a duplicate. */
const requestOf = (visitor) => {
	const events = Array.from({ length: batch }, () => eventOf(visitor));
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

const requests = Array.from({ length: REQUESTS }, (_, visitor) => requestOf(visitor));
const BODY_START = Buffer.from("\r\n\r\n");
const LENGTH = /content-length: (\d+)/i;

const latencies = [];
const refused = new Map();
let replies = 0;
let next = 0;
/** Runs that follow each other on one server must not repeat ids. */
let lastId = (Date.now() % 1e8) * 1e4;
let isOver = false;
let open = connections;

const startedAt = performance.now();
const endsAt = startedAt + seconds * 1000;

const finish = () => {
	const took = (performance.now() - startedAt) / 1000;
	const sorted = Float64Array.from(latencies).sort();
	const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
	process.send(
		{
			requestsPerSecond: replies / took,
			replies,
			refused: [...refused],
			p50: at(0.5),
			p99: at(0.99),
		},
		() => process.exit(0),
	);
};

const nextRequest = () => {
	const { bytes, ids, address } = requests[next % REQUESTS];
	bytes.write(addressOf(next++ % VISITORS), address, "latin1");
	for (const at of ids) bytes.write(String(++lastId).padStart(ID_DIGITS, "0"), at, "latin1");
	// The socket may still hold the bytes when the next round changes them.
	return Buffer.from(bytes);
};

/** Connections that wait for something to send, and the moments of requests that wait for a connection. */
const idle = [];
const due = [];

for (let index = 0; index < connections; index++) {
	let since = 0;
	const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
	const send = (moment) => {
		since = moment;
		socket.write(nextRequest());
	};
	const leave = () => {
		socket.destroy();
		if (--open === 0) finish();
	};
	const goOn = () => {
		if (isOver) leave();
		else if (rate === undefined) send(performance.now());
		else if (due.length > 0) send(due.shift());
		else idle.push({ send, leave });
	};
	let waiting;
	socket.on("connect", goOn);
	socket.on("data", (chunk) => {
		waiting = waiting === undefined ? chunk : Buffer.concat([waiting, chunk]);
		const head = waiting.indexOf(BODY_START);
		if (head === -1) return;
		const text = waiting.latin1Slice(0, head);
		const length = Number(LENGTH.exec(text)?.[1] ?? 0);
		if (waiting.length < head + BODY_START.length + length) return;
		waiting = undefined;
		const now = performance.now();
		const status = text.slice(9, 12);
		replies++;
		if (status !== "200") refused.set(status, (refused.get(status) ?? 0) + 1);
		latencies.push(now - since);
		if (now >= endsAt) isOver = true;
		goOn();
	});
	socket.on("error", (error) => {
		refused.set(error.code, (refused.get(error.code) ?? 0) + 1);
		leave();
	});
}

if (rate !== undefined) {
	let asked = 0;
	const timer = setInterval(() => {
		const now = performance.now();
		const wanted = Math.floor(((Math.min(now, endsAt) - startedAt) / 1000) * rate);
		for (; asked < wanted; asked++) {
			const moment = startedAt + (asked / rate) * 1000;
			const connection = idle.pop();
			if (connection === undefined) due.push(moment);
			else connection.send(moment);
		}
		if (now < endsAt) return;
		isOver = true;
		clearInterval(timer);
		for (const connection of idle.splice(0)) connection.leave();
	}, 1);
}
