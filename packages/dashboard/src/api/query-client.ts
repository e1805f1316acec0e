import {
	focusManager,
	hashKey,
	onlineManager,
	type Query,
	QueryCache,
	type QueryClient,
	type QueryFilters,
	type QueryKey,
} from "@tanstack/query-core";

type Refused = (error: unknown, key: QueryKey) => void;
let refused: Refused | undefined;
/** Listener for failed queries. */
export const onFailedQuery = (listener: Refused): void => {
	refused = listener;
};

const cache = new QueryCache({ onError: (error, { queryKey }) => refused?.(error, queryKey) });

const USUAL = {
	/** How long a cached response is used for another card with the same query. */
	staleTime: 15_000,
	/** How long a response that no card shows is kept. */
	gcTime: 5 * 60_000,
	// A failed card shows its failure at once and retries by itself: see use-report.ts.
	retry: false,
	networkMode: "always",
	refetchOnReconnect: true,
	throwOnError: false,
	_defaulted: true,
} as const;

const withDefaults = <Options extends { queryKey: QueryKey }>(options: Options) => ({
	...USUAL,
	queryHash: hashKey(options.queryKey),
	...options,
});

/**
 * The cache of queries and responses, shared by all cards: two cards with the same query send one request. It has what
 * observers use of the library's client, which would also bring mutations and infinite lists.
 */
export const queryClient = {
	getQueryCache: () => cache,
	getQueryDefaults: () => ({}),
	defaultQueryOptions: withDefaults,
} as unknown as QueryClient;

/** Prefetches a query that no card has sent yet; one that is pending or cached is not sent again. */
export const fetchOnce = async (options: {
	queryKey: QueryKey;
	queryFn(context: { signal: AbortSignal }): Promise<unknown>;
}): Promise<void> => {
	const query = cache.build(queryClient, withDefaults(options));
	if (query.state.data === undefined) await query.fetch();
};

/** Refetches stale queries when the page becomes visible or the connection is back. */
export const followBrowser = (): void => {
	focusManager.subscribe((isFocused) => {
		if (isFocused) cache.onFocus();
	});
	onlineManager.subscribe((isOnline) => {
		if (isOnline) cache.onOnline();
	});
};

/** The queries whose responses are visible. */
export const shownQueries = (filters: QueryFilters = {}) =>
	cache.findAll({ ...filters, type: "active" });

/** Calls a listener after each change of any response. @returns a function that removes the listener */
export const followAnswers = (listener: () => void): (() => void) => cache.subscribe(listener);

/** Refetches some queries immediately. */
export const refetch = async (queries: readonly Query[]): Promise<void> => {
	// Each card reports the failure of its own query.
	await Promise.allSettled(queries.map((query) => query.fetch(undefined, { cancelRefetch: true })));
};

/** After a change: refetches the visible queries and invalidates other cached responses to the same queries. */
export const invalidate = (queryKey: QueryKey): Promise<void> => {
	for (const query of cache.findAll({ queryKey })) query.invalidate();
	return refetch(shownQueries({ queryKey }));
};

/** Stores a response that was pushed, if some card waits for its query. */
export const putAnswer = (queryKey: QueryKey, answer: unknown): void => {
	cache.find({ queryKey })?.setData(answer);
};

/** Drops every response and refetches the visible queries: for another person. */
export const forgetAll = (): Promise<void> => {
	for (const query of cache.findAll({ type: "inactive" })) cache.remove(query);
	for (const query of cache.findAll()) query.reset();
	return refetch(shownQueries());
};

/** Drops every response for good. */
export const clearAnswers = (): void => cache.clear();
