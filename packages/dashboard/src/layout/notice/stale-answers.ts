import { apiHref } from "../../api/client.ts";
import { failureOf, type RequestFailure } from "../../api/failure.ts";
import { followAnswers, refetch, shownQueries } from "../../api/query-client.ts";

/** How often a server that does not answer is looked for. */
const LOOK_MS = 2000;
/** The smallest answer takes no longer from a server that is there. */
const LOOK_TIMEOUT_MS = 5000;

const SESSION_ENDED = 401;
const GATEWAY_STATUSES = [502, 503, 504];

/** Whether nobody answered, or somebody in the server's place; other refusals come from a server that is there. */
export const isAway = ({ kind, status }: RequestFailure) =>
	kind !== "refused" || GATEWAY_STATUSES.includes(status);

const failed = () => shownQueries().filter(({ state }) => state.status === "error");
const unanswered = () => failed().filter(({ state }) => isAway(failureOf(state.error)));

/** Why some of what is on show is old, and since when. */
export interface StaleAnswers {
	failure: RequestFailure;
	/** When the oldest of them arrived, in ms since the epoch. */
	updatedAt: number;
}

let last: StaleAnswers | undefined;

/** The answers on show that were asked for again in vain. */
export const staleAnswers = {
	subscribe: followAnswers,
	/** Undefined where there are none; the same object while nothing changes. */
	read: (): StaleAnswers | undefined => {
		const all = failed()
			.map(({ queryKey, state }) => ({
				isReport: queryKey[0] === "report",
				failure: failureOf(state.error),
				updatedAt: state.dataUpdatedAt,
			}))
			// What was never answered says so itself, and an ended session is a banner of its own.
			.filter(({ failure, updatedAt }) => updatedAt > 0 && failure.status !== SESSION_ENDED);
		const reports = all.filter(({ isReport }) => isReport);
		// Who is signed in, and where, is asked long before what the page is about.
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

/** Whether a query on show has no answer because nobody answers. */
export const absence = {
	subscribe: followAnswers,
	read: (): boolean => unanswered().length > 0,
};

const isServerThere = (): Promise<boolean> =>
	fetch(apiHref("/api/version"), {
		cache: "no-store",
		signal: AbortSignal.timeout(LOOK_TIMEOUT_MS),
	}).then(
		// Whatever stands in front of the server may have pages of its own.
		({ ok, headers }) => ok && (headers.get("content-type") ?? "").includes("json"),
		() => false,
	);

/**
 * Looks for the server, and has everything that it left unanswered asked again as soon as it is back: each query also does
 * so alone, but later. A server that is there and refuses some queries is left alone.
 * @returns what ends the search
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
