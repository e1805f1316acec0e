import { ApiError } from "@footfall/shared/api-error";
import type { Requester } from "@footfall/store";

const RETRY_AFTER_SECONDS = 30;

/**
 * Maximum streams in total; of one organization, to leave some for the others; of all visitors, to leave some for
 * members; of a site's visitors; of one address, which may be a large office; and of one person or key.
 */
const DEFAULTS = {
	total: 6_000,
	perOrganization: 4_000,
	visitors: 5_000,
	perSite: 3_000,
	perNetwork: 1_000,
	perCaller: 50,
};

export interface ConnectionLimit {
	/**
	 * @returns a function that releases the slot; further calls do nothing
	 * @throws ApiError 429 for a caller with too many, 503 when others have too many open
	 */
	enter(requester: Requester, isVisitor: boolean): () => void;
	/** The number of open streams. */
	count(): number;
}

/** Limits the number of open streams. */
export const createConnectionLimit = (limits: Partial<typeof DEFAULTS> = {}): ConnectionLimit => {
	const most = { ...DEFAULTS, ...limits };
	const open = new Map<string, number>();
	const countersOf = ({ tenant, caller, part }: Requester, isVisitor: boolean) => [
		...(isVisitor
			? [
					{ key: `network ${part}`, limit: most.perNetwork, isOwn: true },
					{ key: caller, limit: most.perSite, isOwn: false },
					{ key: "visitors", limit: most.visitors, isOwn: false },
				]
			: [{ key: caller, limit: most.perCaller, isOwn: true }]),
		{ key: `organization ${tenant}`, limit: most.perOrganization, isOwn: false },
		{ key: "total", limit: most.total, isOwn: false },
	];
	const enter: ConnectionLimit["enter"] = (requester, isVisitor) => {
		const counters = countersOf(requester, isVisitor);
		const full = counters.find(({ key, limit }) => (open.get(key) ?? 0) >= limit);
		if (full?.isOwn)
			throw new ApiError("RATE_LIMITED", `At most ${full.limit} live connections may be open`, {
				retryAfter: RETRY_AFTER_SECONDS,
				resolution: "Close live pages in other tabs, then try again.",
			});
		if (full !== undefined)
			throw new ApiError("UNAVAILABLE", "Too many live connections are open", {
				retryAfter: RETRY_AFTER_SECONDS,
			});
		for (const { key } of counters) open.set(key, (open.get(key) ?? 0) + 1);
		let isOpen = true;
		return () => {
			if (!isOpen) return;
			isOpen = false;
			for (const { key } of counters) {
				const left = (open.get(key) ?? 1) - 1;
				if (left > 0) open.set(key, left);
				else open.delete(key);
			}
		};
	};
	return { enter, count: () => open.get("total") ?? 0 };
};
