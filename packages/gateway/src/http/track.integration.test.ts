import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { QueueUnavailableError } from "@footfall/queue";
import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import { failingProducer } from "@footfall/testing/gateway/failing-producer";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { accountsAt } from "@footfall/testing/product/event-ledger";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const VISITOR = "81.2.69.142";
const pageview = { type: "pageview", site_id: "1", hostname: "shop.example", pathname: "/" };
const success = { success: true };

const otherSite = siteOf({
	siteId: 2 as SiteNumber,
	id: "bbbbbbbbbbbb" as SiteKey,
	organizationId: "stranger",
});
const strictSite = siteOf({
	siteId: 3 as SiteNumber,
	id: "cccccccccccc" as SiteKey,
	excludedIPs: ["198.51.100.0/24"],
	excludedCountries: ["DE"],
	excludedPaths: ["/admin*"],
	excludedHostnames: ["*.staging.example"],
	excludedUserAgents: ["internalcheck"],
	excludedQueryParams: ["Token"],
	countAllHosts: false,
	domain: "shop.example",
});
const ownSite = siteOf({
	siteId: 4 as SiteNumber,
	id: "dddddddddddd" as SiteKey,
	allowedOrigins: ["https://Shop.example/"],
	trackIp: true,
	saltUserIds: true,
	trackUrlParams: false,
	blockBots: false,
});

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway({
		snapshot: snapshotWith([siteOf(), otherSite, strictSite, ownSite]),
	});
});
afterAll(() => running.stop());

interface Sent {
	headers?: Record<string, string>;
	body?: unknown;
	raw?: BodyInit;
	/** Including its "?". */
	query?: string;
}

const send = async ({ headers = {}, body = pageview, raw, query = "" }: Sent, to = running.url) => {
	const response = await fetch(`${to}/api/track${query}`, {
		method: "POST",
		headers: { ...browserHeaders, "x-forwarded-for": VISITOR, ...headers },
		body: raw ?? JSON.stringify(body),
	});
	const text = await response.text();
	return { status: response.status, headers: response.headers, body: JSON.parse(text) };
};

const answer = async (sent: Sent) => {
	const { status, body } = await send(sent);
	return [status, body];
};

describe("sixty visitors of one browser behind a trusted proxy", () => {
	it.each([
		["X-Forwarded-For", (address: string) => ({ "x-forwarded-for": address })],
		["Forwarded", (address: string) => ({ forwarded: `for="${address}:4711";proto=https` })],
		["X-Real-IP", (address: string) => ({ "x-real-ip": address })],
	])("are counted as sixty when it sends only %s", async (_header, headersOf) => {
		for (let visitor = 1; visitor <= 60; visitor++) {
			const response = await fetch(`${running.url}/api/track`, {
				method: "POST",
				headers: { ...browserHeaders, ...headersOf(`81.2.69.${visitor}`) },
				body: JSON.stringify(pageview),
			});
			expect(response.status).toBe(200);
		}
		const visitors = (await running.appended(60)).map((event) => event.visitor);
		expect(new Set(visitors).size).toBe(60);
	});
});

/** Another address, so that a test's many events keep the visitor below every rate limit. */
const elsewhere = { "x-forwarded-for": "81.2.69.200" };

