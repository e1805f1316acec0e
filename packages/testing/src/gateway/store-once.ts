import { DUPLICATE, type Outcome, type RecentEventIds } from "@footfall/gateway/testing";

/** Stores something under an id as the path of an event does: once, and after any attempt in progress. */
export const storeOnce = async (
	ids: RecentEventIds,
	site: number,
	id: string,
	store: () => Promise<Outcome>,
): Promise<Outcome> => {
	const claim = ids.claim(site, id);
	if (claim instanceof Promise)
		return claim.then(({ kind }) =>
			kind === "stored" ? DUPLICATE : storeOnce(ids, site, id, store),
		);
	return "kind" in claim ? claim : ids.settle(claim, store());
};
