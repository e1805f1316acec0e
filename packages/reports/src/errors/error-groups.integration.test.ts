import type { EventStore } from "@footfall/store";
import { openTestStore } from "@footfall/testing/model/event-store";
import { EVENT_COLUMNS, randomSites, rowOf } from "@footfall/testing/model/random-site";
import { createReportRunner } from "@footfall/testing/model/run-report";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ErrorAlias } from "../definitions/error-alias.ts";
import type { ErrorDecision } from "../definitions/error-decision.ts";
import { createRunSql } from "../report/report.ts";
import { groupsOf } from "./error-groups.ts";
import { newOrReturned } from "./new-or-returned.ts";

const NOW = Date.parse("2026-06-01T12:00:00Z");
const RANGE = { start_date: "2026-05-01", end_date: "2026-06-01", time_zone: "UTC" };
const at = (text: string) => Date.parse(`2026-05-${text}:00Z`);

interface Happened {
	at: number;
	message: string;
	group?: string;
	release?: string;
}

let store: EventStore;
let lastSite = 9_100_000;
beforeAll(async () => {
	store = await openTestStore();
});
afterAll(() => store.close());

/** A site with these errors, and what its members have decided. */
const siteWith = async (
	happened: readonly Happened[],
	decisions: readonly Partial<ErrorDecision>[] = [],
	now = NOW,
	aliases: readonly ErrorAlias[] = [],
) => {
	const site = ++lastSite;
	const [example] = fc
		.sample(randomSites, { numRuns: 20, seed: 3 })
		.flatMap(({ events }) => events);
	if (!example) throw new TypeError("There is an event in twenty worlds");
	const received = EVENT_COLUMNS.indexOf("received_at");
	const rows = happened.map(({ at, message, group = "", release = "" }, index) => [
		...rowOf({
			...example,
			...{ site, at, offset: index + 1, type: "error", properties: JSON.stringify({ message }) },
		}).with(received, at),
		group,
		release,
	]);
	await store.insert("events", [...EVENT_COLUMNS, "error_group", "release"], rows);
	const undecided = { release: null, untilCount: null, untilTime: null, decidedBy: "Ann" };
	const run = createReportRunner({
		store,
		now: () => now,
		errorAliases: { ofSite: async () => aliases },
		errorDecisions: {
			ofSite: async () => decisions.map((one) => ({ ...undecided, ...one }) as ErrorDecision),
		},
	});
	return {
		answer: async (path: string, parameters: Readonly<Record<string, string>>) =>
			(await run(site, path, { ...RANGE, ...parameters })) as { data: unknown },
		names: async (parameters: Readonly<Record<string, string>> = {}) =>
			(
				(await run(site, "/errors/names", { ...RANGE, seen: "true", ...parameters })) as {
					data: Record<string, unknown>[];
				}
			).data,
		overview: async (parameters: Readonly<Record<string, string>>) =>
			(
				(await run(site, "/errors/overview", { ...RANGE, seen: "true", ...parameters })) as {
					data: Record<string, unknown>;
				}
			).data,
		events: async (parameters: Readonly<Record<string, string>>) =>
			((await run(site, "/errors/events", { ...RANGE, ...parameters })) as { data: unknown[] })
				.data,
	};
};

const CART = "00000000000000aa";
const PAY = "00000000000000bb";

