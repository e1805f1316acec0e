import { Agent, request } from "node:http";
import { gzipSync } from "node:zlib";

/**
 * Sends what the given number of recorders sends, at a steady number of batches per second and whether or not earlier
 * ones were answered: small movements five seconds long, and every minute of a session the whole page again. Bodies are
 * made before it reports that it is ready, so that its own compressor is not measured; then each `{seconds,
 * batchesPerSecond}` message starts a run, whose end it reports.
 */

const { port, sessions, siteId } = JSON.parse(process.argv[2]);

const EVENTS_PER_BATCH = 60;
const BATCHES_PER_CHECKOUT = 12;
/** Distinct bodies; the number on the page makes each one a different batch. */
const BODIES = 48;

const movement = (at) => ({
	type: 3,
	timestamp: at,
	data: {
		source: 1,
		positions: [
			{ x: at % 1280, y: (at * 7) % 720, id: at % 900, timeOffset: -450 },
			{ x: (at + 9) % 1280, y: (at * 5) % 720, id: (at + 3) % 900, timeOffset: -200 },
		],
	},
});

const page = (at) => ({
	type: 2,
	timestamp: at,
	data: {
		node: {
			type: 0,
			id: 1,
			childNodes: Array.from({ length: 900 }, (_none, id) => ({
				type: 2,
				tagName: "div",
				id,
				attributes: { class: `card card-${(id * 31 + at) % 997}`, "data-key": String(id * at) },
				childNodes: [
					{ type: 3, id: id + 1000, textContent: `Product ${(id * 17) % 211}, in stock` },
				],
			})),
		},
		initialOffset: { left: 0, top: 0 },
	},
});

const bodyOf = (number, isCheckout) => {
	const at = Date.now() + number * 1_000_003;
	const events = Array.from({ length: EVENTS_PER_BATCH }, (_none, index) =>
		movement(at + index * 80),
	);
	const text = JSON.stringify({
		userId: "",
		events: isCheckout ? [page(at), ...events] : events,
		metadata: { pageUrl: "https://shop.example/", viewportWidth: 1280, viewportHeight: 720 },
	});
	return { text: Buffer.byteLength(text), sent: gzipSync(text) };
};

const movements = Array.from({ length: BODIES }, (_none, number) => bodyOf(number, false));
const checkouts = Array.from({ length: BODIES }, (_none, number) => bodyOf(number + BODIES, true));

const agent = new Agent({ keepAlive: true, maxSockets: sessions });
let run;
/** Continues across runs: no batch is sent twice. */
let number = 0;

const send = () => {
	const session = number % sessions;
	const turn = Math.floor(number / sessions);
	const bodies = turn % BATCHES_PER_CHECKOUT === 0 ? checkouts : movements;
	const body = bodies[(turn + session) % BODIES];
	number++;
	run.batches++;
	run.bytes += body.text;
	run.open++;
	const sent = request(
		{
			agent,
			host: "127.0.0.1",
			port,
			method: "POST",
			path: `/api/session-replay/record/${siteId}`,
			headers: {
				"content-type": "text/plain",
				"content-length": body.sent.length,
				accept: "*/*",
				"accept-language": "en-GB,en",
				"accept-encoding": "gzip, deflate, br",
				"sec-fetch-site": "cross-site",
				"sec-fetch-mode": "cors",
				"user-agent":
					"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
				// A visit ends after a minute's worth of bodies: the same bodies are new batches of the next visitor.
				"x-forwarded-for": `82.${Math.floor(turn / BODIES) % 250}.${session}.7`,
			},
		},
		(response) => {
			response.resume();
			response.on("end", () => done(String(response.statusCode)));
		},
	);
	sent.on("error", (error) => done(error.code));
	sent.end(body.sent);
};

const done = (status) => {
	run.statuses.set(status, (run.statuses.get(status) ?? 0) + 1);
	run.open--;
	finish();
};

const finish = () => {
	if (!run.isOver || run.open > 0) return;
	const { batches, bytes, statuses } = run;
	process.send({ batches, bytes, statuses: [...statuses] });
};

process.on("message", ({ seconds, batchesPerSecond }) => {
	run = { batches: 0, bytes: 0, open: 0, isOver: false, statuses: new Map() };
	const startedAt = performance.now();
	const timer = setInterval(() => {
		const elapsed = Math.min((performance.now() - startedAt) / 1000, seconds);
		for (const wanted = Math.floor(elapsed * batchesPerSecond); run.batches < wanted; ) send();
		if (elapsed < seconds) return;
		clearInterval(timer);
		run.isOver = true;
		finish();
	}, 5);
});
process.on("disconnect", () => process.exit(0));
process.send("ready");
