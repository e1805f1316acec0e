import http from "node:http";
import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import { pause } from "@footfall/shared/waiting/pause";
import { type RunningGateway, runGateway } from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { rounds } from "@footfall/testing/rounds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/**
 * The most CPU that a hostile value may cost beyond the same request with a plain one. While other tests run, the same
 * work costs several times as much; work that is quadratic in a length costs seconds.
 */
const MAX_EXTRA_MS = rounds(250, 20);
/**
 * A measurement is repeated while it exceeds the limit: by then other work of this process has ended, and so has work
 * of others on the same core, which makes this work more expensive.
 */
const MEASUREMENTS = 30;
const PAUSE_MS = 20;
/** The longest single header within the 16 kB that a server accepts for all headers. */
const HEADER_CHARACTERS = 14_000;
const FIELD_CHARACTERS = 1_900;
const BATCH = 500;

const AGENT =
	"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

/** Pieces of hostile values: what parsers of headers, addresses, agents and queries search for, and nearly find. */
const PIECES = [
	'"',
	'\\"',
	",",
	" ",
	";",
	"=",
	",br ",
	", gzip;q=0.",
	"1.1.1.1,",
	'for=",',
	":",
	"::",
	"[",
	"(",
	"/",
	"?",
	"?a=",
	"&",
	"%25",
	"%253Femail",
	"#",
	".",
	"-",
	'"a";v="',
	"Tizen",
	"FBOTS",
	"Chrome/",
	"Android 1; box",
	"http://",
	"facebook",
	'"\\"',
	", ",
	";q=",
	"\t",
	"for=",
	"a,",
	"()",
	"//",
	"&amp;",
	"%",
	"%ff",
	"@",
	"*",
	"Android 1;",
	"MSIE ",
	"Mac OS X ",
	"at (",
	"{",
	"<",
	"0",
	"ad",
];
const shapes = PIECES.slice(0, rounds(30, PIECES.length));
const textOf = (piece: string, length: number) => {
	const value = `a${piece.repeat(Math.ceil(length / piece.length))}`.slice(0, length - 1);
	return `${value}x`;
};

let running: RunningGateway;
const keepAlive = new http.Agent({ keepAlive: true, maxSockets: 1 });
beforeAll(async () => {
	const excluding = {
		excludedIPs: ["198.51.100.0/24"],
		excludedCountries: ["AQ"],
		excludedPaths: ["/a*b*c*d", "/x"],
		excludedHostnames: ["*.staging.example"],
		excludedUserAgents: ["nothing like it"],
		excludedASNs: [64_512],
		excludedQueryParams: ["email", "token"],
		respectGpc: true,
		sessionReplay: true,
	};
	running = await runGateway({
		snapshot: snapshotWith([
			siteOf(excluding),
			siteOf({
				...excluding,
				siteId: 2 as SiteNumber,
				id: "0123456789ac" as SiteKey,
				allowedOrigins: ["https://shop.example"],
			}),
		]),
	});
});
afterAll(async () => {
	keepAlive.destroy();
	await running.stop();
});

interface Sent {
	method: string;
	path: string;
	headers?: Record<string, string>;
	body?: string;
}

const statusOf = ({ method, path, headers = {}, body }: Sent): Promise<number> =>
	new Promise((resolve, reject) => {
		const request = http.request(
			{
				agent: keepAlive,
				port: running.port,
				host: "127.0.0.1",
				method,
				path,
				headers: {
					"user-agent": AGENT,
					"accept-language": "de-DE,de;q=0.9",
					accept: "*/*",
					"accept-encoding": "gzip, br",
					...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
					...headers,
				},
			},
			(response) => {
				response.resume();
				response.once("end", () => resolve(response.statusCode ?? 0));
			},
		);
		request.once("error", reject);
		request.end(body);
	});