describe("one event", () => {
	it("is stored with what an app reports about its device and itself", async () => {
		const app = { ...pageview, device_model: "Pixel 9", app_version: "2.1.0" };
		expect(await answer({ body: app })).toEqual([200, success]);
		expect(await answer({ body: { ...app, device_model: "", app_version: "3" } })).toEqual([
			200,
			success,
		]);
		const [first, second] = await running.appended(2);
		expect(first).toMatchObject({ deviceModel: "Pixel 9", appVersion: "2.1.0" });
		expect(second).toMatchObject({ appVersion: "3" });
		expect(second).not.toHaveProperty("deviceModel");
	});

	it("is stored with its release and, of an error, the id of the error that it belongs to", async () => {
		const error = (bundle: string) => ({
			...pageview,
			...{ type: "error", event_name: "TypeError", release: bundle },
			properties: {
				message: "No price",
				stack: `TypeError: No price\n    at addToCart (https://shop.example/${bundle}.js:1:200)`,
			},
		});
		for (const bundle of ["app.3f2a", "app.9c1d", "admin"])
			expect(await answer({ headers: elsewhere, body: error(bundle) })).toEqual([200, success]);
		expect(await answer({ headers: elsewhere, body: { ...pageview, release: "2" } })).toEqual([
			200,
			success,
		]);
		const [first, second, other, page] = await running.appended(4);
		expect(first).toMatchObject({
			release: "app.3f2a",
			errorGroup: expect.stringMatching(/^[0-9a-f]{16}$/),
		});
		expect(second).toMatchObject({ release: "app.9c1d", errorGroup: first?.errorGroup });
		expect(other?.errorGroup).not.toBe(first?.errorGroup);
		expect(page).toMatchObject({ release: "2" });
		expect(page).not.toHaveProperty("errorGroup");
	});

	it.each([
		["release", "release", 128],
		["device_model", "deviceModel", 200],
		["app_version", "appVersion", 128],
		["pathname", "pathname", 2048],
		["querystring", "querystring", 2048],
		["page_title", "pageTitle", 512],
		["referrer", "referrer", 2048],
		["language", "language", 35],
		["tag", "tag", 256],
	] as const)("is stored with the start of a %s that is too long", async (name, field, longest) => {
		const start = "/".padEnd(longest - 1, "Ω");
		expect(
			await answer({ headers: elsewhere, body: { ...pageview, [name]: `${start}Ω` } }),
		).toEqual([200, success]);
		expect(
			await answer({ headers: elsewhere, body: { ...pageview, [name]: `${start}ΩΩ` } }),
		).toEqual([200, success]);
		// No half of a surrogate pair remains.
		expect(
			await answer({ headers: elsewhere, body: { ...pageview, [name]: `${start}😀` } }),
		).toEqual([200, success]);
		expect((await running.appended(3)).map((event) => event[field])).toEqual([
			`${start}Ω`,
			`${start}Ω`,
			start,
		]);
	});

	it.each([
		["hostname", 253],
		["user_id", 255],
		["page_id", 32],
	])("is refused with a longer %s than %i characters", async (name, longest) => {
		const { status, body } = await send({
			headers: elsewhere,
			body: { ...pageview, [name]: "a".repeat(longest + 1) },
		});
		expect([status, Object.keys(body.details.fieldErrors)]).toEqual([400, [name]]);
	});

	it.each([0, 1024, 2 ** 40, Number.MAX_SAFE_INTEGER - 7])(
		"is stored with the signals %i of a newer tracker",
		async (mask) => {
			expect(
				await answer({ headers: elsewhere, body: { ...pageview, _bs: 0, _bsm: mask } }),
			).toEqual([200, success]);
			expect(await running.appended(1)).toHaveLength(1);
		},
	);

	it("is stored with everything known about it", async () => {
		expect(
			await answer({
				body: {
					...pageview,
					id: "first",
					querystring: "?UTM_Source=Google&utm_medium=cpc",
					referrer: "https://www.google.com/",
					page_title: "Shop",
					language: "en-GB",
					screenWidth: 1920,
					screenHeight: 1080,
					user_id: "customer 7",
					page_id: "page",
					seq: 3,
					tag: "blue",
					feature_flags: { checkout: "b" },
					ip_address: "8.8.8.8",
					something_new: true,
				},
			}),
		).toEqual([200, { ...success, ignored: ["something_new"] }]);
		const [event] = await running.appended(1);
		expect(event).toEqual({
			v: 1,
			id: "first",
			site: 1,
			receivedAt: expect.any(Number),
			occurredAt: event?.receivedAt,
			type: "pageview",
			eventName: "",
			properties: "{}",
			visitor: expect.stringMatching(/^[0-9a-f]{16}$/),
			identifiedUser: "customer 7",
			hostname: "shop.example",
			pathname: "/",
			querystring: "?UTM_Source=Google&utm_medium=cpc",
			pageTitle: "Shop",
			referrer: "https://www.google.com/",
			channel: "Paid Search",
			urlParameters: { utm_source: "Google", utm_medium: "cpc" },
			tag: "blue",
			featureFlags: { checkout: "b" },
			browser: "Chrome",
			browserVersion: "142",
			operatingSystem: "Windows",
			operatingSystemVersion: "10",
			deviceType: "Desktop",
			language: "en-GB",
			screenWidth: 1920,
			screenHeight: 1080,
			country: "GB",
			region: "GB-ENG",
			city: "London",
			latitude: expect.closeTo(51.51, 1),
			longitude: expect.closeTo(-0.09, 1),
			timezone: "Europe/London",
			asn: 0,
			asnOrganization: "",
			pageId: "page",
			sequence: 3,
		});
	});

	it.each([
		[
			"a performance event",
			{ type: "performance", lcp: 1200.5, cls: 0.1, inp: null },
			{ lcp: 1200.5, cls: 0.1 },
		],
		[
			"an engagement",
			{ type: "engagement", ms_visible: 900, scroll_depth: 40 },
			{ msVisible: 900, scrollDepth: 40 },
		],
		[
			"a custom event",
			{ type: "custom_event", event_name: "buy", properties: '{"price":3}' },
			{ eventName: "buy", properties: '{"price":3}' },
		],
		[
			"a view of the site itself",
			{ referrer: "https://SHOP.example/before" },
			{ referrer: "", channel: "Direct" },
		],
		[
			"a sequence number and a screen above the stored maximum",
			{ seq: 1e12, screenWidth: 1e6, screenHeight: 700, _bs: 0, user_agent: "x" },
			{ sequence: 2_147_483_647, screenWidth: 65_535 },
		],
	])("keeps what belongs to %s", async (_name, fields, expected) => {
		expect(await answer({ body: { ...pageview, ...fields } })).toEqual([200, success]);
		expect(await running.appended(1)).toEqual([expect.objectContaining(expected)]);
	});

	it("finds its site by the opaque id too", async () => {
		expect(await answer({ body: { ...pageview, site_id: "bbbbbbbbbbbb" } })).toEqual([
			200,
			success,
		]);
		expect(await running.appended(1)).toMatchObject([{ site: 2 }]);
	});

	it.each([
		["gzip", gzipSync],
		["deflate", deflateSync],
		["deflate", deflateRawSync],
		["br", brotliCompressSync],
	])("is accepted when compressed with %s", async (encoding, compress) => {
		const raw = new Uint8Array(compress(JSON.stringify(pageview)));
		expect(await answer({ headers: { "content-encoding": encoding }, raw })).toEqual([
			200,
			success,
		]);
		expect(await running.appended(1)).toHaveLength(1);
	});

	it("follows the settings of its site", async () => {
		const body = { ...pageview, site_id: "4", querystring: "?utm_source=bing&a=1" };
		expect(await answer({ body, headers: { "user-agent": "curl/8" } })).toEqual([200, success]);
		expect(await running.appended(1)).toMatchObject([
			{
				ip: VISITOR,
				visitorYesterday: expect.stringMatching(/^[0-9a-f]{16}$/),
				querystring: "",
				urlParameters: {},
				channel: "Organic Search",
			},
		]);
	});

	it("loses the parameters that its site excludes", async () => {
		const body = { ...pageview, site_id: "3", querystring: "?token=secret&a=1" };
		expect(await answer({ body })).toEqual([200, success]);
		expect(await running.appended(1)).toMatchObject([
			{ querystring: "?a=1", urlParameters: { a: "1" } },
		]);
	});

	it("of a bot is stored as a bot's", async () => {
		expect(await answer({ headers: { "user-agent": "GPTBot/1.2" } })).toEqual([200, success]);
		expect(await running.appended(1)).toMatchObject([
			{ bot: { layers: ["ua_pattern"], name: "GPTBot", operator: "OpenAI" } },
		]);
	});

	it("has its lone surrogates replaced", async () => {
		const raw = `{"type":"custom_event","site_id":"1","event_name":"a\\ud800","properties":"{\\"k\\":\\"\\\\udfff\\"}"}`;
		expect(await answer({ raw })).toEqual([200, success]);
		expect(await running.appended(1)).toMatchObject([
			{ eventName: "a\uFFFD", properties: '{"k":"\uFFFD"}' },
		]);
	});
});

