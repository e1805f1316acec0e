import { gzipSync } from "node:zlib";
import { QueueUnavailableError } from "@footfall/queue";
import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { accountsAt } from "@footfall/testing/product/event-ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const VISITOR = "81.2.69.142";
const success = { success: true };
const saltedSite = siteOf({
	siteId: 2 as SiteNumber,
	id: "bbbbbbbbbbbb" as SiteKey,
	saltUserIds: true,
	excludedIPs: ["198.51.100.0/24"],
});

const openSite = siteOf({
	siteId: 3 as SiteNumber,
	id: "cccccccccccc" as SiteKey,
	blockBots: false,
});

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway({ snapshot: snapshotWith([siteOf(), saltedSite, openSite]) });
});
afterAll(() => running.stop());

interface Sent {
	path?: string;
	headers?: Record<string, string>;
	body?: unknown;
	raw?: BodyInit;
}

const anna = { site_id: "1", user_id: "anna" };

const answer = async (
	{ path = "/api/identify", headers = {}, body = anna, raw }: Sent,
	to = running.url,
) => {
	const response = await fetch(to + path, {
		method: "POST",
		headers: { ...browserHeaders, "x-forwarded-for": VISITOR, ...headers },
		body: raw ?? JSON.stringify(body),
	});
	return [response.status, await response.json()];
};

describe("an identify", () => {
	it("is stored with the visitor id of the same browser's events", async () => {
		const traits = { plan: "pro", seats: 3, old: null, nested: { a: [1] } };
		expect(await answer({ body: { ...anna, traits } })).toEqual([200, success]);
		await answer({ path: "/api/track", body: { site_id: "1", type: "pageview" } });
		const [event] = await running.appended(1);
		expect(await running.identified(1)).toEqual([
			{
				id: expect.any(String),
				site: 1,
				receivedAt: expect.any(Number),
				visitor: event?.visitor,
				user: "anna",
				traits,
				isNewIdentify: true,
			},
		]);
	});

	it("of a bot is answered like any other and not stored, unless the site wants bots or it has a key", async () => {
		const before = await accountsAt(running.url, "identifies");
		const curl = { "user-agent": "curl/8.5.0" };
		const key = { ...curl, authorization: "Bearer secret-key" };
		expect(await answer({ headers: curl })).toEqual([200, success]);
		expect(await answer({ headers: key })).toEqual([200, success]);
		expect(await answer({ headers: curl, body: { ...anna, site_id: "3" } })).toEqual([
			200,
			success,
		]);
		expect((await running.identified(2)).map(({ site }) => site)).toEqual([1, 3]);
		expect(await accountsAt(running.url, "identifies")).toEqual({
			...before,
			received: before.received + 3,
			stored: before.stored + 2,
			bot: before.bot + 1,
		});
	});

	it("may contain traits alone, be compressed and have a trailing slash", async () => {
		const raw = new Uint8Array(gzipSync(JSON.stringify({ ...anna, is_new_identify: false })));
		const sent = { path: "/api/identify/", headers: { "content-encoding": "gzip" }, raw };
		expect(await answer(sent)).toEqual([200, success]);
		expect(await running.identified(1)).toMatchObject([{ isNewIdentify: false }]);
	});

	it("contains yesterday's visitor id too where a site salts them, and the device's where it keeps one", async () => {
		const body = { ...anna, site_id: "2" };
		await answer({ body });
		await answer({ body: { ...body, anonymous_id: "device" } });
		const hex = expect.stringMatching(/^[0-9a-f]{16}$/);
		const [first, second] = await running.identified(2);
		expect(first).toMatchObject({ visitor: hex, visitorYesterday: hex });
		expect(second?.visitor).not.toBe(first?.visitor);
	});

	it("belongs to its user with a key, and to its sender without one", async () => {
		const body = { ...anna, ip_address: "8.8.8.8", user_agent: "Firefox" };
		await answer({ body, headers: { authorization: "Bearer secret-key" } });
		await answer({ body: { ...body, api_key: "secret-key" } });
		await answer({ body });
		const [byHeader, byBody, untrusted] = await running.identified(3);
		await answer({ body, path: "/api/identify?api_key=secret-key" });
		const [byAddress] = await running.identified(1);
		expect(byAddress?.visitor).toBe(byHeader?.visitor);
		expect(byBody?.visitor).toBe(byHeader?.visitor);
		expect(untrusted?.visitor).not.toBe(byHeader?.visitor);
	});

	it("by a server for its user takes nothing from that server, unless it names the user's own device", async () => {
		const headers = { authorization: "Bearer secret-key", "user-agent": "node" };
		await answer({ body: anna, headers });
		await answer({ body: { ...anna, anonymous_id: "device" }, headers });
		await answer({ body: { ...anna, ip_address: "8.8.8.8" }, headers });
		await answer({ body: anna });
		const records = await running.identified(4);
		expect(records.map(({ isNewIdentify }) => isNewIdentify)).toEqual([false, true, true, true]);
	});

	it("replaces lone surrogates, and keeps text that only looks like them", async () => {
		const raw = `{"site_id":"1","user_id":"a\\ud800","traits":{"k\\udfff":"\\ud83d\\ude00 \\\\ud800"}}`;
		expect(await answer({ raw })).toEqual([200, success]);
		expect(await running.identified(1)).toMatchObject([
			{ user: "a\uFFFD", traits: { "k\uFFFD": "😀 \\ud800" } },
		]);
	});

	it("is not stored for an excluded visitor", async () =>
		expect(
			await answer({
				body: { ...anna, site_id: "2" },
				headers: { "x-forwarded-for": "198.51.100.7" },
			}),
		).toEqual([200, { success: true, message: "User not identified - IP excluded" }]));
});

