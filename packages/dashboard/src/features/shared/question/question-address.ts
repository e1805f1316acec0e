import type { Address } from "../../../router/address.ts";
import { escaped, pieces } from "../../../router/filters.ts";
import { type PageKeys, pageKey, withPageKeys } from "../list/page-keys.ts";
import {
	type FilterTree,
	isView,
	type Question,
	type QuestionView,
	usualView,
} from "./question.ts";
import { dividedFilters, joinedFilters } from "./question-filters.ts";

/** A question with the way in which its answer is drawn. */
export interface ViewedQuestion {
	question: Question;
	view: QuestionView;
}

const DEFAULT_METRICS: readonly string[] = ["sessions"];

const listOf = (text: string | undefined): readonly string[] | undefined =>
	text === undefined ? undefined : pieces(text);
const textOf = (list: readonly string[]): string => list.map(escaped).join("~");

/** `sessions.desc~country.asc`; a name may contain dots. */
const orderOf = (text: string | undefined): Question["order_by"] => {
	const order = (listOf(text) ?? []).flatMap((one) => {
		const [, name, direction] = /^(.+)\.(asc|desc)$/s.exec(one) ?? [];
		return name !== undefined && (direction === "asc" || direction === "desc")
			? [[name, direction] as const]
			: [];
	});
	return order.length === 0 ? undefined : order;
};

const limitOf = (text: string | undefined): number | undefined =>
	/^[1-9]\d{0,4}$/.test(text ?? "") && Number(text) <= 10_000 ? Number(text) : undefined;

const treeOf = (text: string | undefined): FilterTree | undefined => {
	try {
		const tree: unknown = JSON.parse(text ?? "");
		return Array.isArray(tree) && tree.length > 0 ? tree : undefined;
	} catch {
		return undefined;
	}
};

/** The question of a URL; sessions if it names none. What the URL misspells is left out. */
export const questionOf = (address: Address): ViewedQuestion => {
	const key = (name: string) => pageKey(address, name);
	const dimensions = (listOf(key("dimensions")) ?? []).slice(0, 3);
	const filters = joinedFilters(address.filters, treeOf(key("where")));
	const order = orderOf(key("order"));
	const limit = limitOf(key("limit"));
	const view = key("view");
	return {
		question: {
			metrics: listOf(key("metrics")) ?? DEFAULT_METRICS,
			dimensions,
			...(filters && { filters }),
			...(order && { order_by: order }),
			...(limit !== undefined && { limit }),
		},
		view: isView(view) ? view : usualView({ dimensions }),
	};
};

/** The change of a URL that makes it ask a question. */
export const addressOfQuestion = (
	address: Address,
	{ question, view }: ViewedQuestion,
): Pick<Address, "filters" | "others"> => {
	const { metrics, dimensions, order_by: order, limit } = question;
	const { filters, where } = dividedFilters(question.filters);
	const isUsual = metrics.length === 1 && metrics[0] === DEFAULT_METRICS[0];
	const keys: PageKeys = {
		metrics: isUsual ? undefined : textOf(metrics),
		dimensions: dimensions.length === 0 ? undefined : textOf(dimensions),
		order: order && textOf(order.map(([name, direction]) => `${name}.${direction}`)),
		limit: limit?.toString(),
		where: where && JSON.stringify(where),
		view: view === usualView(question) ? undefined : view,
	};
	return { filters, others: withPageKeys(address, keys) };
};
