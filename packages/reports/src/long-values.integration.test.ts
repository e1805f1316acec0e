import type { Goal } from "@footfall/reports/definitions/goal";
import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { NEEDED_PARAMETERS, reportPathOf } from "@footfall/testing/model/needed-parameters";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { rounds } from "@footfall/testing/rounds";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FileAnswer, isFile } from "./export/file-answer.ts";
import { FILTER_PARAMETERS } from "./query/dimensions.ts";
import { FILTER_TYPES } from "./query/filters.ts";
import { reports } from "./reports.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const MANY = 1000;
/** A request may have a megabyte. */
const MANY_OF_A_REQUEST = 500;
/** The longest when escaped, and one of several bytes; then one that is escaped less. */
const LETTERS = ["\\", "ж", "'"] as const;
const LETTER_OF_SITE = new Map(LETTERS.map((letter, index) => [index + 1, letter]));
/** A site with the same texts in few rows, which a search for hundreds of long values reads within its time limit. */
const smallSiteOf = (site: number) => site + 100;
const FEW = 20;
const literal = (letter: string) => `'${letter.replace(/['\\]/, "\\$&")}'`;

const textOf = (letter: string, place: number) => `/${place}${letter.repeat(1990)}`;

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;

const goalsOf = (letter: string): Goal[] =>
	Array.from({ length: 60 }, (_, place) => ({
		goalId: place + 1,
		siteId: 1,
		name: `goal ${place}`,
		goalType: "path" as const,
		config: { pathPattern: textOf(letter, place) },
		createdAt: new Date(0),
	}));
const stepsOf = (letter: string) =>
	Array.from({ length: 20 }, (_, place) => ({
		type: "page" as const,
		value: textOf(letter, place),
	}));

beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({
		store,
		now: () => NOW,
		goals: {
			ofSite: async (site) => goalsOf(LETTER_OF_SITE.get(site) ?? "a"),
			one: async (site) => goalsOf(LETTER_OF_SITE.get(site) ?? "a")[0] as Goal,
		},
		funnels: {
			ofSite: async (site) => [
				{ id: 1, name: "long", steps: stepsOf(LETTER_OF_SITE.get(site) ?? "a") },
			],
		},
	});
	const sites = [...LETTER_OF_SITE].flatMap(([site, letter]) => [
		{ site, letter, rows: MANY },
		{ site: smallSiteOf(site), letter, rows: FEW },
	]);
	for (const { site, letter, rows } of sites) {
		const long = (length: number) =>
			`concat('/', toString(number), repeat(${literal(letter)}, ${length}))`;
		const insert = (type: string, name: string, properties: string) => `
			INSERT INTO events (site_id, timestamp, received_at, type, session_id, user_id, identified_user_id, event_id, source_offset,
				pathname, page_title, hostname, referrer, querystring, event_name, properties, channel, country)
			SELECT ${site}, toDateTime64('2026-11-20 11:00:00', 3, 'UTC') + number / 1000, toDateTime64('2026-11-20 11:30:00', 3, 'UTC'),
				'${type}', number + 1, number + 1, ${long(240)}, concat('${type}', toString(number)), number,
				${long(1990)}, ${long(500)}, 'example.com', concat('https://s', toString(number), '.example', ${long(1900)}), ${long(1900)}, ${name}, ${properties}, 'Direct', 'DE'
			FROM numbers(${rows})`;
		await store.command(insert("pageview", "''", "''"));
		await store.command(insert("custom_event", long(250), '\'{"plan":"pro"}\''));
		await store.command(
			insert("error", "'TypeError'", `concat('{"message":', toJSONString(${long(1000)}), '}')`),
		);
		await store.command(`INSERT INTO traits (site_id, user_id, key, value, written_at, version)
			SELECT ${site}, ${long(240)}, 'plan', '"pro"', now(), 1 FROM numbers(${rows})`);
	}
}, 120_000);
afterAll(() => store.close());

const answerOf = async (...question: Parameters<typeof ask>) => {
	const answer = await ask(...question);
	if (!isFile(answer)) return answer;
	const pieces: Buffer[] = [];
	for await (const piece of (answer as FileAnswer).pieces) pieces.push(Buffer.from(piece));
	return Buffer.concat(pieces).toString();
};

const IN_PATH = { userId: "0000000000000001", sessionId: "0000000000000001", goalId: "1" };
const MOST = { limit: "1000", page_size: "1000" };

