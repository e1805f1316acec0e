import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { Umami } from "@umami/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const website = "b59e9c65-ae32-47f1-8400-119fcf4861c4";
const shop = siteOf({
	clientIds: [{ product: "umami", id: website }],
	excludedPaths: ["/private"],
});

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway({ snapshot: snapshotWith([shop]) });
});
afterAll(() => running.stop());

const JSON_TYPE = "application/json";
const payload = { website, hostname: "shop.example", url: "/cart", title: "Cart" };
const view = { type: "event", payload };

const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
	const response = await fetch(running.url + path, {
		method: "POST",
		headers: { ...browserHeaders, "content-type": JSON_TYPE, ...headers },
		body: typeof body === "string" ? body : JSON.stringify(body),
	});
	return { status: response.status, value: await response.json(), headers: response.headers };
};
const errorOf = (status: number, code: string, message: unknown) => ({
	error: { message, code, status },
});
const badRequest = (message: unknown) => errorOf(400, "bad-request", message);
const NOT_FOUND = badRequest("Website not found.");
const unknown = { ...view, payload: { ...payload, website: website.replace("b5", "00") } };
const excluded = { ...view, payload: { ...payload, url: "/private" } };

describe("POST /api/send", () => {
	it("stores an event, and keeps the ids of the session that the client returns", async () => {
		const first = await send("/api/send", view);
		expect(first).toMatchObject({
			status: 200,
			value: { cache: expect.any(String), sessionId: expect.any(String) },
		});
		expect(await running.appended(1)).toMatchObject([
			{ site: 1, type: "pageview", pathname: "/cart", pageTitle: "Cart", language: "en-GB" },
		]);
		const { cache, sessionId, visitId } = first.value;
		const second = await send("/api/send", view, { "x-umami-cache": cache });
		expect(second.value).toMatchObject({ sessionId, visitId });
		await running.appended(1);
	});

	it("allows the header of the cache in a preflight", async () => {
		const { status, headers } = await fetch(`${running.url}/api/send`, {
			method: "OPTIONS",
			headers: {
				origin: "https://shop.example",
				"access-control-request-method": "POST",
				"access-control-request-headers": "content-type,x-umami-cache",
			},
		});
		expect(status).toBe(204);
		expect(headers.get("access-control-allow-headers")).toContain("x-umami-cache");
		expect(headers.get("access-control-allow-origin")).toBe("https://shop.example");
	});

	it("identifies a user", async () => {
		const identify = {
			type: "identify",
			payload: { ...payload, id: "user 1", data: { plan: "pro" } },
		};
		expect((await send("/api/send", identify)).value).toHaveProperty("cache");
		expect(await running.identified(1)).toMatchObject([
			{ user: "user 1", traits: { plan: "pro" } },
		]);
	});

	it("gives a view and its measurements one page id", async () => {
		const engagement = { type: "engagement", payload: { ...payload, engagement: 1500 } };
		await send("/api/send", view);
		await send("/api/send", engagement);
		const [viewed, measured] = await running.appended(2);
		expect(measured).toMatchObject({ type: "engagement", msVisible: 1500, pageId: viewed?.pageId });
		expect(viewed?.pageId).toMatch(/^[0-9a-f]{16}$/);
	});

	it("answers a bot as Umami does", async () => {
		const { value } = await send("/api/send", view, { "user-agent": "Googlebot/2.1" });
		expect(value).toEqual({ beep: "boop" });
		expect(await running.appended(1)).toMatchObject([{ bot: expect.anything() }]);
	});

	it("believes a server with a key about its visitors", async () => {
		const seen = { ip: "192.0.2.7", userAgent: browserHeaders["user-agent"] };
		const body = { ...view, payload: { ...payload, ...seen } };
		const { value } = await send("/api/send", body, {
			authorization: "Bearer secret-key",
			"user-agent": "node",
		});
		expect(value).toHaveProperty("cache");
		const [event] = await running.appended(1);
		expect(event).toMatchObject({ browser: "Chrome" });
		expect(event).not.toHaveProperty("bot");
	});

	it.each([
		["an unknown website", unknown, 400, NOT_FOUND],
		["no JSON", "{", 400, badRequest(expect.stringContaining("The body is not JSON"))],
		[
			"a type from the future",
			{ ...view, type: "pulse" },
			400,
			badRequest(expect.stringContaining("type: Must be event")),
		],
		[
			"what the site excludes",
			excluded,
			403,
			errorOf(403, "forbidden", "Event not tracked - path excluded"),
		],
		[
			"a body that is too large",
			{ ...view, more: "x".repeat(70_000) },
			413,
			errorOf(413, "payload-too-large", expect.any(String)),
		],
	])("refuses %s", async (_what, body, status, value) =>
		expect(await send("/api/send", body)).toMatchObject({ status, value }),
	);
});

describe("POST /api/batch", () => {
	it("stores what can be stored, and answers with the errors of the other entries", async () => {
		const answer = await send("/api/batch", [view, unknown, excluded, view]);
		expect(answer).toMatchObject({
			status: 200,
			value: {
				size: 4,
				processed: 2,
				errors: 2,
				details: [
					{ index: 1, response: NOT_FOUND },
					{ index: 2, response: errorOf(403, "forbidden", expect.any(String)) },
				],
			},
		});
		await running.appended(2);
	});

	it.each([
		["no list", view, 400, "The body is not a list of entries"],
		["more than 500 entries", Array(501).fill(0), 413, "The batch has more than 500 events"],
	])("refuses %s", async (_what, body, status, message) => {
		const answer = await send("/api/batch", body);
		expect(answer.status).toBe(status);
		expect(answer.value.error.message).toContain(message);
	});

	it("refuses only the entry that is too large", async () => {
		const large = { ...view, payload: { ...payload, data: { text: "x".repeat(70_000) } } };
		const { value } = await send("/api/batch", [large, view]);
		expect(value).toMatchObject({
			processed: 1,
			details: [{ index: 0, response: { error: { status: 413 } } }],
		});
		await running.appended(1);
	});
});

describe("@umami/node, unmodified", () => {
	it("stores what a server sends with a key in its address", async () => {
		const umami = new Umami({
			websiteId: website,
			// It appends its path to the address.
			hostUrl: `${running.url}/api/send?api_key=secret-key&`,
		});
		const sent = await umami.track({
			hostname: "shop.example",
			url: "/cart",
			name: "signup",
			data: { plan: "pro" },
			ip: "192.0.2.7",
			userAgent: browserHeaders["user-agent"],
		});
		expect(await sent.json()).toHaveProperty("sessionId");
		const [event] = await running.appended(1);
		expect(event).toMatchObject({
			type: "custom_event",
			eventName: "signup",
			properties: '{"plan":"pro"}',
			pathname: "/cart",
			browser: "Chrome",
		});
		expect(event).not.toHaveProperty("bot");
	});

	it("stores its events without a key too, as those of one visitor", async () => {
		const umami = new Umami({ websiteId: website, hostUrl: running.url });
		await umami.track({ name: "signup", ip: "192.0.2.7" });
		await umami.track({ name: "signup", ip: "192.0.2.8" });
		const [first, second] = await running.appended(2);
		expect(second?.visitor).toBe(first?.visitor);
	});

	it("is told that traits need a user", async () => {
		const umami = new Umami({ websiteId: website, hostUrl: running.url });
		const { status } = await umami.identify({ plan: "pro" });
		expect(status).toBe(400);
	});
});
