import { reportRoutes } from "@footfall/api/report-routes";
import type { Caller, ReportDependencies, Site } from "@footfall/api/testing";
import { ApiError } from "@footfall/shared/api-error";
import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import { defaultSiteSettings } from "@footfall/shared/site";

const siteOf = (siteId: number, settings: Partial<Site> = {}): Site => ({
	...defaultSiteSettings,
	embedEnabled: true,
	siteId: siteId as SiteNumber,
	id: siteId.toString(16).padStart(12, "0") as SiteKey,
	organizationId: "organization",
	name: "Site",
	domain: "example.com",
	createdBy: "owner",
	createdAt: new Date(0),
	updatedAt: new Date(0),
	...settings,
});

const MEMBER: Caller = {
	via: "session",
	user: { id: "member", name: "Member", email: "member@example.com", isSystemAdmin: false },
	permissions: null,
};

/** A line of the response to several reports. */
export interface ReportLine {
	id: string;
	status: number;
	body: unknown;
}

/** Requests several reports at once, as a member of the site's organization. */
export const createManyReportsRunner = (dependencies: ReportDependencies) => {
	const route = reportRoutes(dependencies).find(({ path }) => path === "/api/sites/{site}/reports");
	if (!route?.body) throw new TypeError("No route for several reports");
	const { body: schema } = route;
	return async (siteId: number, body: unknown): Promise<ReportLine[]> => {
		const lines = (await route.handle({
			site: siteOf(siteId),
			caller: MEMBER,
			role: undefined,
			params: {},
			query: undefined,
			body: schema.parse(body),
			origin: "http://127.0.0.1",
			signal: new AbortController().signal,
			clientErrorOf: (error: unknown) => {
				if (error instanceof ApiError) return error;
				throw error;
			},
		} as never)) as AsyncIterable<ReportLine>;
		const read: ReportLine[] = [];
		for await (const line of lines) read.push(line);
		return read;
	};
};

/**
 * Runs a report as the guard would admit it: the route's own schemas parse everything and check the response.
 * @param settings of every queried site, where they differ from a new site's
 */
export const createReportRunner = (
	dependencies: ReportDependencies,
	settings: Partial<Site> = {},
) => {
	const routes = reportRoutes(dependencies);
	return async (
		siteId: number,
		path: string,
		parameters: Readonly<Record<string, string>> = {},
		inPath: Readonly<Record<string, string>> = {},
		body?: unknown,
	): Promise<unknown> => {
		const method = body === undefined ? "get" : "post";
		const route = routes.find(
			(one) => one.path === `/api/sites/{site}${path}` && one.method === method,
		);
		if (!route) throw new TypeError(`No report at ${path}`);
		const present = Object.entries(parameters).filter(([, value]) => value !== "");
		const query = route.query?.parse(Object.fromEntries(present));
		const context = {
			site: siteOf(siteId, settings),
			caller: MEMBER,
			role: undefined,
			params: inPath,
			query,
			body: route.body?.parse(body),
			origin: "http://127.0.0.1",
		};
		const answer = await route.handle(context as never);
		if (!route.files) route.response.parse(answer);
		return answer;
	};
};
