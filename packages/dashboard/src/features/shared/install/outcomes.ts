import type { paths } from "../../../api/schema.ts";

/** The outcomes of events for a site within the last hour. */
type Answer =
	paths["/api/sites/{site}/outcomes"]["get"]["responses"][200]["content"]["application/json"]["data"];
export type SiteOutcomes = Pick<
	Answer,
	"bot" | "botLayers" | "filtered" | "foreignHosts" | "rejected" | "withoutSite" | "unknownSites"
>;

/** Why visits that reached the server were not counted. */
export interface UncountedReason {
	kind: "bot" | "excluded" | "refused" | "wrong-site";
	count: number;
	/** The layer or exclusion, or the site id that was sent. */
	names: readonly string[];
}

const sumOf = (counts: Readonly<Record<string, number>>) =>
	Object.values(counts).reduce((sum, count) => sum + count, 0);
const namesIn = (counts: Readonly<Record<string, number>>) =>
	Object.entries(counts)
		.filter(([, count]) => count > 0)
		.sort(([, one], [, other]) => other - one)
		.map(([name]) => name);

/** The reasons so far; empty if nothing has reached the server at all. */
export const uncountedReasons = (outcomes: SiteOutcomes): UncountedReason[] => {
	const { bot, botLayers, filtered, rejected, withoutSite, unknownSites = [] } = outcomes;
	const reasons: UncountedReason[] = [
		{ kind: "bot", count: bot, names: namesIn(botLayers) },
		{ kind: "excluded", count: sumOf(filtered), names: namesIn(filtered) },
		{ kind: "refused", count: sumOf(rejected), names: namesIn(rejected) },
		{
			kind: "wrong-site",
			count: withoutSite.unknown_site,
			names: unknownSites.map(({ id }) => id),
		},
	];
	return reasons.filter(({ count }) => count > 0);
};
