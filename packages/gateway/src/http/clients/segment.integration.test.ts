import { createHash } from "node:crypto";
import { QueueUnavailableError } from "@footfall/queue";
import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import type { QueuedEvent } from "@footfall/shared/queued-event";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { accountsAt } from "@footfall/testing/product/event-ledger";
import { Analytics } from "@segment/analytics-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const VISITOR = "81.2.69.142";
const hashOf = (secret: string) => createHash("sha256").update(secret).digest("base64url");
const clientIds = [
	{ product: "segment" as const, id: "browserKey" },
	{ product: "segment" as const, id: "shop-server", secretHash: hashOf("server-secret") },
];
const snapshot = snapshotWith([
	siteOf({ clientIds, currency: "EUR" }),
	siteOf({ siteId: 2 as SiteNumber, id: "bbbbbbbbbbbb" as SiteKey }),
]);

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway({ snapshot });
});
afterAll(() => running.stop());

const postTo =
	(url: string) =>
	async (path: string, body: unknown, headers: object = {}) => {
		const response = await fetch(url + path, {
			method: "POST",
			headers: { ...browserHeaders, "x-forwarded-for": VISITOR, ...headers },
			body: typeof body === "string" ? body : JSON.stringify(body),
		});
		const text = await response.text();
		return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
	};
const post: ReturnType<typeof postTo> = (...request) => postTo(running.url)(...request);
const basic = (key: string) => ({ authorization: `Basic ${btoa(`${key}:`)}` });

/** What differs even in the same situation: ids and moments. */
const comparable = ({ id: _, receivedAt, occurredAt, visitor: __, ...columns }: QueuedEvent) => ({
	...columns,
	isLate: receivedAt - occurredAt > 1000,
});

const SUCCESS = { success: true };
const agent = browserHeaders["user-agent"];
const page = {
	url: "https://shop.example/cart?utm_source=news&b=1",
	path: "/cart",
	search: "?utm_source=news&b=1",
	title: "Cart",
	referrer: "https://www.google.com/",
};
const context = {
	page,
	locale: "en-GB",
	userAgent: agent,
	ip: VISITOR,
	screen: { width: 1280, height: 720 },
};
/** The same as our own server-side client sends it. */
const own = {
	site_id: "1",
	api_key: "secret-key",
	hostname: "shop.example",
	pathname: "/cart",
	querystring: "?utm_source=news&b=1",
	page_title: "Cart",
	referrer: "https://www.google.com/",
	language: "en-GB",
	screenWidth: 1280,
	screenHeight: 720,
	ip_address: VISITOR,
	user_agent: agent,
	anonymous_id: "a-1",
	user_id: "u-1",
};

