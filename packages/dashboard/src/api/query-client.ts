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
/** Who hears of queries that have failed. */
export const onFailedQuery = (listener: Refused): void => {
	refused = listener;
};

const cache = new QueryCache({ onError: (error, { queryKey }) => refused?.(error, queryKey) });

const USUAL = {
	/** How long an answer is not asked again when another card wants the same. */
	staleTime: 15_000,
	/** How long an answer is kept that no card shows. */
	gcTime: 5 * 60_000,
	// A failed card says so at once, and asks again by itself: see use-report.ts.
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
 * What has been asked and answered, shared by all cards: two that ask the same query ask once. It has what observers use
 * of the library's client, which brings mutations and endless lists along.
 */
export const queryClient = {
	getQueryCache: () => cache,
	getQueryDefaults: () => ({}),
	defaultQueryOptions: withDefaults,
} as unknown as QueryClient;

/** Asks what nothing on show asks yet; what is asked or answered already is not asked again. */
export const fetchOnce = async (options: {
	queryKey: QueryKey;
	queryFn(context: { signal: AbortSignal }): Promise<unknown>;
}): Promise<void> => {
	const query = cache.build(queryClient, withDefaults(options));
	if (query.state.data === undefined) await query.fetch();
};

/** Asks again what is stale when the page is looked at again, or the connection is back. */
export const followBrowser = (): void => {
	focusManager.subscribe((isFocused) => {
		if (isFocused) cache.onFocus();
	});
	onlineManager.subscribe((isOnline) => {
		if (isOnline) cache.onOnline();
	});
};

/** The queries whose answers are on show. */
export const shownQueries = (filters: QueryFilters = {}) =>
	cache.findAll({ ...filters, type: "active" });

/** Calls a listener after each change of any answer. @returns what ends that */
export const followAnswers = (listener: () => void): (() => void) => cache.subscribe(listener);

/** Asks some queries again, at once. */
export const refetch = async (queries: readonly Query[]): Promise<void> => {
	// A card says itself that its query has failed.
	await Promise.allSettled(queries.map((query) => query.fetch(undefined, { cancelRefetch: true })));
};

/** Asks again what is on show, and forgets other answers to the same queries: after a change. */
export const invalidate = (queryKey: QueryKey): Promise<void> => {
	for (const query of cache.findAll({ queryKey })) query.invalidate();
	return refetch(shownQueries({ queryKey }));
};

/** Puts an answer that came without being asked for, where somebody waits for it. */
export const putAnswer = (queryKey: QueryKey, answer: unknown): void => {
	cache.find({ queryKey })?.setData(answer);
};

/** Forgets every answer, and asks again what is on show: for another person. */
export const forgetAll = (): Promise<void> => {
	for (const query of cache.findAll({ type: "inactive" })) cache.remove(query);
	for (const query of cache.findAll()) query.reset();
	return refetch(shownQueries());
};

/** Forgets every answer, for good. */
export const clearAnswers = (): void => cache.clear();
