import { once } from "node:events";
import http from "node:http";
import { gzipSync } from "node:zlib";
import { type Producer, QueueUnavailableError } from "@footfall/queue";
import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import { MAX_EVENTS_PER_BATCH } from "@footfall/shared/limits";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { accountsAt } from "@footfall/testing/product/event-ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const otherSite = siteOf({ siteId: 2 as SiteNumber, id: "bbbbbbbbbbbb" as SiteKey });

let running: RunningGateway;
beforeAll(async () => {
	const site = siteOf({ excludedPaths: ["/admin*"] });
	running = await runGateway({ snapshot: snapshotWith([site, otherSite]) });
});
afterAll(() => running.stop());

const SENT_AT = 1_000_000;
const HEAD = [1, SENT_AT, "shop.example", "en-GB", 1920.5, 1080.25, false, 1040, true] as const;

let pages = 0;
/** A pageview with a page id of its own. */
const pageviewOf = (path = "/", site: unknown = "1") => [
	SENT_AT,
	site,
	1,
	`page${pages++}`,
	0,
	path,
];

interface Sent {
	entries?: readonly unknown[];
	head?: readonly unknown[];
	raw?: BodyInit;
	headers?: Record<string, string>;
}

const send = async (
	{ entries = [pageviewOf()], head = HEAD, raw, headers }: Sent,
	to = running.url,
) => {
	const response = await fetch(`${to}/api/track`, {
		method: "POST",
		headers: { ...browserHeaders, "x-forwarded-for": "81.2.69.142", ...headers },
		body: raw ?? JSON.stringify([...head, ...entries]),
	});
	return { status: response.status, headers: response.headers, text: await response.text() };
};

/** The status and the lines of the answer. */
const answer = async (sent: Sent) => {
	const { status, text } = await send(sent);
	return [status, ...text.split("\n")];
};

/** The received events and their outcomes, since the first reading. */
const accountsSince = async (what: "events" | "identifies") => {
	const before = await accountsAt(running.url, what);
	return async () => {
		const { stored, rejected, received } = await accountsAt(running.url, what);
		return [received - before.received, stored - before.stored, rejected - before.rejected];
	};
};

describe("a compact body", () => {
	it("is stored with everything known about its events, and answered with an empty body", async () => {
		const event = [SENT_AT - 60_000, "1", "custom_event", "one", 3, "/a", "?utm_source=Google"];
		const entry = [...event, "Shop", "https://www.google.com/", "blue", "user 7", "buy", { a: 1 }];
		const { status, text, headers } = await send({ entries: [entry] });
		expect([status, text, headers.get("content-length")]).toEqual([204, "", null]);
		expect(headers.get("access-control-allow-origin")).toBe("https://shop.example");
		const [record] = await running.appended(1);
		expect(record).toMatchObject({
			...{ id: "one.3", pageId: "one", sequence: 3, type: "custom_event", eventName: "buy" },
			...{ pathname: "/a", querystring: "?utm_source=Google", hostname: "shop.example" },
			...{ pageTitle: "Shop", referrer: "https://www.google.com/", tag: "blue" },
			...{ identifiedUser: "user 7", properties: '{"a":1}', language: "en-GB" },
			...{ screenWidth: 1920, screenHeight: 1080, browser: "Chrome", country: "GB" },
		});
		expect(record && record.receivedAt - record.occurredAt).toBe(60_000);
		expect(record).not.toHaveProperty("bot");
	});

	it("reports events that its browser gave up, once, even if it is resent", async () => {
		const before = await running.metric("footfall_page_events_given_up_total");
		const told = [...pageviewOf("/told").concat("", "", "", "", "", "", null), { given_up: 5 }];
		const listed = [SENT_AT, "1", 9, "listed", 0, "/", "", "", "", "", "", ""];
		const entries = [told, [...listed, [900, 10], { given_up: 2 }]];
		for (const _ of [1, 2]) expect(await answer({ entries })).toEqual([204, ""]);
		await running.appended(2);
		const after = await running.metric("footfall_page_events_given_up_total");
		expect(after - before).toBe(7);
	});

	it("may be compressed", async () => {
		const raw = gzipSync(JSON.stringify([...HEAD, pageviewOf("/zipped")]));
		expect((await send({ raw, headers: { "content-encoding": "gzip" } })).status).toBe(204);
		expect(await running.appended(1)).toMatchObject([{ pathname: "/zipped" }]);
	});

	it("holds events of every kind next to those kept by earlier trackers", async () => {
		const entries = [
			[SENT_AT, "1", 9, "kinds", 1, "/", "", "", "", "", "", "", null, 1500.4, 130],
			[SENT_AT, "1", 10, "kinds", 2, "/", "", "", "", "", "", "web-vitals", null, 9.5, 0.01],
			[SENT_AT, "1", 3, "kinds", 3, "/", "", "", "", "", "", "", ["https://x.example/"]],
			{ type: "pageview", site_id: "1", id: "old", timestamp: SENT_AT - 5000, _bs: 0, _bsm: 0 },
		];
		expect(await answer({ entries })).toEqual([204, ""]);
		const stored = await running.appended(4);
		expect(stored).toMatchObject([
			{ type: "engagement", msVisible: 1500, scrollDepth: 100 },
			{ type: "performance", eventName: "web-vitals", lcp: 9.5, cls: 0.01 },
			{ properties: '{"url":"https://x.example/","text":"","target":"_self"}' },
			{ id: "old", hostname: "" },
		]);
		expect(stored.map(({ receivedAt, occurredAt }) => receivedAt - occurredAt)).toEqual([
			...[0, 0, 0],
			5000,
		]);
	});

	it("identifies visitors, and counts that separately from events", async () => {
		const [events, identifies] = [await accountsSince("events"), await accountsSince("identifies")];
		const entries = [
			[SENT_AT, "1", 0, "user 7", { plan: "pro" }, 1],
			pageviewOf(),
			{ site_id: "1", user_id: "user 7", traits: { a: 1 }, is_new_identify: false, timestamp: 1 },
			[SENT_AT, "1", 0, 7, null, 1],
		];
		expect(await answer({ entries })).toEqual([
			200,
			"Invalid payload: user_id: Invalid input: expected string, received number",
		]);
		const [first, second] = await running.identified(2);
		const [event] = await running.appended(1);
		expect(first).toMatchObject({ user: "user 7", traits: { plan: "pro" }, isNewIdentify: true });
		expect(second).toMatchObject({ user: "user 7", traits: { a: 1 }, isNewIdentify: false });
		expect(event?.visitor).toBe(first?.visitor);
		expect([await events(), await identifies()]).toEqual([
			[1, 1, 0],
			[3, 2, 1],
		]);
	});

	it("of a bot is stored as a bot's", async () => {
		const driven = HEAD.with(6, true);
		expect(await answer({ head: driven, entries: [pageviewOf()] })).toEqual([204, ""]);
		const [record] = await running.appended(1);
		expect(record?.bot?.layers).toEqual(["client_signals"]);
	});

	it("that is excluded or repeated is answered like a stored one", async () => {
		expect(await answer({ entries: [pageviewOf("/admin/x")] })).toEqual([204, ""]);
		const twice = pageviewOf("/twice");
		expect(await answer({ entries: [twice, twice] })).toEqual([204, ""]);
		expect(await answer({ entries: [twice] })).toEqual([204, ""]);
		expect(await running.appended(1)).toMatchObject([{ pathname: "/twice" }]);
	});
});

