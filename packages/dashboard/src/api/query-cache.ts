/** Equal keys are one query. JSON values; the first element names the kind of query. */
export type QueryKey = readonly unknown[];

/** A query and the newest response to it, shared by all cards that show it. */
export interface Query {
	readonly key: QueryKey;
	/** The newest response; undefined before the first one, and after `forgetAll`. */
	data: unknown;
	/** When `data` arrived, in ms since the epoch; 0 without data. */
	updatedAt: number;
	/** Why the last request failed; undefined if it succeeded, and usually while the first response is fetched again. */
	error: unknown;
	/** Something has changed since `data` arrived. */
	isInvalid: boolean;
	/** How many times it has changed: tells a card whether it has rendered the present state. */
	changes: number;
	/** Aborts the request that is on its way. */
	request: AbortController | undefined;
	/** Resolves when the last request is answered, has failed or was aborted. */
	isAnswered: Promise<void>;
	readonly watchers: Set<Watcher>;
	/** Until the next request while cards show the query, and until it is dropped otherwise. */
	timer: ReturnType<typeof setTimeout> | undefined;
}

/** A card that shows a query. */
export interface Watcher {
	fetch(signal: AbortSignal): Promise<unknown>;
	/** Sends nothing while true, and shows what other cards fetch. */
	isOff: boolean;
	/** In how many ms the query is sent again; undefined for never. */
	waitBefore(query: Query): number | undefined;
	redraw(): void;
}

/** How long a response is used for another card with the same query. */
const FRESH_MS = 15_000;
/** How long a response that no card shows is kept. */
const KEPT_MS = 5 * 60_000;

const queries = new Map<string, Query>();
const listeners = new Set<() => void>();
let refused: ((error: unknown, key: QueryKey) => void) | undefined;

/** Listener for failed queries. */
export const onFailedQuery = (listener: (error: unknown, key: QueryKey) => void): void => {
	refused = listener;
};

/** Calls a listener after each change of any response. @returns a function that removes the listener */
export const followAnswers = (listener: () => void): (() => void) => {
	listeners.add(listener);
	return () => listeners.delete(listener);
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The same for equal keys, whatever the order of their properties. */
const textOf = (key: QueryKey): string =>
	JSON.stringify(key, (_, value: unknown) =>
		isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted()) : value,
	);

/** `next`, where whatever equals `before` is the old object: cards need not compute it again. */
const withOldParts = (before: unknown, next: unknown): unknown => {
	if (Array.isArray(before) && Array.isArray(next)) {
		const parts = next.map((part, index) => withOldParts(before[index], part));
		const isSame =
			parts.length === before.length && parts.every((part, index) => part === before[index]);
		return isSame ? before : parts;
	}
	if (!isRecord(before) || !isRecord(next)) return next;
	const parts = Object.entries(next).map(
		([name, part]) => [name, withOldParts(before[name], part)] as const,
	);
	const isSame =
		parts.length === Object.keys(before).length &&
		parts.every(([name, part]) => name in before && part === before[name]);
	return isSame ? before : Object.fromEntries(parts);
};

const activeWatcher = ({ watchers }: Query) => [...watchers].find(({ isOff }) => !isOff);

const drop = (query: Query): void => {
	const text = textOf(query.key);
	if (queries.get(text) === query) queries.delete(text);
};

const schedule = (query: Query): void => {
	clearTimeout(query.timer);
	if (query.watchers.size === 0) {
		query.timer = setTimeout(() => (query.request ? schedule(query) : drop(query)), KEPT_MS);
		return;
	}
	const active = [...query.watchers].filter(({ isOff }) => !isOff);
	const waits = active.flatMap((watcher) => watcher.waitBefore(query) ?? []);
	if (waits.length === 0) return;
	query.timer = setTimeout(
		() => {
			if (!document.hidden) void send(query);
			schedule(query);
		},
		Math.min(...waits),
	);
};

const changed = (query: Query): void => {
	query.changes++;
	schedule(query);
	for (const watcher of [...query.watchers]) watcher.redraw();
	for (const listener of [...listeners]) listener();
};

const keep = (query: Query, answer: unknown): void => {
	query.data = withOldParts(query.data, answer);
	query.updatedAt = Date.now();
	query.error = undefined;
	query.isInvalid = false;
	changed(query);
};

const abort = (query: Query): void => {
	query.request?.abort();
	query.request = undefined;
};