describe("an excluded event", () => {
	const strict = { ...pageview, site_id: "3" };
	it.each([
		["IP", { headers: { "x-forwarded-for": "198.51.100.7" } }],
		["IP", { headers: { "x-forwarded-for": `198.51.100.7, ${VISITOR}` } }],
		["IP", { headers: { "x-real-ip": "::ffff:198.51.100.7" } }],
		["country", { headers: { "x-forwarded-for": "2a00:1450:4001:81b::200e" } }],
		["path", { body: { ...strict, pathname: "/Admin/users" } }],
		["hostname", { body: { ...strict, hostname: "a.Staging.example" } }],
		["host", { body: { ...strict, hostname: "localhost" } }],
		["user agent", { headers: { "user-agent": "InternalCheck/1" } }],
		[
			"IP",
			{ headers: { "x-forwarded-for": "198.51.100.7" }, body: { ...strict, pathname: "/admin" } },
		],
		["origin", { headers: { origin: "https://other.example" }, body: { ...strict, site_id: "4" } }],
	])("is answered with the excluded criterion: %s", async (label, sent) =>
		expect(await answer({ body: strict, ...sent })).toEqual([
			200,
			{ success: true, message: `Event not tracked - ${label} excluded` },
		]),
	);
});

describe("a refused request", () => {
	const invalid = (formErrors: unknown, fieldErrors: unknown) => [
		400,
		{
			success: false,
			error: "Invalid payload",
			details: { formErrors, fieldErrors },
			code: "INVALID_REQUEST",
			message: "Invalid payload",
			resolution: expect.any(String),
		},
	];

	it("lists the invalid fields", async () =>
		expect(
			await answer({ body: { ...pageview, hostname: "x".repeat(254), screenWidth: -1 } }),
		).toEqual(
			invalid([], {
				hostname: [expect.stringContaining("253")],
				screenWidth: [expect.any(String)],
			}),
		));

	it.each([
		["a number as the site", { ...pageview, site_id: 1 }, "site_id"],
		["an empty site", { ...pageview, site_id: "" }, "site_id"],
		["an unknown type", { ...pageview, type: "view" }, "type"],
		["no type", { site_id: "1" }, "type"],
		["properties that are not JSON", { ...pageview, properties: "{" }, "properties"],
		["a missing event name", { ...pageview, type: "custom_event" }, "event_name"],
		[
			"too many feature flags",
			{
				...pageview,
				feature_flags: Object.fromEntries(Array.from({ length: 300 }, (_, n) => [n, "a"])),
			},
			"feature_flags",
		],
		["an invalid address", { ...pageview, ip_address: "localhost" }, "ip_address"],
	])("describes what is wrong with %s", async (_name, body, field) =>
		expect(await answer({ body })).toEqual(invalid([], { [field]: [expect.any(String)] })),
	);

	it.each(["", "nonsense", "{", '"text"', "null", "7", "[]", '{"events":[]}'])(
		"refuses %j as an event",
		async (raw) => expect(await answer({ raw })).toEqual(invalid([expect.any(String)], {})),
	);

	it("reports an unknown site", async () =>
		expect(await answer({ body: { ...pageview, site_id: "999" } })).toEqual([
			404,
			{
				success: false,
				error: "Site not found",
				code: "NOT_FOUND",
				message: "Site not found",
				resolution: expect.any(String),
			},
		]));

	it.each([
		[
			"a body above a megabyte",
			{ raw: JSON.stringify({ ...pageview, x: "x".repeat(1_100_000) }) },
			413,
		],
		["an event above 64 KB", { body: { ...pageview, x: "x".repeat(70_000) } }, 413],
		["more than 500 events", { body: Array.from({ length: 501 }, () => pageview) }, 413],
		["an unknown encoding", { headers: { "content-encoding": "zstd" } }, 415],
		["two encodings", { headers: { "content-encoding": "gzip, br" } }, 415],
		["broken gzip", { headers: { "content-encoding": "gzip" }, raw: "not gzip" }, 400],
		[
			"a small body that would become a hundred megabytes",
			{
				headers: { "content-encoding": "gzip" },
				raw: new Uint8Array(gzipSync(Buffer.alloc(100_000_000, 32))),
			},
			413,
		],
	] as const)("refuses %s", async (_name, sent, status) =>
		expect((await send(sent)).status).toBe(status),
	);

	it("carries the headers of every error", async () => {
		const { headers } = await send({ raw: "nonsense" });
		expect({
			type: headers.get("content-type"),
			cache: headers.get("cache-control"),
			sniff: headers.get("x-content-type-options"),
			origin: headers.get("access-control-allow-origin"),
		}).toEqual({
			type: "application/json; charset=utf-8",
			cache: "no-store",
			sniff: "nosniff",
			origin: "https://shop.example",
		});
	});
});

