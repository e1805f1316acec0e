import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, ListenOptions } from "node:net";
import type { GoogleAddresses } from "@footfall/imports";
import { createPseudonyms } from "@footfall/reports/query/pseudonyms";
import type { DestinationRegistry } from "@footfall/shared/destinations/destination";
import { EnvironmentError } from "@footfall/shared/environment";
import type { SiteKey } from "@footfall/shared/ids";
import { takeAbsoluteTarget } from "@footfall/shared/request/request-target";
import { type ReplayObjects, type SourceMapFiles, startMaintenance } from "@footfall/store";
import { sql } from "kysely";
import { createFindSite } from "./access/find-site.ts";
import { startSignInPurge } from "./account-activity/purge-sign-ins.ts";
import { createMailer, type MailSettings } from "./accounts/mail.ts";
import { firstSignInToken } from "./accounts/sign-in-link.ts";
import { startAlerts } from "./alerts/start-alerts.ts";
import { type AppSettings, createApp } from "./app.ts";
import { alertsBeside } from "./changes/alerts-beside.ts";
import { createExplainChange } from "./changes/explain-change.ts";
import { type DatabaseLocation, openDatabase } from "./database/open.ts";
import { annotationsBeside } from "./definitions/annotations-beside.ts";
import { goalsIn } from "./definitions/goals.ts";
import { type Deliveries, startDeliveries } from "./deliveries/start-deliveries.ts";
import { createDestinationRegistry } from "./destinations/destination-registry.ts";
import {
	type DestinationState,
	stateOf,
	storedDestinations,
} from "./destinations/stored-destinations.ts";
import { startExamples } from "./example/examples.ts";
import { createServerCloser } from "./http/close-server.ts";
import { createGoogleImports } from "./imports/google-imports.ts";
import { startImports } from "./imports/imports.ts";
import type { ImportedEvents } from "./imports/row-intake.ts";
import { bootstrap, type FirstStart, firstSite, type Owner } from "./instance/bootstrap.ts";
import { createLive } from "./live/live.ts";
import type { LivePace } from "./live/live-pace.ts";
import { takeOverLinks } from "./private-links/take-over-links.ts";
import { createQuotas, type QuotaSettings } from "./quotas/quotas.ts";
import { createReplayDaysOf } from "./replays/replay-days.ts";
import { createReportMails } from "./report-mails/create-report-mails.ts";
import { startReportMails } from "./report-mails/start-report-mails.ts";
import type { RetentionLimits } from "./retention/retention-limits.ts";
import { createRetentionOf } from "./retention/retention-of.ts";
import { type DestinationSettings, routesOf } from "./routes.ts";
import { requireKnownOrganizations } from "./single-sign-on/require-known-organizations.ts";
import { startPurge } from "./sites/delete-site.ts";
import { type ErrorGrouping, startErrorGrouping } from "./source-maps/error-grouping.ts";
import { createMapReader } from "./source-maps/map-reader.ts";
import { startSourceMapCleaning } from "./source-maps/source-map-cleaning.ts";

/**
 * Longer than gateways, proxies and clients keep idle connections: closing one while they send a request on it would fail
 * that request.
 */
const KEEP_ALIVE_MS = 65_000;
/** Connections waiting to be accepted: a gateway opens one per concurrent report, up to a thousand at once. */
const BACKLOG = 2_048;

