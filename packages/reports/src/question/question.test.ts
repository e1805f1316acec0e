import { ApiError } from "@footfall/shared/api-error";
import { describe, expect, it } from "vitest";
import { dividedTree } from "../query/condition-tree.ts";
import { keyOf } from "./keys.ts";
import { metricsOf } from "./metrics.ts";
import { Question, treeOf } from "./question.ts";

const goals = {
	ofSite: async () => [],
	one: async () => {
		throw new ApiError("NOT_FOUND", "Goal not found");
	},
};

const refusalOf = async (work: () => unknown): Promise<string> => {
	try {
		await work();
		return "accepted";
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const { details } = error.fields as { details?: string[] };
		return error.message === "Invalid filters" ? (details?.[0] ?? "") : error.message;
	}
};
const metric = (name: string) => () => metricsOf([name], { goals, siteId: 1 });
const tree = (filters: unknown[]) => () => treeOf(filters);

describe("a bad question is refused in one sentence", () => {
	it.each<[string, () => unknown, string]>([
		[
			"a metric that is misspelled",
			metric("sesions"),
			'Unknown metric "sesions": did you mean sessions?',
		],
		[
			"a metric without its argument",
			metric("sum"),
			"The metric sum needs an argument: the key of a property, such as price, as in sum(…)",
		],
		[
			"a metric that has no argument",
			metric("users(1)"),
			"The metric users has no argument: use users",
		],
		[
			"an unknown percentile",
			metric("lcp:p33"),
			'Unknown percentile "p33" of lcp: use p50, p75, p90, p99',
		],
		["an unknown goal", metric("conversions(7)"), "Goal not found"],
		[
			"a dimension that is misspelled",
			() => keyOf("contry"),
			'Unknown dimension "contry": did you mean country?',
		],
		[
			"a dimension that is almost that of goals",
			() => keyOf("goals"),
			'Unknown dimension "goals": did you mean goal?',
		],
		[
			"a dimension that has no groups",
			() => keyOf("session_duration"),
			"The dimension session_duration can only be filtered by: the metric session_duration gives its mean",
		],
		[
			"an unknown operator",
			tree(["and", ["equal", "country", ["DE"]]]),
			'filters[1]: Unknown operator "equal": valid names are and, or, not, is, is_not, contains, contains_not, starts_with, ends_with, matches, is_set, gt, gte, lt, lte',
		],
		[
			"an unknown dimension of a condition",
			tree(["is", "contry", ["DE"]]),
			'filters: Unknown dimension "contry": did you mean country?',
		],
		[
			"a condition without values",
			tree(["not", ["is", "country"]]),
			"filters[1]: value must be an array of at least one string or number",
		],
		[
			"a text where a number is compared",
			tree(["gt", "session_duration", ["long"]]),
			"filters: greater_than requires numbers as values",
		],
		["an empty group", tree(["or"]), "filters: or needs a condition"],
		[
			"several conditions in a negation",
			tree(["not", ["is_set", "tag"], ["is_set", "city"]]),
			"filters: not takes one condition: use and or or within it",
		],
		[
			"conditions that are nested too deeply",
			tree(["not", ["not", ["not", ["not", ["not", ["not", ["is_set", "tag"]]]]]]]),
			"filters[1][1][1][1][1]: conditions may be nested in at most 5 levels",
		],
		[
			"too many conditions",
			tree(["or", ...Array.from({ length: 101 }, () => ["is_set", "tag"])]),
			"filters[101]: there may be at most 100 conditions",
		],
	])("for %s", async (_, work, sentence) => {
		expect(await refusalOf(work)).toBe(sentence);
	});

	it("for more than 20 metrics, 3 dimensions or 10,000 rows", () => {
		const isValid = (body: object) => Question.safeParse(body).success;
		expect(isValid({ metrics: Array(20).fill("users"), dimensions: Array(3).fill("tag") })).toBe(
			true,
		);
		expect(isValid({ metrics: [] })).toBe(false);
		expect(isValid({ metrics: Array(21).fill("users") })).toBe(false);
		expect(isValid({ metrics: ["users"], dimensions: Array(4).fill("tag") })).toBe(false);
		expect(isValid({ metrics: ["users"], limit: 10_001 })).toBe(false);
	});
});

describe("conditions", () => {
	const divided = (filters: unknown[]) => dividedTree(treeOf(filters));

	it("that must all hold are the filters of a report", () => {
		expect(
			divided(["and", ["is", "country", ["DE"]], ["not", ["or", ["contains", "pathname", ["a"]]]]]),
		).toEqual({
			filters: [
				{ parameter: "country", type: "equals", value: ["DE"] },
				{ parameter: "pathname", type: "not_contains", value: ["a"] },
			],
			conditions: [],
		});
	});

	it("in any case are those that exist for it, or regular expressions", () => {
		const anyCase = { ignore_case: true };
		expect(
			divided([
				"and",
				["contains", "pathname", ["A"], anyCase],
				["is", "utm_source", ["News.letter", "x"], anyCase],
				["matches", "pathname", ["^/A"], anyCase],
			]).filters,
		).toEqual([
			{ parameter: "pathname", type: "icontains", value: ["A"] },
			{ parameter: "utm_source", type: "regex", value: ["(?i)^(?:News\\.letter|x)$"] },
			{ parameter: "pathname", type: "regex", value: ["(?i)^/A"] },
		]);
	});
});
