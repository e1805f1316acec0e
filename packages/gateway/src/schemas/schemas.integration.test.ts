import type { IncomingMessage, ServerResponse } from "node:http";
import type { SiteNumber } from "@footfall/shared/ids";
import { textOfQueuedEvent } from "@footfall/shared/queued-event";
import type { Rule } from "@footfall/shared/rules/rule";
import { digestOfRule } from "@footfall/shared/rules/rule-digest";
import type { SchemaMode } from "@footfall/shared/schemas/event-schemas";
import { RESENDS_PATH, type ResendBatch, type ResendReport } from "@footfall/shared/schemas/resend";
import { type CountedViolation, VIOLATIONS_PATH } from "@footfall/shared/schemas/violation-report";
import {
	browserHeaders,
	type RunningGateway,
	runGateway,
} from "@footfall/testing/gateway/running-gateway";
import { siteOf, snapshotWith } from "@footfall/testing/gateway/site-snapshot";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const schema = {
	type: "object",
	properties: { price: { type: "number", minimum: 0 } },
	required: ["price"],
};
const siteWith = (siteId: number, mode: SchemaMode, rules: Rule[] = []) =>
	siteOf({
		siteId: siteId as SiteNumber,
		id: `${siteId}`.repeat(12) as never,
		eventSchemas: [{ event: "purchase", mode, schema }],
		rules,
		currency: "EUR",
		clientIds: [{ product: "plausible", id: `s${siteId}.example` }] as never,
	});
const [PLAIN, WATCH, WARN, QUARANTINE, RULED] = ["1", "2", "3", "4", "5"] as const;
const HASH: Rule = { action: "hash", target: "properties.email" };
const RENAME: Rule = { action: "rename", target: "properties.cost", to: "price" };
const DROP: Rule = {
	action: "drop",
	when: { target: "properties.test", operator: "equals", value: "true" },
};
const WRONG = { properties: '{"price":"9"}' };
const RULE = '/price type: must be of the type "number"';

let running: RunningGateway;
const counted: CountedViolation[] = [];

beforeAll(async () => {
	running = await runGateway({
		snapshot: snapshotWith([
			siteOf(),
			siteWith(2, "watch"),
			siteWith(3, "warn"),
			siteWith(4, "quarantine"),
			siteWith(5, "quarantine", [HASH, RENAME, DROP]),
		]),
	});
	running.backend.answer = (request, response) => {
		if (request.url === RESENDS_PATH) return resends(request, response);
		if (request.url !== VIOLATIONS_PATH) return void response.writeHead(404).end();
		void request.toArray().then((chunks) => {
			counted.push(...JSON.parse(Buffer.concat(chunks).toString()).violations);
			response.writeHead(204).end();
		});
	};
});
afterAll(() => running.stop());

/** Gives each of the waiting batches once, and keeps what is reported. */
const waiting: ResendBatch[] = [];
const released: ResendReport[] = [];
const resends = (request: IncomingMessage, response: ServerResponse) => {
	if (request.method === "POST")
		return void request.toArray().then((chunks) => {
			released.push(JSON.parse(Buffer.concat(chunks).toString()));
			response.writeHead(204).end();
		});
	const batch = waiting.shift();
	if (batch === undefined) response.writeHead(204).end();
	else response.end(JSON.stringify(batch));
};

const eventOf = (site: string, given: object = {}) => ({
	type: "custom_event",
	site_id: site,
	event_name: "purchase",
	hostname: "shop.example",
	pathname: "/",
	...given,
});
const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
	const response = await fetch(`${running.url}${path}`, {
		method: "POST",
		headers: { ...browserHeaders, "x-forwarded-for": "81.2.69.142", ...headers },
		body: JSON.stringify(body),
	});
	return [response.status, await response.text()] as const;
};
const track = async (event: object) => {
	const [status, text] = await post("/api/track", event);
	return [status, JSON.parse(text)];
};

describe("an event that fits its schema, or has none", () => {
	it.each([
		["fits", eventOf(QUARANTINE, { properties: '{"price":9}' })],
		["has another name", eventOf(QUARANTINE, { event_name: "other", ...WRONG })],
		[
			"is no custom event",
			{ type: "pageview", site_id: QUARANTINE, event_name: "purchase", ...WRONG },
		],
		["is of a site without schemas", eventOf(PLAIN, WRONG)],
	])("is stored as ever if it %s", async (_what, event) => {
		expect(await track(event)).toEqual([200, { success: true }]);
		await running.appended(1);
	});
});

