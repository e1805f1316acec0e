import type { EventStore } from "@footfall/store";
import {
	createReportComparison,
	findSegment,
	type Given,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import { openTestStore } from "@footfall/testing/model/event-store";
import * as reference from "@footfall/testing/model/events";
import * as answers from "@footfall/testing/model/expected";
import { activities, type Kind, withActivities } from "@footfall/testing/model/random-activity";
import { EVENT_COLUMNS, randomSites, rowOf } from "@footfall/testing/model/random-site";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Beyond the ids of all worlds. */
const ERRONEOUS_SITE = 9_000_001;

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
let check: ReturnType<typeof createReportComparison>;

beforeAll(async () => {
	store = await openTestStore();
	check = createReportComparison(store);
	ask = createReportRunner({ store, now: () => Date.parse("2027-06-01T12:00:00Z"), findSegment });
});
afterAll(async () => {
	await store.close();
});

const checkWith = <More>(
	kinds: readonly Kind[],
	more: fc.Arbitrary<More>,
	property: (given: Given<More>) => Promise<void>,
) =>
	check(
		fc.record({ happened: activities(...kinds), more }),
		({ more: { more: chosen }, ...given }) => property({ ...given, more: chosen }),
		(world, { happened }) => withActivities(world, happened),
	);
const pages = fc.constantFrom("", "1", "2", "9");
/** A page of rows, or the first rows alone when no page was requested. */
const paged = (rows: readonly unknown[], page: string, limit: number) => {
	const from = (Number(page || 1) - 1) * limit;
	const shown = rows.slice(from, from + limit);
	return { data: page === "" ? shown : { data: shown, totalCount: rows.length } };
};

describe("reports on page activity match the reference computed by hand", () => {
	/** Names without their ids, which only the store can compute. */
	const nameless = (answer: unknown) =>
		JSON.parse(JSON.stringify(answer), (name, value) => (name === "errorId" ? undefined : value));

	it(
		"match in total, by dimension, and for one error by its id",
		() =>
			checkWith(
				["error"],
				fc.record({
					message: fc.constantFrom(undefined, "too deep", `It's "ä" %_\\`),
					dimension: fc.constantFrom("pathname", "browser_version", "country", "app_version"),
				}),
				async ({ site, events, parameters, question, bucket, times, more }) => {
					const { message, dimension } = more;
					const { data } = (await ask(site, "/errors/names", {
						...parameters,
						page: "1",
						seen: "true",
					})) as {
						data: { data: { value: string; errorId: string }[] };
					};
					const known = data.data.find(({ value }) => value === message);
					if (message !== undefined && !known) return;
					const errorId = known?.errorId ?? "";
					expect(errorId).toMatch(/^([0-9a-f]{16})?$/);
					const asked = { ...parameters, errorId };
					expect(await ask(site, "/errors/overview", { ...asked, seen: "true" })).toEqual({
						data: {
							...reference.errorFigures(events, question, message),
							...reference.errorSeen(events, message),
						},
					});
					const rows = reference.errorsBy(events, question, dimension, message);
					expect(await ask(site, "/errors/by-dimension", { ...asked, dimension })).toEqual({
						data: { data: rows, totalCount: rows.length },
					});
					const inSeries = { ...asked, errorId: errorId || "all", bucket };
					expect(await ask(site, "/errors/time-series", inSeries)).toEqual({
						success: true,
						data: reference.errorSeries(events, question, message, bucket, times()),
					});
					if (message === undefined) return;
					expect(await ask(site, "/errors/events", asked)).toEqual({
						data: reference
							.errorOccurrences(events, question, message)
							.slice(0, 20)
							.map((row) => ({ ...row, errorName: expect.any(String), release: "" })),
					});
				},
			),
		WITHIN_MS,
	);

	it(
		"match for errors by name, one by one and over time",
		() =>
			checkWith(
				["error"],
				fc.record({ page: pages, message: fc.constantFrom("too deep", `It's "ä" %_\\`) }),
				async ({ site, events, parameters, question, bucket, times, more: { page, message } }) => {
					const errorMessage = message;
					const names = await ask(site, "/errors/names", { ...parameters, page, limit: "2" });
					const rows = reference.errorNames(events, question).map(({ userCount, ...row }) => row);
					expect(names).toEqual(paged(rows, page, 2));
					expect(
						await ask(site, "/errors/events", { ...parameters, errorMessage, page, limit: "3" }),
					).toEqual(paged(reference.errorOccurrences(events, question, message), page, 3));
					expect(
						await ask(site, "/errors/time-series", { ...parameters, errorMessage, bucket }),
					).toEqual({
						success: true,
						data: reference.errorSeries(events, question, message, bucket, times()),
					});
				},
			),
		WITHIN_MS,
	);

	it(
		"match for errors by name with their first and last time and their trends",
		() =>
			checkWith(
				["error"],
				pages,
				async ({ site, events, parameters, question, bucket, times, more: page }) => {
					const asked = { ...parameters, page, limit: "2", bucket, seen: "true", trend: "true" };
					const rows = reference.errorNames(events, question).map((row) => ({
						...row,
						...reference.errorSeen(events, row.value),
						trend: reference.errorSeries(events, question, row.value, bucket, times()),
					}));
					expect(nameless(await ask(site, "/errors/names", asked))).toEqual(paged(rows, page, 2));
				},
			),
		WITHIN_MS,
	);

	it("rejects trends with more points than an answer may have", async () => {
		const [example] = fc
			.sample(randomSites, { numRuns: 20, seed: 3 })
			.flatMap((world) => world.events);
		if (!example) throw new TypeError("There is an event in twenty worlds");
		const at = Date.parse("2026-01-01T10:00:00Z");
		const events = Array.from({ length: 30 }, (_, index) => ({
			...example,
			...{ site: ERRONEOUS_SITE, at, offset: index + 1, type: "error" },
			properties: JSON.stringify({ message: `message ${index}` }),
		}));
		await store.insert("events", EVENT_COLUMNS, events.map(rowOf));
		const asked = { limit: "30", trend: "true", bucket: "minute", time_zone: "UTC" };
		const range = { start_date: "2026-01-01", end_date: "2026-01-02" };
		await expect(ask(ERRONEOUS_SITE, "/errors/names", { ...asked, ...range })).rejects.toThrow(
			"A series has at most 20000 rows, and this range has more with bucket minute: use bucket five_minutes",
		);
		await expect(
			ask(ERRONEOUS_SITE, "/errors/names", { ...asked, bucket: "second" }),
		).rejects.toThrow("Invalid bucket value: second");
	});

	it(
		"match for custom events by name, by property and over time",
		() =>
			checkWith(
				["custom"],
				fc.record({ event_name: fc.constantFrom("buy", "100", "Über %"), limit: fc.nat(3) }),
				async ({ site, events, parameters, question, bucket, more: { event_name, limit } }) => {
					expect(await ask(site, "/events/names", parameters)).toEqual({
						data: reference
							.eventNames(events, question)
							.map(({ value, count }) => ({ eventName: value, count })),
					});
					const named = (name: string) => ({ type: "custom_event", event_name: name });
					const withPeople = { ...parameters, people: "true" };
					expect(await ask(site, "/events/names", withPeople)).toEqual({
						data: reference.eventNamesWithPeople(events, question),
					});
					const log = { ...parameters, ...named(event_name), page_size: "1000" };
					const { data: listed } = (await ask(site, "/events", log)) as { data: unknown[] };
					expect(listed).toHaveLength(
						answers
							.listedEvents(events, question)
							.filter((row) => row.type === "custom_event" && row.event_name === event_name).length,
					);
					expect(await ask(site, "/events/properties", { ...parameters, event_name })).toEqual({
						data: reference.eventProperties(events, question, event_name),
					});
					const most = { ...parameters, bucket, limit: String(limit) };
					expect(await ask(site, "/events/time-series", most)).toEqual({
						data: reference.eventSeries(events, question, bucket, limit || 5),
					});
					const one = { ...parameters, bucket, event_name };
					const { data } = (await ask(site, "/events/time-series", one)) as {
						data: { event_count: number }[];
					};
					expect(data.filter(({ event_count }) => event_count > 0)).toEqual(
						reference
							.eventSeries(events, question, bucket, 1000)
							.filter((row) => row.event_name === event_name),
					);
				},
			),
		WITHIN_MS,
	);

	it(
		"match for clicks, submissions, copies and outbound links",
		() =>
			checkWith(
				["captured"],
				fc.constantFrom("outbound", "button_click", "form_submit", "copy"),
				async ({ site, events, parameters, question, bucket, more: type }) => {
					const rows = reference.captured(events, question, type);
					expect(await ask(site, "/events/autocapture", { ...parameters, type })).toEqual({
						data: rows.map(({ value, count, last }) => ({ value, count, lastOccurred: last })),
					});
					expect(await ask(site, "/events/autocapture-values", { ...parameters, type })).toEqual({
						data: rows.map(({ value, count }) => ({ value, count })),
					});
					expect(await ask(site, "/events/outbound", parameters)).toEqual({
						data: reference
							.captured(events, question, "outbound")
							.map(({ value, count, last }) => ({ url: value, count, lastClicked: last })),
					});
					expect(await ask(site, "/events/count", { ...parameters, bucket })).toEqual({
						data: answers.eventsCount(events, question, bucket),
					});
				},
			),
		WITHIN_MS,
	);

	it(
		"match for page titles",
		() =>
			checkWith([], pages, async ({ site, events, parameters, question, more: page }) =>
				expect(await ask(site, "/page-titles", { ...parameters, page, limit: "1" })).toEqual(
					paged(answers.pageTitles(events, question), page, 1),
				),
			),
		WITHIN_MS,
	);
});
