import { describe, expect, it } from "vitest";
import { readMatomo } from "./matomo.ts";

const secondsOf = (text: string) => Date.parse(text) / 1000;
const page = (local: string) => ({
	type: "action",
	url: "https://shop.example/a",
	timestamp: secondsOf(`${local}Z`),
});

/** A visit as Matomo exports it: its actions' times are local to the site, its own are UTC. */
const visit = (first: string, last: string, actionDetails: readonly object[]) => ({
	idVisit: "1",
	visitorId: "a",
	firstActionTimestamp: secondsOf(first),
	serverTimestamp: secondsOf(last),
	actionDetails,
});
const timesIn = (row: object) =>
	readMatomo(row as Record<string, unknown>).hits.map(({ at }) => new Date(at).toISOString());

describe("the times of a Matomo visit", () => {
	it.each([
		["ahead of UTC", "2026-11-20T09:00:00", "2026-11-20T11:00:00", "2026-11-20T11:05:00"],
		["behind UTC", "2026-11-20T09:00:00", "2026-11-20T03:30:00", "2026-11-20T03:35:00"],
		["at UTC", "2026-11-20T09:00:00", "2026-11-20T09:00:00", "2026-11-20T09:05:00"],
	])("are converted to UTC for a site %s", (_name, first, one, two) =>
		expect(timesIn(visit(`${first}Z`, "2026-11-20T09:05:00Z", [page(one), page(two)]))).toEqual([
			"2026-11-20T09:00:00.000Z",
			"2026-11-20T09:05:00.000Z",
		]),
	);

	it("stay correct when the clock goes back within the visit", () =>
		expect(
			timesIn(
				visit("2025-10-26T00:40:00Z", "2025-10-26T01:10:00Z", [
					page("2025-10-26T02:40:00"),
					page("2025-10-26T02:55:00"),
					page("2025-10-26T02:05:00"),
					page("2025-10-26T02:10:00"),
				]),
			),
		).toEqual([
			"2025-10-26T00:40:00.000Z",
			"2025-10-26T00:55:00.000Z",
			"2025-10-26T01:05:00.000Z",
			"2025-10-26T01:10:00.000Z",
		]));

	it("stay correct when the clock goes forward within the visit", () =>
		expect(
			timesIn(
				visit("2025-03-30T00:50:00Z", "2025-03-30T01:10:00Z", [
					page("2025-03-30T01:50:00"),
					page("2025-03-30T03:05:00"),
					page("2025-03-30T03:10:00"),
				]),
			),
		).toEqual([
			"2025-03-30T00:50:00.000Z",
			"2025-03-30T01:05:00.000Z",
			"2025-03-30T01:10:00.000Z",
		]));

	it("are not shifted by a visit that lasted longer than its last action", () =>
		expect(
			timesIn(
				visit("2026-11-20T09:00:00Z", "2026-11-20T09:35:00Z", [
					page("2026-11-20T10:00:00"),
					page("2026-11-20T10:05:00"),
				]),
			),
		).toEqual(["2026-11-20T09:00:00.000Z", "2026-11-20T09:05:00.000Z"]));
});

describe("an outbound link in a Matomo visit", () => {
	it.each([
		["outlink", "outbound"],
		["download", "custom_event"],
	])("of the type %s is an event on the page that contains it", (type, expected) => {
		const link = { ...page("2026-11-20T09:01:00"), type, url: "https://elsewhere.example/x.pdf" };
		const first = "2026-11-20T09:00:00";
		const { hits } = readMatomo(visit(`${first}Z`, "2026-11-20T09:01:00Z", [page(first), link]));
		expect(hits[1]).toMatchObject({
			type: expected,
			hostname: "shop.example",
			pathname: "/a",
			properties: '{"url":"https://elsewhere.example/x.pdf"}',
		});
	});
});