describe.each([...LETTER_OF_SITE].slice(0, rounds(2, LETTERS.length)))(
	"site %i, whose texts have the maximum length and consist of %j",
	(site, letter) => {
		it("lists the pages of forty views with their hosts", async () => {
			const { data } = (await ask(site, "/metric", { parameter: "pathname", limit: "40" })) as {
				data: { data: { value: string; hostname: string }[] };
			};
			expect(data.data.map(({ hostname }) => hostname)).toEqual(Array(40).fill("example.com"));
			expect(data.data[0]?.value).toHaveLength(1992);
		});

		it.each([
			"pathname",
			"page_title",
			"referrer",
			"event_name",
			"entry_page",
			"exit_page",
			"querystring",
			"user_id",
		])(
			"lists a thousand rows by %s, and compares them with those before",
			async (parameter) => {
				const { data } = (await ask(site, "/metric", {
					...{ parameter, limit: "1000", start_date: "2026-11-20", end_date: "2026-11-20" },
					...{ compare: "previous", time_zone: "UTC" },
				})) as { data: { data: object[] } };
				expect(data.data.length).toBeGreaterThanOrEqual(MANY);
			},
			60_000,
		);

		it.each(
			reports
				.filter(
					({ path, method }) =>
						method !== "post" &&
						path !== "/export/pdf" &&
						path !== "/funnels/{stepNumber}/sessions",
				)
				.map(({ path }) => path),
		)(
			"answers %s with the most rows that it may have",
			async (path) => {
				const needed = NEEDED_PARAMETERS[reportPathOf(path)] ?? {};
				const isLong = {
					...(path.includes("errors/") && needed["errorMessage"]
						? { errorMessage: `/1${letter.repeat(1000)}` }
						: {}),
				};
				const most = path.startsWith("/export") || path.includes("goals") ? {} : MOST;
				try {
					expect(
						await answerOf(site, path, { ...needed, ...isLong, ...most }, IN_PATH),
					).toBeDefined();
				} catch (error) {
					if (
						(error as { status?: number }).status !== 400 &&
						(error as { status?: number }).status !== 404
					)
						throw error;
				}
			},
			60_000,
		);

		const first = ["pathname", "event_name", "user_id", "prop:plan", "channel"];
		const filtered = [...new Set([...first, ...FILTER_PARAMETERS])].slice(0, rounds(5, 100));
		// Addresses are searched in four forms, whose escapes are six times as long as these letters.
		const many = letter === "ж" ? MANY / 10 : rounds(MANY_OF_A_REQUEST, MANY);
		const value = Array.from({ length: many }, (_, place) => textOf(letter, place));
		it.each(filtered)(
			"accepts a filter by %s of each type with many long values",
			async (parameter) => {
				for (const type of FILTER_TYPES.filter((one) => !/regex|null|than/.test(one))) {
					const filters = JSON.stringify([{ parameter, type, value }]);
					const answer = ask(smallSiteOf(site), "/overview", { filters });
					await answer.catch((error) => expect(error.status, type).toBe(400));
				}
			},
			240_000,
		);

		it("answers a search for many long values in long rows, or ends it at the time limit", async () => {
			const filters = JSON.stringify([{ parameter: "pathname", type: "contains", value }]);
			// Texts of a single letter are the worst case for a substring search.
			const answer = ask(site, "/overview", { filters });
			await answer.catch((error) => expect(error.status).toBe(503));
		}, 60_000);

		it("answers a funnel of twenty steps, and sixty goals", async () => {
			const { data } = (await ask(
				site,
				"/funnels/analyze",
				{},
				{},
				{ steps: stepsOf(letter) },
			)) as {
				data: object[];
			};
			expect(data).toHaveLength(20);
			const goals = (await ask(site, "/goals", { page_size: "100" })) as {
				data: { total_conversions: number }[];
			};
			expect(goals.data).toHaveLength(60);
		});
	},
);

describe("filters of many values", () => {
	const site = LETTERS.length + 1;
	const paths = [
		...Array.from({ length: 600 }, (_, place) => `/${place}/x${place % 7}`),
		...Array.from({ length: 20 }, (_, place) => `/${place % 7}/x${"3".repeat(590 + place)}`),
	];
	beforeAll(() =>
		store.command(
			`INSERT INTO events (site_id, timestamp, received_at, type, session_id, user_id, event_id, pathname, properties)
			SELECT ${site}, toDateTime64('2026-11-20 11:00:00', 3, 'UTC'), now64(3), 'pageview', number + 1, number + 1, toString(number),
				({paths:Array(String)})[number + 1], concat('{"n":', toString(number), '}')
			FROM numbers(${paths.length})`,
			{ paths },
		),
	);
	const sessionsOf = async (parameter: string, type: string, value: unknown[]) => {
		const filters = JSON.stringify([{ parameter, type, value }]);
		return ((await ask(site, "/overview", { filters })) as { data: { sessions: number } }).data
			.sessions;
	};
	const meets: Record<string, (path: string, value: string) => boolean> = {
		equals: (path, value) => path === value,
		contains: (path, value) => path.includes(value),
		starts_with: (path, value) => path.startsWith(value),
		ends_with: (path, value) => path.endsWith(value),
	};
	const lists = {
		two: ["/10/x3", "1"],
		three: ["/11", "x3", "/5/x5"],
		"an empty one among others": ["/11", "", "x3"],
		"five hundred": paths
			.slice(0, 500)
			.map((path, place) => (place % 3 === 0 ? path.slice(-4) : path)),
		"as long as a path may be": [
			"/11",
			"x3",
			...Array.from({ length: 20 }, (_, place) => `/${place}/x${"3".repeat(600)}`),
		],
		"of thirty lengths": [
			"/11",
			"x3",
			...paths.slice(0, 28).map((path, place) => path + "é".repeat(place)),
		],
	};
	it.each(
		Object.entries(lists).flatMap(([name, value]) =>
			Object.keys(meets).map((type) => ({ name, type, value })),
		),
	)(
		"keep sessions with any value of path $type $name, and drop exactly these when negated",
		async ({ type, value }) => {
			const among = paths.filter((path) => value.some((one) => meets[type]?.(path, one))).length;
			expect(await sessionsOf("pathname", type, value)).toBe(among);
			if (type === "equals" || type === "contains")
				expect(await sessionsOf("pathname", `not_${type}`, value)).toBe(paths.length - among);
		},
	);

	it("compare numbers with the least restrictive value", async () => {
		expect(await sessionsOf("prop:n", "greater_than", [500, 590, 3])).toBe(616);
		expect(await sessionsOf("prop:n", "less_than_or_equal", [5, 9, "12", 3])).toBe(13);
		expect(await sessionsOf("prop:n", "equals", [5, "9", 12.0, 3, "nothing"])).toBe(4);
	});
});