describe("an event with a key", () => {
	const fromServer = {
		headers: { authorization: "Bearer secret-key", "user-agent": "node" },
		body: {
			...pageview,
			ip_address: "8.8.8.8",
			user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
		},
	};

	it("belongs to its visitor, not its sender, and is not a bot's", async () => {
		expect(await answer(fromServer)).toEqual([200, success]);
		const [event] = await running.appended(1);
		expect(event).toMatchObject({ country: "US", browser: "Firefox" });
		expect(event).not.toHaveProperty("bot");
	});

	it("may carry the key in its body", async () => {
		expect(
			await answer({
				headers: { "user-agent": "node" },
				body: { ...pageview, api_key: "secret-key" },
			}),
		).toEqual([200, success]);
		expect((await running.appended(1))[0]).not.toHaveProperty("bot");
	});

	const isTrusted = async (sent: Sent) => {
		expect(await answer(sent)).toEqual([200, success]);
		return !("bot" in ((await running.appended(1))[0] ?? {}));
	};

	it("is dated by its timestamp alone, and the reply says what was changed about it", async () => {
		const hour = 3_600_000;
		const now = Date.now();
		const keyed = { headers: { authorization: "Bearer secret-key", "user-agent": "node" } };
		const times = [now - hour, new Date(now - hour).toISOString(), Math.floor((now - hour) / 1000)];
		for (const timestamp of times)
			expect(await answer({ ...keyed, body: { ...pageview, timestamp } })).toEqual([200, success]);
		for (const { occurredAt } of await running.appended(3))
			expect(Math.abs(occurredAt - now + hour)).toBeLessThan(2000);

		const old = { ...pageview, timestamp: now - 120 * hour };
		const [, single] = await answer({ ...keyed, body: old });
		const [, batch] = await answer({
			...keyed,
			body: [{ ...old, timestamp: now + hour }, pageview],
		});
		const [first, second] = await running.appended(3);
		expect((first?.receivedAt ?? 0) - (first?.occurredAt ?? 0)).toBe(72 * hour);
		expect(second?.occurredAt).toBe(second?.receivedAt);
		const clamped = (time = 0) => ({ clamped: true, time: new Date(time).toISOString() });
		expect(single).toEqual({ success: true, ...clamped(first?.occurredAt) });
		expect(batch.results).toEqual([
			{ status: "clamped", ...clamped(second?.occurredAt) },
			{ status: "stored" },
		]);
	});

	it("has its money checked, and is stored without it where that is refused", async () => {
		const order = { ...pageview, type: "custom_event", event_name: "order" };
		const good = { ...order, revenue: { amount: "29.90", currency: "eur" }, order_id: "A-1" };
		const bad = { ...order, revenue: "1.234,56", currency: "EUR", order_id: "A-2" };
		const inProperties = { ...order, properties: { value: 5, currency: "EURO" } };
		const batch = await answer({ headers: elsewhere, body: [good, bad, inProperties] });
		const revenue_refused = '"1.234,56" is not an amount: use digits and a point, such as 1234.56';
		expect(batch).toEqual([
			200,
			{
				success: true,
				accepted: 3,
				results: [
					{ status: "stored" },
					{ status: "stored", revenue_refused },
					{
						status: "stored",
						revenue_refused: '"EURO" is not an ISO 4217 currency code, such as EUR',
					},
				],
			},
		]);
		const events = await running.appended(3);
		expect(events.map(({ revenue, currency, orderId }) => [revenue, currency, orderId])).toEqual([
			["29.9", "EUR", "A-1"],
			[undefined, undefined, "A-2"],
			[undefined, undefined, undefined],
		]);
		expect(await answer({ headers: elsewhere, body: good })).toEqual([200, success]);
		expect(await answer({ headers: elsewhere, body: bad })).toEqual([
			200,
			{ success: true, revenue_refused },
		]);
		await running.appended(2);
	});

	it("needs a key to be dated by its timestamp alone", async () => {
		const body = { ...pageview, timestamp: Date.now() - 3_600_000 };
		expect(await answer({ headers: elsewhere, body })).toEqual([200, success]);
		const [event] = await running.appended(1);
		expect(event?.occurredAt).toBe(event?.receivedAt);
	});

	it("may have the key in its URL, which counts if there is no Authorization", async () => {
		const agent = { "user-agent": "node" };
		const wrong = { ...agent, authorization: "Bearer guess" };
		const query = "?x=1&api_key=secret-key";
		expect(await isTrusted({ headers: agent, query })).toBe(true);
		expect(await isTrusted({ headers: agent, query: "?api_key=" })).toBe(false);
		expect(await isTrusted({ headers: agent, query: "?my_api_key=secret-key" })).toBe(false);
		expect((await send({ headers: agent, query: "?api_key=guess" })).status).toBe(401);
		expect((await send({ headers: wrong, query })).status).toBe(401);
	});

	it("is refused for a wrong key in its body", async () =>
		expect((await send({ body: { ...pageview, api_key: "guess" } })).status).toBe(403));

	it("is refused for a key of another organization in its body", async () =>
		expect(
			(await send({ body: { ...pageview, site_id: "2", api_key: "secret-key" } })).status,
		).toBe(403));

	it.each(["Bearer guess", "Bearer ", "secret-key", "Token secret-key"])(
		"is refused, alone and in a batch, with the reason for an invalid Authorization: %s",
		async (authorization) => {
			for (const body of [pageview, [pageview, pageview], [pageview, {}]]) {
				const { status, headers, body: said } = await send({ headers: { authorization }, body });
				expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
				expect(said).toMatchObject({
					success: false,
					error: "The API key is unknown or has expired",
					code: "AUTHENTICATION_REQUIRED",
				});
			}
		},
	);

	it("is refused with 403 for a valid Bearer that may not send for the site", async () => {
		const keyed = { headers: { authorization: "bearer secret-key" } };
		expect(await answer({ ...keyed, body: { ...pageview, site_id: "2" } })).toMatchObject([
			403,
			{ error: "The API key may not send events for this site" },
		]);
		expect(await isTrusted({ headers: { ...keyed.headers, "user-agent": "node" } })).toBe(true);
	});

	it("is treated as a browser's if it has the password of the page that it is on", async () => {
		expect(await isTrusted({ headers: { authorization: "Basic eDp5" } })).toBe(true);
		const bot = { authorization: "Basic eDp5", "user-agent": "node" };
		expect(await isTrusted({ headers: bot })).toBe(false);
	});

	it("is still subject to the exclusions", async () =>
		expect(
			await answer({
				...fromServer,
				body: { ...fromServer.body, site_id: "3", ip_address: "198.51.100.1" },
			}),
		).toEqual([200, { success: true, message: "Event not tracked - IP excluded" }]));
});

