import { createHash } from "node:crypto";
import type { Rule } from "@footfall/shared/rules/rule";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBotRequestRecords } from "../access-log/bot-request.ts";
import { operatorRangesIn } from "../bots/operator-ranges.ts";
import { openGeo } from "../lookup/geo.ts";
import { createVisitorOf } from "../lookup/ids/visitor-id.ts";
import { createUserAgentReader } from "../lookup/user-agent-facts.ts";
import { compiledSiteOf } from "../site-config/compiled-site.ts";
import { createEventRecordBuilder } from "./event-record.ts";
import { createRuleStep } from "./rule-step.ts";

const SECRET = "a long secret";
const secretHash = createHash("sha256").update(SECRET).digest("base64url");
const website = "b59e9c65-ae32-47f1-8400-119fcf4861c4";
const rules: Rule[] = [
	{ action: "drop", when: { target: "pathname", operator: "starts_with", value: "/private" } },
	{ action: "mask", target: "pathname", pattern: "*@*", placeholder: "[mail]" },
	{ action: "copy", from: "query", name: "plan", target: "properties.plan" },
	{ action: "copy", from: "header", name: "x-release", target: "properties.release" },
	{ action: "set", target: "tag", value: "ruled" },
];
const site = siteOf({
	rules,
	clientIds: [
		{ product: "plausible", id: "shop.example" },
		{ product: "umami", id: website },
		{ product: "google", id: "G-AB12CD34EF", secretHash },
		{ product: "matomo", id: "3" },
		{ product: "segment", id: "browserKey" },
	],
});

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway({ snapshot: snapshotWith([site]) });
});
afterAll(() => running.stop());

const request = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
	fetch(running.url + path, {
		method: body === undefined ? "GET" : "POST",
		headers: { ...browserHeaders, "x-release": "7", ...headers },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
const post = (path: string, body: unknown, headers?: Record<string, string>) =>
	request(path, body, headers);

const JSON_BODY = { "content-type": "application/json" };
const addressOf = (path: string) => `https://shop.example${path}`;
const plain = (pathname: string, querystring: string) => ({
	type: "pageview",
	site_id: "1",
	hostname: "shop.example",
	pathname,
	querystring,
});

/** Sends a page view of an address in each form that the gateway takes. */
const WAYS: Record<string, (pathname: string, querystring: string) => Promise<Response>> = {
	"the plain form": (...page) => post("/api/track", plain(...page)),
	"a batch": (...page) => post("/api/track", { events: [plain(...page)] }),
	"the tracker's compact form": (pathname, querystring) => {
		const head = [1, 1000, "shop.example", "en", 1920, 1080, false, 1040, true];
		const view = [1000, "1", 1, "page1", 0, pathname + querystring, null, "", "", "", "", ""];
		return post("/api/track", [...head, view]);
	},
	"a pixel": (...page) =>
		request("/api/pixel.gif?site_id=1", undefined, { referer: addressOf(page.join("")) }),
	"a client of Plausible": (...page) =>
		post("/api/event", { n: "pageview", u: addressOf(page.join("")), d: "shop.example" }),
	"a client of Umami": (...page) => {
		const payload = { website, hostname: "shop.example", url: page.join("") };
		return post("/api/send", { type: "event", payload }, JSON_BODY);
	},
	"Google's Measurement Protocol": (...page) => {
		const params = { page_location: addressOf(page.join("")) };
		return post(
			`/mp/collect?measurement_id=G-AB12CD34EF&api_secret=${encodeURIComponent(SECRET)}`,
			{
				client_id: "1.2",
				events: [{ name: "page_view", params }],
			},
		);
	},
	"a client of Matomo": (...page) => {
		const query = new URLSearchParams({ idsite: "3", rec: "1", url: addressOf(page.join("")) });
		return request(`/matomo.php?${query}`);
	},
	"a client of Segment": (pathname, search) => {
		const page = { url: addressOf(pathname + search), path: pathname, search };
		const message = { anonymousId: "a1", messageId: pathname, properties: page, context: { page } };
		return post("/v1/page", message, { authorization: `Basic ${btoa("browserKey:")}` });
	},
};

const dropped = () => running.metric('footfall_events_filtered_total{reason="dropped_by_rule"}');

describe("the rules of a site", () => {
	it.each(Object.keys(WAYS))("apply to events that come by %s", async (way) => {
		const send = WAYS[way] as (typeof WAYS)[string];
		const before = (await dropped()) || 0;
		await (await send("/private/a", "?plan=pro")).arrayBuffer();
		// Some replies do not wait for the outcome.
		await expect.poll(dropped).toBe(before + 1);
		await (await send("/u/jane@shop.example", "?plan=pro")).arrayBuffer();
		const [event] = await running.appended(1);
		expect(event).toMatchObject({ pathname: "/u/[mail]", tag: "ruled" });
		expect(JSON.parse(event?.properties ?? "")).toMatchObject({ plan: "pro", release: "7" });
	});

	it("name a dropped event in the reply", async () => {
		const answer = await post("/api/track", plain("/private", ""));
		expect([answer.status, await answer.json()]).toEqual([
			200,
			{ success: true, message: "Event not tracked - dropped by rule" },
		]);
	});

	it("apply to the bots of an access log, which has no headers", () => {
		const requestOf = createBotRequestRecords({
			geo: openGeo({}),
			readUserAgent: createUserAgentReader(),
			isFromOperator: operatorRangesIn(undefined),
			applyRules: createRuleStep("secret"),
			buildRecord: createEventRecordBuilder(createVisitorOf("secret")),
			now: Date.now,
		});
		const ofPath = (pathname: string) =>
			requestOf(
				{
					address: "192.0.2.1",
					time: 1000,
					host: "shop.example",
					pathname,
					querystring: "?plan=pro",
					referrer: "",
					userAgent: "GPTBot/1.2",
				},
				{ text: "", start: 0 },
				compiledSiteOf(site),
			);
		expect(ofPath("/private")).toBe("excluded");
		expect(ofPath("/u/jane@shop.example")).toMatchObject({
			record: { pathname: "/u/[mail]", properties: '{"plan":"pro"}' },
		});
	});

	it("give a site's values hashes that no other server gives", () => {
		const hashing = compiledSiteOf(siteOf({ rules: [{ action: "hash", target: "tag" }] }));
		const event = { type: "pageview", site_id: "1", tag: "jane" } as const;
		const tagBy = (secret: string) => createRuleStep(secret)(event, { site: hashing })?.tag;
		expect(tagBy("one")).toMatch(/^[0-9a-f]{32}$/);
		expect(tagBy("one")).toBe(tagBy("one"));
		expect(tagBy("one")).not.toBe(tagBy("two"));
	});
});
