import { type EventStore, migrateStore, rollUpDays } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const NOW = Date.parse("2027-06-01T12:00:00Z");
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AT = Date.parse("2026-03-10T10:00:00Z");

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({ store, now: () => NOW });
});
afterAll(() => store.close());

type Event = Record<string, unknown> & { session_id: string; timestamp?: number };

/** Stores events a second apart, each at its own offset in the log. */
const insert = async (site: number, events: readonly Event[]) => {
	for (const [index, event] of events.entries()) {
		const row: Record<string, unknown> = {
			site_id: site,
			type: "pageview",
			pathname: "/",
			user_id: event.session_id,
			event_id: `e${index}`,
			source: "test",
			source_offset: index,
			...event,
			timestamp: event.timestamp ?? AT + index * 1000,
		};
		await store.insert("events", Object.keys(row), [Object.values(row)]);
	}
};
const rollUpAll = () => rollUpDays(store, { now: AT + 9 * DAY_MS, leastEvents: 1 });

interface Filter {
	parameter: string;
	type: string;
	value: (string | number)[];
}
const breakdown = async (site: number, parameter: string, filters: Filter[] = []) => {
	const { data } = (await ask(site, "/metric", {
		parameter,
		filters: JSON.stringify(filters),
	})) as { data: { data: { value: string; count: number }[] } };
	return Object.fromEntries(data.data.map(({ value, count }) => [value, count]));
};
const equals = (parameter: string, value: string): Filter => ({
	parameter,
	type: "equals",
	value: [value],
});

/** A visit whose events reveal its attributes one by one. */
const PIECEMEAL: Event[] = [
	{ hostname: "", browser_version: "9", region: "US-CA" },
	{
		hostname: "shop",
		referrer: "https://www.google.com/",
		url_parameters: { utm_source: "", utm_medium: "mail" },
		tag: "beta",
		browser: "Firefox",
		operating_system: "Linux",
		screen_width: 800,
	},
	{
		hostname: "www.shop",
		pathname: "/pay",
		referrer: "https://news.example.org/x",
		url_parameters: { utm_source: "news", utm_medium: "push" },
		querystring: "?q=1",
		properties: '{"plan":"pro"}',
		language: "de",
		timezone: "Europe/Berlin",
		asn_org: "Example Net",
		device_type: "Desktop",
		country: "US",
		region: "US-NY",
		city: "Albany",
		lat: 42.5,
		lon: -73.5,
		browser: "Chrome",
		browser_version: "120",
		operating_system: "Windows",
		operating_system_version: "10",
		screen_width: 1920,
		screen_height: 1080,
	},
].map((event) => ({ ...event, session_id: "7" }));

const TOLD: Record<string, string> = {
	hostname: "shop",
	referrer: "google.com",
	utm_source: "news",
	utm_medium: "mail",
	querystring: "?q=1",
	tag: "beta",
	"prop:plan": "pro",
	"url_param:utm_source": "news",
	language: "de",
	timezone: "Europe/Berlin",
	asn_org: "Example Net",
	device_type: "Desktop",
	country: "US",
	region: "US-CA",
	city: "US-NY-Albany",
	lat: "42.5",
	lon: "-73.5",
	browser: "Firefox",
	browser_version: "Firefox",
	operating_system: "Linux",
	operating_system_version: "Linux",
	dimensions: "1920x1080",
};
const TOLD_ON_PAY: Record<string, string> = {
	...TOLD,
	hostname: "www.shop",
	tag: "",
};

/** One session, by each dimension; without a value only direct traffic has a row. */
const rowsOf = (told: Record<string, string>) =>
	Object.entries(told).map(([parameter, value]) => [
		parameter,
		value === "" ? {} : { ...(parameter === "referrer" && { "": 0 }), [value]: 1 },
	]);
const breakdowns = (site: number, filters?: Filter[]) =>
	Promise.all(
		Object.keys(TOLD).map(async (parameter) => [
			parameter,
			await breakdown(site, parameter, filters),
		]),
	);