describe("a batch", () => {
	it("is answered event by event", async () => {
		const events = [
			{ ...pageview, id: "a" },
			{ ...pageview, id: "b", site_id: "999" },
			{ ...pageview, id: "c", site_id: "3", pathname: "/admin" },
			7,
			{ ...pageview, id: "e", x: "x".repeat(70_000) },
		];
		expect(await answer({ body: events })).toEqual([
			200,
			{
				success: true,
				accepted: 2,
				results: [
					{ id: "a", status: "stored" },
					{ id: "b", status: "rejected", error: "Site not found" },
					{ id: "c", status: "filtered", error: "Event not tracked - path excluded" },
					{ status: "rejected", error: expect.stringContaining("Invalid payload: ") },
					{
						...{ id: "e", status: "rejected", ignored: ["x"] },
						error: expect.stringContaining("65536 bytes"),
					},
				],
			},
		]);
		expect(await running.appended(1)).toMatchObject([{ id: "a" }]);
	});

	it("passes its sending time to its events", async () => {
		const events = [{ ...pageview, timestamp: 1000 }];
		expect(await answer({ body: { events, sent_at: 61_000 } })).toMatchObject([
			200,
			{ accepted: 1 },
		]);
		const [event] = await running.appended(1);
		expect((event?.receivedAt ?? 0) - (event?.occurredAt ?? 0)).toBe(60_000);
	});

	it("is refused if none of its events can be used", async () =>
		expect(await answer({ body: [{}, { ...pageview, site_id: "999" }] })).toMatchObject([
			400,
			{ success: false, error: "Invalid payload", accepted: 0, results: [{}, {}] },
		]));

	it("never loses a valid event to an invalid neighbour", async () => {
		const bad = fc.oneof(
			fc.anything(),
			fc.constant({ ...pageview, site_id: "999" }),
			fc.constant({ ...pageview, screenWidth: "wide" }),
		);
		let number = 0;
		// Generated ids may come twice, and then the second is a duplicate.
		const good = fc.constant(pageview).map((event) => ({ ...event, id: `good-${number++}` }));
		const entry = fc.oneof(
			good.map((event) => ({ isGood: true, event: event as unknown })),
			bad.map((event) => ({ isGood: false, event })),
		);
		await fc.assert(
			fc.asyncProperty(
				fc.array(entry, { minLength: 1, maxLength: 12 }),
				good,
				async (entries, last) => {
					const events = [...entries, { isGood: true, event: last as unknown }];
					const { status, body } = await send({ body: events.map(({ event }) => event ?? null) });
					expect(status).toBe(200);
					const stored = (body.results as { status: string }[]).map(
						({ status }) => status === "stored",
					);
					expect(stored).toEqual(events.map(({ isGood }) => isGood));
					await running.appended(stored.filter(Boolean).length);
				},
			),
			{ numRuns: 60 },
		);
	});
});

