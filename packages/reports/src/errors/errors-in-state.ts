import { oneOf } from "../query/parameters.ts";
import type { QuerySql } from "../query/report-query.ts";
import type { ReportContext } from "../report/report.ts";
import type { ErrorGroups } from "./error-groups.ts";
import {
	type DecidedState,
	decidedStates,
	ERROR_STATES,
	type ErrorState,
	UNDECIDED,
} from "./error-states.ts";
import { CANONICAL_ERROR_ID } from "./one-error.ts";

const CHOICES = ["todo", ...ERROR_STATES] as const;

/** Whether a query needs the states of errors. */
export const isStateAsked = (given: {
	state?: string | undefined;
	states?: string | undefined;
}): boolean => given.state !== undefined || given.states === "true";

/** The states of the site's errors that somebody has decided about, by error. */
export const statesOfSite = async (
	context: Pick<ReportContext, "runSql" | "now" | "site" | "errorDecisions">,
	groups: ErrorGroups,
): Promise<ReadonlyMap<string, DecidedState>> =>
	decidedStates(context, (await context.errorDecisions?.ofSite(context.site.siteId)) ?? [], groups);

/** A state as the caller may see it: visitors do not learn who works on the site. */
export const shownState = (
	decided: DecidedState | undefined,
	{ isMember }: Pick<ReportContext, "isMember">,
): ErrorState => {
	if (decided === undefined) return UNDECIDED;
	const { endedBy: _, ...state } = decided;
	return isMember ? state : { ...state, decidedBy: null };
};

/**
 * SQL for the rows of errors in a state; none for every state.
 * @throws ApiError for an unknown state
 */
export const inState = (
	given: string | undefined,
	decided: ReadonlyMap<string, DecidedState> | undefined,
	{ bind }: QuerySql,
): string[] => {
	if (given === undefined || decided === undefined) return [];
	const state = oneOf("state", given, CHOICES);
	// Errors without a decision are new, and are not known by name here.
	const isRest = state === "todo" || state === "new";
	const isChosen = (name: string) =>
		name === state || (state === "todo" && (name === "new" || name === "came_back"));
	const named = [...decided].flatMap(([errorId, { state: name }]) =>
		isChosen(name) === isRest ? [] : [errorId],
	);
	return [`${CANONICAL_ERROR_ID} ${isRest ? "NOT IN" : "IN"} ${bind(named, "Array(String)")}`];
};
