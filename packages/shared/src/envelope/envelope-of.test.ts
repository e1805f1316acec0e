import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { EVENT_TYPES } from "../event.ts";
import { eventFields, isStored } from "../event-fields.ts";
import type { SiteNumber } from "../ids.ts";
import { BOT_LAYERS, encodeQueuedEvent, POSITIONS, type QueuedEvent } from "../queued-event.ts";
import { encodeQueuedIdentify, type QueuedIdentify } from "../queued-identify.ts";
import { encodeQueuedReplay, type QueuedReplay } from "../queued-replay.ts";
import { envelopeOf } from "./envelope-of.ts";
import { RecordEnvelope } from "./record-envelope.ts";

const DOCS = "../../../../docs";
const EXAMPLES = "../../../../examples";

/** Of the documentation ranges, so that no random text contains one. */
const ADDRESSES = ["192.0.2.117", "2001:db8::c0:ffee", "203.0.113.9"];

const text = fc.string({ unit: "grapheme", maxLength: 30 });
const site = fc.integer({ min: 1, max: 999_999_999 }).map((number) => number as SiteNumber);
const instant = fc.integer({ min: Date.UTC(2000), max: Date.UTC(2100) });
const hexId = fc.stringMatching(/^[0-9a-f]{16}$/);
const size = fc.integer({ min: 0, max: 65_535 });
const measure = fc.double({ min: 0, max: 3_600_000, noNaN: true });
const texts = fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), text, { maxKeys: 4 });
const properties = fc
	.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 })
	.map((value) => JSON.stringify(value));

const sharedByEventsAndReplays = {
	site,
	receivedAt: instant,
	visitor: hexId,
	identifiedUser: text,
	language: text,
	browser: text,
	browserVersion: text,
	operatingSystem: text,
	operatingSystemVersion: text,
	deviceType: text,
	screenWidth: size,
	screenHeight: size,
	country: text,
	region: text,
	city: text,
};

const bot = fc.record(
	{
		layers: fc.subarray([...BOT_LAYERS]),
		category: text,
		matchedPattern: text,
		name: text,
		operator: text,
		purpose: text,
		claim: fc.constantFrom("claimed" as const, "verified" as const, "" as const),
		asnProvider: text,
		evidence: fc.array(text, { maxLength: 5 }),
	},
	{ requiredKeys: ["layers", "category", "matchedPattern", "name", "operator", "purpose"] },
);

