import { BACKFILL_FROM, MAX_EVENT_DELAY_MS } from "@footfall/shared/limits";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventTime } from "./event-time.ts";

const NOW = Date.UTC(2026, 10, 20, 10);
const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
const BROWSER = { trusted: false, allowBackfill: false };
const SERVER = { trusted: true, allowBackfill: false };

describe("an event's time", () => {
	it.each([
		["without any time is when it was received", {}, NOW],
		["with only its own time is when it was received", { timestamp: NOW - HOUR }, NOW],
		["with only the sending time is when it was received", { sent_at: NOW }, NOW],
		["sent at once is when it was received", { timestamp: NOW, sent_at: NOW }, NOW],
		["that waited an hour is an hour old", { timestamp: NOW - HOUR, sent_at: NOW }, NOW - HOUR],
		[
			"keeps its age on a clock that is years behind",
			{ timestamp: NOW - 9 * YEAR - HOUR, sent_at: NOW - 9 * YEAR },
			NOW - HOUR,
		],
		[
			"keeps its age on a clock that is years ahead",
			{ timestamp: NOW + 9 * YEAR - HOUR, sent_at: NOW + 9 * YEAR },
			NOW - HOUR,
		],
		["in the client's future is now", { timestamp: NOW + HOUR, sent_at: NOW }, NOW],
		[
			"older than 72 hours is moved to 72 hours ago",
			{ timestamp: NOW - 100 * HOUR, sent_at: NOW },
			NOW - 72 * HOUR,
		],
		["is rounded to milliseconds", { timestamp: 0.25, sent_at: 10.5 }, NOW - 10],
	])("%s", (_name, times, expected) =>
		expect(eventTime(NOW, times, BROWSER).occurredAt).toBe(expected),
	);

	it.each([
		["in ms is kept", NOW - HOUR, NOW - HOUR, false],
		["in seconds is kept", (NOW - HOUR) / 1000, NOW - HOUR, false],
		["72 hours ago is kept", NOW - 72 * HOUR, NOW - 72 * HOUR, false],
		["five days ago is moved to 72 hours ago", NOW - 120 * HOUR, NOW - 72 * HOUR, true],
		["tomorrow is moved to now", NOW + 24 * HOUR, NOW, true],
		["five seconds ahead is moved to now without a report", NOW + 5_000, NOW, false],
		["six seconds ahead is moved to now", NOW + 6_000, NOW, true],
	])("needs no sending time with a key: %s", (_name, timestamp, occurredAt, isClamped) =>
		expect(eventTime(NOW, { timestamp }, SERVER)).toEqual({ occurredAt, isClamped }),
	);

	it.each([
		["a year ago is kept", NOW - YEAR, NOW - YEAR, false],
		["a year ago in seconds is kept", (NOW - YEAR) / 1000, NOW - YEAR, false],
		["the first instant of 2000 is kept", BACKFILL_FROM, BACKFILL_FROM, false],
		["1999 is moved to the beginning of 2000", BACKFILL_FROM - YEAR, BACKFILL_FROM, true],
		["tomorrow is moved to now", NOW + 24 * HOUR, NOW, true],
	])(
		"accepts backfill from a server with a key where the site allows it: %s",
		(_name, timestamp, occurredAt, isClamped) =>
			expect(eventTime(NOW, { timestamp }, { trusted: true, allowBackfill: true })).toEqual({
				occurredAt,
				isClamped,
			}),
	);

	it("without a key is capped at 72 hours even where the site allows backfill", () =>
		expect(
			eventTime(
				NOW,
				{ timestamp: NOW - YEAR, sent_at: NOW },
				{ trusted: false, allowBackfill: true },
			),
		).toEqual({ occurredAt: NOW - 72 * HOUR, isClamped: true }));

	it("is within two seconds of the truth on a clock that is years off, for a delay of up to 72 hours", () =>
		fc.assert(
			fc.property(
				fc.integer({ min: -30 * YEAR, max: 30 * YEAR }),
				fc.integer({ min: 0, max: MAX_EVENT_DELAY_MS }),
				fc.integer({ min: 0, max: 2_000 }),
				(wrongBy, heldFor, onTheWay) => {
					const happened = NOW - heldFor - onTheWay;
					const times = { timestamp: happened + wrongBy, sent_at: happened + heldFor + wrongBy };
					expect(
						Math.abs(eventTime(NOW, times, BROWSER).occurredAt - happened),
					).toBeLessThanOrEqual(2_000);
				},
			),
		));

	it("is never in the future and never older than 72 hours without backfill, whatever the client says", () =>
		fc.assert(
			fc.property(
				fc.double(),
				fc.option(fc.double(), { nil: undefined }),
				fc.boolean(),
				(timestamp, sent_at, trusted) => {
					const time = eventTime(
						NOW,
						{ timestamp, sent_at },
						{ trusted, allowBackfill: false },
					).occurredAt;
					expect(Number.isInteger(time)).toBe(true);
					expect(time).toBeLessThanOrEqual(NOW);
					expect(time).toBeGreaterThanOrEqual(NOW - MAX_EVENT_DELAY_MS);
				},
			),
		));
});
