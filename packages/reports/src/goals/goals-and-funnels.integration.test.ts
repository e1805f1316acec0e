import { ApiError } from "@footfall/shared/api-error";
import type { EventStore } from "@footfall/store";
import {
	createReportComparison,
	findSegment,
	WITHIN_MS,
} from "@footfall/testing/model/compare-report";
import * as reference from "@footfall/testing/model/conversions";
import { openTestStore } from "@footfall/testing/model/event-store";
import {
	busier,
	eventName,
	legacyProperty,
	pathPattern,
	present,
	propertyFilters,
	squeeze,
	steps,
	valuePattern,
} from "@footfall/testing/model/random-conversions";
import { createReportRunner } from "@footfall/testing/model/run-report";
import { hex } from "@footfall/testing/model/semantics";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GOAL_TYPES, type Goal } from "../definitions/goal.ts";
import type { SessionRow } from "../sessions/session-row.ts";

let store: EventStore;
let ask: ReturnType<typeof createReportRunner>;
let check: ReturnType<typeof createReportComparison>;
let saved: Goal[] = [];

beforeAll(async () => {
	store = await openTestStore();
	check = createReportComparison(store);
	ask = createReportRunner({
		store,
		now: () => Date.parse("2027-06-01T12:00:00Z"),
		findSegment,
		goals: {
			ofSite: async () => saved,
			one: async (_, reference) => {
				const goal = saved.find(({ goalId }) => String(goalId) === reference);
				if (!goal) throw new ApiError("NOT_FOUND", "Goal not found");
				return goal;
			},
		},
	});
});
afterAll(async () => {
	await store.close();
});

const goal = fc
	.record({
		goalId: fc.constant(1),
		siteId: fc.constant(1),
		name: fc.constantFrom(null, "Goal"),
		goalType: fc.constantFrom(...GOAL_TYPES),
		config: fc
			.tuple(fc.record({ pathPattern, eventName, valuePattern, propertyFilters }), legacyProperty)
			.map(([config, legacy]) => present({ ...config, ...legacy }) as Goal["config"]),
		createdAt: fc.constant(new Date(0)),
	})
	.map((one): Goal => one);

const idsOf = (answer: unknown) =>
	(answer as { data: SessionRow[] }).data.map(({ session_id }) => session_id).sort();

describe("a goal matches the counts computed by hand", () => {
	it(
		"matches them over a range",
		() =>
			check(
				fc.record({ squeeze, goals: fc.array(goal, { minLength: 1, maxLength: 3 }) }),
				async ({ site, events, parameters, question, more }) => {
					saved = more.goals.map((one, index) => ({ ...one, goalId: index + 1 }));
					const answer = await ask(site, "/goals", { ...parameters, sort: "goalId", order: "asc" });
					expect(answer).toEqual({
						data: saved.map((one) => ({
							...one,
							createdAt: "1970-01-01T00:00:00.000Z",
							...reference.goalNumbers(events, question, one),
						})),
						meta: { total: saved.length, page: 1, pageSize: 10, totalPages: 1 },
					});
				},
				busier,
			),
		WITHIN_MS,
	);

	it(
		"matches them over time",
		() =>
			check(
				fc.record({ squeeze, goals: fc.array(goal, { minLength: 1, maxLength: 2 }) }),
				async ({ site, events, parameters, question, bucket, more }) => {
					saved = more.goals.map((one, index) => ({ ...one, goalId: index + 1 }));
					const answer = await ask(site, "/goals/time-series", {
						...parameters,
						bucket,
						goal_ids: "[1,2,3]",
					});
					expect(answer).toEqual({ data: reference.goalSeries(events, question, saved, bucket) });
				},
				busier,
			),
		WITHIN_MS,
	);

	it(
		"matches them by any dimension of sessions",
		() =>
			check(
				fc.record({
					squeeze,
					goal,
					parameter: fc.constantFrom("channel", "country", "entry_page", "browser", "utm_source"),
				}),
				async ({ site, events, parameters, question, more: { goal, parameter } }) => {
					saved = [goal];
					const asked = { ...parameters, parameter, limit: "1000" };
					const inPath = { goalId: "1" };
					const answer = await ask(site, "/goals/{goalId}/by-dimension", asked, inPath);
					const rows = reference.goalByDimension(events, question, goal, parameter);
					expect(answer).toEqual({
						data: { data: expect.arrayContaining(rows), totalCount: rows.length },
					});
				},
				busier,
			),
		WITHIN_MS,
	);

	it(
		"matches them session by session",
		() =>
			check(
				fc.record({ squeeze, goal }),
				async ({ site, events, parameters, question, more }) => {
					saved = [more.goal];
					const answer = await ask(site, "/goals/{goalId}/sessions", parameters, { goalId: "1" });
					const reached = reference.goalSessions(events, question, more.goal);
					expect(idsOf(answer)).toEqual(reached.map(hex).sort());
				},
				busier,
			),
		WITHIN_MS,
	);
});

