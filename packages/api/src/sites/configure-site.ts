import { ApiError } from "@footfall/shared/api-error";
import { refusedIpRules, SiteSettings } from "@footfall/shared/site";
import { sql } from "kysely";
import { z } from "zod";
import type { Site } from "../access/site.ts";
import type { Database, SiteTable } from "../database/schema.ts";
import { isUniqueViolation } from "../database/unique-violation.ts";
import * as typed from "../http/typed-fields.ts";
import { type Route, route } from "../routing/route.ts";
import { domainOf } from "./domain.ts";
import { siteOf } from "./find-site.ts";

const refusal = (
	code: "INVALID_REQUEST" | "NOT_FOUND" | "CONFLICT",
	error: string,
	details?: unknown,
) => new ApiError(code, error, { success: false, ...(details === undefined ? {} : { details }) });

/** What an update may change; keys that are none of these are ignored. */
const Update = SiteSettings.partial().extend({
	name: typed.name.optional(),
	domain: z.string().min(1).max(253).optional(),
	/** null = the default */
	type: z.enum(["web", "mobile"]).nullable().optional(),
});
type Update = z.infer<typeof Update>;

/** @throws ApiError for a domain or an address rule that cannot be used */
export const checkedSettings = <Wanted extends { excludedIPs?: string[] | undefined }>(
	settings: Wanted,
): Wanted => {
	const refused = refusedIpRules(settings.excludedIPs ?? []);
	if (refused.length > 0) throw refusal("INVALID_REQUEST", "Invalid IP patterns", refused);
	return settings;
};

/** @throws ApiError 400 that says what a domain looks like */
export const checkedDomain = (text: string): string => {
	const domain = domainOf(text);
	if (domain === undefined)
		throw refusal(
			"INVALID_REQUEST",
			"Invalid domain format. Must be a domain like example.com, an IP address or localhost",
		);
	return domain;
};

/** What to throw for a failed write of a site. */
export const domainConflict = (error: unknown): unknown =>
	isUniqueViolation(error) ? refusal("CONFLICT", "Domain already in use") : error;

const changesOf = ({ name, domain, type, ...settings }: Update) => {
	const stated = { ...settings, ...(type === undefined ? {} : { type: type ?? "web" }) };
	return {
		...(name === undefined ? {} : { name }),
		...(domain === undefined ? {} : { domain: checkedDomain(domain) }),
		settings: checkedSettings(stated),
	};
};

const Configuration = SiteSettings.extend({ name: z.string(), domain: z.string() });

const configurationOf = (site: Site): z.output<typeof Configuration> => ({
	...SiteSettings.parse(site),
	name: site.name,
	domain: site.domain,
});

/** Everything that an update may change, also what visitors of a public site are not shown. */
export const siteConfiguration: Route = route({
	method: "get",
	path: "/api/sites/{site}/config",
	operationId: "getApiSitesSiteConfig",
	summary: "A site's whole configuration",
	tags: ["Sites"],
	access: { site: "member", scope: "sites:read" },
	response: z.strictObject({ success: z.boolean(), config: Configuration }),
	handle: async ({ site }) => ({ success: true, config: configurationOf(site) }),
});

export const configureSite = (database: Database): Route =>
	route({
		method: "put",
		path: "/api/sites/{site}/config",
		operationId: "putApiSitesSiteConfig",
		summary: "Changes a site's configuration",
		description: "Only the fields in the body change.",
		tags: ["Sites"],
		access: { site: "admin", scope: "sites:write" },
		audit: "site.configure",
		body: Update,
		refuseBody: (issues) => refusal("INVALID_REQUEST", "Invalid request data", issues),
		response: z.strictObject({
			success: z.boolean(),
			message: z.string(),
			config: Configuration,
		}),
		handle: async ({ site, body }) => {
			const { settings, ...columns } = changesOf(body);
			if (Object.keys(settings).length + Object.keys(columns).length === 0)
				throw refusal("INVALID_REQUEST", "No fields to update");
			const row = await database
				.updateTable("site")
				.set({
					...columns,
					updatedAt: new Date(),
					// Merged in the database, so that two updates of different fields at once both last.
					settings: sql<
						SiteTable["settings"]["__update__"]
					>`"settings" || ${JSON.stringify(settings)}::jsonb`,
				})
				.where("siteId", "=", site.siteId)
				.returningAll()
				.executeTakeFirst()
				.catch((error: unknown) => {
					throw domainConflict(error);
				});
			if (!row) throw refusal("NOT_FOUND", "Site not found");
			return {
				success: true,
				message: "Site configuration updated successfully",
				config: configurationOf(siteOf(row)),
			};
		},
	});
