import type { Goal } from "@footfall/reports/definitions/goal";
import { dividedTree, filtersWithin } from "@footfall/reports/query/condition-tree";
import { areasOfDimension } from "@footfall/reports/query/dimension-areas";
import type { Pseudonyms } from "@footfall/reports/query/pseudonyms";
import { shownFilter } from "@footfall/reports/query/shown-filter";
import { keyOf } from "@footfall/reports/question/keys";
import { areasOfMetric, metricsOf } from "@footfall/reports/question/metrics";
import { Question as AskedQuestion, OPERATORS, treeOf } from "@footfall/reports/question/question";
import type { Area } from "@footfall/shared/areas";
import type { z } from "zod";
import { withConditions } from "./question-filters.ts";

/** A question as it is saved: the body of a query without its range, which the page or the board has. */
export const Question = AskedQuestion.omit({ range: true }).meta({
	component: "QuestionDefinition",
});
export type Question = z.output<typeof Question>;

/** A goal may be deleted after a question about it was saved: whether it exists is checked when it is asked. */
const ANY_GOAL: Goal = {
	goalId: 0,
	siteId: 0,
	name: null,
	goalType: "path",
	config: { pathPattern: "/" },
	createdAt: new Date(0),
};
const ANY_GOALS = { ofSite: async () => [ANY_GOAL], one: async () => ANY_GOAL };

/** @throws ApiError 400 that names what cannot be asked */
export const requireAskable = async ({ metrics, dimensions, filters }: Question): Promise<void> => {
	treeOf(filters);
	for (const name of dimensions) keyOf(name);
	await metricsOf(metrics, { goals: ANY_GOALS, siteId: 0 });
};

/** The areas of private links that must be shown for a question's answer. */
export const areasOfQuestion = ({ metrics, dimensions, filters }: Question): Area[] => {
	const { filters: single, conditions } = dividedTree(treeOf(filters));
	const filtered = [...single, ...conditions.flatMap(filtersWithin)];
	return [
		...new Set<Area>([
			// Every question is about the site's traffic.
			"overview",
			...metrics.flatMap(areasOfMetric),
			...dimensions.filter((name) => keyOf(name).kind !== "time").flatMap(areasOfDimension),
			...filtered.flatMap(({ parameter }) => areasOfDimension(parameter)),
		]),
	];
};

/** A condition without the site's own user ids, as of a saved segment's filter. */
const shownCondition =
	(pseudonyms: Pseudonyms) =>
	(condition: readonly unknown[]): readonly unknown[] => {
		const [operator, parameter, values, ...more] = condition;
		if (!Array.isArray(values) || typeof parameter !== "string") return condition;
		const type = OPERATORS[operator as keyof typeof OPERATORS];
		const { value } = shownFilter({ parameter, type, value: values }, pseudonyms);
		return [operator, parameter, value, ...more];
	};

/** A question as visitors may read it. */
export const questionForVisitor = (question: Question, pseudonyms: Pseudonyms): Question =>
	question.filters === undefined || question.filters.length === 0
		? question
		: { ...question, filters: withConditions(question.filters, shownCondition(pseudonyms)) };