describe("a funnel matches the counts computed by hand", () => {
	it(
		"matches them step by step",
		() =>
			check(
				fc.record({ squeeze, steps }),
				async ({ site, events, parameters, question, more }) => {
					const expected = { data: reference.funnel(events, question, more.steps) };
					const { steps } = more;
					expect(await ask(site, "/funnels/analyze", parameters, {}, { steps })).toEqual(expected);
					const address = { ...parameters, steps: JSON.stringify({ steps }) };
					expect(await ask(site, "/funnels/analyze", address)).toEqual(expected);
				},
				busier,
			),
		WITHIN_MS,
	);

	it(
		"matches them session by session",
		() =>
			check(
				fc.record({ squeeze, steps, mode: fc.constantFrom("reached", "dropped"), at: fc.nat() }),
				async ({ site, events, parameters, question, more: { steps, mode, at } }) => {
					const stepNumber = (at % steps.length) + 1;
					const answer = await ask(
						site,
						"/funnels/{stepNumber}/sessions",
						{ ...parameters, mode },
						{ stepNumber: String(stepNumber) },
						{ steps },
					);
					const isSelected = (depth: number) =>
						mode === "reached"
							? depth >= stepNumber
							: depth === stepNumber && stepNumber < steps.length;
					const expected = reference
						.funnelDepths(events, question, steps)
						.filter(({ depth }) => isSelected(depth))
						.map(({ session }) => hex(session));
					expect(idsOf(answer)).toEqual(expected.sort());
				},
				busier,
			),
		WITHIN_MS,
	);
});

describe("goals", () => {
	const named = (goalId: number, name: string | null): Goal => ({
		goalId,
		siteId: 1,
		name,
		goalType: "copy",
		config: {},
		createdAt: new Date(goalId),
	});
	const listed = async (parameters: Record<string, string>) => {
		const answer = (await ask(1, "/goals", parameters)) as { data: Goal[]; meta: object };
		return [answer.data.map(({ goalId }) => goalId), answer.meta];
	};

	it("are listed in pages in the requested order, newest first by default", async () => {
		saved = [named(1, "b"), named(2, null), named(3, "a")];
		const meta = { total: 3, page: 1, pageSize: 10, totalPages: 1 };
		expect(await listed({})).toEqual([[3, 2, 1], meta]);
		expect(await listed({ sort: "name", order: "asc" })).toEqual([[2, 3, 1], meta]);
		expect(await listed({ page: "2", page_size: "2" })).toEqual([
			[1],
			{ total: 3, page: 2, pageSize: 2, totalPages: 2 },
		]);
	});

	it("are an empty page for a site without goals", async () => {
		saved = [];
		expect(await ask(1, "/goals")).toEqual({
			data: [],
			meta: { total: 0, page: 1, pageSize: 10, totalPages: 0 },
		});
		expect(await ask(1, "/goals/time-series", { goal_ids: "1" })).toEqual({ data: [] });
	});

	it.each([
		["/goals", { page: "0" }, "Invalid page number"],
		["/goals", { page: "x" }, "Invalid page number"],
		["/goals", { page_size: "101" }, "Invalid page size, must be between 1 and 100"],
		["/goals", { page_size: "-1" }, "Invalid page size, must be between 1 and 100"],
		["/goals", { sort: "config" }, "sort must be one of goalId, name, goalType, createdAt"],
		["/goals", { order: "up" }, "order must be one of asc, desc"],
		[
			"/goals/time-series",
			{ goal_ids: "1,x" },
			"Invalid goal_ids. Use up to 100 ids such as 1,2 or [1,2]",
		],
		["/goals/time-series", { bucket: "decade" }, "Invalid bucket value: decade"],
	])("at %s reject %j", (path, parameters, message) =>
		expect(ask(1, path, parameters)).rejects.toMatchObject({ status: 400, message }),
	);
});

describe("a funnel", () => {
	const steps = [{ type: "page", value: "/" }, { type: "copy" }];
	it.each([
		["0", { mode: "reached" }, "Invalid step number"],
		["3", { mode: "reached" }, "Invalid step number"],
		["x", { mode: "reached" }, "Invalid step number"],
		["1", {}, "Mode must be 'reached' or 'dropped'"],
	])("rejects step %s with %j", (stepNumber, parameters, message) =>
		expect(
			ask(1, "/funnels/{stepNumber}/sessions", parameters, { stepNumber }, { steps }),
		).rejects.toMatchObject({ status: 400, message }),
	);
	it.each([
		["", "At least 2 steps are required for a funnel"],
		["[]", "At least 2 steps are required for a funnel"],
		['[{"type":"page","value":"/"},{"type":"walk"}]', "Invalid step type"],
		['[{"type":"page","value":"/"},{"type":"page"}]', "Page and event steps require a value"],
		["{", 'steps must be JSON: an array of steps, or `{"steps": [...]}`'],
	])("rejects the steps %s in a URL", (text, message) =>
		expect(ask(1, "/funnels/analyze", { steps: text })).rejects.toMatchObject({
			status: 400,
			message,
		}),
	);
});