describe("errors", () => {
	it("are one by their id, whatever the message, with the latest message and the releases", async () => {
		const site = await siteWith([
			{ at: at("02T10:00"), message: "No price of 1", group: CART, release: "1.0" },
			{ at: at("03T10:00"), message: "No price of 2", group: CART },
			{ at: at("04T10:00"), message: "No price of 3", group: CART, release: "1.1" },
			{ at: at("05T10:00"), message: "No price of 3", group: PAY },
		]);
		expect(await site.names()).toMatchObject([
			{
				...{ errorId: CART, value: "No price of 3", count: 3, percentage: 75 },
				...{ firstSeen: "2026-05-02T10:00:00.000Z", lastSeen: "2026-05-04T10:00:00.000Z" },
				...{ firstRelease: "1.0", lastRelease: "1.1" },
			},
			{ errorId: PAY, count: 1 },
		]);
		expect(await site.overview({ errorId: CART })).toMatchObject({
			...{ count: 3, firstRelease: "1.0", lastRelease: "1.1" },
		});
		expect(await site.events({ errorId: CART })).toHaveLength(3);
		expect(await site.names({ release: "1.1" })).toMatchObject([{ errorId: CART, count: 1 }]);
	});

	it("without an id are those of their message, and its old id still finds all of them", async () => {
		const site = await siteWith([
			{ at: at("02T10:00"), message: "No price" },
			{ at: at("03T10:00"), message: "No price", group: CART },
			{ at: at("04T10:00"), message: "No stock" },
		]);
		const rows = await site.names();
		const old = rows.find(({ value, errorId }) => value === "No price" && errorId !== CART);
		expect(old).toMatchObject({ errorId: expect.stringMatching(/^[0-9a-f]{16}$/), count: 1 });
		expect(await site.events({ errorId: String(old?.["errorId"]) })).toHaveLength(2);
		expect(await site.events({ errorMessage: "No price" })).toHaveLength(2);
		// The error did not begin with the upgrade.
		const firstSeen = "2026-05-02T10:00:00.000Z";
		expect(rows.find(({ errorId }) => errorId === CART)).toMatchObject({ count: 1, firstSeen });
		expect(await site.overview({ errorId: CART })).toMatchObject({ count: 1, firstSeen });
	});
});

describe("groups that are one error by their sources", () => {
	const CHECKOUT = "00000000000000cc";
	/** The error of the first bundle and that of the second. */
	const ALIASES = [
		{ rawGroup: PAY, canonicalGroup: CHECKOUT },
		{ rawGroup: CART, canonicalGroup: CHECKOUT },
	];
	const HAPPENED = [
		{ at: at("02T10:00"), message: "No price", group: CART, release: "1.0" },
		{ at: at("04T10:00"), message: "No price", group: PAY, release: "2.0" },
		{ at: at("05T10:00"), message: "No stock", group: "00000000000000dd", release: "2.0" },
	];
	const withAliases = (decisions: readonly Partial<ErrorDecision>[] = []) =>
		siteWith(HAPPENED, decisions, NOW, ALIASES);
	const decidedAt = (text: string) => new Date(at(text));

	it("are one in the list, with the releases of all of them", async () => {
		const site = await withAliases();
		const asked = { trend: "true", bucket: "month", compare: "previous" };
		expect(await site.names(asked)).toMatchObject([
			{
				...{ errorId: CHECKOUT, count: 2, trend: [{ error_count: 2 }, {}], previous: { count: 0 } },
				...{ firstSeen: "2026-05-02T10:00:00.000Z", firstRelease: "1.0", lastRelease: "2.0" },
			},
			{ errorId: "00000000000000dd", count: 1 },
		]);
		expect(await (await siteWith(HAPPENED)).names()).toHaveLength(3);
	});

	it.each([CHECKOUT, CART, PAY])(
		"are found whole by the id %s, also an old one",
		async (errorId) => {
			const site = await withAliases();
			expect(await site.overview({ errorId })).toMatchObject({
				...{ count: 2, firstSeen: "2026-05-02T10:00:00.000Z", lastRelease: "2.0" },
			});
			expect(await site.events({ errorId })).toHaveLength(2);
			const byRelease = { errorId, dimension: "release" };
			expect(await site.answer("/errors/by-dimension", byRelease)).toMatchObject({
				data: { data: [{ value: "1.0" }, { value: "2.0" }] },
			});
			const byMonth = { errorId, bucket: "month" };
			expect(await site.answer("/errors/time-series", byMonth)).toMatchObject({
				data: [{ error_count: 2 }, { error_count: 0 }],
			});
			const change = { metric: "errors", errorId, compare: "previous" };
			expect(await site.answer("/changes", change)).toMatchObject({ from: 0, to: 2 });
		},
	);

	it("came back if one of them occurs after another was resolved", async () => {
		const site = await withAliases([
			{ errorId: CART, state: "resolved", decidedAt: decidedAt("03T10:00") },
		]);
		const back = { state: "came_back", since: "2026-05-04T10:00:00.000Z" };
		expect(await site.names({ states: "true" })).toMatchObject([{ state: back }, {}]);
		expect(await site.overview({ errorId: PAY, states: "true" })).toMatchObject({ state: back });
		expect(await site.names({ state: "came_back" })).toMatchObject([{ errorId: CHECKOUT }]);
		expect(await site.names({ state: "new" })).toMatchObject([{ errorId: "00000000000000dd" }]);
	});

	it("have the state that was decided last", async () => {
		const site = await withAliases([
			{ errorId: CHECKOUT, state: "ignored", decidedAt: decidedAt("06T10:00") },
			{ errorId: PAY, state: "resolved", decidedAt: decidedAt("05T10:00") },
		]);
		expect(await site.names({ states: "true" })).toMatchObject([
			{ state: { state: "ignored" } },
			{},
		]);
	});
});

