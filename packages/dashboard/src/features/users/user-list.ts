import type { AnswerTo, QueryParameters } from "../../api/site-reports.ts";
import type { Address } from "../../router/address.ts";
import { type Sorting, sortOfBy } from "../shared/list/address-sort.ts";
import { oneOf, pageKey } from "../shared/list/page-keys.ts";

export type UserRow = AnswerTo<"users">["data"][number];

export const USER_SORTS = [
	...(["last_seen", "first_seen", "pageviews", "sessions", "events"] as const),
	"revenue",
] as const;

/** The fields that the API searches. */
export const SEARCH_FIELDS = ["name", "email", "username", "user_id"] as const;
export type SearchField = (typeof SEARCH_FIELDS)[number];

/** Rows per page. */
export const USERS_PER_PAGE = 50;

/** The sortings of the list of people. */
export const USER_SORTING: Sorting<(typeof USER_SORTS)[number]> = {
	columns: USER_SORTS,
	usual: { by: "last_seen", order: "desc" },
};

export const userPageOf = (address: Address): number => address.page ?? 1;

export const searchFieldOf = (address: Address): SearchField =>
	oneOf(SEARCH_FIELDS, pageKey(address, "in")) ?? "name";

/**
 * The parameters of the list, in addition to those of every report.
 * @param hasRevenue whether the site has money to show
 */
export const userListParameters = (address: Address, hasRevenue: boolean): QueryParameters => {
	const sort = sortOfBy(address.by, USER_SORTING);
	const { by, order } = hasRevenue || sort.by !== "revenue" ? sort : USER_SORTING.usual;
	const search = pageKey(address, "q");
	return {
		page: userPageOf(address),
		page_size: USERS_PER_PAGE,
		sort_by: by,
		sort_order: order,
		...(hasRevenue && { revenue: true }),
		...(pageKey(address, "who") === "identified" && { identified_only: true }),
		...(search !== undefined && { search, search_field: searchFieldOf(address) }),
	};
};
