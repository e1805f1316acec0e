import { Resolver } from "node:dns/promises";
import { createPseudonyms } from "@footfall/reports/query/pseudonyms";
import { type Logger, silentLogger } from "@footfall/shared/logger";
import { activityRoutes } from "./account-activity/activity-routes.ts";
import type { Mailer } from "./accounts/mail.ts";
import { preferencesRoutes } from "./accounts/preferences.ts";
import { alertRoutes } from "./alerts/alert-routes.ts";
import { alertsBeside } from "./changes/alerts-beside.ts";
import { channelRoutes } from "./channels/channel-routes.ts";
import type { Database } from "./database/schema.ts";
import { annotationRoutes } from "./definitions/annotations.ts";
import { annotationsBeside } from "./definitions/annotations-beside.ts";
import { funnelRoutes, funnelsOf } from "./definitions/funnels.ts";
import { goalRoutes, goalsIn } from "./definitions/goals.ts";
import { savedRoutes } from "./definitions/saved-routes.ts";
import { createFindSegment, segmentRoutes } from "./definitions/segments.ts";
import { deliveryRoutes } from "./deliveries/delivery-routes.ts";
import {
	type DestinationDependencies,
	destinationRoutes,
} from "./destinations/destination-routes.ts";
import { errorAliasesOf } from "./errors/error-aliases.ts";
import { errorDecisionsOf } from "./errors/error-decisions.ts";
import { errorStateRoutes } from "./errors/error-state-routes.ts";
import { exampleRoutes } from "./example/example-routes.ts";
import type { Examples } from "./example/examples.ts";
import { googleImportRoute } from "./imports/google-import-route.ts";
import type { GoogleImports } from "./imports/google-imports.ts";
import { importRoutes } from "./imports/import-routes.ts";
import { importedFiguresRoute } from "./imports/imported-figures.ts";
import type { Imports } from "./imports/imports.ts";
import { searchQueriesRoute } from "./imports/search-queries.ts";
import { instanceRoutes } from "./instance/instance-routes.ts";
import { apiKeyRoutes } from "./keys/api-keys.ts";
import type { Live } from "./live/live.ts";
import { liveRoute } from "./live/live-route.ts";
import { mcpRoute } from "./mcp/mcp-route.ts";
import { auditChannelRoutes } from "./organizations/audit-channel.ts";
import { auditExportRoute } from "./organizations/audit-export.ts";
import { auditLogRoute } from "./organizations/audit-log.ts";
import { confirmEmailRoute } from "./organizations/confirm-email.ts";
import { createUserRoute } from "./organizations/create-user.ts";
import { memberRoutes } from "./organizations/members.ts";
import { membershipsRoute } from "./organizations/memberships.ts";
import { organizationRoutes } from "./organizations/organizations.ts";
import { ownInvitationRoutes } from "./organizations/own-invitations.ts";
import { teamRoutes } from "./organizations/teams.ts";
import { siteOutcomesRoute } from "./outcomes/site-outcomes.ts";
import { type PeopleStore, peopleRoutes } from "./people/people.ts";
import { privateLinkRoutes } from "./private-links/private-link-routes.ts";
import type { Quotas } from "./quotas/quotas.ts";
import { type ReplayDependencies, replayRoutes } from "./replays/replay-routes.ts";
import { createReportMails } from "./report-mails/create-report-mails.ts";
import { reportMailRoutes } from "./report-mails/report-mail-routes.ts";
import { reportRoutes } from "./reports/report-routes.ts";
import type { Route } from "./routing/route.ts";
import { quarantineRoutes } from "./schemas/quarantine-routes.ts";
import { schemaRoutes } from "./schemas/schema-routes.ts";
import { secondFactorRoutes } from "./second-factor/second-factor-routes.ts";
import type { OrganizationProviderServices } from "./single-sign-on/domain-claims.ts";
import { organizationProviderRoutes } from "./single-sign-on/organization-provider-routes.ts";
import type { OidcProvider } from "./single-sign-on/provider.ts";
import { createProviderSource } from "./single-sign-on/provider-source.ts";
import { siteMoveRoutes } from "./site-move/site-move-routes.ts";
import { configureSiteRoute, siteConfigurationRoute } from "./sites/configure-site.ts";
import { createSiteRoute } from "./sites/create-site.ts";
import { deleteSiteRoute, type Purge } from "./sites/delete-site.ts";
import { exclusionRoutes } from "./sites/exclusions.ts";
import { getSiteRoute, isSitePublicRoute } from "./sites/get-site.ts";
import { listSitesRoute } from "./sites/list-sites.ts";
import { organizationQueryRoute } from "./sites/organization-query.ts";
import { ownAddressRoute } from "./sites/own-address.ts";
import { ownSitesRoute } from "./sites/own-sites.ts";
import { previewRulesRoute } from "./sites/preview-rules.ts";
import { sitesOf } from "./sites/sites-of.ts";
import { ownSitesOverviewRoute, sitesOverviewRoute } from "./sites/sites-overview.ts";
import { viewerRoute } from "./sites/viewer.ts";
import { type SourceMapDependencies, sourceMapRoutes } from "./source-maps/source-map-routes.ts";

/** A request waits for the answer of the DNS. */
const DNS_LIMITS = { timeout: 3_000, tries: 2 };

