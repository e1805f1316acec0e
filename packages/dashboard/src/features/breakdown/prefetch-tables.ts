import { prefetch } from "../../api/use-report.ts";
import type { PageView } from "../../layout/lazy/lazy-page.tsx";
import { sharedParametersOf } from "../../layout/shared-parameters.ts";
import { siteQuery } from "../../layout/use-site-report.ts";
import { breakdownQuery } from "./breakdown-answer.ts";
import { ANY_PARAMETER, dimensionNamed, type ListPage } from "./dimensions.ts";
import { tableViewOf } from "./table-view.ts";

/** The first queries of a page of tables: its figures and its table. See `PageLoader`. */
export const prefetchTables =
	(page: ListPage) =>
	({ site, viewer, ...shown }: PageView): void => {
		const { address } = shown;
		const shared = { site, viewer, ...sharedParametersOf(shown) };
		prefetch(siteQuery(shared, "overview", {}));
		if (address.open === ANY_PARAMETER) return;
		const dimension = dimensionNamed(page, address.open);
		const { report, parameters } = breakdownQuery(dimension, tableViewOf(address, dimension.kind));
		prefetch(siteQuery(shared, report as "metric", { parameters }));
	};