const event: fc.Arbitrary<QueuedEvent> = fc
	.record({
		...sharedByEventsAndReplays,
		v: fc.constant(1 as const),
		id: fc.string({ minLength: 1, maxLength: 64 }),
		occurredAt: instant,
		type: fc.constantFrom(...EVENT_TYPES),
		eventName: text,
		properties,
		hostname: text,
		pathname: text,
		querystring: text,
		pageTitle: text,
		referrer: text,
		channel: text,
		urlParameters: texts,
		tag: text,
		featureFlags: texts,
		latitude: fc.double({ min: -90, max: 90, noNaN: true }),
		longitude: fc.double({ min: -180, max: 180, noNaN: true }),
		timezone: text,
		asn: fc.nat(),
		asnOrganization: text,
		pageId: text,
		sequence: fc.integer({ min: -1, max: 2 ** 31 - 1 }),
	})
	.chain((required) =>
		fc
			.record(
				{
					visitorYesterday: hexId,
					ip: fc.constantFrom(...ADDRESSES),
					deviceModel: text,
					appVersion: text,
					revenue: fc.constantFrom("29.9", "-0.0001", "1000000000000"),
					currency: fc.constantFrom("EUR", "JPY"),
					orderId: text,
					suspected: fc.constantFrom(0, 1),
					lcp: measure,
					cls: measure,
					inp: measure,
					fcp: measure,
					ttfb: measure,
					msVisible: measure,
					scrollDepth: fc.integer({ min: 0, max: 100 }),
					bot,
					traceparent: fc.constant("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
				},
				{ requiredKeys: [] },
			)
			.map((optional) => ({ ...required, ...optional })),
	);

const identify: fc.Arbitrary<QueuedIdentify> = fc.record(
	{
		id: fc.uuid(),
		site,
		receivedAt: instant,
		visitor: hexId,
		visitorYesterday: hexId,
		user: fc.string({ minLength: 1, maxLength: 255 }),
		traits: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
		isNewIdentify: fc.boolean(),
	},
	{ requiredKeys: ["id", "site", "receivedAt", "visitor", "user", "isNewIdentify"] },
);

const replay: fc.Arbitrary<QueuedReplay> = fc.record({
	...sharedByEventsAndReplays,
	batch: hexId,
	chunk: fc.nat(),
	part: fc.nat(),
	parts: fc.nat(),
	startedAt: instant,
	endedAt: instant,
	retentionDays: fc.nat(),
	visitorYesterday: hexId,
	pageUrl: text,
	times: fc.array(instant, { maxLength: 5 }),
	lengths: fc.array(fc.nat(), { maxLength: 5 }),
	events: fc.uint8Array({ maxLength: 50 }),
});

/** Every record that gateways append, as bytes. */
const record = fc.oneof(
	event.map(encodeQueuedEvent),
	identify.map(encodeQueuedIdentify),
	replay.map(encodeQueuedReplay),
);

const schema = z.toJSONSchema(RecordEnvelope, { io: "input" });
const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const isValid = ajv.compile(schema);

describe("the envelope of a record", () => {
	it("is valid by the documented schema, and has no field that this leaves out", () =>
		fc.assert(
			fc.property(record, (value) => {
				const line = JSON.stringify(envelopeOf(value));
				const envelope: unknown = JSON.parse(line);
				expect(isValid(envelope) ? [] : isValid.errors).toEqual([]);
				expect(JSON.parse(JSON.stringify(RecordEnvelope.parse(envelope)))).toEqual(envelope);
			}),
		));

	it("never contains the visitor's address, nor the id of another day", () =>
		fc.assert(
			fc.property(event, hexId, fc.constantFrom(...ADDRESSES), (given, yesterday, ip) => {
				const line = JSON.stringify(
					envelopeOf(encodeQueuedEvent({ ...given, ip, visitorYesterday: yesterday })),
				);
				for (const address of ADDRESSES) expect(line).not.toContain(address);
				expect(line).not.toContain(`"${yesterday}"`);
			}),
		));

	it("has each column of stored events but the address, under its name", () => {
		const properties = (one: object): [string, object][] =>
			"properties" in one ? Object.entries(one.properties as Record<string, object>) : [];
		const [ofEvents] = (schema.oneOf ?? []) as object[];
		const named = properties(ofEvents ?? {}).flatMap(([name, one]) => [
			name,
			...properties(one).map(([column]) => column),
		]);
		const renamed = { event_id: "id", site_id: "site", timestamp: "at", session_id: "session" };
		const columns = eventFields
			.filter(isStored)
			.map(({ column }) => renamed[column as keyof typeof renamed] ?? column);
		expect(columns.filter((column) => !named.includes(column))).toEqual(["ip"]);
	});

	it.each(["", "null", "[]", '[2,"a"]', '["identify",2]', "RPL1"])("is not made of %j", (value) =>
		expect(() => envelopeOf(Buffer.from(value))).toThrow(),
	);
});

describe("the documented format", () => {
	it("is the schema of envelopes", () =>
		expect(`${JSON.stringify(schema, null, "\t")}\n`).toMatchFileSnapshot(
			`${DOCS}/record-format.schema.json`,
		));

	it("names the positions of an event's record", async () => {
		const columns = new Map(eventFields.map(({ name, column }) => [name as string, column]));
		const names = Array.from(POSITIONS, (name) => columns.get(name) ?? name);
		await expect(`${JSON.stringify(names, null, "\t")}\n`).toMatchFileSnapshot(
			`${EXAMPLES}/record-reader/fields.json`,
		);
	});
});
