import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { startBuiltProduct } from "../measuring/built-product.mjs";
import { exitByGoals } from "../measuring/goals.mjs";
import { printTable } from "../measuring/table.mjs";

/**
 * How long after its success reply an event is visible in `/events`: the built product, one event per request at a
 * fixed rate (open loop: a slow reply does not slow the sender), and a reader that polls the newest events.
 */

const RATE = Number(process.env.RATE ?? 500);
const SECONDS = Number(process.env.SECONDS ?? 30);
const POLL_MS = 50;
const GOAL_P99_MS = 2_000;

const product = await startBuiltProduct({ TRUST_PROXY: "loopback" });
const { url, siteId, apiKey } = product;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const headers = {
	"content-type": "text/plain;charset=UTF-8",
	accept: "*/*",
	"accept-encoding": "gzip, deflate, br",
	"accept-language": "en-US,en",
	"sec-fetch-mode": "cors",
	"sec-fetch-site": "cross-site",
	"user-agent":
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
};

/** Another visitor for each event: this many from one would be flagged as a flood. */
const addressOf = (visitor) =>
	`81.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`;

/** id → when its success reply arrived. */
const waiting = new Map();
const delays = [];
let refused = 0;

const send = (visitor) => {
	const id = randomUUID();
	const body = JSON.stringify({
		type: "custom_event",
		site_id: siteId,
		id,
		event_name: "tick",
		hostname: "bench.test",
		pathname: "/",
		properties: JSON.stringify({ id }),
	});
	const sent = request(
		{
			agent,
			host: url.hostname,
			port: url.port,
			path: "/api/track",
			method: "POST",
			headers: {
				...headers,
				"x-forwarded-for": addressOf(visitor),
				"content-length": Buffer.byteLength(body),
			},
		},
		(response) => {
			response.resume();
			response.on("end", () => {
				if (response.statusCode === 200) waiting.set(id, performance.now());
				else refused += 1;
			});
		},
	);
	sent.on("error", () => {
		refused += 1;
	});
	sent.end(body);
};

const seen = new Set();
/** Reads back from the newest event until two pages contain nothing new: events become visible out of order. */
const poll = async (before = "", quietPages = 0) => {
	const cursor = before === "" ? "" : `&before_timestamp=${encodeURIComponent(before)}`;
	const response = await fetch(
		new URL(`/api/sites/${siteId}/events?page_size=1000${cursor}`, url),
		{
			headers: { authorization: `Bearer ${apiKey}` },
		},
	);
	if (response.status !== 200)
		throw new Error(`/events: ${response.status} ${await response.text()}`);
	const { data } = await response.json();
	const now = performance.now();
	let news = 0;
	for (const { properties } of data) {
		const { id } = JSON.parse(properties);
		if (seen.has(id)) continue;
		seen.add(id);
		news += 1;
		// An event can be visible before its own reply is read: that counts as 0 ms.
		delays.push(Math.max(0, now - (waiting.get(id) ?? now)));
		waiting.delete(id);
	}
	const quiet = news === 0 ? quietPages + 1 : 0;
	if (quiet < 2 && data.length === 1000) await poll(data.at(-1).timestamp, quiet);
};

const startedAt = performance.now();
let sent = 0;
let polling = true;
const reader = (async () => {
	while (polling) {
		await poll();
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
})();
while (sent < RATE * SECONDS) {
	const due = Math.min(RATE * SECONDS, Math.floor(((performance.now() - startedAt) / 1000) * RATE));
	while (sent < due) {
		send(sent);
		sent += 1;
	}
	await new Promise((resolve) => setTimeout(resolve, 5));
}
const drainUntil = performance.now() + 10_000;
while (delays.length < sent - refused && performance.now() < drainUntil)
	await new Promise((resolve) => setTimeout(resolve, 50));
polling = false;
await reader;

const bots = await fetch(new URL(`/api/sites/${siteId}/bots/overview`, url), {
	headers: { authorization: `Bearer ${apiKey}` },
});
const { bot_requests: takenForBots } = (await bots.json()).data;

delays.sort((one, other) => one - other);
const at = (share) =>
	Math.round(delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN);
printTable(
	`Until an event is visible in \`/events\` after its reply; ${SECONDS} s of ${RATE} events/s, goal p99 ${GOAL_P99_MS} ms.`,
	["sent", "refused", "taken for bots", "visible", "p50 ms", "p99 ms", "at most, ms"],
	[[sent, refused, takenForBots, delays.length, at(0.5), at(0.99), at(1)]],
);
await product.end();
agent.destroy();
const isComplete = refused === 0 && takenForBots === 0 && delays.length === sent;
if (isComplete) exitByGoals(at(0.99) <= GOAL_P99_MS);
else process.exitCode = 1;