describe("fields of an event", () => {
	it("are listed in the result if unknown", async () => {
		const body = { ...pageview, path: "/x", props: { a: 1 } };
		expect(await answer({ body })).toEqual([200, { success: true, ignored: ["path", "props"] }]);
		const [, batch] = await answer({ body: [body, pageview, { site_id: 1, path: 2 }] });
		expect(batch.results).toEqual([
			{ status: "stored", ignored: ["path", "props"] },
			{ status: "stored" },
			{ status: "rejected", ignored: ["path"], error: expect.any(String) },
		]);
		const many = Object.fromEntries(
			Array.from({ length: 99 }, (_, n) => [`${n}${"x".repeat(99)}`, n]),
		);
		const [, { ignored }] = await answer({ body: { ...pageview, ...many } });
		expect(ignored.map((name: string) => name.length)).toEqual(Array(10).fill(64));
		await running.appended(4);
	});

	it("may contain the properties as an object", async () => {
		const event = { ...pageview, type: "custom_event", event_name: "buy" };
		expect(await answer({ body: { ...event, properties: { price: 5, in: { a: 1 } } } })).toEqual([
			200,
			success,
		]);
		expect(await running.appended(1)).toMatchObject([{ properties: '{"price":5,"in":{"a":1}}' }]);
		for (const properties of [[1], null, 5, { a: "x".repeat(3000) }])
			expect((await send({ body: { ...event, properties } })).status).toBe(400);
		const deep = `${'{"a":'.repeat(9000)}1${"}".repeat(9000)}`;
		const raw = `{"type":"custom_event","event_name":"e","site_id":"1","properties":${deep}}`;
		expect((await send({ raw })).status).toBe(400);
	});
});

