import { ClientIdAnswer, ClientIdUpdates } from "@footfall/shared/products/client-ids";
import { type EventSchema, eventSchemaFaults } from "@footfall/shared/schemas/event-schemas";
import { newSiteSettings, refusedIpRules, SiteSettings, siteSettings } from "@footfall/shared/site";
import { sql } from "kysely";
import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { siteOf } from "../access/find-site.ts";
import { requireMayPublish } from "../access/rights.ts";
import type { Site } from "../access/site.ts";
import type { Database, SiteTable } from "../database/schema.ts";
import { onUniqueViolation } from "../database/unique-violation.ts";
import * as typed from "../http/typed-fields.ts";
import { type Route, route } from "../routing/route.ts";
import { claimedClientIds, shownClientIds } from "./claim-client-ids.ts";
import { domainOf } from "./domain.ts";
import { ECHOED_OF_SITE } from "./site-answer.ts";
import { siteError } from "./site-error.ts";

/** Shared by the routes of a site's configuration: members may read it, administrators may change it. */
export const SITE_READING = {
	method: "get",
	tags: ["Sites"],
	access: { site: "viewer", scope: "sites:read" },
} as const;
export const SITE_WRITING = {
	tags: ["Sites"],
	access: { site: "admin", scope: "sites:write" },
} as const;

/** How a request states the time zone of a site. */
export const zoneFields = {
	timeZone: siteSettings.timeZone
		.nullable()
		.optional()
		.describe("IANA name of the zone in which days begin; null = none chosen, which counts as UTC"),
	/** Of clients that say separately that none is chosen; beside `timeZone`, code generators trip over the name. */
	hasTimeZone: siteSettings.hasTimeZone.optional().meta({ undocumented: true }),
};

const SiteUpdate = SiteSettings.omit({ eventSchemas: true })
	.partial()
	.extend({
		...zoneFields,
		name: typed.name.optional(),
		domain: z.string().min(1).max(253).optional(),
		/** null = the default */
		type: z.enum(["web", "mobile"]).nullable().optional(),
		clientIds: ClientIdUpdates.optional(),
	})
	.meta({ component: "SiteUpdate" });

/**
 * `https://shop.example:8443`, or `shop.example` for both schemes: no path, no wildcard. Older sites may have other
 * values.
 */
