import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replayChunks } from "./chunks.ts";
import { scanReplay } from "./scan.ts";

const scanned = (body: unknown) =>
	scanReplay(Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));

/** The events of a body as read from its chunks. */
const eventsOf = async (body: unknown, maxBytes?: number) => {
	const bytes = Buffer.from(JSON.stringify(body));
	const replay = await scanReplay(bytes);
	if ("refused" in replay) throw new Error(JSON.stringify(replay.refused));
	const chunks = [...replayChunks(bytes, replay.events, maxBytes)];
	let whole = "";
	const texts: string[] = [];
	for (const { text, lengths, part, parts } of chunks) {
		if (parts > 1) {
			whole += text.toString();
			if (part === parts - 1) texts.push(whole);
			if (part === parts - 1) whole = "";
			continue;
		}
		let start = 0;
		for (const length of lengths) {
			texts.push(text.toString("utf8", start, start + length));
			start += length;
		}
	}
	return { chunks, events: texts.map((text) => JSON.parse(text) as unknown) };
};

const event = fc.record({
	type: fc.oneof(fc.integer({ min: 0, max: 6 }), fc.string({ maxLength: 10, unit: "binary" })),
	timestamp: fc.integer({ min: 1, max: 50 }),
	data: fc.jsonValue(),
});

describe("a recorder's batch", () => {
	it("is split into chunks of any size that contain its events in the order of their times", () =>
		fc.assert(
			fc.asyncProperty(
				fc.array(event, { maxLength: 20 }),
				fc.integer({ min: 4, max: 400 }),
				async (events, maxBytes) => {
					const body = JSON.parse(JSON.stringify({ userId: "", events }));
					const { chunks, events: found } = await eventsOf(body, maxBytes);
					expect(found).toEqual(
						body.events.sort(
							(one: { timestamp: number }, other: { timestamp: number }) =>
								one.timestamp - other.timestamp,
						),
					);
					expect(chunks.every(({ text }) => text.length <= maxBytes)).toBe(true);
				},
			),
			{ numRuns: 150 },
		));

	it("omits what no player reads, and treats absent data as null", async () => {
		const events = [{ delay: 5, timestamp: 1.5, type: "2", more: { type: 9 } }];
		expect((await eventsOf({ events, userId: "", later: { events: [1] } })).events).toEqual([
			{ type: "2", timestamp: 1.5, data: null },
		]);
	});

	it("has the same name whenever it is sent, and another when anything differs", async () => {
		const named = async (userId: string) => {
			const replay = await scanned({ userId, events: [] });
			return "batch" in replay ? replay.batch : "";
		};
		const [first, again, other] = [await named("a"), await named("a"), await named("b")];
		expect(first).toMatch(/^[0-9a-f]{16}$/);
		expect([again === first, other === first]).toEqual([true, false]);
	});

	it("uses the last value of a key that occurs twice", async () =>
		expect(
			await scanned('{"userId":"a","events":[1],"events":[],"\\u0075serId":"b"}'),
		).toMatchObject({ userId: "b", events: [] }));

	it.each([
		["nothing", "", { formErrors: ["The body is not JSON"] }],
		["half an object", '{"userId":""', { formErrors: ["The body is not JSON"] }],
		["a list", "[]", { formErrors: ["The body must be an object"] }],
		["a text", '"events"', { formErrors: ["The body must be an object"] }],
		["no user", { events: [] }, { fieldErrors: { userId: expect.any(Array) } }],
		["no events", { userId: "" }, { fieldErrors: { events: ["must be a list of events"] } }],
		[
			"events by name",
			{ userId: "", events: { a: { type: 1, timestamp: 1 } } },
			{ fieldErrors: { events: ["must be a list of events"] } },
		],
		[
			"metadata of another form",
			{ userId: "", events: [], metadata: { pageUrl: 1 } },
			{ fieldErrors: { metadata: expect.any(Array) } },
		],
		[
			"events of another form",
			{
				userId: "",
				events: [
					1,
					{},
					{ type: 1 },
					{ type: 1, timestamp: "1" },
					{ type: {}, timestamp: 1 },
					{ type: 1, timestamp: 9e15 },
				],
			},
			{
				fieldErrors: {
					events: [
						"0: must be an object",
						"1: type must be a number or text",
						"2: timestamp must be a number of milliseconds",
						"3: timestamp must be a number of milliseconds",
						"4: type must be a number or text",
						"5: timestamp must be a number of milliseconds",
					],
				},
			},
		],
		[
			"more events than a recorder collects",
			{ userId: "", events: Array.from({ length: 20_001 }, () => ({ type: 1, timestamp: 1 })) },
			{ fieldErrors: { events: ["must be at most 20000"] } },
		],
	])("is refused when it is %s", async (_what, body, details) =>
		expect(await scanned(body)).toMatchObject({
			refused: { code: "INVALID_REQUEST", error: "Invalid payload", fields: { details } },
		}),
	);
});