describe("Segment's library for Node", () => {
	const analytics = (settings: object = {}) =>
		new Analytics({ writeKey: "server-secret", host: running.url, flushAt: 4, ...settings });

	it("stores the columns that our own events have in the same situation", async () => {
		const client = analytics();
		const who = { anonymousId: "a-1", userId: "u-1", context };
		client.page({ ...who, properties: page });
		client.track({ ...who, event: "Sign up", properties: { plan: "pro" } });
		const order = { revenue: 29.9, currency: "USD", order_id: "o-1" };
		client.track({ ...who, event: "Order Completed", properties: order });
		client.identify({ ...who, traits: { plan: "pro" } });
		await client.closeAndFlush();
		const theirs = await running.appended(3);
		const [identified] = await running.identified(1);

		const custom = { ...own, type: "custom_event" };
		const events = [
			{ ...own, type: "pageview" },
			{ ...custom, event_name: "Sign up", properties: { plan: "pro" } },
			{ ...custom, event_name: "Order Completed", properties: order, ...order, order_id: "o-2" },
		];
		await post("/api/track", { events });
		const ours = await running.appended(3);
		expect(theirs.map(comparable)).toEqual(
			ours.map(comparable).map((event) => (event.orderId ? { ...event, orderId: "o-1" } : event)),
		);
		expect(new Set([...theirs, ...ours].map(({ visitor }) => visitor)).size).toBe(1);
		expect(ours[0]).toMatchObject({ channel: "Organic Search", country: "GB", browser: "Chrome" });
		expect(identified).toMatchObject({
			user: "u-1",
			traits: { plan: "pro" },
			visitor: ours[0]?.visitor,
		});
	});

	it("sends a message again that was not answered, and it is stored once", async () => {
		const stored = (await accountsAt(running.url)).stored;
		const batch = { batch: [{ type: "track", event: "Once", userId: "u-2", messageId: "m-1" }] };
		const answers = [
			await post("/v1/batch", batch, basic("server-secret")),
			await post("/v1/batch", batch, basic("server-secret")),
		];
		expect(answers.map(({ status, body }) => [status, body])).toEqual(
			Array(2).fill([200, SUCCESS]),
		);
		expect((await accountsAt(running.url)).stored).toBe(stored + 1);
		await running.appended(1);
	});

	it("repeats a batch while the queue is unavailable, and is told of success once it is stored", async () => {
		let refusals = 2;
		const gateway = await runGateway({ snapshot });
		const { queue } = gateway;
		const producer = queue.producer();
		const away = await runGateway({
			snapshot,
			producer: {
				...producer,
				append: async (...record: Parameters<typeof producer.append>) => {
					if (refusals-- > 0) throw new QueueUnavailableError("away");
					return producer.append(...record);
				},
			},
		});
		try {
			const client = analytics({ host: away.url, flushAt: 1 });
			const statuses: number[] = [];
			client.on("http_response", ({ status }) => statuses.push(Number(status)));
			client.track({ event: "Late", userId: "u-3" });
			const [event] = await gateway.appended(1);
			expect(event?.eventName).toBe("Late");
			await client.closeAndFlush();
			expect(statuses).toEqual([503, 503, 200]);
		} finally {
			await away.stop();
			await gateway.stop();
		}
	});
});

describe("each path for messages", () => {
	it.each([
		["track", "t"],
		["page", "p"],
		["screen", "s"],
	])("/v1/%s, and /v1/%s for analytics.js, stores an event", async (...names) => {
		for (const name of names) {
			const message = {
				writeKey: "browserKey",
				anonymousId: "a-2",
				event: "x",
				name: "Home",
				context,
			};
			expect(await post(`/v1/${name}`, message)).toMatchObject({ status: 200, body: SUCCESS });
			const [event] = await running.appended(1);
			expect(event).toMatchObject({ site: 1, browser: "Chrome" });
		}
	});

	it.each([
		["identify", "i"],
		["group", "g"],
		["alias", "a"],
	])("/v1/%s, and /v1/%s for analytics.js, stores who somebody is", async (...names) => {
		for (const name of names) {
			const message = { userId: "u-4", anonymousId: "a-2", groupId: "g", previousId: "a-2" };
			expect(await post(`/v1/${name}`, message, basic("browserKey"))).toMatchObject({
				status: 200,
				body: SUCCESS,
			});
			expect(await running.identified(1)).toMatchObject([{ site: 1, user: "u-4" }]);
		}
	});

	it("/v1/import stores events of the past, if a server sends them", async () => {
		const timestamp = new Date(Date.now() - 3_600_000).toISOString();
		const batch = [{ type: "track", event: "x", userId: "u-5", timestamp }];
		await post("/v1/import", { batch }, basic("server-secret"));
		const [event] = await running.appended(1);
		expect(new Date(event?.occurredAt ?? 0).toISOString()).toBe(timestamp);
	});

	it("/v1/m takes the library's figures about itself and drops them", async () =>
		expect(await post("/v1/m", { series: [] })).toMatchObject({ status: 200, body: SUCCESS }));
});

