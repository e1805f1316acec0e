import { useAddress } from "../../router/use-address.ts";
import { PAGE_SIZE, sessionPageOf } from "./session-list.ts";
import { useSessionList } from "./use-session-list.ts";

/** A session of the list, and the page of the list that it is on. */
export interface ListPlace {
	id: string;
	page: number;
}

/** The sessions before and after one in the list that the URL describes; none if the list does not contain it. */
export const useNeighbours = (
	id: string,
): { before: ListPlace | undefined; after: ListPlace | undefined } => {
	const { address } = useAddress();
	const page = sessionPageOf(address);
	const rows = useSessionList(page).data?.data ?? [];
	const at = rows.findIndex(({ session_id }) => session_id === id);
	const isFirst = at === 0 && page > 1;
	const isLast = at !== -1 && at === rows.length - 1 && rows.length === PAGE_SIZE;
	const earlier = useSessionList(Math.max(1, page - 1), !isFirst).data?.data.at(-1);
	const later = useSessionList(page + 1, !isLast).data?.data[0];
	const on = (row: { session_id: string } | undefined, number: number) =>
		row && { id: row.session_id, page: number };
	if (at === -1) return { before: undefined, after: undefined };
	return {
		before: isFirst ? on(earlier, page - 1) : on(rows[at - 1], page),
		after: isLast ? on(later, page + 1) : on(rows[at + 1], page),
	};
};
