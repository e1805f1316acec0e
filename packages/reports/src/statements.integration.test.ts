import { readdirSync } from "node:fs";
import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { NEEDED_PARAMETERS, reportPathOf } from "@footfall/testing/model/needed-parameters";
import {
	insertRecordedEvents,
	RECORDED_FILTERS,
	RECORDED_NOW,
	RECORDED_RANGE,
	RECORDED_SITE,
} from "@footfall/testing/model/recorded-events";
import {
	createStatementRecorder,
	recordOf,
	type Titled,
	usualSettings,
} from "@footfall/testing/model/statement-recorder";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countsOfSites } from "./alerts/counts-of-sites.ts";
import { errorMarksOfSites } from "./alerts/error-marks-of-sites.ts";
import { eventsOfSites } from "./alerts/events-of-sites.ts";
import { hourlyCountsOfSites } from "./alerts/hourly-counts-of-sites.ts";
import type { FileAnswer } from "./export/file-answer.ts";
import { eventTimesOf } from "./overview/event-times.ts";
import { figuresOfSites } from "./overview/sites-overview.ts";
import { sitesWithSums } from "./past/past-of-site.ts";
import { parseQuery, toSql } from "./query/report-query.ts";
import { listReplays } from "./replays/list-replays.ts";
import { replayEvents } from "./replays/replay-events.ts";
import { createRunSql, type Report, type ReportContext } from "./report/report.ts";
import { reports } from "./reports.ts";
import { rulesOf } from "./shadow/product-rules.ts";
import { figuresOfBots, figuresOfPeople, figuresOfSessions } from "./shadow/reason-figures.ts";
import { rolledUpDaysOf } from "./source/rolled-up-days.ts";

/**
 * The statements of every report, as sent to the store, in a `.sql` file beside the report: a change of SQL is a
 * change of such a file. `npx vitest run -u statements` writes them anew.
 */

const SOURCE = new URL(".", import.meta.url).pathname;

type Parameters = Readonly<Record<string, string>>;
/** A way to request a report, by what is different about it. */
type Shapes = Readonly<Record<string, Parameters>>;

const EVERY: Shapes = { plain: {}, filtered: { filters: RECORDED_FILTERS } };
const COMPARED: Shapes = { compared: { compare: "previous" } };
const sorted = (by: string): Shapes => ({ [`sorted by ${by}`]: { sort_by: by } });
const by = (...parameters: readonly string[]): Shapes =>
	Object.fromEntries(parameters.map((parameter) => [`by ${parameter}`, { parameter }]));
/** Additional requests for reports whose statements vary by more than their filters. */
const MORE: Readonly<Record<string, Shapes>> = {
	"/metric": {
		...by("page_title", "entry_page", "channel", "event_name", "user_id", "prop:plan", "lat"),
		searched: { search: "a", totals: "true" },
		...sorted("bounce_rate"),
	},
	"/sessions": { paged: { page: "1" }, "of a user": { user_id: "anna" }, ...sorted("errors") },
	"/users": { "of identified": { identified_only: "true" }, ...sorted("sessions") },
	"/events": {
		polled: { since_timestamp: "2026-03-30T09:00:00Z" },
		"of a name": { event_name: "signup" },
	},
	"/errors/names": { searched: { search: "broke" } },
	"/changes": Object.fromEntries(
		["sessions", "users", "pageviews", "bounce_rate", "events", "errors", "conversion_rate(1)"].map(
			// Nothing is explained of what is no more than usual.
			(metric) => [`of ${metric}`, { metric, compare: "2020-01-01..2020-01-07" }],
		),
	),
};

/** Bodies of requests, by what is different about them. */
const BODIES: Readonly<Record<string, Readonly<Record<string, object>>>> = {
	"/query": {
		"without dimensions": { metrics: ["sessions", "users", "time_on_page"], dimensions: [] },
		"by country": { metrics: ["sessions", "pageviews"], dimensions: ["country"] },
		"by pathname and day": {
			metrics: ["sessions", "events", "lcp:p90", "conversions(1)"],
			dimensions: ["pathname", "time:day"],
		},
		"by channel, compared": {
			metrics: ["users", "sum(price)", "bots"],
			dimensions: ["country", "time:week"],
			compare: "previous",
		},
		"over time": { metrics: ["sessions", "users"], dimensions: ["time:day"] },
		"by goal and country": { metrics: ["sessions", "users"], dimensions: ["goal", "country"] },
		"with conditions": {
			metrics: ["sessions"],
			dimensions: [],
			filters: ["or", ["is", "country", ["DE"]], ["not", ["starts_with", "pathname", ["/a"]]]],
		},
	},
};

