import { describe, expect, it } from "vitest";
import type { SiteNumber } from "./ids.ts";
import {
	decodeQueuedIdentify,
	encodeQueuedIdentify,
	isQueuedIdentify,
	type QueuedIdentify,
} from "./queued-identify.ts";

const traitsOnly: QueuedIdentify = {
	id: "a",
	site: 7 as SiteNumber,
	receivedAt: 1_795_000_000_000,
	visitor: "00000000000000aa",
	user: "anna",
	isNewIdentify: false,
};
const whole: QueuedIdentify = {
	...traitsOnly,
	visitorYesterday: "00000000000000bb",
	traits: { plan: "pro", since: 2024, old: null },
	isNewIdentify: true,
};

describe("a queued identify", () => {
	it.each([traitsOnly, whole])("is read as it was written", (identify) =>
		expect(decodeQueuedIdentify(encodeQueuedIdentify(identify))).toEqual(identify),
	);

	it("is distinguished from an event by its first bytes", () =>
		expect(
			[
				encodeQueuedIdentify(whole),
				Buffer.from('[1,"id",7]'),
				Buffer.from("["),
				Buffer.from(""),
			].map(isQueuedIdentify),
		).toEqual([true, false, false, false]));

	it.each(['["identify",2,"a",7,1,"x",null,"u",null,true]', '["identify",1]', "{}", "[1]"])(
		"is not read from %s",
		(text) => expect(() => decodeQueuedIdentify(Buffer.from(text))).toThrow(TypeError),
	);
});
