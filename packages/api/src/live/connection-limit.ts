import { ApiError } from "@footfall/shared/api-error";
import type { Requester } from "@footfall/store";

const RETRY_AFTER_SECONDS = 30;

/** Each holds a connection of the gateway, which forwards some thousand requests at a time. */
const DEFAULTS = { total: 400, visitors: 200, perCaller: 8 };

/** Bounds how many streams are open: in total, for all visitors, and for each person, key or network of visitors. */
export const createConnectionLimit = (limits: Partial<typeof DEFAULTS> = {}) => {
	const { total, visitors, perCaller } = { ...DEFAULTS, ...limits };
	const open = new Map<string, number>();
	let all = 0;
	let ofVisitors = 0;
	/**
	 * @returns a function that frees the place; further calls do nothing
	 * @throws ApiError 429 for a caller with too many, 503 where too many are open in total
	 */
	return ({ caller, part }: Requester, isVisitor: boolean): (() => void) => {
		// One person's sites share a limit, one site's visitors are told apart by their networks.
		const key = isVisitor ? `${caller} ${part}` : caller;
		const own = open.get(key) ?? 0;
		if (own >= perCaller)
			throw new ApiError("RATE_LIMITED", `At most ${perCaller} live connections may be open`, {
				retryAfter: RETRY_AFTER_SECONDS,
				resolution: "Close live pages in other tabs, then try again.",
			});
		if (all >= total || (isVisitor && ofVisitors >= visitors))
			throw new ApiError("UNAVAILABLE", "Too many live connections are open", {
				retryAfter: RETRY_AFTER_SECONDS,
			});
		open.set(key, own + 1);
		all += 1;
		if (isVisitor) ofVisitors += 1;
		let isOpen = true;
		return () => {
			if (!isOpen) return;
			isOpen = false;
			all -= 1;
			if (isVisitor) ofVisitors -= 1;
			const left = (open.get(key) ?? 1) - 1;
			if (left > 0) open.set(key, left);
			else open.delete(key);
		};
	};
};