describe("rejected entries of a compact body", () => {
	it("are reported in one line for each reason, without quoting what was sent", async () => {
		const secret = "s3cret";
		const kept = pageviewOf("/kept");
		const entries = [
			pageviewOf("/", "99"),
			kept,
			pageviewOf("/", "98"),
			pageviewOf().with(4, secret),
		];
		const { status, headers, text } = await send({ entries });
		expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
			...[200, "text/plain; charset=utf-8", "no-store"],
		]);
		expect(text.split("\n")).toEqual([
			"Site not found",
			"Invalid payload: seq: Invalid input: expected number, received string",
		]);
		expect(await running.appended(1)).toMatchObject([{ pathname: "/kept" }]);
	});

	it("are answered with 422 when there are no others", async () => {
		expect(await answer({ entries: [pageviewOf("/", "99")] })).toEqual([422, "Site not found"]);
		expect(await answer({ entries: [null, "x", 7, true, {}, []] })).toEqual([
			...[422, "Invalid payload: Invalid input: expected object, received null"],
			...["Invalid payload: Invalid input: expected object, received string"],
			...["Invalid payload: Invalid input: expected object, received number"],
		]);
	});

	it("that are too large are rejected alone", async () => {
		const large = { type: "pageview", site_id: "1", page_title: "x".repeat(70_000) };
		expect(await answer({ entries: [large, pageviewOf("/small")] })).toEqual([
			200,
			"The event is larger than 65536 bytes",
		]);
		expect(await running.appended(1)).toMatchObject([{ pathname: "/small" }]);
	});

	it("do not include those whose texts can be trimmed", async () => {
		const entry = [
			...pageviewOf("/long"),
			"",
			"x".repeat(70_000),
			"",
			"",
			"",
			"",
			{ a: "x".repeat(70_000), b: 1 },
		];
		expect(await answer({ entries: [entry] })).toEqual([204, ""]);
		const [record] = await running.appended(1);
		expect(record).toMatchObject({ pageTitle: "x".repeat(512), properties: '{"b":1}' });
	});
});

