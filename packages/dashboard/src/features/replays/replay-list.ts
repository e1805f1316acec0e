import type { paths } from "../../api/schema.ts";
import type { Address } from "../../router/address.ts";
import { oneOf, pageKey } from "../shared/list/page-keys.ts";

type List = paths["/api/sites/{site}/session-replay/list"]["get"]["responses"][200];
export type ReplayListRow = List["content"]["application/json"]["data"][number];

/** Rows per page. The API does not return the total, so one extra row is requested. */
export const REPLAYS_PER_PAGE = 50;

/** The minimum durations that the list can be filtered by, in seconds. */
export const LENGTHS = ["10", "60", "300", "900"] as const;

export const leastLengthOf = (address: Address): string =>
	oneOf<string>(LENGTHS, pageKey(address, "min_length")) ?? "";

export const replayPageOf = (address: Address): number => address.page ?? 1;

/** The parameters of the list, in addition to those of every report. */
export const replayListParameters = (address: Address, page: number): Record<string, string> => {
	const length = leastLengthOf(address);
	const user = pageKey(address, "user");
	return {
		limit: String(REPLAYS_PER_PAGE + 1),
		offset: String((page - 1) * REPLAYS_PER_PAGE),
		...(length !== "" && { minDuration: length }),
		...(user !== undefined && { userId: user }),
	};
};

/** The recordings before and after one, as far as this page and the first row of the next one show. */
export const neighboursIn = (
	rows: readonly ReplayListRow[],
	id: string,
): { before: string | undefined; after: string | undefined } => {
	const at = rows.findIndex(({ session_id }) => session_id === id);
	return {
		before: at > 0 ? rows[at - 1]?.session_id : undefined,
		after: at === -1 ? undefined : rows[at + 1]?.session_id,
	};
};
