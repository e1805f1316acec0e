import type { SavedFunnels } from "@footfall/reports/definitions/funnel-steps";
import type { Goals } from "@footfall/reports/definitions/goal";
import { createPseudonyms } from "@footfall/reports/query/pseudonyms";
import { parseQuery, queryParameters } from "@footfall/reports/query/report-query";
import { synonymParameters, withoutSynonyms } from "@footfall/reports/report/parameter-synonyms";
import {
	createRunSql,
	type Report,
	type ReportContext,
	type Texts,
} from "@footfall/reports/report/report";
import { ApiError } from "@footfall/shared/api-error";
import type { Area } from "@footfall/shared/areas";
import type { Requester } from "@footfall/store";
import { z } from "zod";
import type { Caller, MemberRole } from "../access/caller.ts";
import type { Site } from "../access/site.ts";
import type { Timings } from "../http/timings.ts";
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

/** The query parameters of a report, as received. */
export const parametersOf = ({ extra }: Pick<Report, "extra">) =>
	z.object({ ...queryParameters, ...extra, ...synonymParameters(extra) });

/** An admitted request for a report. */
export interface ReportRequest {
	site: Site;
	/** Undefined for a visitor. */
	caller: Caller | undefined;
	role: MemberRole | undefined;
	/** The only areas that the caller's private link shows; undefined without a limit. */
	shownAreas?: readonly Area[] | undefined;
	/** Checked by `parametersOf`. */
	query: Readonly<Record<string, string | undefined>>;
	params: Readonly<Record<string, string>>;
	body?: unknown;
	timings: Timings | undefined;
	requester: Requester;
	signal: AbortSignal;
}

/**
 * Parses a request's query.
 * @throws ApiError for invalid parameters, and for areas that the caller's link does not show
 */
export const reportContextOf = async (
	report: Report,
	dependencies: ReportDependencies,
	request: ReportRequest,
): Promise<ReportContext<Texts>> => {
	const { store, now = Date.now, findSegment, goals = noGoals, sitesOf } = dependencies;
	const { funnels = noFunnels, pseudonymsOf = pseudonymsOfThisProcess, beside } = dependencies;
	const { errorDecisions, errorAliases } = dependencies;
	const { extra, files } = report;
	const { site, caller, role, timings, requester, signal } = request;
	const options = { timings, requester, signal, isFile: files !== undefined };
	const shared = files === undefined && { sharedSite: site.siteId };
	const instant = now();
	const given = withoutSynonyms(request.query, extra);
	const parsed = await parseQuery(
		given,
		instant,
		async (id) => await findSegment?.(id, site, caller),
		caller ? undefined : pseudonymsOf(site.siteId),
	);
	const query = { ...parsed, leavesOutSuspected: !site.countSuspected };
	requireReportAreas(request, report, query, { given, body: request.body });
	return {
		runSql: createRunSql(store, { ...options, ...shared }),
		runPromptSql: createRunSql(store, { ...options, ...shared, priority: "prompt" }),
		site,
		isMember: caller !== undefined,
		query,
		given,
		params: request.params,
		body: request.body as undefined,
		goals,
		funnels,
		beside,
		errorDecisions,
		errorAliases,
		sitesOfOrganization: async () =>
			(caller && role && (await sitesOf?.(site.organizationId, { caller, role }))) ?? [site.siteId],
		now: instant,
	};
};
