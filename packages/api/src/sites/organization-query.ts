import { areasOfDimension } from "@footfall/reports/query/dimension-areas";
import { MOST_SITES } from "@footfall/reports/question/place";
import { Answer, answerQuestionOfSites, asksOf } from "@footfall/reports/question/query";
import { Question } from "@footfall/reports/question/question";
import { createRunSql, type ReportStore } from "@footfall/reports/report/report";
import { ApiError, refusedParameters } from "@footfall/shared/api-error";
import { z } from "zod";
import { requireScopesOfAreas } from "../access/shown-areas.ts";
import type { Site } from "../access/site.ts";
import type { Database } from "../database/schema.ts";
import { type Route, route } from "../routing/route.ts";
import { sitesOf } from "./sites-of.ts";

const Body = Question.extend({
	sites: z
		.array(z.int().positive())
		.min(1)
		.max(MOST_SITES)
		.optional()
		.describe("Numbers of sites; by default all that the caller may see"),
}).meta({ component: "OrganizationQuestion" });

/** @throws ApiError for a site that the caller may not see, and for too many */
const askedSites = (visible: readonly Site[], asked: readonly number[] | undefined): Site[] => {
	if (visible.length === 0) throw new ApiError("NOT_FOUND", "The organization has no sites");
	if (asked === undefined) {
		if (visible.length > MOST_SITES)
			throw refusedParameters(
				`A question is about at most ${MOST_SITES} sites, and you see ${visible.length}: name some in sites`,
			);
		return [...visible];
	}
	return [...new Set(asked)].map((number) => {
		const site = visible.find(({ siteId }) => siteId === number);
		if (site === undefined) throw new ApiError("NOT_FOUND", `Site ${number} not found`);
		return site;
	});
};

/** Any metrics of several sites, by their dimensions and by site. */
export const organizationQueryRoute = (
	database: Database,
	{ store, now = Date.now }: { store: ReportStore; now?: () => number },
): Route =>
	route({
		method: "post",
		path: "/api/organizations/{organizationId}/query",
		summary: `A question about up to ${MOST_SITES} sites of an organization, also by the dimension site; people are counted by site`,
		description:
			"To compare sites or to add them up. A person on two sites counts twice. 403 if the caller may not read one of them.",
		tags: ["General"],
		access: { organization: "viewer", scope: "analytics:read" },
		isQuestion: true,
		body: Body,
		response: Answer,
		handle: async ({ organizationId, caller, role, body, timings, requester, signal }) => {
			const { sites: asked, ...question } = body;
			const { dimensions, areas } = asksOf(question);
			requireScopesOfAreas(caller, [...dimensions.flatMap(areasOfDimension), ...areas]);
			const sites = askedSites(await sitesOf(database, organizationId, { caller, role }), asked);
			const suspicious = new Set(sites.filter((one) => !one.countSuspected));
			return answerQuestionOfSites(
				{
					runSql: createRunSql(store, { timings, requester, signal }),
					sites,
					leavesOutSuspected: (site) => suspicious.has(site as Site),
					now: now(),
				},
				question,
			);
		},
	});
