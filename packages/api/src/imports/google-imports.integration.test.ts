import type { ImportedHit } from "@footfall/shared/imported-hit";
import { embeddedDatabase } from "@footfall/testing/api/databases";
import {
	INTERNAL_TOKEN,
	type PopulatedApi,
	startPopulatedApi,
	startTestApi,
} from "@footfall/testing/api/test-api";
import { eventually } from "@footfall/testing/eventually";
import { analyticsVisits, searchAppearances } from "@footfall/testing/google/google-data";
import {
	type GoogleStandIn,
	HOURLY_QUOTA,
	startGoogle,
	UNAVAILABLE,
} from "@footfall/testing/google/google-stand-in";
import { openTestStore } from "@footfall/testing/model/event-store";
import { queuedEvent } from "@footfall/testing/queued-event-example";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_PATH } from "../constants/internal-paths.ts";

const visits = (seed: number, days: number) =>
	analyticsVisits(seed, { first: "2026-01-10", days, perDay: 12 });
const PROPERTIES = {
	"1": { visits: visits(1, 25) },
	"2": { visits: visits(2, 20), isSampled: true },
	"3": { visits: visits(3, 10), mostRows: 30 },
};
const SEARCHES = {
	"sc-domain:example.com": searchAppearances(4, { first: "2026-01-10", days: 9, perDay: 40 }),
};
const SITE_DAYS = { from: "2026-01-10", to: "2026-02-03" };

let google: GoogleStandIn;
let databases: Awaited<ReturnType<typeof embeddedDatabase.open>>;
let location: Awaited<ReturnType<typeof databases.create>>;
let store: Awaited<ReturnType<typeof openTestStore>>;
let api: Pick<PopulatedApi, "ask" | "close">;
let headers: PopulatedApi["as"]["admin"];
let site: number;
const options = () => ({
	store,
	googleAddresses: google.addresses,
	// The gateway knows the codes of regions.
	importedEvents:
		() =>
		({ region }: ImportedHit) =>
			queuedEvent({ region: region === "Bavaria" ? "DE-BY" : "" }),
});
beforeAll(async () => {
	google = await startGoogle({ properties: PROPERTIES, searches: SEARCHES });
	databases = await embeddedDatabase.open();
	location = await databases.create();
	store = await openTestStore();
	const populated = await startPopulatedApi(location, options());
	headers = populated.as.admin;
	site = populated.site.siteId;
	api = populated;
});
afterAll(async () => {
	await api.close();
	await store.close();
	await databases.close();
	await google.close();
});

interface Listed {
	importId: string;
	state: string;
	failure: string | null;
	importedEvents: number;
	importedFigures: number;
	noted: Record<string, number>;
	source: {
		property: string;
		from: string;
		to: string;
		done: number;
		total: number;
		isReading: boolean;
	} | null;
	waiting: { reason: string; until: string } | null;
}

const ask = async <Body>(method: string, path: string, body?: unknown) => {
	const answer = await api.ask(`/api/sites/${site}${path}`, { method, headers, body });
	return { status: answer.status, body: answer.body as Body & { message?: string } };
};
const begin = (property: string, more: object = {}) =>
	ask<{ data: { importId: string } }>("POST", "/imports/google", {
		platform: "ga4",
		property,
		key: google.keyFile,
		...SITE_DAYS,
		...more,
	});
const list = async () => (await ask<{ data: Listed[] }>("GET", "/imports")).body.data;
const state = async (importId: string) => (await list()).find((one) => one.importId === importId);
const settled = (importId: string, isSettled: (listed: Listed | undefined) => boolean) =>
	eventually(() => state(importId), isSettled);
const started = async (property: string, more: object = {}) => {
	const { status, body } = await begin(property, more);
	expect([status, body.message]).toEqual([200, undefined]);
	return body.data.importId;
};
const done = (importId: string) => settled(importId, (one) => one?.state === "done");

interface Figure {
	value: string;
	daily_visitors: number;
	visits: number;
	events: number;
}
const figures = async (dimension: string) =>
	(await ask<{ data: Figure[] }>("GET", `/imported-figures?dimension=${dimension}`)).body.data;
const visitsOf = (rows: readonly Figure[]) => rows.reduce((sum, row) => sum + row.visits, 0);