describe("a hostile body", () => {
	const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
	it.each([
		["nested 10,000 deep", nested(10_000)],
		["nested 500,000 deep", nested(500_000)],
		["nested deeply in an event", `{"type":"pageview","site_id":"1","x":${nested(30_000)}}`],
		["nested deeply in a batch", `[{"type":"pageview","site_id":"1","x":${nested(60_000)}}]`],
		[
			"with very many keys",
			`{${Array.from({ length: 60_000 }, (_, key) => `"k${key}":1`).join(",")}}`,
		],
		["with a prototype", '{"__proto__":{"type":"pageview","site_id":"1"}}'],
		[
			"with a prototype in its flags",
			'{"type":"pageview","site_id":"1","feature_flags":{"__proto__":"x"}}',
		],
		["with a constructor", '{"type":"constructor","site_id":"__proto__"}'],
		["with a huge number", '{"type":"pageview","site_id":"1","screenWidth":1e400}'],
		["with repeated keys", '{"type":"x","type":"pageview","site_id":"1","site_id":"1"}'],
		["with NUL", '{"type":"pageview","site_id":"1","pathname":"\\u0000"}'],
		["after a byte order mark", '\uFEFF{"type":"pageview","site_id":"1"}'],
		["with lone surrogates", '{"type":"pageview","site_id":"1","page_title":"\\udead"}'],
		["with bytes that are not UTF-8", new Uint8Array([0x7b, 0xff, 0xfe, 0x22, 0x80])],
		["in UTF-16", new Uint8Array(Buffer.from(JSON.stringify(pageview), "utf16le"))],
		["with an array of mixed values", '[null,1,"x",[[]],{},{"type":null}]'],
		[
			"with a querystring of percent signs",
			'{"type":"pageview","site_id":"1","querystring":"?%%%=%E0%A4%A&%"}',
		],
		["with an invalid referrer", '{"type":"pageview","site_id":"1","referrer":"://[::@:"}'],
	])("%s never causes a server error", async (_name, raw) => {
		const { status } = await send({ raw });
		expect(status).toBeGreaterThanOrEqual(200);
		expect(status).toBeLessThan(500);
	});

	it("of arbitrary JSON gets 2xx or 4xx", () => {
		const field = fc.oneof(fc.string({ unit: "binary" }), fc.double(), fc.jsonValue());
		const event = fc.record(
			{
				type: fc.constantFrom(
					"pageview",
					"custom_event",
					"performance",
					"outbound",
					"error",
					"copy",
				),
				site_id: fc.constantFrom("1", "2", "3", "4", "9"),
				hostname: field,
				pathname: field,
				querystring: field,
				referrer: field,
				event_name: field,
				properties: fc.oneof(field, fc.json()),
				feature_flags: fc.dictionary(fc.string(), field),
				user_agent: field,
				timestamp: field,
				sent_at: field,
				screenWidth: field,
				language: field,
			},
			{ requiredKeys: ["type", "site_id"] },
		);
		return fc.assert(
			fc.asyncProperty(
				fc.oneof(
					fc.json(),
					event.map((each) => JSON.stringify(each)),
				),
				async (raw) => {
					const { status } = await send({ raw });
					expect(Math.floor(status / 100)).toSatisfy((kind: number) => kind === 2 || kind === 4);
				},
			),
			{ numRuns: 400 },
		);
	});
});

describe("other origins", () => {
	it("may send with credentials, and are named in the reply", async () => {
		const { headers } = await send({ headers: { origin: "https://a.example" } });
		expect({
			origin: headers.get("access-control-allow-origin"),
			credentials: headers.get("access-control-allow-credentials"),
			exposed: headers.get("access-control-expose-headers"),
			vary: headers.get("vary"),
			cookie: headers.get("set-cookie"),
		}).toEqual({
			origin: "https://a.example",
			credentials: "true",
			exposed: "Retry-After",
			vary: "Origin",
			cookie: null,
		});
	});

	it("need one preflight a day", async () => {
		const response = await fetch(`${running.url}/api/track`, {
			method: "OPTIONS",
			headers: { origin: "https://a.example", "access-control-request-method": "POST" },
		});
		expect([
			response.status,
			response.headers.get("access-control-allow-origin"),
			response.headers.get("access-control-max-age"),
			response.headers.get("access-control-allow-headers"),
		]).toEqual([
			204,
			"https://a.example",
			"86400",
			"Content-Type, Authorization, X-Requested-With, x-private-key",
		]);
	});

	it("cannot track with another method", async () =>
		expect((await fetch(`${running.url}/api/track`)).status).toBe(405));
});