describe("a compact body that cannot be read", () => {
	const refusedWith = async (sent: Sent) => {
		const events = await accountsSince("events");
		const { status, text } = await send(sent);
		expect(await events()).toEqual([1, 0, 1]);
		const { error, details } = JSON.parse(text);
		return [status, details?.formErrors[0] ?? error];
	};

	it("is refused and counted once", async () => {
		const unknown = "Unknown version of the compact form";
		expect(await refusedWith({ head: [2, ...HEAD.slice(1)] })).toEqual([400, unknown]);
		const empty = "The batch has no events";
		expect(await refusedWith({ raw: '[1,5,""]' })).toEqual([400, empty]);
		expect(await refusedWith({ entries: [] })).toEqual([400, empty]);
		expect(await refusedWith({ raw: "[1,2" })).toEqual([400, "The body is not JSON"]);
		const many = Array.from({ length: MAX_EVENTS_PER_BATCH + 1 }, () => pageviewOf());
		expect(await refusedWith({ entries: many })).toEqual([
			413,
			`The batch has more than ${MAX_EVENTS_PER_BATCH} events`,
		]);
		const unreasonable =
			"The body is nested more deeply or has more values than a batch of events may";
		const deep = `[${HEAD.map((value) => JSON.stringify(value))},${"[".repeat(70_000)}${"]".repeat(70_000)}]`;
		expect(await refusedWith({ raw: deep })).toEqual([413, unreasonable]);
		expect(await refusedWith({ entries: [Array(60_000).fill(0)] })).toEqual([413, unreasonable]);
		expect(await refusedWith({ raw: `[1,"${"x".repeat(1024 * 1024)}"]` })).toEqual([
			413,
			"The body is larger than 1048576 bytes",
		]);
	});
});

describe("a list that starts with a number", () => {
	it("is a batch of the documented form, whose events are kept", async () => {
		const good = { type: "pageview", site_id: "1", pathname: "/beside" };
		const { status, text } = await send({ raw: JSON.stringify([1, SENT_AT, good]) });
		expect([status, JSON.parse(text).accepted]).toEqual([200, 1]);
		expect(await running.appended(1)).toMatchObject([{ pathname: "/beside" }]);
	});
});

describe("a compact body that may be retried", () => {
	it("is answered so while the queue cannot store", async () => {
		const producer: Producer = {
			append: async () => {
				throw new QueueUnavailableError("disk full");
			},
			health: async () => ({
				...{ canStore: false, reason: "disk full", oldestAgeMs: 0 },
				...{ isSpilling: false, spilledRecords: 0 },
			}),
			close: async () => {},
		};
		const full = await runGateway({ producer });
		for (const entries of [[pageviewOf()], [pageviewOf("/", "99"), pageviewOf()]]) {
			const { status, headers } = await send({ entries }, full.url);
			expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
		}
		await full.stop();
	});

	it("is answered so by a site above its rate", async () => {
		const snapshot = snapshotWith([siteOf(), otherSite]);
		const limited = await runGateway({ snapshot, siteEventsPerSecond: 0.2 });
		const entries = [pageviewOf(), pageviewOf(), pageviewOf()];
		const { status, headers } = await send({ entries }, limited.url);
		expect([status, headers.get("retry-after")]).toEqual([429, "5"]);
		expect((await send({ entries: [pageviewOf("/", "2")] }, limited.url)).status).toBe(204);
		const accounts = await accountsAt(limited.url);
		expect(accounts).toMatchObject({ stored: 3, rejected: 1, unaccounted: 0 });
		await limited.stop();
	});
});

describe("a compact body on the fast path", () => {
	/** The answer, and its headers except those of the connection. */
	const post = async (body: string, headers: Record<string, string>) => {
		const agent = new http.Agent({ keepAlive: true });
		const options = { method: "POST", agent, headers: { ...browserHeaders, ...headers } };
		const request = http.request(`${running.url}/api/track`, options);
		request.setHeader("content-length", Buffer.byteLength(body));
		request.end(body);
		const [response] = await once(request, "response");
		let text = "";
		for await (const chunk of response.setEncoding("utf8")) text += chunk;
		agent.destroy();
		const { date: _date, ...rest } = response.headers;
		return { status: response.statusCode, headers: rest, text };
	};

	it.each<[string, () => unknown[]]>([
		["one that is stored", () => [pageviewOf()]],
		["some that are stored", () => [pageviewOf(), pageviewOf()]],
		["one that is rejected", () => [pageviewOf("/", "ü")]],
		["one of two that is rejected", () => [pageviewOf("/", "ü"), pageviewOf()]],
		["none", () => []],
	])("gets the same response as from Node's server: %s", async (_what, entries) => {
		const direct = await post(JSON.stringify([...HEAD, ...entries()]), {});
		const byNode = await post(JSON.stringify([...HEAD, ...entries()]), { te: "trailers" });
		expect(direct).toEqual(byNode);
	});
});

describe("the outcome counts", () => {
	it("balance after all the tests above", async () => {
		for (const what of ["events", "identifies"] as const)
			expect(await accountsAt(running.url, what)).toMatchObject({ inFlight: 0, unaccounted: 0 });
	});
});
