import type { Goal } from "@footfall/reports/definitions/goal";
import { type FileAnswer, isFile } from "@footfall/reports/export/file-answer";
import { FILTER_PARAMETERS } from "@footfall/reports/query/dimensions";
import { FILTER_TYPES } from "@footfall/reports/query/filters";
import { storeRegexOf } from "@footfall/reports/query/regular-expression";
import { queryParameters } from "@footfall/reports/query/report-query";
import { ApiError } from "@footfall/shared/api-error";
import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import {
	NEEDED_BODIES,
	NEEDED_PARAMETERS,
	reportPathOf,
} from "@footfall/testing/model/needed-parameters";
import { EVENT_COLUMNS, randomSites, rowOf } from "@footfall/testing/model/random-site";
import { createManyReportsRunner, createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { reportRoutes } from "./report-routes.ts";

/** A visitor of the other site, present in every text that it stored. */
const SECRET = "secret";
const [OWN, FOREIGN] = [1, 2];

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;

beforeAll(async () => {
	store = await openTestStore();
	ask = createReportRunner({
		store,
		now: () => Date.parse("2026-11-20T12:00:00Z"),
		goals: { ofSite: async () => [GOAL], one: async () => GOAL },
	});
	const world = fc
		.sample(randomSites, { numRuns: 200, seed: 7 })
		.find(({ events }) => events.filter(({ type }) => type === "pageview").length > 6);
	if (!world) throw new Error("No world of this seed has enough pageviews");
	const rows = world.events.flatMap((event) => [
		rowOf({ ...event, site: OWN }),
		rowOf({
			...event,
			site: FOREIGN,
			pathname: `/${SECRET}`,
			pageTitle: SECRET,
			eventName: event.type === "custom_event" ? SECRET : "",
			country: "XX",
			channel: SECRET,
			tag: SECRET,
		}),
	]);
	await store.insert("events", EVENT_COLUMNS, rows);
});
afterAll(async () => {
	await store.close();
});

const HOSTILE = [
	"'",
	"''",
	"' OR 1=1 --",
	"') OR site_id = 2 --",
	"\\",
	"\\'",
	"\\' OR site_id = 2 --",
	'"',
	"`",
	"\0",
	"a\0b",
	"\n\t\r\b\f",
	"\\N",
	"NULL",
	"{site:UInt32}",
	"{p0:String}",
	"{}",
	"%",
	"_",
	"é😀\u{10ffff}",
	"\ud800",
	"\u2028",
	"../../etc/passwd",
	"1; DROP TABLE events",
	"1 UNION ALL SELECT * FROM events",
	"(SELECT 1)",
	"[1,2]",
	"x".repeat(5000),
	"(((((((((((a*)*)*)*)*)*)*)*)*)*)*)*",
	"(a{1000}){1000}",
	"[[:alpha:]]",
	"\\Q.*\\E",
	"\\pN",
	"(?i)secret",
	"[^",
	"1e400",
	"-0",
	"",
];

/** The prefix of report paths. */
const SITE_PATH = "/api/sites/{site}";
/** Tests every text in every parameter, rather than a sample. */
const THOROUGH = process.env["FOOTFALL_WORLDS"] !== undefined;
const WITHIN_MS = THOROUGH ? 900_000 : 120_000;
/** Fewer than the store lets wait: beyond that it refuses, rightly, and nothing is tested. */
const AT_ONCE = 16;

/** Runs the tasks in order, a few at a time. */
const inTurns = async <Item>(items: readonly Item[], task: (item: Item) => Promise<void>) => {
	const waiting = items.values();
	await Promise.all(
		Array.from({ length: AT_ONCE }, async () => {
			for (const item of waiting) await task(item);
		}),
	);
};

const IN_PATH = {
	userId: "0000000000000001",
	sessionId: "0000000000000001",
	stepNumber: "1",
	goalId: "1",
};
const STEPS = {
	steps: [
		{ type: "page", value: "/" },
		{ type: "page", value: "/a" },
	],
};
const GOAL: Goal = {
	goalId: 1,
	siteId: OWN,
	name: "'",
	goalType: "path",
	config: { pathPattern: "/*'\\" },
	createdAt: new Date(0),
};

const contentOf = async ({ pieces }: FileAnswer): Promise<string> => {
	const read: Buffer[] = [];
	for await (const piece of pieces) read.push(Buffer.from(piece));
	return Buffer.concat(read).toString("latin1");
};

/** 200 with rows of the own site only, or 400 or 404; anything else fails. */
const outcome = async (
	path: string,
	parameters: Record<string, string>,
	inPath: Record<string, string> = {},
	body?: unknown,
) => {
	try {
		const answer = await ask(OWN, path, parameters, inPath, body);
		const text = isFile(answer) ? await contentOf(answer) : JSON.stringify(answer);
		return text.includes(SECRET) || text.includes("XX") ? "leaked" : "answered";
	} catch (error) {
		if (error instanceof ApiError && [400, 404].includes(error.status)) return "refused";
		throw error;
	}
};

describe("a hostile query", () => {
	it("has something to find on the other site", async () => {
		expect(JSON.stringify(await ask(FOREIGN, "/events"))).toContain(SECRET);
		expect(JSON.stringify(await ask(OWN, "/events"))).toContain("session_id");
	});

	it.each(FILTER_PARAMETERS)(
		"about %s gets an answer about its own site or an error",
		async (parameter) => {
			const turn = FILTER_PARAMETERS.indexOf(parameter);
			const some = HOSTILE.filter((_, index) => (index + turn) % 9 === 0);
			const filter = (type: string, value: readonly string[]) => ({ parameter, type, value });
			const patterns = FILTER_TYPES.filter((type) => type.includes("regex"));
			const comparisons = FILTER_TYPES.filter((type) => type.includes("than"));
			const others = FILTER_TYPES.filter(
				(type) => !patterns.includes(type) && !comparisons.includes(type),
			);
			const questions = [
				// All at once where a type takes any text; one by one where a bad text invalidates the rest.
				others.map((type) => filter(type, HOSTILE)),
				comparisons.map((type) => filter(type, ["5"])),
				...comparisons.map((type) => [filter(type, some)]),
				...patterns.flatMap((type) => some.map((text) => [filter(type, [text])])),
			];
			const outcomes = await Promise.all(
				questions.map((filters) => outcome("/events", { filters: JSON.stringify(filters) })),
			);
			for (const one of outcomes) expect(["answered", "refused"]).toContain(one);
			if (parameter === "pathname") expect(outcomes.slice(0, 2)).toEqual(["answered", "answered"]);
		},
	);

	it.each(HOSTILE.map((text) => [text.slice(0, 40), text]))(
		"with %j as the name of a property, parameter, flag or dimension is harmless",
		async (_, text) => {
			const names = [`prop:${text}`, `url_param:${text}`, `feature_flag:${text}`, text];
			const outcomes = await Promise.all(
				names.map((parameter, index) => {
					const filters = JSON.stringify([{ parameter, type: "not_equals", value: [text] }]);
					return THOROUGH || (index + text.length) % 2 === 0
						? outcome("/overview", { filters })
						: outcome("/metric", { parameter });
				}),
			);
			for (const one of outcomes) expect(["answered", "refused"]).toContain(one);
		},
	);

	const routes = reportRoutes({ store: { query: async () => [] } })
		// Of several reports in one request each is one of these.
		.filter(({ path, lines }) => path.startsWith(SITE_PATH) && !lines)
		.map(({ path, query }) => ({
			path: path.slice(SITE_PATH.length),
			parameters: Object.keys((query as z.ZodObject).shape),
		}));

	it.each(routes)(
		"to $path is harmless in each of its parameters",
		async ({ path, parameters }) => {
			const needed = NEEDED_PARAMETERS[reportPathOf(path)];
			const body = path.startsWith("/funnels/{") ? STEPS : NEEDED_BODIES[reportPathOf(path)];
			const place = routes.findIndex((route) => route.path === path);
			const asked = parameters.flatMap((name, nth) => {
				// Every report reads these with the same code, and only its own parameters itself.
				const isShared = Object.hasOwn(queryParameters, name) || path.startsWith("/export/");
				const apart = THOROUGH ? 1 : isShared ? 36 : 9;
				return HOSTILE.filter((_, index) => (index + nth + place) % apart === 0).map((text) => ({
					name,
					text,
				}));
			});
			await inTurns(asked, async ({ name, text }) => {
				const result = await outcome(path, { ...needed, [name]: text }, IN_PATH, body);
				expect([name, text, result]).toEqual([
					name,
					text,
					expect.stringMatching(/^(answered|refused)$/),
				]);
			});
		},
		WITHIN_MS,
	);

	it("in the filters of steps, in every JSON parameter, is harmless", async () => {
		for (const text of HOSTILE)
			for (const [path, parameters] of [
				["/journeys", { stepFilters: JSON.stringify({ "0": text, "1": `${text}*` }) }],
				["/funnels/analyze", { steps: text }],
				["/overview", { filters: text }],
			] as const)
				expect(["answered", "refused"]).toContain(await outcome(path, parameters));
	});

	it("in the parameter `compare` is harmless", async () => {
		const range = { start_date: "2026-01-01", end_date: "2026-01-31" };
		const more = { match_weekdays: "true", parameter: "pathname", bucket: "day" };
		for (const text of HOSTILE)
			for (const path of ["/overview", "/overview/time-series", "/metric", "/page-titles"])
				expect(["answered", "refused"]).toContain(
					await outcome(path, { ...range, ...more, compare: text }),
				);
	});

	it("in a batch of several reports is harmless in each part", async () => {
		const askMany = createManyReportsRunner({
			store,
			now: () => Date.parse("2026-11-20T12:00:00Z"),
		});
		for (const text of HOSTILE) {
			const lines = await askMany(OWN, {
				parameters: { [text.slice(0, 300)]: text, filters: text },
				questions: [
					{ id: `1${text}`.slice(0, 100), report: "overview" },
					{ id: "2", report: `x${text}`.slice(0, 500) },
					{ id: "3", report: `sessions/${text}`.slice(0, 500), parameters: { filters: [] } },
					{ id: "4", report: "metric", parameters: { filters: [], parameter: text } },
					...["country", "browser"].map((parameter) => ({
						id: parameter,
						report: "metric",
						parameters: {
							parameter,
							filters: [{ parameter: "tag", type: "not_equals", value: [text] }],
						},
					})),
				],
			});
			expect(lines).toHaveLength(6);
			for (const { status, body } of lines) {
				expect([text, [200, 400, 404].includes(status)]).toEqual([text, true]);
				expect(JSON.stringify(status === 200 ? body : "")).not.toMatch(/secret|XX/);
			}
		}
	});

	it("in a path is harmless", async () => {
		for (const text of HOSTILE.filter((one) => one !== ""))
			for (const path of ["/users/{userId}", "/sessions/{sessionId}"])
				expect(await outcome(path, {}, { userId: text, sessionId: text })).toBe("refused");
	});

	it("in a step of a funnel is harmless", async () => {
		const steps = HOSTILE.filter((one) => one !== "").map((text, index) => ({
			type: ["page", "event", "outbound"][index % 3],
			name: "Step",
			value: index % 2 === 0 ? text.slice(0, 2048) : `*${text.slice(0, 1000)}**`,
			hostname: index % 5 === 0 ? text.slice(0, 253) : "",
			propertyFilters: [{ key: text.slice(0, 256), value: text.slice(0, 2048) }],
		}));
		for (let start = 0; start < steps.length; start += 13) {
			const some = { steps: steps.slice(start, start + 13) };
			expect(await outcome("/funnels/analyze", {}, {}, some)).toBe("answered");
			const reached = { mode: "reached" };
			const path = "/funnels/{stepNumber}/sessions";
			expect(await outcome(path, reached, { stepNumber: "2" }, some)).toBe("answered");
		}
	});

	it("in each part of a question is harmless", async () => {
		for (const text of HOSTILE)
			for (const question of [
				// Definitions repeat names of properties.
				...(/secret|XX/.test(text)
					? []
					: [
							{
								metrics: [`sum(${text.slice(0, 250)})`],
								dimensions: [`prop:${text.slice(0, 250)}`],
							},
						]),
				{ metrics: ["sessions"], filters: ["not", ["contains", "pathname", [text]]] },
				{
					metrics: ["users"],
					filters: ["or", ["is", "country", [text], { ignore_case: true }], ["is_set", "tag"]],
				},
				{ metrics: ["sessions"], order_by: [[text.slice(0, 300), "asc"]] },
				{
					metrics: ["sessions"],
					range: { start_date: text.slice(0, 300), end_date: "2026-01-01" },
				},
			])
				expect(["answered", "refused"]).toContain(await outcome("/query", {}, {}, question));
	});

	it("cannot reach the other site with a filter that matches everything", async () => {
		const filters = JSON.stringify([{ parameter: "pathname", type: "regex", value: [".*"] }]);
		expect(await outcome("/events", { filters })).toBe("answered");
		expect(await outcome("/metric", { parameter: "pathname", filters })).toBe("answered");
	});
});

describe("a regular expression", () => {
	const matched = async (pattern: string, texts: readonly string[]) => {
		const rows = await store.query<{ found: number[] }>(
			"SELECT arrayMap(text -> match(text, {pattern:String}), {texts:Array(String)}) AS found",
			{ pattern, texts },
		);
		return rows[0]?.found.map((found) => found === 1);
	};
	const TEXTS = [
		"",
		"/",
		"/a",
		"/a/b?c=d",
		"A1_ b-c",
		"line\nbreak",
		"é😀",
		"\u00a0\u2028",
		"[a]",
		"a{2}",
		"QaE",
	];

	it.each([
		"a",
		"^/a",
		"b$",
		"^$",
		".",
		"e.b",
		"^.+$",
		"\\s",
		"^\\S+$",
		"[\\s]",
		"\\d+",
		"\\D",
		"\\w+\\b",
		"\\B",
		"[^a]",
		"[^]",
		"[]",
		"[a-c]",
		"[]a]",
		"[[:alpha:]]",
		"[.]",
		"[\\]\\[]",
		"[-a]",
		"[a-]",
		"a{2}",
		"a{,2}",
		"\\{",
		"{",
		"(?:a|b)c?",
		"(?<name>a)/",
		"\\/a",
		"\\x41",
		"\\u00e9",
		"\\u{1f600}",
		"\\ud83d\\ude00",
		"é😀",
		"\\cJ",
		"\\n",
		"[\\b]",
		"\\0",
		"a*?b",
		"(a)(b)|c",
	])("%s matches in the store what it matches in JavaScript", async (source) => {
		const translation = storeRegexOf(source);
		if ("refused" in translation) throw new Error(translation.refused);
		const flags = /\\u\{|😀|\\p/.test(source) ? "u" : "";
		expect(await matched(translation.pattern, TEXTS)).toEqual(
			TEXTS.map((text) => new RegExp(source, flags).test(text)),
		);
	});

	it("matches letters of every script", async () => {
		const translation = storeRegexOf("^\\p{L}+$");
		expect(
			"pattern" in translation && (await matched(translation.pattern, ["é", "д", "1"])),
		).toEqual([true, true, false]);
	});

	it(
		"built at random matches what it matches in JavaScript, or is refused",
		() =>
			fc.assert(
				fc.asyncProperty(
					fc.array(
						fc.constantFrom(
							"a",
							"b",
							"/",
							".",
							"^",
							"$",
							"\\d",
							"\\w",
							"\\s",
							"\\.",
							"[ab]",
							"[^a]",
							"(",
							")",
							"|",
							"*",
							"+",
							"?",
							"{2}",
							"{1,3}",
							"-",
							"\\b",
							"1",
						),
						{ maxLength: 8 },
					),
					fc.array(
						fc.string({ unit: fc.constantFrom("a", "b", "/", "1", ".", "-", " ", "\n", "é") }),
						{
							minLength: 1,
							maxLength: 4,
						},
					),
					async (parts, texts) => {
						const source = parts.join("");
						const translation = storeRegexOf(source);
						if ("refused" in translation) return;
						expect(await matched(translation.pattern, texts)).toEqual(
							texts.map((text) => new RegExp(source).test(text)),
						);
					},
				),
				{ numRuns: 300 },
			),
		60_000,
	);
});
