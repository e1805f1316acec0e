import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { failureOf, type RequestFailure } from "./failure.ts";
import { whenIdle } from "./idle.ts";
import {
	prefetch as prefetchQuery,
	type Query,
	type QueryKey,
	queryOf,
	refetch,
	refresh,
	type Watcher,
	watch,
} from "./query-cache.ts";

/** The state of a card's query. */
export interface Report<Answer> {
	/**
	 * `loading`: nothing to show yet. `refetching`: `data` is the response to the previous query. `failed`: `data` is an
	 * older response, if there is one.
	 */
	state: "loading" | "ready" | "refetching" | "failed";
	data: Answer | undefined;
	failure: RequestFailure | undefined;
	/** When `data` arrived, in ms since the epoch; 0 without data. */
	updatedAt: number;
	retry(): void;
}

export interface ReportQuery<Answer> {
	/** Equal keys are one query. A new key keeps the old data visible until the new data arrives. */
	key: QueryKey;
	fetch(signal: AbortSignal): Promise<Answer>;
	/** Sends nothing while true. */
	isOff?: boolean;
	/** Refetch interval in ms, while the page is visible. */
	everyMs?: number;
	/** Waits until the first screen is loaded. */
	waitsForIdle?: boolean;
	/** Whether the data of another query may stay visible meanwhile; true by default. May depend on that query's key. */
	keepsPrevious?: boolean | ((key: QueryKey) => boolean);
}

/** How long a failed query waits before it is retried automatically. */
export const RECOVERY_MS = 5000;
/** The same after a timeout: the query itself may be too heavy. */
const TOO_SLOW_MS = 30_000;

const fetchOf =
	<Answer>({ waitsForIdle, fetch }: ReportQuery<Answer>) =>
	async (signal: AbortSignal): Promise<Answer> => {
		if (waitsForIdle) await whenIdle();
		return fetch(signal);
	};

/** A card recovers by itself, without a click. */
const waitBefore = ({ error }: Query, everyMs: number | undefined): number | undefined => {
	if (error === undefined) return everyMs;
	const { isPassing, kind, retryAfter = 0 } = failureOf(error);
	if (!isPassing) return undefined;
	return kind === "too-slow" ? TOO_SLOW_MS : Math.max(RECOVERY_MS, retryAfter * 1000);
};

const watcherOf = <Answer>(report: ReportQuery<Answer>): Omit<Watcher, "redraw"> => ({
	fetch: fetchOf(report),
	isOff: report.isOff === true,
	waitBefore: (query) => waitBefore(query, report.everyMs),
});

/** Sends the query before its card is rendered; the card reports a failure. */
export const prefetch = <Answer>(report: ReportQuery<Answer>): void =>
	prefetchQuery(report.key, fetchOf(report));

/** Sends a query and follows its state. */
export const useReport = <Answer>(report: ReportQuery<Answer>): Report<Answer> => {
	const { isOff = false, keepsPrevious = true, everyMs } = report;
	const query = queryOf(report.key);
	const [, redraw] = useState({});
	const watcher = useMemo<Watcher>(() => ({ ...watcherOf(report), redraw: () => redraw({}) }), []);
	const watched = useRef<Query | undefined>(undefined);
	/** The last query that had data. */
	const previous = useRef<Query | undefined>(undefined);

	useEffect(() => {
		Object.assign(watcher, watcherOf(report));
		if (query.data !== undefined) previous.current = query;
	});
	// A response may arrive between rendering and this effect.
	const rendered = query.changes;
	useEffect(() => {
		watched.current = query;
		return watch(query, watcher, rendered);
	}, [query]);
	useEffect(() => {
		if (!isOff) refresh(query);
	}, [query, isOff, everyMs]);

	// A failure from before this card is about to be fetched again.
	const isAboutToLoad = watched.current !== query && !isOff && query.updatedAt === 0;
	const error = isAboutToLoad ? undefined : query.error;
	const failure = error === undefined ? undefined : failureOf(error);
	const old = previous.current;
	const keepsOld =
		old !== undefined &&
		(typeof keepsPrevious === "function" ? keepsPrevious(old.key) : keepsPrevious);
	const stays = query.data === undefined && !failure && keepsOld;
	const data = stays ? old.data : query.data;
	return {
		state: failure ? "failed" : data === undefined ? "loading" : stays ? "refetching" : "ready",
		// Equal keys have responses of one type.
		data: data as Answer | undefined,
		failure,
		updatedAt: query.updatedAt,
		retry: () => void refetch([query]),
	};
};
