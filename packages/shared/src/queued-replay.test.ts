import { describe, expect, it } from "vitest";
import type { SiteNumber } from "./ids.ts";
import { encodeQueuedIdentify } from "./queued-identify.ts";
import {
	decodeQueuedReplay,
	encodeQueuedReplay,
	isQueuedReplay,
	type QueuedReplay,
} from "./queued-replay.ts";

const replay: QueuedReplay = {
	batch: "00000000000000ab",
	chunk: 2,
	part: 0,
	parts: 1,
	site: 7 as SiteNumber,
	receivedAt: 1_790_000_000_000,
	startedAt: 1_789_999_999_000,
	endedAt: 1_790_000_000_000,
	retentionDays: 30,
	visitor: "0123456789abcdef",
	visitorYesterday: "fedcba9876543210",
	identifiedUser: "zoë",
	pageUrl: "https://example.com/ü",
	language: "nl",
	screenWidth: 1280,
	screenHeight: 720,
	browser: "Firefox",
	browserVersion: "150",
	operatingSystem: "Linux",
	operatingSystemVersion: "",
	deviceType: "Desktop",
	country: "NL",
	region: "NL-NH",
	city: "Amsterdam",
	times: [1, 2],
	lengths: [2, 1],
	events: Buffer.from([0x1f, 0x8b, 0, 255]),
};

describe("a replay chunk in the queue", () => {
	it("is read as it was written", () =>
		expect(decodeQueuedReplay(encodeQueuedReplay(replay))).toEqual(replay));

	it("is distinguished from records of other kinds", () => {
		const identify = encodeQueuedIdentify({
			id: "id",
			site: replay.site,
			receivedAt: 1,
			visitor: replay.visitor,
			user: "zoë",
			isNewIdentify: true,
		});
		expect([
			isQueuedReplay(encodeQueuedReplay(replay)),
			isQueuedReplay(identify),
			isQueuedReplay(new Uint8Array()),
			isQueuedReplay(Buffer.from("RPL")),
		]).toEqual([true, false, false, false]);
	});

	it.each([
		["cut off within its header's length", encodeQueuedReplay(replay).subarray(0, 6)],
		["cut off within its header", encodeQueuedReplay(replay).subarray(0, 40)],
		["a record of another kind", Buffer.from('[1,"event"]')],
	])("is refused when it is %s", (_what, bytes) =>
		expect(() => decodeQueuedReplay(bytes)).toThrow(),
	);
});