/** Nothing is left behind. */
afterEach(async () => {
	for (const { importId, state: of } of await list()) {
		if (of === "receiving") await ask("POST", `/imports/${importId}/cancel`);
		const removed = await ask("DELETE", `/imports/${importId}`);
		expect(removed.status).toBe(200);
	}
	expect(await figures("day")).toEqual([]);
	expect(await store.query("SELECT 1 FROM search_figures LIMIT 1")).toEqual([]);
});

describe("an import from Google Analytics", () => {
	it.each(["1", "2", "3"] as const)("has the sums of property %s", async (property) => {
		const listed = await done(await started(property));
		expect(listed).toMatchObject({
			failure: null,
			waiting: null,
			source: { property, ...SITE_DAYS, isReading: false },
		});
		const all = PROPERTIES[property].visits;
		const sessions = all.reduce((sum, one) => sum + one.sessions, 0);
		for (const dimension of ["day", "page", "source", "country", "event"])
			expect([dimension, visitsOf(await figures(dimension))]).toEqual([dimension, sessions]);
		expect(Object.keys(listed?.noted ?? {}).some((note) => note.includes("sample"))).toBe(
			property === "2",
		);
		expect(Object.keys(listed?.noted ?? {}).some((note) => note.includes('"(other)"'))).toBe(
			property === "3",
		);
	});

	it("gives regions the codes of collected events, where there are any", async () => {
		await done(await started("1"));
		const rows = await store.query<{ value: string }>(
			"SELECT DISTINCT value FROM imported_figures WHERE dimension = 'region' ORDER BY value",
		);
		expect(rows.map(({ value }) => value)).toEqual([
			...["", "AT-Vienna", "DE-BY", "DE-Berlin", "US-California"],
		]);
	});

	it("shows no sums before all have arrived, and continues after the product was stopped", async () => {
		const whole = await done(await started("1"));
		const expected = await store.query(
			"SELECT * EXCEPT import_id FROM imported_figures FINAL ORDER BY dimension, date, value",
		);
		await ask("DELETE", `/imports/${whole?.importId}`);

		const asked = google.asked.length;
		google.refuseNext(...Array.from({ length: 6 }, () => undefined), "hang");
		const importId = await started("1");
		// The days, and six units, of which the last gets no answer.
		await eventually(
			async () => google.asked.length - asked,
			(requests) => requests >= 7,
		);
		const interrupted = await state(importId);
		expect(interrupted).toMatchObject({ state: "receiving", source: { isReading: true } });
		expect(await figures("day")).toEqual([]);
		await api.close();
		api = await startTestApi(location, options());
		expect(await state(importId)).toMatchObject({
			state: "receiving",
			source: { isReading: false },
		});

		const before = google.asked.length;
		expect(await started("1")).toBe(importId);
		const listed = await done(importId);
		const total = listed?.source?.total ?? 0;
		// One request finds the days; the first units are not read again.
		expect(google.asked.length - before).toBeLessThanOrEqual(total - 5 + 1);
		expect(listed?.importedFigures).toBe(whole?.importedFigures);
		expect(
			await store.query(
				"SELECT * EXCEPT import_id FROM imported_figures FINAL ORDER BY dimension, date, value",
			),
		).toEqual(expected);
	});

	it("is the same after another import of the same days, which adds nothing", async () => {
		await done(await started("1"));
		const before = await figures("day");
		expect(await begin("1")).toMatchObject({
			status: 409,
			body: { message: expect.stringContaining("have already been imported") },
		});
		const second = await done(await started("1", { to: "2026-02-02" }));
		expect(second).toMatchObject({ importedEvents: 0 });
		expect(await figures("day")).toEqual(before);
	});

	it("goes on after errors that pass", async () => {
		google.refuseNext(undefined, UNAVAILABLE);
		expect(await done(await started("3"))).toMatchObject({ failure: null });
	});

	it("waits for a used-up quota, says until when, and can be cancelled meanwhile", async () => {
		google.refuseNext(undefined, undefined, HOURLY_QUOTA);
		const importId = await started("1");
		const listed = await settled(importId, (one) => one?.waiting !== null);
		expect(listed?.waiting).toEqual({
			reason: "Google's quota for this hour is used up",
			until: expect.any(String),
		});
		expect(Date.parse(listed?.waiting?.until ?? "") - Date.now()).toBeGreaterThan(10 * 60_000);
		expect((await begin("1", { to: "2026-02-01" })).body.message).toBe(
			"An import of 1 from 2026-01-10 to 2026-02-03 is not complete: continue it with these days, or cancel it first",
		);
		expect((await ask("POST", `/imports/${importId}/cancel`)).status).toBe(200);
		expect(await state(importId)).toMatchObject({ state: "failed" });
	});

	it("that Google refuses in the middle says why, and can be continued", async () => {
		const refusal = { code: 403, status: "PERMISSION_DENIED", message: "no longer" };
		google.refuseNext(undefined, undefined, refusal);
		const importId = await started("3");
		const stopped = await settled(importId, (one) => one?.failure !== null);
		expect(stopped?.failure).toContain("may not read the property 3: add this address as a viewer");
		expect(await started("3")).toBe(importId);
		expect(await done(importId)).toMatchObject({ failure: null });
	});
});