const isOriginOrHost = (text: string): boolean => {
	const host = text.replace(/^https?:\/\//i, "").replace(/\/$/, "");
	return (
		/^([\p{L}\p{M}\p{N}_.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/iu.test(host) &&
		URL.canParse(`http://${host}`)
	);
};

/** @throws ApiError 400 for an invalid address rule, origin or schema */
export const checkedSettings = <
	Wanted extends {
		excludedIPs?: string[] | undefined;
		allowedOrigins?: string[] | undefined;
		eventSchemas?: EventSchema[] | undefined;
	},
>(
	settings: Wanted,
): Wanted => {
	const refused = refusedIpRules(settings.excludedIPs ?? []);
	if (refused.length > 0) throw siteError("INVALID_REQUEST", "Invalid IP patterns", refused);
	const faults = eventSchemaFaults(settings.eventSchemas ?? []);
	if (faults.length > 0) throw siteError("INVALID_REQUEST", "Invalid event schemas", faults);
	const foreign = (settings.allowedOrigins ?? []).filter((text) => !isOriginOrHost(text));
	if (foreign.length > 0)
		throw siteError(
			"INVALID_REQUEST",
			"allowedOrigins must list origins such as https://shop.example, without a path, or hosts",
			foreign.map((text) => `${text}: is not an origin`),
		);
	return settings;
};

/** @throws ApiError 400 for an invalid domain */
export const checkedDomain = (text: string): string => {
	const domain = domainOf(text);
	if (domain === undefined)
		throw siteError(
			"INVALID_REQUEST",
			"Invalid domain format. Must be a domain like example.com, an IP address or localhost",
		);
	return domain;
};

/** For `catch`: answers 409 for a domain that the organization already has. */
export const onDomainConflict = onUniqueViolation(() =>
	siteError("CONFLICT", "Domain already in use"),
);

/**
 * Making a site or its figures public lets the caller read whatever visitors can.
 * @throws ApiError 403 for a key that may not read all of that
 */
export const requireMayOpen = (
	caller: Caller,
	wanted: { public?: boolean | undefined; embedEnabled?: boolean | undefined },
	now: { public: boolean; embedEnabled: boolean } = { public: false, embedEnabled: false },
): void => {
	const isOpened = (name: "public" | "embedEnabled") => wanted[name] === true && !now[name];
	if (isOpened("public") || isOpened("embedEnabled")) requireMayPublish(caller);
};

/** A time zone in the request counts as chosen, unless the request says otherwise. */
export const withChosenZone = <Wanted extends { timeZone?: string | null | undefined }>({
	timeZone,
	...settings
}: Wanted): Omit<Wanted, "timeZone"> & { timeZone?: string; hasTimeZone?: boolean } => {
	if (timeZone === undefined) return settings;
	return timeZone === null
		? { ...settings, timeZone: newSiteSettings.timeZone, hasTimeZone: false }
		: { hasTimeZone: true, ...settings, timeZone };
};

const changesOf = ({
	name,
	domain,
	type,
	clientIds: _claimed,
	...settings
}: z.infer<typeof SiteUpdate>) => {
	const stated = {
		...withChosenZone(settings),
		...(type === undefined ? {} : { type: type ?? "web" }),
	};
	return {
		...(name === undefined ? {} : { name }),
		...(domain === undefined ? {} : { domain: checkedDomain(domain) }),
		settings: checkedSettings(stated),
	};
};

/** Merged in the database, so that concurrent updates of different fields are both kept. */
export const mergedSettings = (settings: object) =>
	sql<SiteTable["settings"]["__update__"]>`"settings" || ${JSON.stringify(settings)}::jsonb`;

const Configuration = SiteSettings.extend({
	name: z.string(),
	domain: z.string(),
	clientIds: z.array(ClientIdAnswer),
}).meta({
	component: "SiteConfiguration",
});

const configurationOf = (site: Site): z.output<typeof Configuration> => ({
	...SiteSettings.parse(site),
	name: site.name,
	domain: site.domain,
	clientIds: shownClientIds(site.clientIds),
});

/** All fields that an update may change, including settings hidden from visitors of a public site. */
export const siteConfigurationRoute: Route = route({
	...SITE_READING,
	path: "/api/sites/{site}/config",
	summary: "A site's complete configuration",
	description:
		"All fields that `PUT` may change, exclusions and private settings included; so only for its members.",
	response: z.strictObject({ success: z.boolean(), config: Configuration }),
	handle: async ({ site }) => ({ success: true, config: configurationOf(site) }),
});

export const configureSiteRoute = (database: Database): Route =>
	route({
		...SITE_WRITING,
		method: "put",
		path: "/api/sites/{site}/config",
		summary: "Changes a site's configuration",
		description:
			"Only the fields in the body change. `eventSchemas` is ignored: it has a route of its own, which checks recent events first.",
		audit: "site.configure",
		body: SiteUpdate,
		echoed: [...ECHOED_OF_SITE, "eventSchemas"],
		refuseBody: (issues) => siteError("INVALID_REQUEST", "Invalid request data", issues),
		response: z.strictObject({
			success: z.boolean(),
			message: z.string(),
			config: Configuration,
		}),
		handle: async ({ site, caller, body }) => {
			requireMayOpen(caller, body, site);
			const { settings, ...columns } = changesOf(body);
			const changed = {
				...settings,
				...(body.clientIds && {
					clientIds: await claimedClientIds(database, site, body.clientIds),
				}),
			};
			if (Object.keys(changed).length + Object.keys(columns).length === 0)
				throw siteError("INVALID_REQUEST", "No fields to update");
			const row = await database
				.updateTable("site")
				.set({
					...columns,
					updatedAt: new Date(),
					settings: mergedSettings(changed),
				})
				.where("siteId", "=", site.siteId)
				.returningAll()
				.executeTakeFirst()
				.catch(onDomainConflict);
			if (!row) throw siteError("NOT_FOUND", "Site not found");
			return {
				success: true,
				message: "Site configuration updated successfully",
				config: configurationOf(siteOf(row)),
			};
		},
	});
