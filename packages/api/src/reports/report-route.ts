import type { SavedFunnels } from "@footfall/reports/definitions/funnel-steps";
import type { Goals } from "@footfall/reports/definitions/goal";
import { createPseudonyms } from "@footfall/reports/query/pseudonyms";
import { parseQuery, queryParameters } from "@footfall/reports/query/report-query";
import { synonymParameters, withoutSynonyms } from "@footfall/reports/report/parameter-synonyms";
import { createRunSql, type Report } from "@footfall/reports/report/report";
import { ApiError } from "@footfall/shared/api-error";
import { z } from "zod";
import { type Route, route } from "../routing/route.ts";
import { requireReportAreas } from "./report-areas.ts";
import type { ReportDependencies } from "./report-dependencies.ts";

const noGoals: Goals = {
	ofSite: async () => [],
	one: async () => {
		throw new ApiError("NOT_FOUND", "Goal not found");
	},
};

const noFunnels: SavedFunnels = { ofSite: async () => [] };

const pseudonymsOfThisProcess = createPseudonyms();

/** The route of a report: reads and checks the question, then has it answered. */
export const reportRoute = (described: Report, dependencies: ReportDependencies): Route => {
	const { store, now = Date.now, findSegment, goals = noGoals, sitesOf } = dependencies;
	const { funnels = noFunnels, pseudonymsOf = pseudonymsOfThisProcess } = dependencies;
	const { method = "get", path, aliases = [], tag, readers = "read", scope, ...others } = described;
	const { extra, files, answer, areas, isByDimension: _, ...rest } = others;
	return route({
		...rest,
		method,
		path: `/api/sites/{site}${path}`,
		aliases: aliases.map((alias) => `/api/sites/{site}${alias}`),
		tags: [tag],
		access: { site: readers, scope, areas },
		query: z.object({ ...queryParameters, ...extra, ...synonymParameters(extra) }),
		...(files ? { files } : method === "get" && { revalidated: true }),
		handle: async ({ site, caller, role, query, params: inPath, body: sent, ...context }) => {
			const { shownAreas, timings, requester, signal } = context;
			const options = { timings, requester, signal, isFile: files !== undefined };
			const instant = now();
			const given = withoutSynonyms(query as Record<string, string | undefined>, extra);
			const question = await parseQuery(
				given,
				instant,
				async (id) => await findSegment?.(id, site, caller),
				caller ? undefined : pseudonymsOf(site.siteId),
			);
			requireReportAreas(shownAreas, described, question, given);
			return answer({
				runSql: createRunSql(store, options),
				runPromptSql: createRunSql(store, { ...options, priority: "prompt" }),
				site,
				isMember: caller !== undefined,
				query: question,
				given,
				params: (inPath ?? {}) as Record<string, string>,
				body: sent as undefined,
				goals,
				funnels,
				sitesOfOrganization: async () =>
					(caller && role && (await sitesOf?.(site.organizationId, { caller, role }))) ?? [
						site.siteId,
					],
				now: instant,
			});
		},
	});
};
