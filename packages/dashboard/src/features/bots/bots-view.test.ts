import { describe, expect, it } from "vitest";
import {
	alignedReads,
	botsView,
	chosenLists,
	concernsBots,
	linesBySize,
	openOfLists,
	readsOfOperator,
} from "./bots-view.ts";

describe("the bots view in the URL", () => {
	it.each([
		[undefined, { lines: "layers", layer: undefined }],
		["all", { lines: "all", layer: undefined }],
		["purposes", { lines: "purposes", layer: undefined }],
		["bot_asn", { lines: "all", layer: "bot_asn" }],
		["nonsense", { lines: "layers", layer: undefined }],
	])("is read from %s", (line, view) => expect(botsView(line)).toEqual(view));

	it("has one list each for who and what", () => {
		expect(chosenLists(undefined)).toEqual({
			...{ who: "bot_operator", what: "pathname" },
			all: undefined,
		});
		expect(chosenLists("country.bot_name")).toEqual({
			...{ who: "bot_name", what: "country" },
			all: undefined,
		});
		expect(chosenLists("country.what").all).toBe("what");
		expect(openOfLists("bot_operator", "country", "what")).toBe("country.what");
		expect(openOfLists("bot_operator", "pathname")).toBeUndefined();
		expect(openOfLists("bot_name", "country")).toBe("bot_name.country");
	});
});

it("knows which filters apply to bots", () => {
	expect(concernsBots("country")).toBe(true);
	expect(concernsBots("utm_source")).toBe(false);
	expect(concernsBots("prop:plan")).toBe(false);
});

const operator = {
	...{ operator: "OpenAI", crawls: 6, training_crawls: 6, search_crawls: 0, agent_requests: 0 },
	...{ referrals: 0, crawls_per_referral: 0, pages: 1, referrer_domains: [] },
};
const agent = { name: "GPTBot", purpose: "ai_training", reads: 1, pages: 1 };
it("adds up the requests of an operator's programs", () => {
	const reads = readsOfOperator({
		...operator,
		bots: [
			{
				...agent,
				trend: [
					["2026-11-02", 1],
					["2026-11-03", 2],
				],
			},
			{ ...agent, trend: [["2026-11-01", 3]] },
			agent,
		],
	});
	expect(reads).toEqual([
		["2026-11-01", 3],
		["2026-11-02", 1],
		["2026-11-03", 2],
	]);
	expect(alignedReads(reads, ["2026-11-02", "2026-11-04"])).toEqual([1, 0]);
});

it("draws the highest lines first, and leaves out empty ones", () => {
	const line = (name: string, value: number) => ({ name, points: [{ time: "", value }] });
	const lines = [line("a", 1), line("b", 0), line("c", 5)];
	expect(linesBySize(lines).map(({ name }) => name)).toEqual(["c", "a"]);
	expect(linesBySize([line("b", 0)]).map(({ name }) => name)).toEqual(["b"]);
});