describe("a refused identify", () => {
	it.each([
		["no user", { site_id: "1" }, 400],
		["an empty user", { ...anna, user_id: "" }, 400],
		["a user above 255 characters", { ...anna, user_id: "x".repeat(256) }, 400],
		["a number as the site", { ...anna, site_id: 1 }, 400],
		["traits that are a list", { ...anna, traits: [] }, 400],
		["traits above 2048 bytes", { ...anna, traits: { name: "é".repeat(1_100) } }, 400],
		["an invalid address", { ...anna, ip_address: "localhost" }, 400],
		["an unknown site", { ...anna, site_id: "99" }, 404],
		["a wrong key in the body", { ...anna, api_key: "guess" }, 403],
		["a body above 64 KB", { ...anna, x: "x".repeat(70_000) }, 413],
		["a list", [anna], 400],
		["nothing", null, 400],
	])("has %s", async (_name, body, status) =>
		expect(await answer({ body })).toMatchObject([status, { success: false }]),
	);

	it("lists what is wrong", async () =>
		expect(await answer({ body: { site_id: "1" } })).toEqual([
			400,
			{
				success: false,
				error: "Invalid payload",
				details: { formErrors: [], fieldErrors: { user_id: [expect.any(String)] } },
				code: "INVALID_REQUEST",
				message: "Invalid payload",
				resolution: expect.any(String),
			},
		]));

	it("is refused if it is not JSON, in an unknown encoding or sent with another method", async () => {
		expect(await answer({ raw: "{" })).toMatchObject([400, { error: "Invalid payload" }]);
		expect(await answer({ headers: { "content-encoding": "zstd" } })).toMatchObject([415, {}]);
		expect((await fetch(`${running.url}/api/identify`)).status).toBe(405);
	});

	it("is answered with the reason if the queue cannot store it, or it failed", async () => {
		let error = new QueueUnavailableError("disk full");
		const other = await runGateway({
			producer: {
				append: () => Promise.reject(error),
				health: async () => ({
					canStore: true,
					reason: "",
					oldestAgeMs: 0,
					isSpilling: false,
					spilledRecords: 0,
				}),
				close: async () => {},
			},
		});
		expect(await answer({}, other.url)).toMatchObject([503, { code: "UNAVAILABLE" }]);
		error = new Error("broken");
		expect(await answer({}, other.url)).toMatchObject([
			500,
			{ error: "Failed to process identify" },
		]);
		await other.stop();
	});
});

describe("the outcome counts", () => {
	it("balance: each identify had one outcome", async () => {
		const accounts = await accountsAt(running.url, "identifies");
		expect(accounts).toMatchObject({ filtered: 1, inFlight: 0, unaccounted: 0 });
		expect([accounts.stored > 5, accounts.rejected > 10]).toEqual([true, true]);
	});
});
