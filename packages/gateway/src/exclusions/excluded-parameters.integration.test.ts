import { gunzipSync } from "node:zlib";
import { type ClientEventType, EVENT_TYPES } from "@footfall/shared/event";
import type { QueuedReplay } from "@footfall/shared/queued-replay";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBotRequestRecords } from "../access-log/bot-request.ts";
import { operatorRangesIn } from "../bots/operator-ranges.ts";
import { createEventRecordBuilder } from "../ingest/event-record.ts";
import { createRuleStep } from "../ingest/rule-step.ts";
import { openGeo } from "../lookup/geo.ts";
import { createVisitorOf } from "../lookup/ids/visitor-id.ts";
import { createUserAgentReader } from "../lookup/user-agent-facts.ts";
import { compiledSiteOf } from "../site-config/compiled-site.ts";

const site = siteOf({ excludedQueryParams: ["Token"], sessionReplay: true });
const SECRET = "s3cret";
const address = (host: string) =>
	`https://${host}.example/a?page=2&token=${SECRET}&b=3#token=${SECRET}`;
const ADDRESS_LEFT = /page=2&b=3/;

const app = { source: { opened: [address("own")] } };
/** Properties with an address in every text that may contain one. */
const PROPERTIES: Record<ClientEventType, object> = {
	pageview: app,
	custom_event: { ...app, to: encodeURIComponent(address("own")) },
	performance: app,
	outbound: { url: address("other"), text: address("other"), target: "_self" },
	error: {
		message: `Failed to load '${address("own")}'`,
		stack: `Error\n    at f (${address("own")}:1:2)\n    at g (${address("own")}:3:4)`,
		fileName: address("own"),
	},
	button_click: { text: address("own"), href: address("own") },
	copy: { sourceElement: "p", text: address("own") },
	form_submit: {
		formId: "f",
		formName: "f",
		formAction: address("own"),
		method: "post",
		fieldCount: 1,
	},
	input_change: { element: "input", inputName: "q", page: address("own") },
	engagement: app,
};
const MEASURES: Partial<Record<ClientEventType, object>> = {
	performance: { lcp: 1 },
	engagement: { ms_visible: 1 },
};

const page = {
	site_id: "1",
	hostname: "own.example",
	pathname: `/a?page=2&token=${SECRET}`,
	querystring: `?page=2&token=${SECRET}&next=%2Fb%3Ftoken%3D${SECRET}&b=3`,
	referrer: address("other"),
	page_title: address("own"),
};

let running: RunningGateway;
beforeAll(async () => {
	running = await runGateway({ snapshot: snapshotWith([site]) });
});
afterAll(() => running.stop());

const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
	const response = await fetch(`${running.url}${path}`, {
		method: "POST",
		headers: { ...browserHeaders, ...headers },
		body: JSON.stringify(body),
	});
	expect(response.ok).toBe(true);
};

describe("the value of an excluded query parameter", () => {
	it.each(EVENT_TYPES)("is in no field of a queued %s event", async (type) => {
		await post("/api/track", {
			type,
			...page,
			event_name: `Opened ${address("own")}`,
			properties: JSON.stringify(PROPERTIES[type]),
			...MEASURES[type],
		});
		const [event] = await running.appended(1);
		expect(JSON.stringify(event)).not.toContain(SECRET);
		expect(event).toMatchObject({
			type,
			pathname: "/a?page=2",
			querystring: "?page=2&next=%2Fb&b=3",
			referrer: expect.stringMatching(ADDRESS_LEFT),
			properties: expect.stringMatching(/page(=|%3D)2(&|%26)b(=|%3D)3/),
		});
	});

	it("is in no event of the tracker's compact form", async () => {
		const own = address("own").slice("https://own.example".length);
		const head = [1, 1000, "own.example", "en", 1920, 1080, false, 1040, true];
		const entry = [
			1000,
			"1",
			3,
			"page1",
			0,
			own,
			null,
			address("own"),
			address("other"),
			"",
			"",
			"",
		];
		await post("/api/track", [...head, [...entry, [address("other"), "text", "_self"]]]);
		const [event] = await running.appended(1);
		expect(JSON.stringify(event)).not.toContain(SECRET);
		expect(event?.properties).toMatch(ADDRESS_LEFT);
	});

	it("is in no event of a bot", async () => {
		await post("/api/track", { type: "pageview", ...page }, { "user-agent": "GPTBot/1.2" });
		const [event] = await running.appended(1);
		expect(JSON.stringify(event)).not.toContain(SECRET);
		expect(event?.bot).toBeDefined();
	});

	it("is in no page view of a pixel", async () => {
		const query = new URLSearchParams({ site_id: "1", referrer: address("other") });
		await fetch(`${running.url}/api/pixel.gif?${query}`, {
			headers: { ...browserHeaders, referer: `https://own.example/a?page=2&token=${SECRET}` },
		});
		const [event] = await running.appended(1);
		expect(JSON.stringify(event)).not.toContain(SECRET);
		expect(event).toMatchObject({ querystring: "?page=2", referrer: expect.stringMatching("b=3") });
	});

	it("is in no record of an access log", () => {
		const requestOf = createBotRequestRecords({
			geo: openGeo({}),
			readUserAgent: createUserAgentReader(),
			isFromOperator: operatorRangesIn(undefined),
			applyRules: createRuleStep("secret"),
			buildRecord: createEventRecordBuilder(createVisitorOf("secret")),
			now: Date.now,
		});
		const entry = {
			address: "192.0.2.1",
			time: 1000,
			host: "own.example",
			pathname: "/a",
			querystring: `?page=2&token=${SECRET}`,
			referrer: address("other"),
			userAgent: "GPTBot/1.2",
		};
		const record = requestOf(entry, { text: "", start: 0 }, compiledSiteOf(site));
		expect(JSON.stringify(record)).not.toContain(SECRET);
		expect(record).toMatchObject({ record: { querystring: "?page=2" } });
	});

	it("is in neither the address of a recording nor the pages that it contains", async () => {
		const attributes = {
			href: address("own"),
			src: address("other"),
			srcset: `${address("own")} 2x`,
		};
		const text = `a { background: url(${address("own")}); color: red } b { src: url("${address("own")}") }`;
		const events = [
			{ type: 4, timestamp: Date.now(), data: { href: address("own"), width: 1280 } },
			{
				type: 2,
				timestamp: Date.now(),
				data: {
					node: { id: 1, attributes, childNodes: [{ id: 2, isStyle: true, textContent: text }] },
				},
			},
			{ type: 3, timestamp: Date.now(), data: { source: 0, attributes: [{ id: 1, attributes }] } },
			{ type: 5, timestamp: Date.now(), data: { tag: "page", payload: { href: address("own") } } },
			{ type: 3, timestamp: Date.now(), data: { source: 2, large: "x".repeat(300_000) } },
		];
		await post("/api/session-replay/record/1", {
			userId: "",
			events,
			metadata: {
				pageUrl: address("own"),
				viewportWidth: 1280,
				viewportHeight: 720,
				language: "en",
			},
		});
		const chunks = await running.recorded(1);
		const textIn = ({ events: bytes }: QueuedReplay) => gunzipSync(bytes).toString();
		const recorded = chunks.map(textIn).join("");
		expect(recorded).not.toContain(SECRET);
		expect(recorded.match(/page=2&b=3/g)).toHaveLength(10);
		expect(recorded).toContain("color: red");
		expect(chunks[0]?.pageUrl).toBe("https://own.example/a?page=2&b=3");
	});
});
