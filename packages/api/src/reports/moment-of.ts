import { sharedRowsOf } from "@footfall/reports/report/shared-rows";
import type { ReportDependencies } from "./report-dependencies.ts";

/**
 * The present, in ms since the epoch, for a query about a site: the same for all requests while nothing happens on the
 * site.
 */
export const momentOf = (
	{ store, now = Date.now }: Pick<ReportDependencies, "store" | "now">,
	site: number,
): number => (store.changes ? sharedRowsOf(store.changes).momentOf(site, now()) : now());