describe("a queue that cannot store", () => {
	it("is reported to the client and to readiness until it stores again", async () => {
		const producer = failingProducer();
		const other = await runGateway({ producer });
		const sent = await send({}, other.url);
		expect([sent.status, sent.headers.get("retry-after"), sent.body.success]).toEqual([
			503,
			"5",
			false,
		]);
		expect((await fetch(`${other.url}/api/ready`)).status).toBe(503);
		expect(await other.metric("footfall_queue_errors_total")).toBe(1);
		expect((await send({ body: [pageview, pageview] }, other.url)).status).toBe(503);
		producer.works = true;
		expect((await send({}, other.url)).status).toBe(200);
		expect((await fetch(`${other.url}/api/ready`)).status).toBe(200);
		await other.stop();
	});

	it("gives the place of an event to the first repetition that waited for it", async () => {
		const producer = failingProducer();
		const append = async () => {
			const { works } = producer;
			producer.works = true;
			if (!works) throw new QueueUnavailableError("disk full");
		};
		const other = await runGateway({ producer: { ...producer, append } });
		const event = { ...pageview, id: "again" };
		const { body } = await send({ body: [event, event, event] }, other.url);
		const statuses = body.results.map(({ status }: { status: string }) => status);
		expect(statuses).toEqual(["rejected", "stored", "duplicate"]);
		expect(await accountsAt(other.url)).toMatchObject({
			stored: 1,
			duplicate: 1,
			rejected: 1,
			unaccounted: 0,
		});
		await other.stop();
	});
});

describe("an event that is sent again", () => {
	it("is reported as a duplicate, in a batch and alone, and not stored again", async () => {
		const event = { ...pageview, id: "again" };
		const other = await runGateway({ snapshot: snapshotWith([siteOf(), otherSite]) });
		expect(
			(await send({ body: [event, event, { ...event, id: "other" }] }, other.url)).body,
		).toEqual({
			success: true,
			accepted: 3,
			results: [
				{ id: "again", status: "stored" },
				{ id: "again", status: "duplicate" },
				{ id: "other", status: "stored" },
			],
		});
		expect((await send({ body: event }, other.url)).body).toEqual(success);
		await send({ body: { ...event, site_id: "2" } }, other.url);
		expect((await other.appended(3)).map(({ id, site }) => [id, site])).toEqual([
			["again", 1],
			["other", 1],
			["again", 2],
		]);
		expect(await accountsAt(other.url)).toMatchObject({ duplicate: 2, unaccounted: 0 });
		await other.stop();
	});
});

describe("a site above its rate", () => {
	it("is asked to retry, while other sites are not", async () => {
		const limited = await runGateway({
			snapshot: snapshotWith([siteOf(), otherSite]),
			siteEventsPerSecond: 0.2,
		});
		const three = [
			{ ...pageview, id: "a" },
			{ ...pageview, id: "b" },
			{ ...pageview, id: "c" },
		];
		const batch = await send({ body: three }, limited.url);
		expect([batch.status, batch.headers.get("retry-after"), batch.body]).toEqual([
			429,
			"5",
			{
				success: false,
				accepted: 2,
				results: [
					{ id: "a", status: "stored" },
					{ id: "b", status: "stored" },
					{ id: "c", status: "rejected", error: "Too many events for this site", retry: true },
				],
				error: "Too many events for this site",
				code: "RATE_LIMITED",
				message: "Too many events for this site",
				resolution: expect.any(String),
			},
		]);
		expect((await send({}, limited.url)).status).toBe(429);
		expect((await send({ body: { ...pageview, site_id: "2" } }, limited.url)).status).toBe(200);
		expect(await accountsAt(limited.url)).toMatchObject({
			stored: 3,
			rejected: 2,
			unaccounted: 0,
		});
		await limited.stop();
	});

	it("is told which events of a batch without ids to retry, and they then count once", async () => {
		const limited = await runGateway({ siteEventsPerSecond: 0.2 });
		const three = ["/a", "/b", "/c"].map((pathname) => ({ ...pageview, pathname }));
		const part = await send({ body: three }, limited.url);
		expect([part.status, part.headers.get("retry-after")]).toEqual([207, "5"]);
		expect(part.body).toMatchObject({ success: false, accepted: 2, code: "PARTLY_STORED" });
		const error = "Too many events for this site";
		expect(part.body.results).toEqual([
			{ status: "stored" },
			{ status: "stored" },
			{ status: "rejected", error, retry: true },
		]);
		const none = await send({ body: three }, limited.url);
		expect([none.status, none.body.accepted]).toEqual([429, 0]);
		expect((await limited.appended(2)).map(({ pathname }) => pathname)).toEqual(["/a", "/b"]);
		await limited.stop();
	});
});

describe("the outcome counts", () => {
	it("balance: each event had one outcome", async () => {
		const accounts = await accountsAt(running.url);
		expect(accounts).toMatchObject({ inFlight: 0, unaccounted: 0 });
		expect(accounts.received).toBeGreaterThan(500);
		expect(accounts.bot).toBeGreaterThan(0);
		expect(await running.metric("footfall_event_unknown_keys_total")).toBeGreaterThan(0);
	});
});
