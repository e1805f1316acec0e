import net from "node:net";

/**
 * Sends single events over keep-alive connections, one request in flight on each, for `seconds`, and tells
 * what came back. Lean on purpose: a slow generator would measure itself.
 */

const [, , port, seconds, connections] = process.argv.map(Number);

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
const VISITORS = 2_000;

const requestOf = (visitor) => {
	const body = JSON.stringify({
		type: "pageview",
		site_id: "1",
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
		id: `bench-${visitor}`,
		page_id: "abcdef123456",
		seq: 0,
		timestamp: 1_795_000_000_000,
		sent_at: 1_795_000_000_000,
	});
	const address = [81, 2 + (visitor % 60), (visitor * 7) % 251, 1 + (visitor % 250)].join(".");
	return Buffer.from(
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
			`X-Forwarded-For: ${address}`,
			"",
			body,
		].join("\r\n"),
	);
};

const requests = Array.from({ length: VISITORS }, (_, visitor) => requestOf(visitor));
const BODY_START = Buffer.from("\r\n\r\n");
const LENGTH = /content-length: (\d+)/i;

const latencies = [];
const refused = new Map();
let replies = 0;
let next = 0;
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

for (let index = 0; index < connections; index++) {
	let sentAt = 0;
	const socket = net.connect({ port, host: "127.0.0.1", noDelay: true });
	const send = () => {
		sentAt = performance.now();
		socket.write(requests[next++ % VISITORS]);
	};
	const leave = () => {
		socket.destroy();
		if (--open === 0) finish();
	};
	let waiting;
	socket.on("connect", send);
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
		latencies.push(now - sentAt);
		if (now >= endsAt) isOver = true;
		if (isOver) leave();
		else send();
	});
	socket.on("error", (error) => {
		refused.set(error.code, (refused.get(error.code) ?? 0) + 1);
		leave();
	});
}