const costOf = async (sent: () => Sent): Promise<{ ms: number; status: number }> => {
	const before = process.cpuUsage();
	const status = await statusOf(sent());
	const { user, system } = process.cpuUsage(before);
	return { ms: (user + system) / 1_000, status };
};

/** The least CPU over a few requests; stops as soon as it is within a limit. */
const leastCost = async (sent: () => Sent, limitMs: number) => {
	let least = await costOf(sent);
	for (let times = 1; times < MEASUREMENTS && least.ms > limitMs; times++) {
		if (times > 3) await pause(PAUSE_MS);
		const next = await costOf(sent);
		if (next.ms < least.ms) least = next;
	}
	return least;
};

/** Requests that cost more than the plain one plus the limit, or fail. */
const tooDear = async (plain: () => Sent, hostile: readonly [string, () => Sent][]) => {
	for (let warm = 0; warm < 3; warm++) await costOf(plain);
	let calm = Number.POSITIVE_INFINITY;
	for (let times = 0; times < 4; times++) calm = Math.min(calm, (await costOf(plain)).ms);
	const found: string[] = [];
	for (const [name, sent] of hostile) {
		const { ms, status } = await leastCost(sent, calm + MAX_EXTRA_MS);
		if (ms > calm + MAX_EXTRA_MS)
			found.push(`${name}: ${ms.toFixed(0)} ms, plain ${calm.toFixed(0)}`);
		if (status >= 500 && status !== 503) found.push(`${name}: ${status}`);
	}
	return found;
};

/** Each event is from a page of its own, so that no per-page limit hides its cost. */
let pages = 0;
const eventsOf = (count: number, fields: object = {}) =>
	Array.from({ length: count }, (_, index) => ({
		type: "pageview",
		site_id: index % 2 === 0 ? "1" : "2",
		page_id: `p${++pages}`,
		...fields,
	}));
const track = (count: number, headers: Record<string, string> = {}, fields: object = {}): Sent => {
	const events = eventsOf(count, fields);
	return {
		method: "POST",
		path: "/api/track",
		headers: { "content-type": "application/json", ...headers },
		body: JSON.stringify(count === 1 ? events[0] : events),
	};
};

const HEADERS = [
	"sec-ch-ua",
	"sec-ch-ua-full-version-list",
	"sec-ch-ua-platform",
	"user-agent",
	"x-forwarded-for",
	"x-real-ip",
	"forwarded",
	"cf-connecting-ip",
	"origin",
	"referer",
	"accept-language",
	"accept-encoding",
	"authorization",
	"cookie",
	"if-none-match",
	"traceparent",
	"connection",
	"x-requested-with",
];

const hostileHeaders = (send: (headers: Record<string, string>) => Sent) =>
	HEADERS.flatMap((name) =>
		shapes.map((piece): [string, () => Sent] => [
			`${name} of ${JSON.stringify(piece)}`,
			() =>
				send({
					[name]: `${name === "authorization" ? "Bearer " : ""}${textOf(piece, HEADER_CHARACTERS)}`,
				}),
		]),
	);

const isHeader = (piece: string) => piece !== "\t";
const LIMIT_MS = rounds(60_000, 600_000);

describe("a hostile header", () => {
	it(
		"costs little more than a plain one in a batch of 500 events",
		async () => {
			expect(
				await tooDear(
					() => track(BATCH),
					hostileHeaders((headers) => track(BATCH, headers)),
				),
			).toEqual([]);
		},
		LIMIT_MS,
	);

	it.each([
		["POST", "/api/track"],
		["POST", "/api/identify"],
		["POST", "/api/session-replay/record/1"],
		["GET", "/api/script.js?siteId=1"],
		["GET", "/api/s/0123456789abcdef0123456789abcdef.js"],
		["GET", "/api/pixel.gif?site_id=1"],
		["GET", "/api/site/tracking-config/1"],
		["OPTIONS", "/api/track"],
		["GET", "/api/sites/1/overview"],
	])(
		"costs little more than a plain one on %s %s",
		async (method, path) => {
			const send = (headers: Record<string, string>): Sent =>
				path === "/api/track"
					? track(1, headers)
					: { method, path, headers, ...(method === "POST" && { body: "{}" }) };
			expect(await tooDear(() => send({}), hostileHeaders(send))).toEqual([]);
		},
		LIMIT_MS,
	);
});

