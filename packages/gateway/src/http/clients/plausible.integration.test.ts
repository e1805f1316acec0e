import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const shop = siteOf({
	clientIds: [{ product: "plausible", id: "shop.example" }],
	excludedPaths: ["/private"],
});
const blog = siteOf({
	siteId: 2 as SiteNumber,
	id: "ba9876543210" as SiteKey,
	clientIds: [{ product: "plausible", id: "blog.example" }],
});

describe("POST /api/event", () => {
	let running: RunningGateway;
	beforeAll(async () => {
		running = await runGateway({ snapshot: snapshotWith([shop, blog]) });
	});
	afterAll(() => running.stop());

	const view = { n: "pageview", u: "https://shop.example/cart?a=1", d: "shop.example" };
	const send = async (body: object | string, headers: Record<string, string> = {}) => {
		const response = await fetch(`${running.url}/api/event`, {
			method: "POST",
			headers: { ...browserHeaders, ...headers },
			body: typeof body === "string" ? body : JSON.stringify(body),
		});
		return {
			status: response.status,
			dropped: response.headers.get("x-plausible-dropped"),
			text: await response.text(),
			headers: response.headers,
		};
	};
	const OK = { status: 202, dropped: null, text: "ok" };
	const dropped = (count: number) => ({ ...OK, dropped: String(count) });

	it("stores an event of the site that claims the domain", async () => {
		expect(await send(view)).toMatchObject(OK);
		const [event] = await running.appended(1);
		expect(event).toMatchObject({
			site: 1,
			type: "pageview",
			hostname: "shop.example",
			pathname: "/cart",
			querystring: "?a=1",
			language: "en-GB",
			browser: "Chrome",
		});
	});

	it("takes JSON of that type too, with a preflight", async () => {
		const preflight = await fetch(`${running.url}/api/event`, {
			method: "OPTIONS",
			headers: {
				origin: "https://shop.example",
				"access-control-request-method": "POST",
				"access-control-request-headers": "content-type",
			},
		});
		expect(preflight.status).toBe(204);
		expect(preflight.headers.get("access-control-allow-origin")).toBe("https://shop.example");
		expect(preflight.headers.get("access-control-allow-headers")).toContain("Content-Type");
		const answer = await send(view, { "content-type": "application/json" });
		expect(answer).toMatchObject(OK);
		expect(answer.headers.get("access-control-allow-origin")).toBe("https://shop.example");
		await running.appended(1);
	});

	it("stores an event for each of several domains, and says how many are dropped", async () => {
		expect(await send({ ...view, d: "shop.example,blog.example" })).toMatchObject(OK);
		expect((await running.appended(2)).map(({ site }) => site)).toEqual([1, 2]);
		expect(await send({ ...view, d: "blog.example,other.example" })).toMatchObject(dropped(1));
		expect((await running.appended(1)).map(({ site }) => site)).toEqual([2]);
	});

	it("accepts what the site excludes as Plausible does, and marks it as dropped", async () => {
		const u = "https://shop.example/private";
		expect(await send({ ...view, u })).toMatchObject(dropped(1));
	});

	it.each([
		["no JSON", "n=pageview", 400, { errors: { request: ["The body is not JSON"] } }],
		["no object", "[]", 400, { errors: { request: ["The body is not a JSON object"] } }],
		["no URL", { ...view, u: undefined }, 400, { errors: { url: ["is required"] } }],
		[
			"properties that are too long",
			{ ...view, p: { text: "x".repeat(3000) } },
			400,
			{ errors: { properties: [expect.stringContaining("2048")] } },
		],
	])("refuses %s with the fields at fault", async (_what, body, status, expected) => {
		const answer = await send(body);
		expect(answer.status).toBe(status);
		expect(JSON.parse(answer.text)).toEqual(expected);
	});

	it("refuses other methods and larger bodies", async () => {
		const wrong = await fetch(`${running.url}/api/event`);
		expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
		expect((await send(`"${"x".repeat(70_000)}"`)).status).toBe(413);
	});
});
