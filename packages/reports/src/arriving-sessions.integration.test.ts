import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteNumber } from "@footfall/shared/ids";
import { encodeQueuedEvent, type QueuedEvent } from "@footfall/shared/queued-event";
import { findSegment } from "@footfall/testing/model/compare-report";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { type LoaderOnDisk, startLoaderOn } from "@footfall/testing/store/loader-on-disk";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

/** Browser events pass through the queue and the loader and are then read in reports. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A midnight in UTC, some days ago. */
const MIDNIGHT = Math.floor(Date.now() / DAY_MS) * DAY_MS - 3 * DAY_MS;

const goalOf = (goalId: number, goalType: "path" | "event", config: object) => ({
	...{ goalId, siteId: 1, name: null, goalType, config, createdAt: new Date(0) },
});
const GOALS = [
	goalOf(1, "path", { pathPattern: "/thanks" }),
	goalOf(2, "event", { eventName: "buy" }),
];

let directory: string;
let running: LoaderOnDisk;
let ask: ReturnType<typeof createReportRunner>;
beforeAll(async () => {
	directory = mkdtempSync(join(tmpdir(), "arriving-"));
	running = await startLoaderOn(directory);
	ask = createReportRunner({
		store: running.store,
		now: Date.now,
		findSegment,
		goals: {
			ofSite: async () => GOALS,
			one: async (_: number, id: string) => GOALS.find(({ goalId }) => String(goalId) === id),
		} as never,
	});
}, 60_000);
afterAll(async () => {
	await running.stop();
	rmSync(directory, { recursive: true });
});

let site = 0;
let sent = 0;
beforeEach(() => {
	site++;
});

type Sent = Partial<QueuedEvent>;
/** An event this many minutes after midnight. */
const at = (minutes: number, event: Sent = {}): Sent => ({
	occurredAt: MIDNIGHT + minutes * MINUTE_MS,
	...event,
});
const seen = (minutes: number, msVisible: number, event: Sent = {}): Sent =>
	at(minutes, { type: "engagement", msVisible, ...event });

/** Sends events in batches, each after the previous batch is stored. */
const arrive = async (...batches: Sent[][]) => {
	for (const batch of batches) {
		await running.append(
			batch.map((event) =>
				encodeQueuedEvent(queuedEvent({ site: site as SiteNumber, id: `e${sent++}`, ...event })),
			),
		);
		await running.loaded();
	}
};

type Parameters = Record<string, string>;
const dataOf = async <Data>(
	path: string,
	parameters: Parameters = {},
	inPath: Parameters = {},
	body?: object,
) => ((await ask(site, path, parameters, inPath, body)) as { data: Data }).data;
const overview = (parameters?: Parameters) =>
	dataOf<Record<string, number>>("/overview", parameters);
const channels = async () => {
	const asked = { parameter: "channel" };
	const { data } = await dataOf<{ data: { value: string; count: number }[] }>("/metric", asked);
	return data.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]);
};

describe("events sent by browsers", () => {
	it("form one session when a page is read for 45 minutes", async () => {
		const source = { channel: "Organic Search", referrer: "https://google.com/" };
		await arrive([at(0, source)], [seen(45, 45 * MINUTE_MS)]);
		expect(await overview()).toMatchObject({ sessions: 1, pageviews: 1, session_duration: 2700 });
		expect(await channels()).toEqual([["Organic Search", 1]]);
	});

	it("add the visible time of a page that is viewed again, not the hours in between", async () => {
		await arrive([at(0)], [seen(1, 30_000)], [seen(300, 400)]);
		expect(await overview()).toMatchObject({ sessions: 1, pageviews: 1, session_duration: 30.4 });
	});

	it("belong to one person when a page is left on another network", async () => {
		await arrive([at(0)], [seen(5, 1000, { visitor: "fedcba9876543210" })]);
		expect(await overview()).toMatchObject({ sessions: 1, users: 1 });
		expect(await dataOf("/users")).toHaveLength(1);
	});

	it("count a session on its first day when it crosses midnight, except for its views", async () => {
		await arrive([at(-2, { pageId: "a" }), at(3, { pageId: "b" })]);
		const day = (offset: number) => new Date(MIDNIGHT + offset * DAY_MS).toISOString().slice(0, 10);
		const days = (first: number, last: number) => ({
			...{ start_date: day(first), end_date: day(last), time_zone: "UTC" },
		});
		expect(await overview(days(-1, -1))).toMatchObject({ sessions: 1, pageviews: 1 });
		expect(await overview(days(0, 0))).toMatchObject({ sessions: 0, pageviews: 1 });
		expect(await overview(days(-1, 0))).toMatchObject({ sessions: 1, pageviews: 2 });
		for (const bucket of ["five_minutes", "hour", "day", "week", "month", "year"]) {
			const series = await dataOf<{ sessions: number; pageviews: number }[]>(
				"/overview/time-series",
				{ ...days(-1, 0), bucket },
			);
			const sum = (name: "sessions" | "pageviews") =>
				series.reduce((total, { [name]: count }) => total + count, 0);
			expect([bucket, sum("sessions"), sum("pageviews")]).toEqual([bucket, 1, 2]);
		}
	});

	it.each([
		[0, 1],
		[1, 2],
	])("separated by 30 minutes and %i ms form %i sessions", async (ms, sessions) => {
		await arrive([at(0), at(30 + ms / MINUTE_MS, { type: "outbound" })]);
		expect(await overview()).toMatchObject({ sessions });
	});

	it("are joined into one session by an act that arrives late", async () => {
		await arrive([at(0)], [at(50)], [at(25)]);
		expect(await overview()).toMatchObject({ sessions: 1, pageviews: 3, session_duration: 3000 });
		expect(await dataOf("/sessions")).toHaveLength(1);
	});

	it.each([
		["four users of one browser", 4, ["a", "b", "c", "d"].map((user) => [user, "1"])],
		["one user on two devices", 1, ["1", "2"].map((device) => ["anna", device])],
	])("count %s as %i persons in every report and list", async (_, persons, sent) => {
		await arrive(
			sent.map(([identifiedUser = "", device = ""], index) =>
				at(index, { identifiedUser, visitor: device.repeat(16), pageId: `${index}` }),
			),
		);
		expect(await overview()).toMatchObject({ users: persons });
		expect(await dataOf("/users")).toHaveLength(persons);
		const [year] = await dataOf<object[]>("/overview/time-series", { bucket: "year" });
		expect(year).toMatchObject({ users: persons });
	});

	it("form a whole session in the range in which it began, however long it was and was viewed after", async () => {
		const acts = Array.from({ length: 45 }, (_, nth) => at(nth * 30, { pageId: `p${nth}` }));
		await arrive(acts, [seen(44 * 30 + 20 * 60, 60 * MINUTE_MS, { pageId: "p44" })]);
		const range = {
			start_datetime: new Date(MIDNIGHT).toISOString().slice(0, 19),
			end_datetime: new Date(MIDNIGHT + MINUTE_MS).toISOString().slice(0, 19),
		};
		const session_duration = (44 * 30 + 60) * 60;
		expect(await overview()).toMatchObject({ sessions: 1, session_duration });
		expect(await overview(range)).toMatchObject({ sessions: 1, session_duration });
	});
});

