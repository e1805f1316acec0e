import type { SavedFunnels } from "@footfall/reports/definitions/funnel-steps";
import type { Goals } from "@footfall/reports/definitions/goal";
import type { Filter } from "@footfall/reports/query/filters";
import type { PseudonymsOf } from "@footfall/reports/query/pseudonyms";
import type { ReportStore } from "@footfall/reports/report/report";
import type { Caller, MemberRole } from "../access/caller.ts";
import type { Site } from "../access/site.ts";

/** The numbers of an organization's sites; for a viewer, of those that they may see. */
export type SitesOf = (
	organizationId: string,
	viewer?: { caller: Caller; role: MemberRole },
) => Promise<number[]>;

/** The parts from which the report routes are built. */
export interface ReportDependencies {
	store: ReportStore;
	/** ms since the epoch; the system's clock by default. */
	now?: () => number;
	/** Filters of a saved segment that this caller may read; without it there are no segments. */
	findSegment?: (
		segmentId: number,
		site: Site,
		caller: Caller | undefined,
	) => Promise<readonly Filter[] | undefined>;
	/** Without it there are no goals. */
	goals?: Goals;
	/** Without it there are no saved funnels. */
	funnels?: SavedFunnels;
	/** The sites of an organization; without it a site is alone. */
	sitesOf?: SitesOf;
	/** How visitors are told of people; by default by names that last as long as the process. */
	pseudonymsOf?: PseudonymsOf;
}