describe("an event that does not fit its schema", () => {
	it("is stored in silence with the mode watch", async () => {
		expect(await track(eventOf(WATCH, WRONG))).toEqual([200, { success: true }]);
		expect(await running.appended(1)).toEqual([expect.objectContaining(WRONG)]);
	});

	it("is stored with warnings with the mode warn", async () => {
		expect(await track(eventOf(WARN, WRONG))).toEqual([200, { success: true, warnings: [RULE] }]);
		expect(await track(eventOf(WARN))).toEqual([
			200,
			{ success: true, warnings: ["/price required: is required"] },
		]);
		await running.appended(2);
	});

	it("is appended as a quarantined event with the mode quarantine, once per id", async () => {
		const event = eventOf(QUARANTINE, { ...WRONG, id: "one" });
		const message = "Event quarantined - it does not fit its schema";
		expect(await track(event)).toEqual([200, { success: true, message, warnings: [RULE] }]);
		expect(await track(event)).toEqual([200, { success: true }]);
		expect(await running.quarantined(1)).toEqual([
			{
				ranRules: [],
				event: expect.objectContaining({ id: "one", eventName: "purchase", ...WRONG }),
				version: expect.any(Number),
				violations: [
					{ rule: "/price type", message: 'must be of the type "number"', value: '"9"' },
				],
			},
		]);
		expect(await running.metric("footfall_events_quarantined_total")).toBe(1);
	});

	it("has a result of its own in a batch", async () => {
		const events = [
			eventOf(WARN, { ...WRONG, id: "b1" }),
			eventOf(QUARANTINE, { ...WRONG, id: "b2" }),
			eventOf(QUARANTINE, { properties: { price: 1 }, id: "b3" }),
		];
		expect(await track({ events })).toEqual([
			200,
			{
				success: true,
				accepted: 3,
				results: [
					{ id: "b1", status: "stored", warnings: [RULE] },
					{ id: "b2", status: "quarantined", warnings: [RULE] },
					{ id: "b3", status: "stored" },
				],
			},
		]);
		await running.appended(2);
		await running.quarantined(1);
	});

	it("is named to the tracker, which logs the line on the page's console", async () => {
		const head = [1, 1_000_000, "shop.example", "en-GB", 1920, 1080, false, 1040, true];
		const entry = (site: string) => [
			1_000_000,
			site,
			2,
			"page",
			0,
			"/",
			"",
			"",
			"",
			"",
			"",
			"purchase",
			'{"price":"9"}',
		];
		const [status, text] = await post("/api/track", [...head, entry(QUARANTINE)]);
		expect([status, text]).toEqual([200, RULE]);
		await running.quarantined(1);
	});

	it("is accepted from a client of another product", async () => {
		const [status] = await post("/api/event", {
			n: "purchase",
			u: "https://shop.example/",
			d: "s4.example",
			p: JSON.stringify({ price: "9" }),
		});
		expect(status).toBe(202);
		expect(await running.quarantined(1)).toHaveLength(1);
	});

	it("is counted by site, event and rule, with examples", async () => {
		await expect
			.poll(() => counted.findLast(({ site, rule }) => site === 4 && rule === "/price type"), {
				timeout: 15_000,
			})
			.toMatchObject({ event: "purchase", count: 4, examples: ['"9"'] });
		expect(counted.findLast(({ rule }) => rule === "/price required")).toMatchObject({
			site: 3,
			message: "is required",
			examples: [""],
		});
		expect(new Set(counted.map(({ site }) => site))).toEqual(new Set([2, 3, 4]));
	});
});

describe("the rules of a site", () => {
	it("apply before its schemas", async () => {
		const renamed = eventOf(RULED, { properties: { cost: 9 } });
		expect(await track(renamed)).toEqual([200, { success: true }]);
		expect(await running.appended(1)).toMatchObject([{ properties: '{"price":9}' }]);
	});

	it("that have run for a quarantined event stay known", async () => {
		const email = "a@b.example";
		await track(eventOf(RULED, { properties: { cost: "9", email } }));
		const [quarantined] = await running.quarantined(1);
		expect(quarantined?.ranRules).toEqual([HASH, RENAME, DROP].map(digestOfRule));
		expect(quarantined?.event.properties).not.toContain(email);
	});

	it("leave properties as long as a site with schemas admits", async () => {
		const text = "x".repeat(30_000);
		await track(eventOf(RULED, { properties: { cost: 1, text } }));
		expect(await running.appended(1)).toMatchObject([
			{ properties: JSON.stringify({ text, price: 1 }) },
		]);
	});
});

