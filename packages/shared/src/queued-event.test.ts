import { describe, expect, it } from "vitest";
import { decodeQueuedEvent, encodeQueuedEvent, type QueuedEvent } from "./queued-event.ts";

describe("a queued event", () => {
	it("survives the way through bytes, wherever in a larger buffer they lie", () => {
		const event = { v: 1, id: "a", pageTitle: "Ω \u0000 \ud800" } as QueuedEvent;
		const bytes = encodeQueuedEvent(event);
		const larger = Buffer.concat([Buffer.from("xx"), bytes, Buffer.from("yy")]);
		expect(decodeQueuedEvent(larger.subarray(2, 2 + bytes.length))).toEqual(event);
	});

	it.each(["", "null", "1", "{}", '{"v":2}', "[]"])("is not what %j holds", (text) =>
		expect(() => decodeQueuedEvent(Buffer.from(text))).toThrow(),
	);
});
