import { keepPreviousData, type QueryKey, QueryObserver } from "@tanstack/query-core";
import { useEffect, useMemo, useState } from "preact/hooks";
import { failureOf, type RequestFailure } from "./failure.ts";
import { whenIdle } from "./idle.ts";
import { fetchOnce, queryClient } from "./query-client.ts";

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

const previousOf = <Answer>({ keepsPrevious }: ReportQuery<Answer>) =>
	typeof keepsPrevious === "function"
		? (answer: Answer | undefined, query: { queryKey: QueryKey } | undefined) =>
				query && keepsPrevious(query.queryKey) ? answer : undefined
		: keepPreviousData;

const optionsOf = <Answer>(query: ReportQuery<Answer>) => ({
	queryKey: query.key,
	queryFn: async ({ signal }: { signal: AbortSignal }) => {
		if (query.waitsForIdle) await whenIdle();
		return query.fetch(signal);
	},
	enabled: query.isOff !== true,
	...(query.keepsPrevious !== false && { placeholderData: previousOf(query) as never }),
	// A card recovers by itself, without a click.
	refetchInterval: ({ state }: { state: { status: string; error: unknown } }) => {
		if (state.status !== "error") return query.everyMs ?? (false as const);
		const { isPassing, kind, retryAfter = 0 } = failureOf(state.error);
		if (!isPassing) return false as const;
		return kind === "too-slow" ? TOO_SLOW_MS : Math.max(RECOVERY_MS, retryAfter * 1000);
	},
});

/** Sends the query before its card is rendered. */
export const prefetch = <Answer>(query: ReportQuery<Answer>): void => {
	const { queryKey, queryFn } = optionsOf(query);
	// The card that shows the query reports its failure.
	fetchOnce({ queryKey, queryFn }).catch(() => {});
};

/** Sends a query and follows its state. */
export const useReport = <Answer>(query: ReportQuery<Answer>): Report<Answer> => {
	const options = optionsOf(query);
	const observer = useMemo(() => new QueryObserver<Answer>(queryClient, options), []);
	const [, redraw] = useState({});
	useEffect(() => observer.subscribe(() => redraw({})), [observer]);
	useEffect(() => observer.setOptions(options));
	const result = observer.getOptimisticResult(queryClient.defaultQueryOptions(options) as never);
	const failure = result.isError ? failureOf(result.error) : undefined;
	return {
		state: failure
			? "failed"
			: result.data === undefined
				? "loading"
				: result.isPlaceholderData
					? "refetching"
					: "ready",
		data: result.data,
		failure,
		updatedAt: result.dataUpdatedAt,
		retry: () => void observer.refetch(),
	};
};
