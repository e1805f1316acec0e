import { apiHref } from "../../api/client.ts";
import { failureOf, type RequestFailure } from "../../api/failure.ts";
import { followAnswers, refetch, shownQueries } from "../../api/query-cache.ts";

/** How often an unreachable server is checked. */
const LOOK_MS = 2000;
/** The smallest response of a reachable server takes no longer than this. */
const LOOK_TIMEOUT_MS = 5000;

const SESSION_ENDED = 401;
const GATEWAY_STATUSES = [502, 503, 504];

/**
 * Whether the server did not respond, or something else did in its place; any other error comes from the server itself.
 */
export const isAway = ({ kind, status }: RequestFailure) =>
	kind !== "refused" || GATEWAY_STATUSES.includes(status);

const failed = () => shownQueries().filter(({ error }) => error !== undefined);
const unanswered = () => failed().filter(({ error }) => isAway(failureOf(error)));

/** Why some of the visible data is old, and since when. */
export interface StaleAnswers {
	failure: RequestFailure;
	/** When the oldest of it arrived, in ms since the epoch. */
	updatedAt: number;
}

let last: StaleAnswers | undefined;

/** The visible queries whose last refetch failed. */
export const staleAnswers = {
	subscribe: followAnswers,
	/** Undefined if there are none; the same object while nothing changes. */
	read: (): StaleAnswers | undefined => {
		const all = failed()
			.map(({ key, error, updatedAt }) => ({
				isReport: key[0] === "report",
				failure: failureOf(error),
				updatedAt,
			}))
			// A card without any data shows its own failure, and an ended session has its own banner.
			.filter(({ failure, updatedAt }) => updatedAt > 0 && failure.status !== SESSION_ENDED);
		const reports = all.filter(({ isReport }) => isReport);
		// Queries about the session and the site are much older than those about the page's content.
		const counted = reports.length > 0 ? reports : all;
		const { failure } = counted.find((one) => isAway(one.failure)) ?? counted[0] ?? {};
		const updatedAt = Math.min(...counted.map((one) => one.updatedAt));
		if (!failure) last = undefined;
		else if (
			last?.updatedAt !== updatedAt ||
			last.failure.kind !== failure.kind ||
			last.failure.message !== failure.message
		)
			last = { failure, updatedAt };
		return last;
	},
};

/** Whether a visible query failed because the server is unreachable. */
export const absence = {
	subscribe: followAnswers,
	read: (): boolean => unanswered().length > 0,
};

const isServerThere = (): Promise<boolean> =>
	fetch(apiHref("/api/version"), {
		cache: "no-store",
		signal: AbortSignal.timeout(LOOK_TIMEOUT_MS),
	}).then(
		// A proxy in front of the server may have pages of its own.
		({ ok, headers }) => ok && (headers.get("content-type") ?? "").includes("json"),
		() => false,
	);

/**
 * Checks for the server, and refetches every unanswered query as soon as it is back: each query also retries by itself,
 * but later. A server that is reachable and refuses some queries is not checked.
 * @returns a function that ends the checks
 */
export const awaitServer = (): (() => void) => {
	let isOver = false;
	let wasAway = false;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const look = async () => {
		if (!document.hidden) {
			const isThere = await isServerThere();
			if (isOver) return;
			if (isThere && wasAway) void refetch(unanswered());
			wasAway = !isThere;
		}
		timer = setTimeout(look, LOOK_MS);
	};
	void look();
	return () => {
		isOver = true;
		clearTimeout(timer);
	};
};