/** The reports that a document contains; any other export consists of one report. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
	"/export/pdf": ["/overview", "/overview/time-series", "/metric"],
};

const SESSION = (330).toString(16).padStart(16, "0");
const IN_PATH = { userId: "anna", goalId: "1", stepNumber: "1", sessionId: SESSION };
const STEPS = [
	{ type: "page" as const, value: "/" },
	{ type: "event" as const, value: "signup" },
];
const GOAL = {
	goalId: 1,
	siteId: RECORDED_SITE,
	name: "Signed up",
	goalType: "event" as const,
	config: { eventName: "signup" },
	createdAt: new Date(0),
};

const namesIn = (folder: string) =>
	readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();

/** The list of recordings has a route of its own. */
const asked = [...reports, listReplays];

/** Reports by the file that describes them. */
const reportsByFile = async () => {
	const found = new Map<string, Report[]>();
	const placed = new Set<Report>();
	for (const name of namesIn(SOURCE)) {
		if (!/\/[^.]+\.ts$/.test(name)) continue;
		const exported = new Set(Object.values<unknown>(await import(`${SOURCE}${name}`)));
		const described = asked.filter((one) => exported.has(one) && !placed.has(one));
		for (const one of described) placed.add(one);
		if (described.length > 0) found.set(name, described);
	}
	found.set(
		"export/exports.ts",
		asked.filter((one) => !placed.has(one)),
	);
	return found;
};

const recordPathOf = (file: string) => `${SOURCE}${file.replace(/ts$/, "sql")}`;

const files = [...(await reportsByFile())];
/** Requests by routes of the API that are not reports. */
const OTHERS = [
	"alerts/counts-of-sites.ts",
	"alerts/error-marks-of-sites.ts",
	"alerts/events-of-sites.ts",
	"alerts/hourly-counts-of-sites.ts",
	"overview/event-times.ts",
	"overview/sites-overview.ts",
	"replays/replay-events.ts",
	"shadow/reason-figures.ts",
];
/** Runs before the tests, which write a missing file outside of CI. The files of sources are checked beside them. */
const recorded = namesIn(SOURCE).filter((name) => /^(?!source\/|report\/).*\.sql$/.test(name));

let store: EventStore;
let recorder: ReturnType<typeof createStatementRecorder>;
/**
 * Omitted from the files: settings of every statement, the lookup of rolled-up days, which has a file of its own, and
 * that of the sites with imported sums.
 */
let common: { usual: readonly string[]; elsewhere: readonly string[] };
beforeAll(async () => {
	store = await openTestStore();
	await insertRecordedEvents(store);
	recorder = createStatementRecorder(store);
	common = {
		usual: await usualSettings(),
		elsewhere: await recorder.statementsOf(async () => {
			const { runSql, query } = await contextOf(RECORDED_RANGE);
			await rolledUpDaysOf(runSql, toSql(RECORDED_SITE, query), query);
			await sitesWithSums(runSql);
		}),
	};
});
afterAll(() => store.close());

const contextOf = async (
	parameters: Parameters,
	body: object = { steps: STEPS },
): Promise<ReportContext> => {
	const runSql = createRunSql(recorder.store);
	return {
		runSql,
		runPromptSql: runSql,
		site: {
			siteId: RECORDED_SITE,
			timeZone: "Europe/Berlin",
			rates: [{ date: "2026-01-01", from: "USD", to: "EUR", rate: "0.92" }],
			domain: "example.com",
			embedEnabled: true,
		} as ReportContext["site"],
		isMember: true,
		query: await parseQuery(parameters, RECORDED_NOW, async () => undefined),
		given: parameters,
		params: IN_PATH,
		body: body as never,
		goals: { ofSite: async () => [GOAL], one: async () => GOAL },
		funnels: { ofSite: async () => [{ id: 1, name: "To sign up", steps: STEPS }] },
		sitesOfOrganization: async () => [RECORDED_SITE, RECORDED_SITE + 1],
		now: RECORDED_NOW,
	};
};

/** Requests a report, and reads the file if it responds with one. */
const answer = async (report: Report, context: ReportContext): Promise<void> => {
	const answered = await report.answer(context);
	if (report.files) for await (const _ of (answered as FileAnswer).pieces);
};