describe("an import from Google that cannot begin", () => {
	it.each([
		[{ key: "secret" }, "The key file is not JSON"],
		[
			{ key: '{"type": "authorized_user", "private_key": "secret"}' },
			'its type is "authorized_user"',
		],
		[
			{ key: '{"type": "service_account", "client_email": "a@b"}' },
			"The key file has no private_key",
		],
		[{ property: "99" }, "may not read the property 99"],
		[{ property: "UA-1-1" }, '"UA-1-1" is not the number of a property'],
		[
			{ platform: "search_console", property: "sc-domain:other.example" },
			'may not read "sc-domain:other.example"',
		],
		[
			{ from: "2026-02-28", to: "2026-01-10" },
			"The first day, 2026-02-28, is after the last, 2026-01-10",
		],
	])("answers what to change, and leaves no record: %j", async (more, message) => {
		const answer = await begin("1", more);
		expect(answer.status).toBe(400);
		expect(answer.body.message).toContain(message);
		expect(answer.body.message).not.toContain("secret");
		expect(await list()).toEqual([]);
	});

	it("asks nobody but the operator's addresses, whatever the key file names", async () => {
		const key = JSON.stringify({ ...google.key, token_uri: "http://169.254.169.254/token" });
		await done(await started("3", { key }));
	});
});

describe("a key", () => {
	it("is in no table of the accounts, and in no log of changes", async () => {
		await done(await started("3"));
		const { data } = (await ask<{ data: unknown[] }>("GET", "/imports")).body;
		const tables = await api.ask(ADMIN_PATH, {
			headers: { authorization: `Bearer ${INTERNAL_TOKEN}` },
			body: { parameters: ["export-site", "--site", String(site)] },
		});
		for (const text of [JSON.stringify(data), JSON.stringify(tables.body)])
			expect(text).not.toMatch(/PRIVATE KEY|private_key/);
	});
});

