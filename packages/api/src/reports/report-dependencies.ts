import type { BesideProvider } from "@footfall/reports/definitions/beside";
import type { ErrorAliases } from "@footfall/reports/definitions/error-alias";
import type { ErrorDecisions } from "@footfall/reports/definitions/error-decision";
import type { SavedFunnels } from "@footfall/reports/definitions/funnel-steps";
import type { Goals } from "@footfall/reports/definitions/goal";
import type { Filter } from "@footfall/reports/query/filters";
import type { PseudonymsOf } from "@footfall/reports/query/pseudonyms";
import type { ReportStore } from "@footfall/reports/report/report";
import type { Caller, MemberRole } from "../access/caller.ts";
import type { Site } from "../access/site.ts";

/** The numbers of an organization's sites; for a viewer, those that they may see. */
export type SitesOf = (
	organizationId: string,
	viewer?: { caller: Caller; role: MemberRole },
) => Promise<number[]>;

/** The dependencies of the report routes. */
export interface ReportDependencies {
	store: ReportStore;
	/** ms since the epoch; the system's clock by default. */
	now?: () => number;
	/** Filters of a saved segment that this caller may read; if absent, there are no segments. */
	findSegment?: (
		segmentId: number,
		site: Site,
		caller: Caller | undefined,
	) => Promise<readonly Filter[] | undefined>;
	/** If absent, there are no goals. */
	goals?: Goals;
	/** If absent, there are no saved funnels. */
	funnels?: SavedFunnels;
	/** What finds notes, alerts and the like beside a change; if absent, only the events themselves tell. */
	beside?: readonly BesideProvider[];
	/** What members have decided about errors; if absent, all errors are new. */
	errorDecisions?: ErrorDecisions;
	/** Which groups of minified stacks are one error; if absent, each is an error of its own. */
	errorAliases?: ErrorAliases;
	/** The sites of an organization; if absent, each site is alone. */
	sitesOf?: SitesOf;
	/** The pseudonyms of people for visitors; by default they last as long as the process. */
	pseudonymsOf?: PseudonymsOf;
}