describe("errors to tell of", () => {
	const HOUR_MS = 60 * 60 * 1000;
	const told = async (
		happened: readonly Happened[],
		decisions: readonly Partial<ErrorDecision>[],
		since: number,
		aliases: readonly ErrorAlias[] = [],
	) => {
		await siteWith(happened);
		const undecided = { release: null, untilCount: null, untilTime: null, decidedBy: null };
		const found = await newOrReturned(
			{ runSql: createRunSql(store), site: { siteId: lastSite }, now: since + HOUR_MS },
			decisions.map((one) => ({ ...undecided, ...one }) as ErrorDecision),
			groupsOf(aliases),
			since,
		);
		return found.map(({ errorId, state, at, count }) => [errorId, state, at, count]);
	};
	const cart = (time: string, more: Partial<Happened> = {}) => ({
		...{ at: at(time), message: "No price", group: CART },
		...more,
	});

	it("are those that first occurred since then, each once", async () => {
		const happened = [cart("02T10:00"), cart("12T10:00"), cart("12T10:05", { group: PAY })];
		expect(await told(happened, [], at("12T10:00"))).toEqual([
			[PAY, "new", "2026-05-12T10:05:00.000Z", 1],
		]);
		expect(await told(happened, [], at("12T10:06"))).toEqual([]);
	});

	it("are not those whose message is known from before errors had ids", async () =>
		expect(
			await told([cart("02T10:00", { group: "" }), cart("12T10:00")], [], at("12T09:00")),
		).toEqual([]));

	it("are not those that are an older one by their sources, but that it came back", async () => {
		const happened = [cart("02T10:00"), cart("12T10:00", { group: PAY })];
		const aliases = [{ rawGroup: PAY, canonicalGroup: CART }];
		expect(await told(happened, [], at("12T09:00"))).toEqual([
			[PAY, "new", "2026-05-12T10:00:00.000Z", 1],
		]);
		expect(await told(happened, [], at("12T09:00"), aliases)).toEqual([]);
		const decidedAt = new Date(at("10T00:00"));
		const resolved = { errorId: CART, state: "resolved", decidedAt } as const;
		expect(await told(happened, [resolved], at("12T09:00"), aliases)).toEqual([
			[CART, "came_back", "2026-05-12T10:00:00.000Z", 1],
		]);
	});

	it("are those that came back since then, and those whose time to be ignored is over", async () => {
		const happened = [cart("02T10:00"), cart("12T10:00"), cart("12T11:00")];
		const decidedAt = new Date(at("10T00:00"));
		const resolved = { errorId: CART, state: "resolved", decidedAt } as const;
		expect(await told(happened, [resolved], at("12T10:00"))).toEqual([
			[CART, "came_back", "2026-05-12T10:00:00.000Z", 2],
		]);
		expect(await told(happened, [resolved], at("12T10:30"))).toEqual([]);
		const ignored = { errorId: CART, state: "ignored", decidedAt } as const;
		expect(await told(happened, [ignored], at("12T10:00"))).toEqual([]);
		expect(await told(happened, [{ ...ignored, untilCount: 2 }], at("12T10:30"))).toEqual([
			[CART, "new", "2026-05-12T11:00:00.000Z", 1],
		]);
	});
});

