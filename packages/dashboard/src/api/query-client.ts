import { QueryClient } from "@tanstack/query-core";

const FRESH_MS = 15_000;
const KEPT_MS = 5 * 60_000;

/** What has been asked and answered, shared by all cards: two that ask the same question ask once. */
export const queryClient = new QueryClient({
	defaultOptions: {
		queries: {
			staleTime: FRESH_MS,
			gcTime: KEPT_MS,
			// A failed card says so at once, and asks again by itself: see use-report.ts.
			retry: false,
			networkMode: "always",
		},
	},
});