const shapesOf = ({ path, extra, files }: Report): Shapes => {
	if (files) return EVERY;
	const compared = Object.hasOwn(extra, "compare") ? COMPARED : {};
	return { ...EVERY, ...compared, ...MORE[path] };
};

/** The statements that a report sends for each kind of request. */
const statementsOf = async (report: Report, shapes: Shapes): Promise<Titled[]> => {
	const needed = NEEDED_PARAMETERS[reportPathOf(report.path)];
	const sent: Titled[] = [];
	const bodies = BODIES[reportPathOf(report.path)] ?? { "": undefined };
	for (const [shape, parameters] of Object.entries(shapes))
		for (const [name, body] of Object.entries(bodies)) {
			const context = await contextOf({ ...RECORDED_RANGE, ...needed, ...parameters }, body);
			const statements = await recorder.statementsOf(() => answer(report, context));
			sent.push([`${report.path}, ${[shape, name].join(" ").trim()}`, statements]);
		}
	return sent;
};

describe("the statements of a report match the recorded ones", () => {
	it("are recorded in one file for each file with reports, and in no other", () => {
		const described = [...files.map(([file]) => file), ...OTHERS];
		expect(recorded).toEqual(described.map((file) => file.replace(/ts$/, "sql")).sort());
	});

	it.each(files)("are recorded for %s", async (file, described) => {
		const sent: Titled[] = [];
		const elsewhere = [...common.elsewhere];
		for (const one of described) {
			const shapes = shapesOf(one);
			sent.push(...(await statementsOf(one, shapes)));
			const shown = one.files ? (SHOWN[one.path] ?? [reportPathOf(one.path)]) : [];
			for (const other of reports.filter(({ path }) => shown.includes(path)))
				for (const [, statements] of await statementsOf(other, shapes))
					elsewhere.push(...statements);
		}
		await expect(recordOf(sent, { ...common, elsewhere })).toMatchFileSnapshot(recordPathOf(file));
	});
});

const run = () => createRunSql(recorder.store);

describe("other statements match the recorded ones", () => {
	const manySites = {
		...{ sites: [RECORDED_SITE], leavingOut: [RECORDED_SITE] },
		...{ from: RECORDED_NOW - 3_600_000, to: RECORDED_NOW },
	};
	it.each<readonly [file: string, work: () => Promise<unknown>]>([
		[
			"alerts/counts-of-sites.ts",
			() => countsOfSites(run(), manySites, ["sessions", "users", "errors"]),
		],
		[
			"alerts/error-marks-of-sites.ts",
			() => errorMarksOfSites(run(), { sites: [RECORDED_SITE], since: RECORDED_NOW }),
		],
		[
			"alerts/events-of-sites.ts",
			() => eventsOfSites(run(), { sites: [RECORDED_SITE], from: RECORDED_NOW }),
		],
		[
			"alerts/hourly-counts-of-sites.ts",
			async () => {
				for (const metric of ["sessions", "users", "pageviews", "error_sessions"] as const)
					await hourlyCountsOfSites(run(), manySites, metric);
			},
		],
		["overview/event-times.ts", () => eventTimesOf(run(), RECORDED_SITE)],
		[
			"overview/sites-overview.ts",
			() =>
				figuresOfSites(run(), [RECORDED_SITE], {
					timeZone: RECORDED_RANGE.time_zone,
					now: RECORDED_NOW,
					leavingOut: [RECORDED_SITE],
				}),
		],
		[
			"replays/replay-events.ts",
			async () => {
				const recording = { site: RECORDED_SITE, session: String(330) };
				for await (const _ of replayEvents({ runSql: run(), objects: undefined, ...recording }));
			},
		],
		[
			"shadow/reason-figures.ts",
			async () => {
				const { site, query } = await contextOf(RECORDED_RANGE);
				for (const leavesOutSuspected of [false, true]) {
					const context = { runSql: run(), site, query: { ...query, leavesOutSuspected } };
					await figuresOfBots(context, rulesOf("plausible"));
					await figuresOfSessions(context, rulesOf("ga4"));
					await figuresOfPeople(context);
				}
			},
		],
	])("are recorded for %s", async (file, work) => {
		const sent = await recorder.statementsOf(work);
		await expect(recordOf([[file, sent]], common)).toMatchFileSnapshot(recordPathOf(file));
	});
});