describe("properties of custom events", () => {
	const long = (length: number) => JSON.stringify({ price: 1, text: "x".repeat(length - 21) });

	it("may take 32,768 characters where the site has schemas", async () => {
		const properties = long(32_768);
		expect(properties).toHaveLength(32_768);
		expect(await track(eventOf(QUARANTINE, { properties }))).toEqual([200, { success: true }]);
		expect(await running.appended(1)).toEqual([expect.objectContaining({ properties })]);
		expect((await track(eventOf(QUARANTINE, { properties: long(32_769) })))[0]).toBe(400);
	});

	it("may take 2,048 characters elsewhere, and the reply says so", async () => {
		expect((await track(eventOf(PLAIN, { properties: long(2048) })))[0]).toBe(200);
		const [status, body] = await track(eventOf(PLAIN, { properties: long(2049) }));
		expect([status, body.details.fieldErrors]).toEqual([
			400,
			{ properties: ["Too big: expected string to have <=2048 characters"] },
		]);
		await running.appended(1);
	});
});

describe("quarantined events that the backend gives back", () => {
	const given = (id: string, properties: string, site = 4, ranRules: string[] = []) => ({
		id,
		ranRules,
		version: 5_000_000_000_000,
		record: textOfQueuedEvent(
			queuedEvent({
				id,
				site: site as SiteNumber,
				type: "custom_event",
				eventName: "purchase",
				properties,
				occurredAt: 1_700_000_000_000,
				receivedAt: 1_700_000_000_000,
			}),
		),
	});

	it("go through the schemas of now, with their own id and time, and those in the queue are reported", async () => {
		const fits = given("fits", '{"price":1}');
		const wrong = given("wrong", '{"price":"1"}');
		const unreadable = { ...fits, id: "zero", record: "[]" };
		waiting.push({ resend: 7, site: 4, events: [fits, wrong, unreadable] });
		const [event] = await running.appended(1);
		expect(event).toMatchObject({ id: "fits", occurredAt: 1_700_000_000_000 });
		expect(event?.receivedAt).toBeGreaterThan(1_700_000_000_000);
		const [again] = await running.quarantined(1);
		// Above the version that says that the first one was released.
		expect(again).toMatchObject({ event: { id: "wrong" }, version: 5_000_000_000_002 });
		await expect
			.poll(() => released, { timeout: 15_000 })
			.toEqual([
				{
					resend: 7,
					site: 4,
					released: [fits, wrong].map(({ id, version }) => ({ id, version })),
					doneUntil: "zero",
				},
			]);
	});

	it("meet the rules that their site was given since, and no rule twice", async () => {
		const ran = [digestOfRule(HASH)];
		const fits = given("ruled", '{"cost":9,"revenue":9.5,"email":"a@b.example"}', 5, ran);
		const dropped = given("dropped", '{"cost":9,"test":true}', 5, ran);
		const wrong = given("unruly", '{"cost":"9"}', 5, ran);
		waiting.push({ resend: 9, site: 5, events: [fits, dropped, wrong] });
		expect(await running.appended(1)).toEqual([
			expect.objectContaining({
				id: "ruled",
				properties: '{"revenue":9.5,"email":"a@b.example","price":9}',
				revenue: "9.5",
				currency: "EUR",
			}),
		]);
		expect(await running.quarantined(1)).toMatchObject([
			{ event: { id: "unruly" }, ranRules: [HASH, RENAME, DROP].map(digestOfRule) },
		]);
		await expect
			.poll(() => released.find(({ resend }) => resend === 9)?.released.map(({ id }) => id), {
				timeout: 15_000,
			})
			.toEqual(["ruled", "dropped", "unruly"]);
	});

	it("of an unknown site stay where they are", async () => {
		waiting.push({ resend: 8, site: 99, events: [given("lost", "{}")] });
		await expect
			.poll(() => released.find(({ resend }) => resend === 8), { timeout: 15_000 })
			.toEqual({ resend: 8, site: 99, released: [] });
	});
});