export interface ApiOptions extends AppSettings {
	listen: { socketPath: string } | { host: string; port: number };
	database: DatabaseLocation;
	/** The object storage that holds the events of recordings. */
	replayObjects?: Pick<ReplayObjects, "textsOf" | "remove"> | undefined;
	/** Converts the hits of an export to events of a site. */
	importedEvents: ImportedEvents;
	/** Other addresses than Google's own for imports. */
	googleAddresses?: Partial<GoogleAddresses> | undefined;
	destinations: DestinationSettings;
	/** Where source maps are kept, and received. */
	sourceMaps: {
		files: SourceMapFiles;
		/** A folder of this machine. */
		incoming: string;
		/** The file of the thread that reads maps; that of the build by default. */
		workerFile?: string;
		/** ms since the epoch; the system's clock by default. */
		now?: () => number;
	};
	/** Other TXT records than those of the DNS, for tests. */
	resolveTxt?: ((name: string) => Promise<string[][]>) | undefined;
	/** Another server than Telegram's own for bots, for tests. */
	telegramServer?: string | undefined;
	/** How mail is sent; when absent, it is logged. */
	mail?: MailSettings | undefined;
	/** The operator's limit for every API key; absent or 0 = none. */
	keyRequestsPerMinute?: number;
	/** The installation's limits; none by default. */
	retention?: RetentionLimits | undefined;
	/** Quotas of one account; absent ones have defaults. */
	quotas?: QuotaSettings | undefined;
	/** How often live pages get news. */
	pace?: LivePace | undefined;
	/** The account that the first start creates. */
	owner: Owner;
	/** Trust the peer's X-Forwarded headers; always true on a socket file, which only the gateway can reach. */
	trustForwarded?: boolean;
	/** Called before the api itself; returns true if it answered the request, such as a health check. */
	answerFirst?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export interface RunningApi {
	/** 0 on a socket file. */
	port: number;
	/** Present when this start created the instance's first account. */
	firstStart: FirstStart | undefined;
	/** Signs the first account in once; present until somebody has signed in. */
	signInToken: string | undefined;
	/** The oldest site besides the demo page's, as an example for the operator. */
	firstSite: { id: SiteKey } | undefined;
	/** The destinations, for what runs them in this process. */
	destinations: DestinationRegistry;
	/** What each destination does, whichever process runs it. */
	destinationStates(): Promise<DestinationState[]>;
	/** What is sent to channels and by mail. */
	deliveries: Pick<Deliveries, "counts" | "now">;
	/** What compares errors by their sources. */
	errorGrouping: Pick<ErrorGrouping, "now" | "ofSite">;
	/** Rejects when the accounts database does not answer. */
	checkAccounts(): Promise<void>;
	/** The number of open live streams, here and in gateways that hold them. */
	liveStreams(): number;
	/** Answers the requests in flight, then closes the database. */
	close(): Promise<void>;
}

const listenOptionsOf = (options: ApiOptions["listen"]): ListenOptions => {
	if (!("socketPath" in options)) return { ...options, backlog: BACKLOG };
	// A socket file outlives a killed process; the database's lock proves that no other process uses it.
	rmSync(options.socketPath, { force: true });
	return { path: options.socketPath, backlog: BACKLOG };
};

/** @throws EnvironmentError for settings that need others */
const requireUsable = ({ mail, baseUrl, providers = [], passwordSignIn }: ApiOptions): void => {
	const refuse = (fault: string) => new EnvironmentError(`Invalid configuration:\n  ${fault}`);
	if (mail && baseUrl === undefined)
		throw refuse("SMTP_URL: needs BASE_URL too, so that links in mails lead here");
	if (providers.length > 0 && baseUrl === undefined)
		throw refuse("OIDC_PROVIDERS: needs BASE_URL too, so that providers send people back here");
	if (passwordSignIn === false && providers.length === 0)
		throw refuse("PASSWORD_SIGN_IN: false needs OIDC_PROVIDERS, or nobody could sign in");
};

/**
 * Starts the api: accounts, sites and reports over HTTP.
 * @throws EnvironmentError for mail without a base URL, and for providers of an unknown organization
 * @throws Error with the remedy when the database is in use, cannot be reached or is too new
 */
export const startApi = async (options: ApiOptions): Promise<RunningApi> => {
	const { logger } = options;
	requireUsable(options);
	const { database, close } = await openDatabase(options.database, (err) =>
		logger.warn({ err }, "A database connection was lost and is being replaced"),
	);
	const purge = startPurge({
		database,
		deleteEvents: async (site) => {
			await options.deleteEvents(site);
			await options.sourceMaps.files.removeSite(site);
		},
		logger,
	});
	const maintenance = startMaintenance({
		...options,
		replayDaysOf: createReplayDaysOf(database, options.retention?.replays),
		retentionOf: createRetentionOf(database, options.retention ?? {}),
	});
	const isAlone = "directory" in options.database;
	const imports = startImports({ ...options, database, isAlone });
	const google = createGoogleImports({
		imports,
		findSite: createFindSite(database),
		logger,
		addresses: options.googleAddresses,
	});
	const sourceMaps = { ...options.sourceMaps, reader: createMapReader(options.sourceMaps) };
	const mapCleaning = startSourceMapCleaning({ ...sourceMaps, database, logger });
	const errorGrouping = startErrorGrouping({ ...options, ...sourceMaps, database });
	const examples = startExamples({ ...options, database, purge });
	const mailer = createMailer(options.mail, logger);
	const signInPurge = startSignInPurge(database, logger);
	const reportMails = startReportMails({ database, logger });
	const quotas = createQuotas(database, options.quotas);
	const destinations = { ...options, database, policy: options.destinations.policy };
	const beside = [annotationsBeside(database)];
	const allBeside = [...beside, alertsBeside(database)];
	const deliveries = startDeliveries({
		...{ ...options, database, mailer, policy: options.destinations.policy },
		mailOf: createReportMails({ ...options, database, beside: allBeside }).mailOf,
	});
	const alerts = startAlerts({
		...{ ...options, database, compareErrors: errorGrouping.ofSite },
		explainChange: createExplainChange({ ...options, goals: goalsIn(database), beside }),
	});
	const live = createLive({ ...options, pseudonymsOf: createPseudonyms(options.secret) });
	const stop = async () => {
		await alerts.close();
		await examples.close();
		await errorGrouping.close();
		await mapCleaning.close();
		await sourceMaps.reader.close();
		await purge.close();
		await maintenance.close();
		await google.close();
		await imports.close();
		await signInPurge.close();
		await reportMails.close();
		await deliveries.close();
		await mailer.close();
		await close();
	};
	try {
		const firstStart = await bootstrap(database, options.owner);
		await requireKnownOrganizations(database, options.providers ?? []);
		await takeOverLinks({ ...options, database });
		const app = createApp({
			...options,
			database,
			imports,
			mailer,
			quotas,
			keyRequestsPerMinute: options.keyRequestsPerMinute ?? 0,
			privateNetworks: options.destinations.policy.privateNetworks,
			routes: routesOf({
				...options,
				...{ database, mailer, quotas, purge, imports, google, examples, live, sourceMaps },
			}),
			trustForwarded: "socketPath" in options.listen || (options.trustForwarded ?? false),
		});
		const { answerFirst } = options;
		const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
			// Before Express, which keeps the host of the first request target that it sees.
			takeAbsoluteTarget(request);
			if (!answerFirst?.(request, response)) app(request, response);
		});
		server.on("connect", live.feeds.serve);
		const closeServer = createServerCloser(server);
		server.listen(listenOptionsOf(options.listen));
		await once(server, "listening");
		if ("socketPath" in options.listen) chmodSync(options.listen.socketPath, 0o600);
		const address = server.address() as AddressInfo | string | null;
		return {
			port: typeof address === "object" ? (address?.port ?? 0) : 0,
			firstStart,
			signInToken: await firstSignInToken(database),
			firstSite: await firstSite(database),
			destinations: createDestinationRegistry(destinations),
			destinationStates: async () => (await storedDestinations(destinations)).map(stateOf),
			deliveries,
			errorGrouping,
			checkAccounts: async () => {
				await sql`SELECT 1`.execute(database);
			},
			liveStreams: live.limit.count,
			close: async () => {
				live.close();
				await closeServer();
				await stop();
			},
		};
	} catch (error) {
		await stop();
		throw error;
	}
};