describe("ten sessions that arrive from a newsletter link and buy", () => {
	const STEPS = ["/", "/cart", "/thanks"];
	const link = {
		channel: "Email",
		referrer: "https://mail.example.org/",
		urlParameters: { utm_source: "nl", utm_medium: "email", utm_campaign: "Spring" },
	};
	const filtered = (parameter: string, value: string) => ({
		filters: JSON.stringify([{ parameter, type: "equals", value: [value] }]),
	});
	const FILTERS = [
		filtered("utm_source", "nl"),
		filtered("referrer", "mail.example.org"),
		filtered("channel", "Email"),
	];
	beforeEach(async () => {
		const tens = Array.from({ length: 10 }, (_, nth) => {
			const visitor = `${nth}`.repeat(16);
			const views = STEPS.map((pathname, step) =>
				at(nth + 2 * step, { visitor, pathname, pageId: `${nth}-${step}`, ...(!step && link) }),
			);
			const bought = at(nth + 3, { visitor, type: "custom_event", eventName: "buy" });
			const failed = at(nth + 4.5, {
				...{ visitor, type: "error", eventName: "TypeError", pathname: "/thanks" },
				properties: JSON.stringify({ message: "x is not a function" }),
			});
			return [...views, { ...bought, pathname: "/cart" }, failed];
		});
		await arrive([...tens.flat(), at(0, { visitor: "f".repeat(16), pageId: "other" })]);
	});

	it("are found with all their acts by the attributes they arrived with", async () => {
		for (const filters of FILTERS) {
			expect(await overview(filters)).toMatchObject({
				...{ sessions: 10, pageviews: 30, pages_per_session: 3 },
			});
			expect(await dataOf("/goals", filters)).toMatchObject(
				GOALS.map(() => ({ total_conversions: 10, total_sessions: 10 })),
			);
			const steps = [
				{ type: "page", value: "/" },
				{ type: "page", value: "/cart" },
				{ type: "event", value: "buy" },
			];
			const funnel = await dataOf<{ visitors: number }[]>(
				"/funnels/analyze",
				filters,
				{},
				{ steps },
			);
			expect(funnel.map(({ visitors }) => visitors)).toEqual([10, 10, 10]);
			expect(await dataOf("/events/names", filters)).toMatchObject([
				{ eventName: "buy", count: 10 },
			]);
		}
	});

	it("have all their acts in journeys, lists of events and errors", async () => {
		for (const filters of FILTERS) {
			expect(await ask(site, "/journeys", filters)).toMatchObject({
				journeys: [{ path: STEPS, count: 10 }],
			});
			const listed = await ask(site, "/events", { ...filters, page_size: "100" });
			expect(listed).toMatchObject({ data: { length: 40 } });
			expect(await dataOf("/errors/names", filters)).toMatchObject([
				{ value: "x is not a function", count: 10 },
			]);
		}
	});

	it("have conversions by dimension that add up to all", async () => {
		for (const parameter of ["utm_campaign", "country", "entry_page"])
			for (const goalId of ["1", "2"]) {
				const { data } = await dataOf<{ data: { conversions: number }[] }>(
					"/goals/{goalId}/by-dimension",
					{ parameter },
					{ goalId },
				);
				expect(data.reduce((sum, { conversions }) => sum + conversions, 0)).toBe(10);
			}
	});
});