describe.each(["read from events", "read from rolled-up days"] as const)(
	"a session, %s",
	(read) => {
		const base = read === "read from events" ? 100 : 200;
		const stored = async (site: number, events: readonly Event[]) => {
			await insert(base + site, events);
			if (read === "read from rolled-up days") await rollUpAll();
			return base + site;
		};

		it("takes the value of its first act that has one", async () => {
			const site = await stored(1, PIECEMEAL);
			expect(await breakdowns(site)).toEqual(rowsOf(TOLD));
		});

		it("keeps its own values under a filter on events, and takes event values from the first match", async () => {
			const site = await stored(2, PIECEMEAL);
			for (const filter of [
				equals("pathname", "/pay"),
				equals("hostname", "www.shop"),
				equals("prop:plan", "pro"),
			])
				expect([filter, await breakdowns(site, [filter])]).toEqual([filter, rowsOf(TOLD_ON_PAY)]);
		});

		it("keeps its values however it is spread over days", async () => {
			const site = await stored(
				3,
				PIECEMEAL.map((event, day) => ({ ...event, timestamp: AT + day * 10 * HOUR_MS })),
			);
			expect(await breakdowns(site)).toEqual(rowsOf(TOLD));
			expect(await breakdowns(site, [equals("pathname", "/pay")])).toEqual(rowsOf(TOLD_ON_PAY));
			expect(await breakdowns(site, [equals("country", "US")])).toEqual(rowsOf(TOLD));
		});

		it("is listed by no value other than those a filter lets through", async () => {
			const site = await stored(4, [
				{ session_id: "1", hostname: "shop" },
				{ session_id: "1", hostname: "www.shop" },
				{ session_id: "2", hostname: "www.shop" },
				{ session_id: "3", hostname: "shop" },
			]);
			expect(await breakdown(site, "hostname")).toEqual({ shop: 2, "www.shop": 1 });
			expect(await breakdown(site, "hostname", [equals("hostname", "www.shop")])).toEqual({
				"www.shop": 2,
			});
		});

		it("keeps the channel of all its events under a filter", async () => {
			const site = await stored(5, [
				{ session_id: "1", channel: "Email" },
				{ session_id: "1", channel: "Internal", pathname: "/pay" },
			]);
			expect(await breakdown(site, "channel", [equals("pathname", "/pay")])).toEqual({
				Direct: 0,
				Email: 1,
			});
		});

		it("goes by the plain name of a system without a version, and a filter finds it", async () => {
			const site = await stored(6, [
				{ session_id: "1", operating_system: "Linux", browser: "Curl" },
				{
					session_id: "2",
					operating_system: "Linux",
					operating_system_version: "6",
					browser: "Curl",
					browser_version: "8",
				},
			]);
			const systems = "operating_system_version";
			expect(await breakdown(site, systems)).toEqual({ Linux: 1, "Linux 6": 1 });
			expect(await breakdown(site, systems, [equals(systems, "Linux")])).toEqual({ Linux: 1 });
			expect(
				await breakdown(site, systems, [
					{ parameter: systems, type: "not_equals", value: ["Linux"] },
				]),
			).toEqual({ "Linux 6": 1 });
			expect(
				await breakdown(site, systems, [{ parameter: systems, type: "is_null", value: [] }]),
			).toEqual({});
			expect(await breakdown(site, "browser_version", [equals("browser_version", "Curl")])).toEqual(
				{
					Curl: 1,
				},
			);
		});

		it("is placed on a map by its first act with coordinates, whatever the filters", async () => {
			const site = await stored(7, [
				{ session_id: "1" },
				{ session_id: "1", country: "DE", lat: 52.5, lon: 13.4 },
				{ session_id: "1", country: "US", city: "Albany", lat: 42.5, lon: -73.5 },
			]);
			const placesOf = (filters: Filter[]) =>
				ask(site, "/sessions/locations", { filters: JSON.stringify(filters) });
			const berlin = { lat: 52.5, lon: 13.4, city: "", country: "DE", count: 1 };
			expect(await placesOf([])).toEqual({ data: [berlin] });
			expect(await placesOf([equals("country", "DE")])).toEqual({ data: [berlin] });
			expect(await placesOf([equals("country", "US")])).toEqual({ data: [] });
		});
	},
);

describe("days that an older version rolled up from all events of the day", () => {
	const MIGRATION = "0021-whole-sessions.sql";
	const sealsOf = async (site: number) => {
		const [row] = await store.query<{ visits: number; totals: number; seals: number }>(
			`SELECT
				(SELECT count() FROM visits WHERE site_id = {site:UInt32}) AS visits,
				(SELECT count() > 0 FROM day_totals WHERE site_id = {site:UInt32}) AS totals,
				(SELECT count() FROM sealed_days FINAL WHERE site_id = {site:UInt32} AND seal != 0) AS seals`,
			{ site },
		);
		return row;
	};

	it("are read from events after the store's upgrade, until they are rolled up again", async () => {
		const site = 301;
		await insert(site, PIECEMEAL);
		await rollUpAll();
		const settings = "SETTINGS mutations_sync = 1";
		for (const statement of [
			`ALTER TABLE schema_migrations DELETE WHERE name = '${MIGRATION}' ${settings}`,
			"ALTER TABLE visits DROP CONSTRAINT tells_acts",
			"ALTER TABLE visits ADD CONSTRAINT tells_referrers CHECK length(times_ms) > 0",
			...["acts", "last_act", "last_view", "last_page", "seen", "device_model"].map(
				(column) => `ALTER TABLE visits DROP COLUMN ${column}`,
			),
			`ALTER TABLE visits UPDATE country = '', hostname = '' WHERE site_id = ${site} ${settings}`,
			`ALTER TABLE day_totals DELETE WHERE site_id = ${site} AND dimension = 'country' ${settings}`,
		])
			await store.command(statement);
		expect(await migrateStore(store)).toEqual([MIGRATION]);
		expect(await sealsOf(site)).toEqual({ visits: 0, totals: 0, seals: 0 });
		expect(await breakdowns(site)).toEqual(rowsOf(TOLD));
		await rollUpAll();
		expect(await sealsOf(site)).toEqual({ visits: 1, totals: 1, seals: 1 });
		expect(await breakdowns(site)).toEqual(rowsOf(TOLD));
	});

	it("are no longer created by a running process of that version", () =>
		expect(
			store.command(
				"INSERT INTO visits (site_id, day, session_id, seal, times_ms, titles) VALUES (302, '2026-03-10', 1, 1, [1], [''])",
			),
		).rejects.toThrow(/tells_acts/));
});