const answered = async (query: Query, request: AbortController, fetch: Watcher["fetch"]) => {
	const isCurrent = () => query.request === request;
	try {
		const answer = await fetch(request.signal);
		if (!isCurrent()) return;
		query.request = undefined;
		keep(query, answer);
	} catch (error) {
		if (!isCurrent()) return;
		query.request = undefined;
		query.error = error;
		changed(query);
		refused?.(error, query.key);
	}
};

interface Sending {
	/** As the card that shows the query does, by default. */
	fetch?: Watcher["fetch"] | undefined;
	/** Shows the failure of a query without data until the next response, not that it is loading. */
	keepsFailure?: boolean;
}

/** Sends a query, unless it is on its way. Resolves when it is answered, has failed or was aborted. */
const send = (query: Query, { fetch, keepsFailure = false }: Sending = {}): Promise<void> => {
	const fetchIt = fetch ?? activeWatcher(query)?.fetch;
	if (query.request || !fetchIt) return query.isAnswered;
	const showsLoading = !keepsFailure && query.updatedAt === 0 && query.error !== undefined;
	if (showsLoading) query.error = undefined;
	query.request = new AbortController();
	query.isAnswered = answered(query, query.request, fetchIt);
	if (showsLoading) changed(query);
	return query.isAnswered;
};

const isStale = ({ updatedAt, isInvalid }: Query): boolean =>
	isInvalid || Date.now() - updatedAt >= FRESH_MS;

/** The query of a key, which need not have been sent yet. */
export const queryOf = (key: QueryKey): Query => {
	const text = textOf(key);
	const found = queries.get(text);
	if (found) return found;
	const query: Query = {
		key,
		data: undefined,
		updatedAt: 0,
		error: undefined,
		isInvalid: false,
		changes: 0,
		request: undefined,
		isAnswered: Promise.resolve(),
		watchers: new Set(),
		timer: undefined,
	};
	queries.set(text, query);
	schedule(query);
	return query;
};

/**
 * Follows a query for a card that has rendered it after `rendered` changes, and redraws the card at once if it has changed
 * since, or was dropped.
 * @returns a function that ends it, and the request that nobody else waits for
 */
export const watch = (query: Query, watcher: Watcher, rendered: number): (() => void) => {
	query.watchers.add(watcher);
	if (query.changes !== rendered || queryOf(query.key) !== query) watcher.redraw();
	return () => {
		query.watchers.delete(watcher);
		if (query.watchers.size === 0) abort(query);
		schedule(query);
	};
};

/** Sends a query if its response is stale, and at the times that its cards want. */
export const refresh = (query: Query, sending: Sending = {}): void => {
	if (isStale(query)) void send(query, sending);
	schedule(query);
};

/** Sends a query that no card shows yet; one that is on its way or cached is not sent again. */
export const prefetch = (key: QueryKey, fetch: Watcher["fetch"]): void => {
	const query = queryOf(key);
	if (query.updatedAt === 0) void send(query, { fetch });
};

const refreshAll = (): void => {
	if (document.hidden) return;
	// What a card shows of a failure may be a form that is being filled in.
	for (const query of shownQueries()) refresh(query, { keepsFailure: true });
};

/** Refetches stale queries when the page becomes visible or the connection is back. */
export const followBrowser = (): void => {
	document.addEventListener("visibilitychange", refreshAll);
	addEventListener("online", refreshAll);
};

/** The queries whose responses are visible. */
export const shownQueries = (): Query[] => [...queries.values()].filter(activeWatcher);

/** Fetches some queries immediately, again if they are on their way. */
export const refetch = async (some: readonly Query[]): Promise<void> => {
	for (const query of some) abort(query);
	await Promise.all(some.map((query) => send(query)));
};

/** After a change: refetches the visible queries, and no longer uses other responses, of all keys that begin so. */
export const invalidate = (start: QueryKey): Promise<void> => {
	const hasStart = ({ key }: Query) => textOf(key.slice(0, start.length)) === textOf(start);
	const some = [...queries.values()].filter(hasStart);
	for (const query of some) {
		abort(query);
		query.isInvalid = true;
	}
	return refetch(some.filter(activeWatcher));
};

/** Stores a response that was pushed, if some card waits for its query. */
export const putAnswer = (key: QueryKey, answer: unknown): void => {
	const query = queries.get(textOf(key));
	if (query) keep(query, answer);
};

/** Drops every response and refetches the visible queries: for another person. */
export const forgetAll = (): Promise<void> => {
	for (const query of [...queries.values()]) {
		abort(query);
		query.data = query.error = undefined;
		query.updatedAt = 0;
		if (query.watchers.size === 0) {
			clearTimeout(query.timer);
			drop(query);
		} else changed(query);
	}
	return refetch(shownQueries());
};
