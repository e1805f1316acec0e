import type { Report } from "@footfall/reports/report/report";
import { type Route, route } from "../routing/route.ts";
import { momentOf } from "./moment-of.ts";
import { parametersOf, reportContextOf } from "./report-context.ts";
import type { ReportDependencies } from "./report-dependencies.ts";

/** The route of a report: parses and checks the query, then answers it. */
export const reportRoute = (described: Report, dependencies: ReportDependencies): Route => {
	const { method = "get", path, aliases = [], tag, readers = "read", scope, ...others } = described;
	const { extra: _, together: _together, files, answer, areas, ...rest } = others;
	return route({
		...rest,
		method,
		path: `/api/sites/{site}${path}`,
		aliases: aliases.map((alias) => `/api/sites/{site}${alias}`),
		tags: [tag],
		access: { site: readers, scope, areas },
		query: parametersOf(described),
		...(files ? { files, isExport: true as const } : method === "get" && { revalidated: true }),
		...(method !== "get" && { isQuestion: true as const }),
		handle: async ({ query, params, ...context }) => {
			const instant = momentOf(dependencies, context.site.siteId);
			const request = {
				...context,
				query: query as Record<string, string | undefined>,
				params: (params ?? {}) as Record<string, string>,
			};
			return answer(
				await reportContextOf(described, { ...dependencies, now: () => instant }, request),
			);
		},
	});
};
