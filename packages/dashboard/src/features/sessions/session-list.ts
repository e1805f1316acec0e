import type { QueryParameters } from "../../api/site-reports.ts";
import type { Address } from "../../router/address.ts";
import { type AddressFilter, filtersParameter } from "../../router/filters.ts";
import { type Sorting, sortOfBy } from "../shared/list/address-sort.ts";
import { oneOf, pageKey } from "../shared/list/page-keys.ts";

/** Which sessions are listed: all, or those that another page links to. */
export type SessionSource =
	| { of: "all" }
	| { of: "error"; message: string }
	| { of: "goal"; id: string }
	/** `mode`: those that reached the step, or that went no further. Steps count from 1. */
	| { of: "funnel"; id: string; step: number; mode: "reached" | "dropped" };

const ID = /^[1-9]\d{0,8}$/;

/** Reads `funnel=2&step=3&mode=dropped`, `goal=4` and `error=…` from the URL; invalid values mean all sessions. */
export const sessionSourceOf = (address: Address): SessionSource => {
	const funnel = pageKey(address, "funnel");
	const step = pageKey(address, "step") ?? "1";
	if (funnel !== undefined && ID.test(funnel) && ID.test(step)) {
		const mode = oneOf(["reached", "dropped"] as const, pageKey(address, "mode")) ?? "reached";
		return { of: "funnel", id: funnel, step: Number(step), mode };
	}
	const goal = pageKey(address, "goal");
	if (goal !== undefined && ID.test(goal)) return { of: "goal", id: goal };
	const message = pageKey(address, "error");
	return message === undefined ? { of: "all" } : { of: "error", message };
};

/** Removes the source from the URL. */
export const NO_SOURCE = {
	funnel: undefined,
	step: undefined,
	mode: undefined,
	goal: undefined,
	error: undefined,
};

export const SESSION_SORTS = [
	"session_end",
	"session_start",
	"session_duration",
	"pageviews",
	"events",
	"errors",
	"entry_page",
	"exit_page",
] as const;
export type SessionSort = (typeof SESSION_SORTS)[number];

/** Minimum amounts that the list can be filtered by; the URL's key is also the API's parameter. */
export const LEAST = {
	min_duration: ["10", "60", "300", "900"],
	min_pageviews: ["2", "5", "10"],
	min_events: ["1", "5", "10"],
} as const;
export type LeastKey = keyof typeof LEAST;
export const LEAST_KEYS = Object.keys(LEAST) as readonly LeastKey[];

export const leastOf = (address: Address, name: LeastKey): string =>
	oneOf<string>(LEAST[name], pageKey(address, name)) ?? "";

/** Rows per page. */
export const PAGE_SIZE = 50;

/** The sortings of the list of all sessions. */
export const SESSION_SORTING: Sorting<SessionSort> = {
	columns: SESSION_SORTS,
	usual: { by: "session_end", order: "desc" },
};

export const sessionPageOf = (address: Address): number => address.page ?? 1;

/** The message of an error that the site reported, as sessions store it. */
const errorFilter = (message: string): AddressFilter => ({
	field: "prop:message",
	comparator: "is",
	values: [message],
});

/** The parameters of the list, in addition to those of every report. */
export const sessionListParameters = (
	address: Address,
	source: SessionSource,
	page: number,
): QueryParameters => {
	const paging = { page, limit: PAGE_SIZE };
	if (source.of === "goal" || source.of === "funnel") return paging;
	const { by, order } = sortOfBy(address.by, SESSION_SORTING);
	const least = LEAST_KEYS.map((name) => [name, leastOf(address, name)] as const);
	const filters = source.of === "error" ? [...address.filters, errorFilter(source.message)] : [];
	return {
		...paging,
		sort_by: by,
		sort_order: order,
		totals: true,
		...(pageKey(address, "who") === "identified" && { identified_only: true }),
		...Object.fromEntries(least.filter(([, value]) => value !== "")),
		...(filters.length > 0 && { filters: filtersParameter(filters) ?? "" }),
	};
};
