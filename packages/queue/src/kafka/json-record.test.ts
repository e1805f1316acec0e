import { encodeQueuedEvent } from "@footfall/shared/queued-event";
import { encodeQueuedIdentify } from "@footfall/shared/queued-identify";
import { encodeQueuedReplay } from "@footfall/shared/queued-replay";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { queuedReplay } from "@footfall/testing/queued-replay-example";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonMessages } from "./json-record.ts";
import { keyedMessageOf } from "./keyed-message.ts";
import { valuesIn } from "./record-form.ts";

const site = queuedEvent({}).site;
const event = (name: string, properties = "{}") =>
	encodeQueuedEvent(queuedEvent({ eventName: name, properties, ip: "192.0.2.1" }));
const identify = (traits: Record<string, unknown>) =>
	encodeQueuedIdentify({
		...{ id: "id", site, receivedAt: 1_795_000_000_123, visitor: "0123456789abcdef" },
		...{ user: "zoë", traits, isNewIdentify: true },
	});
const replay = (events: Uint8Array, lengths: number[] = [2]) =>
	encodeQueuedReplay(
		queuedReplay({
			...{ batch: "00000000000000ab", visitor: "0123456789abcdef", times: [1], lengths, events },
			...{
				receivedAt: 1_795_000_000_123,
				startedAt: 1_795_000_000_000,
				endedAt: 1_795_000_000_000,
			},
		}),
	);

const written = (value: Buffer): Buffer =>
	jsonMessages([keyedMessageOf("1:visitor", value)])[0]?.value ?? Buffer.alloc(0);
const textsIn = (value: Buffer) => valuesIn(value).map((one) => one?.toString("latin1"));

const value = fc.oneof(
	fc.tuple(fc.string({ unit: "binary" }), fc.json()).map(([name, text]) => event(name, text)),
	fc.dictionary(fc.string(), fc.jsonValue()).map(identify),
	fc.uint8Array().map((events) => replay(events)),
);

describe("a record of JSON", () => {
	it("loses nothing, whether it is read as it was written or written again by another program", () =>
		fc.assert(
			fc.property(value, (given) => {
				const text = written(given);
				const again = Buffer.from(JSON.stringify(JSON.parse(text.toString()), null, 1));
				const { loader, ...envelope } = JSON.parse(text.toString());
				const reordered = Buffer.from(JSON.stringify({ loader, ...envelope }));
				for (const one of [text, again, reordered])
					expect(textsIn(one)).toEqual([given.toString("latin1")]);
			}),
		));

	it("is an envelope for everybody else, with the same key as before", () => {
		const [record] = jsonMessages([keyedMessageOf("1:visitor", event("paid", '{"a":1}'))]);
		expect(record?.key.toString()).toBe("1:visitor");
		expect(JSON.parse(record?.value.toString() ?? "")).toMatchObject({
			...{ v: 1, site: 1, type: "pageview", event_name: "paid", properties: { a: 1 } },
			loader: { record: expect.any(Array), crc32: expect.any(Number) },
		});
	});

	it("may contain what looks like its own end", () => {
		const given = identify({ a: ',"crc32":1,"bytes":2}}', loader: { record: [1], crc32: 7 } });
		expect(textsIn(written(given))).toEqual([given.toString("latin1")]);
	});

	it("is reported as damaged if its bytes have changed", () =>
		fc.assert(
			fc.property(fc.nat(), (at) => {
				const given = event("first");
				const text = written(given);
				const begin = text.indexOf('"record":') + 10;
				const place = begin + (at % (given.length - 2));
				text[place] = (text[place] ?? 0) ^ 1;
				expect(textsIn(text)).not.toContain(given.toString("latin1"));
				expect(textsIn(text)).toHaveLength(1);
			}),
		));

	it.each([
		["of an unknown kind", Buffer.from('{"not":"a record"}')],
		["of another version", Buffer.from('[2,"a"]')],
		["too large for JSON", replay(Buffer.alloc(700 * 1024, 1))],
	])("is packed instead if the value is %s", (_what, given) => {
		const record = written(given);
		expect(record[0]).not.toBe(0x7b);
		expect(valuesIn(record).map((one) => one?.equals(given))).toEqual([true]);
	});

	it.each(["{", '{"a":1}', '{"loader":1}', '{"loader":null}'])(
		"is not %j, which is one value",
		(text) => expect(valuesIn(Buffer.from(text))).toEqual([Buffer.from(text)]),
	);
});
