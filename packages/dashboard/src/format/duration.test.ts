import { describe, expect, it } from "vitest";
import { durationText, roundDurationText, roundSpeedText, speedText } from "./duration.ts";

describe("durations", () => {
	it.each([
		[0, "0s"],
		[0.3, "<1s"],
		[42, "42s"],
		[59.4, "59s"],
		[59.6, "1m 00s"],
		[65, "1m 05s"],
		[105, "1m 45s"],
		[3599.6, "1h 00m"],
		[7500, "2h 05m"],
		[93_600, "26h 00m"],
	])("formats %d seconds as %s", (seconds, text) => expect(durationText(seconds, "en")).toBe(text));

	it("names units in the viewer's language", () => {
		expect(durationText(105, "fr")).toBe("1min 45s");
		expect(durationText(105, "de")).toBe("1 min 45 s");
		expect(speedText(3070, "de")).toBe("3,07 s");
		expect(durationText(42, "pt-BR")).toBe("42 s");
	});

	it.each([
		[30, "30s"],
		[90, "1m 30s"],
		[120, "2m"],
		[5400, "1h 30m"],
	])("leaves out zero parts on an axis: %d", (seconds, text) =>
		expect(roundDurationText(seconds, "en")).toBe(text),
	);
});

describe("speeds", () => {
	it.each([
		[0, "0 ms"],
		[559.4, "559 ms"],
		[999.6, "1.00 s"],
		[3070, "3.07 s"],
	])("formats %d milliseconds as %s", (milliseconds, text) =>
		expect(speedText(milliseconds, "en")).toBe(text),
	);

	it("has one unit along an axis", () => {
		expect(roundSpeedText(500, 800, "en")).toBe("500 ms");
		expect(roundSpeedText(500, 4000, "en")).toBe("0.5 s");
		expect(roundSpeedText(4000, 4000, "en")).toBe("4 s");
	});
});
