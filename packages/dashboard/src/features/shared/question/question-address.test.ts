import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressOf, NO_STATE, searchOf } from "../../../router/address.ts";
import { COMPARATORS, takesValues } from "../../../router/filters.ts";
import { type FilterTree, type Question, VIEWS } from "./question.ts";
import { addressOfQuestion, questionOf, type ViewedQuestion } from "./question-address.ts";
import { conditionOf } from "./question-filters.ts";

const name = fc.oneof(
	fc.constantFrom("sessions", "conversion_rate(12)", "lcp:p75", "sum(a~b!c)", "prop:a.desc"),
	fc.string({ minLength: 1, maxLength: 20 }),
);
const values = fc.array(fc.string({ maxLength: 12 }), { minLength: 1, maxLength: 3 });
const field = fc.oneof(fc.constantFrom("country", "prop:plan.x"), fc.string({ minLength: 1 }));
const simple = fc
	.tuple(fc.constantFrom(...COMPARATORS), field, values)
	.map(
		([comparator, one, some]): FilterTree =>
			conditionOf({ comparator, field: one, values: takesValues(comparator) ? some : [] }),
	);
const odd = fc
	.tuple(fc.constantFrom("is", "gt", "contains"), field, fc.array(fc.integer(), { minLength: 1 }))
	.map((parts): FilterTree => [...parts, { ignore_case: false }]);
const { tree } = fc.letrec<{ tree: FilterTree }>((tie) => ({
	tree: fc.oneof(
		{ depthSize: "small" },
		simple,
		odd,
		fc
			.tuple(fc.constantFrom("and", "or"), fc.array(tie("tree"), { minLength: 1, maxLength: 3 }))
			.map(([junction, below]): FilterTree => [junction, ...below]),
		tie("tree").map((below): FilterTree => ["not", below]),
	),
}));
const question: fc.Arbitrary<Question> = fc.record(
	{
		metrics: fc.array(name, { minLength: 1, maxLength: 5 }),
		dimensions: fc.array(name, { maxLength: 3 }),
		filters: tree,
		order_by: fc.array(fc.tuple(name, fc.constantFrom("asc", "desc")), {
			minLength: 1,
			maxLength: 3,
		}),
		limit: fc.integer({ min: 1, max: 10_000 }),
	},
	{ requiredKeys: ["metrics", "dimensions"] },
);
const viewed: fc.Arbitrary<ViewedQuestion> = fc.record({
	question,
	view: fc.constantFrom(...VIEWS),
});

/** Written into a URL, and read from it by somebody else. */
const copied = (one: ViewedQuestion, search = "") => {
	const address = addressOf(search);
	return addressOf(searchOf({ ...address, ...addressOfQuestion(address, one) }));
};

describe("the address of a question", () => {
	it("asks the same question again, whatever it is", () =>
		fc.assert(
			fc.property(viewed, (one) => {
				expect(questionOf(copied(one))).toEqual(one);
			}),
			{ numRuns: 500 },
		));

	it("keeps the period, the segment and what it does not know", () => {
		const one: ViewedQuestion = {
			question: { metrics: ["users"], dimensions: ["time:day"] },
			view: "table",
		};
		expect(copied(one, "?range=7d&segment=3&beta=1")).toMatchObject({
			range: { kind: "days", count: 7 },
			segment: 3,
			others: expect.arrayContaining([["beta", "1"]]),
		});
	});

	it("writes what filters can express into filters, and the rest as it is", () => {
		const is: FilterTree = ["is", "country", ["DE", "AT"]];
		const not: FilterTree = ["not", ["matches", "pathname", ["^/intern"]]];
		const searchFor = (filters: FilterTree) =>
			searchOf(
				copied({ question: { metrics: ["sessions"], dimensions: [], filters }, view: "number" }),
			);
		expect(searchFor(["and", is, not])).toBe(
			"?f=country.is~DE~AT&f=pathname.matchesnot~%5E/intern",
		);
		expect(searchFor(["or", is, not])).toMatch(/^\?where=%5B%22or%22/);
	});

	it("without a question asks for sessions", () =>
		expect(questionOf(NO_STATE)).toEqual({
			question: { metrics: ["sessions"], dimensions: [] },
			view: "number",
		}));

	it.each(["?metrics=a!", "?limit=0&limit=20000", "?order=sessions", "?where=x", "?view=pie"])(
		"with %s ignores what it cannot read",
		(search) =>
			expect(questionOf(addressOf(search)).question).toEqual({
				metrics: ["sessions"],
				dimensions: [],
			}),
	);
});