describe("the clock of a device", () => {
	it("that is wrong by years only tells how long ago something happened", async () => {
		const sent = Date.UTC(2001, 0, 1);
		const [timestamp, sentAt] = [sent - 60_000, sent].map((time) => new Date(time).toISOString());
		await post("/v1/t", {
			writeKey: "browserKey",
			anonymousId: "a",
			event: "x",
			timestamp,
			sentAt,
		});
		const [event] = await running.appended(1);
		expect((event?.receivedAt ?? 0) - (event?.occurredAt ?? 0)).toBe(60_000);
	});
});

describe("what is wrong with a request", () => {
	const rejections = async (reason: string) =>
		(await running.metric(`footfall_events_rejected_total{reason="${reason}"}`)) || 0;

	it.each([
		["unknown_site", "an unknown key", "/v1/t", { writeKey: "typo-in-the-key", event: "x" }, 200],
		["unknown_site", "no key", "/v1/t", { event: "x" }, 200],
		[
			"unknown_site",
			"the name of a secret key",
			"/v1/t",
			{ writeKey: "shop-server", event: "x" },
			200,
		],
		["invalid", "a message without a name", "/v1/t", { writeKey: "browserKey" }, 200],
		[
			"invalid",
			"a kind from the future",
			"/v1/b",
			{ writeKey: "browserKey", batch: [{ type: "x" }] },
			200,
		],
		["malformed", "a body that is not JSON", "/v1/t", "{", 400],
		["malformed", "a batch without a list", "/v1/batch", { writeKey: "browserKey" }, 400],
		[
			"too_large",
			"a large message",
			"/v1/t",
			{ writeKey: "browserKey", x: "x".repeat(65_536) },
			400,
		],
		[
			"too_large",
			"a batch of too many",
			"/v1/b",
			{ writeKey: "browserKey", batch: Array(501).fill({}) },
			400,
		],
	])("is counted as %s for %s", async (reason, _what, path, body, status) => {
		const before = await rejections(reason);
		expect(await post(path, body)).toMatchObject({ status, body: { success: status === 200 } });
		expect(await rejections(reason)).toBe(before + 1);
	});

	it("shows no more of an unknown key than its start", async () => {
		const unknown = new Promise<string>((resolve) => {
			running.backend.outcomes = (request, response) => {
				let text = "";
				request.on("data", (part) => {
					text += part;
				});
				request.on("end", () => {
					response.writeHead(204).end();
					if (text.includes("segment:server-s")) resolve(text);
				});
			};
		});
		await post("/v1/t", { writeKey: "server-secret-with-a-typo", event: "x" });
		const text = await unknown;
		expect(text).toContain("segment:server-s…");
		expect(text).not.toContain("server-secret");
	});
});

describe("what a page may ask", () => {
	it("with the headers of analytics.js, on every path", async () => {
		const response = await fetch(`${running.url}/v1/t`, {
			method: "OPTIONS",
			headers: {
				origin: "https://shop.example",
				"access-control-request-method": "POST",
				"access-control-request-headers": "authorization,content-type,x-retry-count",
			},
		});
		const allowed = response.headers.get("access-control-allow-headers")?.toLowerCase();
		expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([
			204,
			"https://shop.example",
		]);
		for (const header of ["authorization", "content-type", "x-retry-count"])
			expect(allowed).toContain(header);
	});

	it("is where the library sends to: the same address", async () => {
		const settings = async (key: string, headers: Record<string, string>) => {
			const response = await fetch(`${running.url}/v1/projects/${key}/settings`, { headers });
			return [response.status, (await response.json()).integrations];
		};
		const apiHost = `127.0.0.1:${running.port}/v1`;
		const answer = {
			"Segment.io": { apiKey: "browserKey", apiHost, protocol: "https", retryQueue: true },
		};
		expect(await settings("browserKey", { "x-forwarded-proto": "https, http" })).toEqual([
			200,
			answer,
		]);
		expect(await settings("browserKey", { origin: "http://localhost:3000" })).toEqual([
			200,
			{ "Segment.io": { ...answer["Segment.io"], protocol: "http" } },
		]);
		expect(await settings("unknown", {})).toEqual([404, undefined]);
	});
});