describe("an import from Search Console", () => {
	it("has the sums of the property, apart from visits", async () => {
		const importId = await started("sc-domain:example.com", { platform: "search_console" });
		const listed = await done(importId);
		const all = SEARCHES["sc-domain:example.com"];
		const rows = await store.query<{ dimension: string; clicks: number; impressions: number }>(
			"SELECT dimension, sum(clicks) AS clicks, sum(impressions) AS impressions FROM search_figures FINAL GROUP BY dimension ORDER BY dimension",
		);
		const sum = (of: typeof all, what: "clicks" | "impressions") =>
			of.reduce((total, one) => total + one[what], 0);
		const named = all.filter(({ isRare }) => !isRare);
		expect(rows).toEqual(
			["", "country", "device", "page", "query"].map((dimension) => ({
				dimension,
				clicks: sum(dimension === "query" ? named : all, "clicks"),
				impressions: sum(dimension === "query" ? named : all, "impressions"),
			})),
		);
		expect(listed?.noted).toEqual({
			"clicks of searches that Google does not name, because few people made them":
				sum(all, "clicks") - sum(named, "clicks"),
			"impressions of searches that Google does not name, because few people made them":
				sum(all, "impressions") - sum(named, "impressions"),
		});
		expect(await figures("day")).toEqual([]);
	});

	it("is listed with clicks, impressions, click rate and mean position, compared and page by page", async () => {
		const importId = await started("sc-domain:example.com", { platform: "search_console" });
		await done(importId);
		const all = SEARCHES["sc-domain:example.com"];
		const byValue = (of: (one: (typeof all)[number]) => string, from: string, to: string) => {
			const sums = new Map<string, { clicks: number; impressions: number; positions: number }>();
			for (const one of all.filter(({ date }) => date >= from && date <= to)) {
				const sum = sums.get(of(one)) ?? { clicks: 0, impressions: 0, positions: 0 };
				sum.clicks += one.clicks;
				sum.impressions += one.impressions;
				sum.positions += one.position * one.impressions;
				sums.set(of(one), sum);
			}
			return sums;
		};
		const pages = byValue(({ page }) => page, "2026-01-14", "2026-01-17");
		const before = byValue(({ page }) => page, "2026-01-10", "2026-01-13");
		const answer = await searched(
			"by=page&start_date=2026-01-14&end_date=2026-01-17&compare=previous&sort_by=impressions&limit=4&page=2",
		);
		const rounded = (value: number) => Math.round(value * 100) / 100;
		const shown = (value: string, sums: typeof pages) => {
			const { clicks, impressions, positions } = sums.get(value) ?? {
				clicks: 0,
				impressions: 0,
				positions: 0,
			};
			return {
				clicks,
				impressions,
				click_rate: rounded((100 * clicks) / impressions),
				position: expect.closeTo(positions / impressions, 1),
			};
		};
		const expected = [...pages]
			.sort(([, one], [, two]) => two.impressions - one.impressions || two.clicks - one.clicks)
			.slice(4, 8)
			.map(([value]) => ({ value, ...shown(value, pages), previous: shown(value, before) }));
		expect(answer.data).toEqual(expected);
		expect(answer).toMatchObject({
			total_count: pages.size,
			unnamed: { clicks: 0, impressions: 0 },
			days: { first: "2026-01-10", last: "2026-01-18" },
			comparison: { from: "2026-01-10", to: "2026-01-13" },
		});
		const found = await searched("search=SEARCH%204&sort_by=position&sort_order=asc");
		expect(found.data.length).toBeGreaterThan(1);
		expect(found.data.every(({ value }) => value.startsWith("search 4"))).toBe(true);
		expect(found.unnamed.impressions).toBeGreaterThan(0);
		const countries = await searched("by=country");
		expect(countries.data.map(({ value }) => value).sort()).toEqual(["", "AT", "DE", "US"]);
	});

	it.each([
		[
			"compare=week&start_date=2026-01-01&end_date=2026-01-02",
			'Invalid compare "week": use previous',
		],
		["compare=previous", "compare needs start_date and end_date"],
		["by=colour", "by must be one of query, page, country, device"],
		["limit=0", "limit must be a whole number from 1 to 1000"],
		["start_date=2026-02-30", "Must be a date in the form YYYY-MM-DD"],
	])("refuses %s and says what to change", async (query, message) => {
		const { status, body } = await ask("GET", `/search-queries?${query}`);
		expect(status).toBe(400);
		expect(body.message).toContain(message);
	});

	it("is exported with the site and imported again", async () => {
		await done(await started("sc-domain:example.com", { platform: "search_console" }));
		const exported = await api.ask(ADMIN_PATH, {
			headers: { authorization: `Bearer ${INTERNAL_TOKEN}` },
			body: { parameters: ["export-site", "--site", String(site)] },
		});
		const lines = String(exported.body)
			.split("\n")
			.filter((line) => line.includes('"kind":"search"'));
		const sums = () =>
			store.query(
				"SELECT dimension, value, date, clicks, impressions, positions FROM search_figures FINAL ORDER BY dimension, value, date",
			);
		const before = await sums();
		expect(lines).toHaveLength(before.length);
		const [first] = await list();
		await ask("DELETE", `/imports/${first?.importId}`);
		expect(await sums()).toEqual([]);
		const begun = await ask<{ data: { importId: string } }>("POST", "/imports", {
			platform: "footfall",
		});
		const { importId } = begun.body.data;
		const events = lines.map((line) => JSON.parse(line));
		await ask("POST", `/imports/${importId}/events`, { events, isLastBatch: true });
		await done(importId);
		expect(await sums()).toEqual(before);
	});
});

interface Searched {
	data: { value: string; clicks: number }[];
	unnamed: { clicks: number; impressions: number };
}
const searched = async (query: string) =>
	(await ask<Searched>("GET", `/search-queries?${query}`)).body;