/** What this process knows about destinations, beside what the database holds. */
export type DestinationSettings = Pick<DestinationDependencies, "check" | "columns" | "policy">;

/** Every route of the api except the auth library's. */
export const routesOf = (options: {
	database: Database;
	store: PeopleStore;
	replayObjects?: ReplayDependencies["replayObjects"];
	purge: Pick<Purge, "site">;
	imports: Imports;
	google: GoogleImports;
	examples: Pick<Examples, "begin" | "fill" | "now">;
	destinations: DestinationSettings;
	sourceMaps: Omit<SourceMapDependencies, "database">;
	/** Another server than Telegram's own, for tests. */
	telegramServer?: string | undefined;
	/** Where failures of test notices are logged. */
	logger?: Logger | undefined;
	/** Its streams end with the process. */
	live: Live;
	disableSignup: boolean;
	/** Whether people may sign in with passwords; they may by default. */
	passwordSignIn?: boolean | undefined;
	/** Providers to sign in with. */
	providers?: readonly OidcProvider[] | undefined;
	/** The TXT records of a name; those of the DNS by default. */
	resolveTxt?: OrganizationProviderServices["resolveTxt"] | undefined;
	mailer: Mailer;
	baseUrl?: string | undefined;
	/** The installation's key for the pseudonyms that visitors see. */
	secret: string;
	quotas: Quotas;
}): readonly Route[] => {
	const {
		database,
		store,
		replayObjects,
		purge,
		imports,
		google,
		examples,
		destinations,
		sourceMaps,
		live,
		secret,
	} = options;
	const { mailer, baseUrl, quotas } = options;
	const pseudonymsOf = createPseudonyms(secret);
	const findSegment = createFindSegment(database);
	const goals = goalsIn(database);
	const dns = new Resolver(DNS_LIMITS);
	const providers = createProviderSource({ database, secret, providers: options.providers ?? [] });
	const beside = [annotationsBeside(database), alertsBeside(database)];
	const routes = [
		...instanceRoutes({ ...options, providers }),
		...organizationRoutes(database),
		membershipsRoute(database),
		...memberRoutes({ database, mailer, baseUrl, secret, quotas }),
		...ownInvitationRoutes(database),
		confirmEmailRoute(database),
		createUserRoute(database),
		...teamRoutes(database, quotas),
		...apiKeyRoutes(database),
		...preferencesRoutes(database),
		...activityRoutes({ database, providers: options.providers ?? [] }),
		...secondFactorRoutes({ database, mailer, baseUrl }),
		...organizationProviderRoutes({
			...{ database, secret, baseUrl, providers },
			policy: destinations.policy,
			resolveTxt: options.resolveTxt ?? ((name) => dns.resolveTxt(name)),
		}),
		auditLogRoute(database),
		auditExportRoute(database),
		...auditChannelRoutes(database),
		...destinationRoutes({ ...destinations, database, secret }),
		...channelRoutes({ database, mailer, baseUrl, secret, quotas, policy: destinations.policy }),
		...deliveryRoutes({
			...options,
			policy: destinations.policy,
			logger: options.logger ?? silentLogger,
		}),
		listSitesRoute(database, store),
		createSiteRoute(database, quotas),
		...exampleRoutes(database, examples, quotas),
		// Before the routes of a `{site}`: no site has such an id.
		ownSitesRoute(database),
		ownSitesOverviewRoute(database, { store }),
		getSiteRoute,
		isSitePublicRoute,
		siteConfigurationRoute,
		configureSiteRoute(database),
		previewRulesRoute(store),
		deleteSiteRoute(database, purge),
		...siteMoveRoutes(database, quotas),
		siteOutcomesRoute(database, { store }),
		...schemaRoutes(database, store),
		...quarantineRoutes(database, store),
		...sourceMapRoutes({ ...sourceMaps, database }),
		googleImportRoute(google),
		...importRoutes(imports, google),
		importedFiguresRoute(store),
		searchQueriesRoute(store),
		...exclusionRoutes,
		...privateLinkRoutes({ database, secret }),
		viewerRoute(store),
		ownAddressRoute,
		liveRoute(live),
		...annotationRoutes(database, quotas),
		...segmentRoutes(database, pseudonymsOf, quotas),
		...savedRoutes({ database, pseudonymsOf, quotas }),
		...goalRoutes(database, quotas),
		...funnelRoutes(database, quotas),
		...peopleRoutes({ store }),
		...replayRoutes({ store, replayObjects, findSegment }),
		...alertRoutes({ database, quotas, goals, store }),
		...errorStateRoutes(database),
		...reportRoutes({
			store,
			findSegment,
			goals,
			funnels: { ofSite: (siteId) => funnelsOf(database, siteId) },
			beside,
			errorDecisions: { ofSite: (siteId) => errorDecisionsOf(database, siteId) },
			errorAliases: { ofSite: (siteId) => errorAliasesOf(database, siteId) },
			sitesOf: async (organizationId, viewer) =>
				(await sitesOf(database, organizationId, viewer)).map(({ siteId }) => siteId),
			pseudonymsOf,
		}),
		...reportMailRoutes({
			...{ database, mailer, baseUrl, secret, now: Date.now },
			...createReportMails({ database, store, baseUrl, secret, beside }),
		}),
		sitesOverviewRoute(database, { store }),
		organizationQueryRoute(database, { store }),
	];
	return [...routes, mcpRoute(routes)];
};