describe("the state of an error", () => {
	const decided = (fields: Partial<ErrorDecision>): Partial<ErrorDecision> => ({
		errorId: CART,
		decidedAt: new Date(at("10T00:00")),
		...fields,
	});
	const resolved = (release: string | null = null) => decided({ state: "resolved", release });
	const stateOf = async (
		later: readonly Partial<Happened>[],
		decision: Partial<ErrorDecision>,
		now = NOW,
	) => {
		const happened = [{ at: at("02T10:00"), release: "1.0" }, ...later].map((one) => ({
			...{ at: at("02T10:00"), message: "No price", group: CART },
			...one,
		}));
		const site = await siteWith(
			[...happened, { at: at("03T10:00"), message: "x", group: PAY, release: "9" }],
			[decision],
			now,
		);
		const overview = await site.overview({ errorId: CART, states: "true" });
		const [row] = (await site.names({ states: "true" })).filter(({ errorId }) => errorId === CART);
		expect(row?.["state"]).toEqual(overview["state"]);
		return overview["state"];
	};

	it("is new until somebody decides", async () =>
		expect(await stateOf([], { ...resolved(), errorId: PAY })).toMatchObject({
			state: "new",
			since: null,
		}));

	it("is resolved while it does not occur", async () =>
		expect(await stateOf([], resolved())).toEqual({
			...{ state: "resolved", since: "2026-05-10T00:00:00.000Z", release: null },
			...{ untilCount: null, untilTime: null },
			...{ decidedAt: "2026-05-10T00:00:00.000Z", decidedBy: "Ann" },
		}));

	it("is that it came back once it occurs after it was resolved, at that time", async () =>
		expect(
			await stateOf([{ at: at("12T08:00") }, { at: at("11T08:00") }], resolved()),
		).toMatchObject({ state: "came_back", since: "2026-05-11T08:00:00.000Z" }));

	it.each([
		["an older one", "1.9", "resolved"],
		["the same", "1.10", "came_back"],
		["a newer one", "2.0", "came_back"],
		["none", "", "resolved"],
	])("depends on the release if it was resolved in one: %s", async (_, release, state) =>
		expect(await stateOf([{ at: at("12T08:00"), release }], resolved("1.10"))).toMatchObject({
			state,
		}),
	);

	it("compares releases without numbers by their first event", async () => {
		const happened = [
			{ at: at("04T08:00"), release: "fix" },
			{ at: at("12T08:00"), release: "1.0" },
			{ at: at("13T08:00"), release: "next" },
		];
		expect(await stateOf(happened.slice(0, 2), resolved("fix"))).toMatchObject({
			state: "resolved",
		});
		expect(await stateOf(happened, resolved("fix"))).toMatchObject({
			...{ state: "came_back", since: "2026-05-13T08:00:00.000Z" },
		});
	});

	it("is ignored for ever", async () =>
		expect(await stateOf([{ at: at("12T08:00") }], decided({ state: "ignored" }))).toMatchObject({
			state: "ignored",
		}));

	it("is ignored until it has occurred so many times, in any release", async () => {
		const later = ["11", "12", "13"].map((day) => ({ at: at(`${day}T08:00`), release: day }));
		const decision = decided({ state: "ignored", untilCount: 3 });
		expect(await stateOf(later.slice(0, 2), decision)).toMatchObject({ state: "ignored" });
		expect(await stateOf(later, decision)).toMatchObject({
			...{ state: "new", since: "2026-05-13T08:00:00.000Z", untilCount: 3 },
		});
	});

	it("is ignored until a time", async () => {
		const decision = decided({ state: "ignored", untilTime: new Date(at("20T00:00")) });
		expect(await stateOf([{ at: at("12T08:00") }], decision, at("19T23:59"))).toMatchObject({
			state: "ignored",
		});
		expect(await stateOf([{ at: at("12T08:00") }], decision, at("20T00:00"))).toMatchObject({
			...{ state: "new", since: "2026-05-20T00:00:00.000Z" },
		});
	});

	it("filters the list", async () => {
		const groups = { new: "1", came_back: "2", resolved: "3", ignored: "4", again: "5" };
		const happened = Object.values(groups).map((group) => ({
			...{ at: at(group === "2" ? "12T08:00" : "02T10:00"), message: "m", group },
		}));
		const decisions = [
			decided({ errorId: "2", state: "resolved" }),
			decided({ errorId: "3", state: "resolved" }),
			decided({ errorId: "4", state: "ignored" }),
			decided({ errorId: "5", state: "ignored", untilTime: new Date(at("20T00:00")) }),
		];
		const site = await siteWith(happened, decisions);
		const listed = async (state: string) =>
			(await site.names({ state })).map(({ errorId }) => errorId).sort();
		expect(await listed("todo")).toEqual(["1", "2", "5"]);
		expect(await listed("new")).toEqual(["1", "5"]);
		expect(await listed("came_back")).toEqual(["2"]);
		expect(await listed("resolved")).toEqual(["3"]);
		expect(await listed("ignored")).toEqual(["4"]);
		await expect(listed("gone")).rejects.toThrow(/state/);
	});
});
