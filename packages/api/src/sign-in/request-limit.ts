import { ApiError } from "@footfall/shared/api-error";
import { LRUCache } from "lru-cache";

/** Requests in a window of time. */
export interface RequestLimit {
	requests: number;
	windowMs: number;
}

/** A few megabytes. An attacker needs as many networks to fill it. */
const MAX_ENTRIES = 20_000;

/** Counts requests by network and purpose, in this process. */
export const createRequestLimit = (clock = () => Date.now()) => {
	const windows = new LRUCache<string, { startedAt: number; requests: number }>({
		max: MAX_ENTRIES,
	});
	/** @throws ApiError 429 with `Retry-After` for a request over the limit */
	return (network: string, purpose: string, { requests, windowMs }: RequestLimit): void => {
		const key = `${network} ${purpose}`;
		const now = clock();
		const found = windows.get(key);
		const isOpen = found !== undefined && now - found.startedAt < windowMs;
		const window = isOpen ? found : { startedAt: now, requests: 0 };
		if (window.requests >= requests)
			throw new ApiError("RATE_LIMITED", "Too many requests. Please try again later.", {
				retryAfter: Math.ceil((window.startedAt + windowMs - now) / 1000),
			});
		windows.set(key, { ...window, requests: window.requests + 1 });
	};
};
