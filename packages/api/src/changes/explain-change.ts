import { type ChangeQuestion, explainChange } from "@footfall/reports/changes/explain";
import type { Explanation } from "@footfall/reports/changes/explanation";
import type { BesideProvider } from "@footfall/reports/definitions/beside";
import type { ErrorAliases } from "@footfall/reports/definitions/error-alias";
import type { Goals } from "@footfall/reports/definitions/goal";
import { dividedTree } from "@footfall/reports/query/condition-tree";
import type { Filter } from "@footfall/reports/query/filters";
import { type PeriodParameters, periodOf } from "@footfall/reports/query/period";
import { treeOf } from "@footfall/reports/question/question";
import { createRunSql, type ReportStore } from "@footfall/reports/report/report";
import type { Site } from "../access/site.ts";

/** What is to be explained, by the product itself rather than on a request. */
export interface SiteChangeQuestion extends ChangeQuestion {
	site: Site;
	/** As the parameters of a report; it needs both ends. */
	range: PeriodParameters;
	/** As in a question of /query: `["is", "country", ["DE"]]`, or several joined by `and` and `or`. */
	filters?: readonly unknown[] | undefined;
	/** The filters of a saved segment, which are required beside these. */
	saved?: readonly Filter[] | undefined;
}

export type ExplainChange = (question: SiteChangeQuestion) => Promise<Explanation>;

/**
 * Explains changes for mails and alerts, with all that a member of the site's organization may see. Statements wait in
 * line with those of the organization's reports.
 * @throws ApiError for what cannot be asked, and `UNAVAILABLE` when the store is too busy
 */
export const createExplainChange =
	({
		store,
		goals,
		beside,
		errorAliases,
		now = Date.now,
	}: {
		store: ReportStore;
		goals: Goals;
		beside?: readonly BesideProvider[];
		errorAliases?: ErrorAliases;
		now?: () => number;
	}): ExplainChange =>
	async ({ site, range, filters: asked, saved = [], ...question }) => {
		const instant = now();
		const { filters, conditions } = dividedTree(treeOf(asked));
		const requester = { tenant: site.organizationId, caller: "changes", part: "" };
		return explainChange(
			{
				runSql: createRunSql(store, { requester, sharedSite: site.siteId }),
				site,
				goals,
				beside,
				errorAliases,
				isMember: true,
				now: instant,
				query: {
					period: periodOf(range, instant),
					filters: [...saved, ...filters],
					...(conditions.length > 0 && { conditions }),
					pseudonyms: undefined,
					leavesOutSuspected: !site.countSuspected,
				},
			},
			question,
		);
	};