describe("a hostile address or field", () => {
	it.each([
		"/api/script.js?siteId=",
		"/api/pixel.gif?site_id=1&querystring=",
		"/api/s/",
		"/api/site/tracking-config/",
		"/api/sites/1/overview?filters=",
		"/",
	])(
		"costs little more than a plain one in a path that begins with %s",
		async (prefix) => {
			const hostile = shapes.filter(isHeader).map((piece): [string, () => Sent] => [
				piece,
				() => ({
					method: "GET",
					path:
						prefix + textOf(piece, HEADER_CHARACTERS).replaceAll(/[ <>"\\{]/g, encodeURIComponent),
				}),
			]);
			expect(await tooDear(() => ({ method: "GET", path: `${prefix}x` }), hostile)).toEqual([]);
		},
		LIMIT_MS,
	);

	it.each([
		"pathname",
		"querystring",
		"referrer",
		"page_title",
		"hostname",
		"language",
		"properties",
		"user_id",
		"tag",
	])(
		"costs little more than a plain one in %s, alone and in a batch",
		async (field) => {
			// As many as a body of a megabyte holds.
			const count = 480;
			const longest = { hostname: 253, page_title: 512, language: 35, user_id: 255, tag: 256 };
			const length = (longest as Record<string, number>)[field] ?? FIELD_CHARACTERS;
			const valueIn = (piece: string) =>
				field === "properties"
					? JSON.stringify({ a: textOf(piece, length / 2 - 10) })
					: textOf(piece, length);
			for (const events of [1, count]) {
				const hostile = shapes
					.filter((piece) => valueIn(piece).length <= 2_000)
					.map((piece): [string, () => Sent] => [
						piece,
						() => track(events, {}, { [field]: valueIn(piece) }),
					]);
				expect(await tooDear(() => track(events, {}, { [field]: valueIn("a") }), hostile)).toEqual(
					[],
				);
			}
		},
		LIMIT_MS,
	);
});

describe("while a hostile batch is processed", () => {
	it.each([
		["sec-ch-ua", '"'],
		["x-real-ip", ","],
		["origin", "a."],
	])("other requests wait no longer than for a plain one: %s", async (name, piece) => {
		const slowestReply = async (headers: Record<string, string>) => {
			const batch = statusOf(track(BATCH, headers));
			let slowest = 0;
			for (let times = 0; times < 10; times++) {
				const sentAt = performance.now();
				await (await fetch(`${running.url}/api/health`)).text();
				slowest = Math.max(slowest, performance.now() - sentAt);
			}
			await batch;
			return slowest;
		};
		const calm = Math.min(
			...[await slowestReply({}), await slowestReply({}), await slowestReply({})],
		);
		const limitMs = 2 * calm + MAX_EXTRA_MS;
		let least = Number.POSITIVE_INFINITY;
		for (let times = 0; times < 10 && least >= limitMs; times++)
			least = Math.min(least, await slowestReply({ [name]: textOf(piece, HEADER_CHARACTERS) }));
		expect(least).toBeLessThan(limitMs);
	});
});

describe("a path that is not UTF-8", () => {
	it.each(["/api/site/tracking-config/%ff", "/api/site/%ff/tracking-config"])(
		"is answered as an unreadable request: %s",
		async (path) => expect(await statusOf({ method: "GET", path })).toBe(400),
	);
	it("does not match a script name", async () =>
		expect(await statusOf({ method: "GET", path: "/api/s/%ff.js" })).not.toBe(500));
});
