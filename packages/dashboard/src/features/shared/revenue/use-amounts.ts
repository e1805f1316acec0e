import { answerOf, client } from "../../../api/client.ts";
import type { paths } from "../../../api/schema.ts";
import { type Report, useReport } from "../../../api/use-report.ts";
import { useSiteView } from "../../../layout/site-view.ts";
import { viewerHeaders } from "../../../router/viewer.ts";

type Query = paths["/api/sites/{site}/query"]["post"];
type Body = Query["requestBody"]["content"]["application/json"];
/** The answer to a question about money. */
export type Amounts = Query["responses"][200]["content"]["application/json"];
type Row = Amounts["rows"][number];

interface AmountsOptions {
	isOff?: boolean;
	/** Instead of the page's own. */
	filters?: string | undefined;
	/** Whether figures are compared as the URL says. */
	isCompared?: boolean;
	everyMs?: number | undefined;
}

/** The answer to a question about money, for the page's range and filters. */
export const useAmounts = (
	question: Pick<Body, "metrics" | "dimensions" | "order_by" | "limit">,
	{ isOff = false, filters, isCompared = false, everyMs }: AmountsOptions = {},
): Report<Amounts> => {
	const { site, viewer, parameters, comparison } = useSiteView();
	const { compare, match_weekdays: matched }: { compare?: string; match_weekdays?: string } =
		isCompared ? comparison : {};
	const query = { ...parameters, ...(filters !== undefined && { filters }) };
	const body: Body = {
		...question,
		...(compare !== undefined && { compare }),
		...(matched !== undefined && { match_weekdays: true }),
	};
	return useReport({
		key: ["report", site.id, viewer, "query", query, body],
		isOff,
		...(everyMs !== undefined && { everyMs }),
		fetch: (signal) =>
			answerOf(
				client.POST("/api/sites/{site}/query", {
					params: { path: { site: site.id }, query },
					headers: viewerHeaders(viewer),
					body,
					signal,
				}),
			),
	});
};

/** A figure of a row as a number: amounts are decimal texts. @param of the range, or of the comparison */
export const figureAt = (
	row: Pick<Row, "metrics" | "previous"> | undefined,
	place: number,
	of: "metrics" | "previous" = "metrics",
): number | null => {
	const value = row?.[of]?.[place];
	return value === undefined || value === null ? null : Number(value);
};
