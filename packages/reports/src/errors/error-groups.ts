import type { ErrorAlias } from "../definitions/error-alias.ts";
import type { ErrorDecision } from "../definitions/error-decision.ts";
import type { Parameters } from "../query/binding.ts";
import type { ReportContext } from "../report/report.ts";

/** Which groups of minified stacks are one error, of one site. */
export interface ErrorGroups {
	/** The error's id, by that of the error or of one of its groups. */
	idOf(errorId: string): string;
	/** Every stored group of the error with this id. */
	membersOf(errorId: string): string[];
	/** What `CANONICAL_ERROR_ID` needs to be bound. */
	parameters: Parameters;
}

/** An alias of an alias is followed so far: a development server may serve files under the names that maps give. */
const MOST_STEPS = 3;

/** The groups of a site with these aliases. */
export const groupsOf = (aliases: readonly ErrorAlias[]): ErrorGroups => {
	const direct = new Map(aliases.map((alias) => [alias.rawGroup, alias.canonicalGroup]));
	const idOf = (errorId: string): string => {
		let id = errorId;
		for (let step = 0; step < MOST_STEPS; step++) id = direct.get(id) ?? id;
		return id;
	};
	const raw = [...direct.keys()].filter((group) => idOf(group) !== group);
	const members = new Map<string, string[]>();
	for (const group of raw) members.set(idOf(group), [...(members.get(idOf(group)) ?? []), group]);
	return {
		idOf,
		membersOf: (errorId) => [errorId, ...(members.get(errorId) ?? [])],
		// No occurrence has the group "" here; the store needs arrays that are not empty.
		parameters: { merged_groups: ["", ...raw], merged_into: ["", ...raw.map(idOf)] },
	};
};

/** The groups of the site that a report is about. */
export const groupsOfSite = async ({
	site,
	errorAliases,
}: Pick<ReportContext, "errorAliases"> & { site: { siteId: number } }): Promise<ErrorGroups> =>
	groupsOf((await errorAliases?.ofSite(site.siteId)) ?? []);

/**
 * The decisions by error: those about groups of one error are about that error, and the latest of them counts.
 * @param decisions the latest first
 */
export const decisionsByError = (
	decisions: readonly ErrorDecision[],
	{ idOf }: ErrorGroups,
): ErrorDecision[] => {
	const found = new Map<string, ErrorDecision>();
	for (const decision of decisions) {
		const errorId = idOf(decision.errorId);
		if (!found.has(errorId)) found.set(errorId, { ...decision, errorId });
	}
	return [...found.values()];
};
