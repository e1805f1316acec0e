import { sharedRowsOf } from "@footfall/reports/report/shared-rows";
import type { ReportDependencies } from "./report-dependencies.ts";

/** The present, in ms since the epoch, for a question about a site: the same for all who ask while nothing happens there. */
export const momentOf = (
	{ store, now = Date.now }: Pick<ReportDependencies, "store" | "now">,
	site: number,
): number => (store.changes ? sharedRowsOf(store.changes).momentOf(site, now()) : now());
