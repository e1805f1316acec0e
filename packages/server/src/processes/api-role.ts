import type { ServerResponse } from "node:http";
import { type DeliveryCounts, NO_DELIVERIES, type RunningApi, startApi } from "@footfall/api";
import { checkTarget, DELIVERED_COLUMNS, startDestinations } from "@footfall/destinations";
import { createClientReader } from "@footfall/gateway/client-reader";
import { createImportedEventOf } from "@footfall/gateway/imported-event";
import type { MetricRegistry } from "@footfall/gateway/metric-registry";
import type { Destination, DestinationRegistry } from "@footfall/shared/destinations/destination";
import { deleteSiteRows, erasePerson, type GatedStore, storageFigures } from "@footfall/store";
import type { Logger } from "pino";
import { freezeProduct } from "../backup/freeze-product.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { watchDestinations } from "../status/destination-watch.ts";
import { openQueue } from "../storage/queue.ts";
import { sourceMapsOf } from "../storage/source-maps.ts";
import { createStoreRole, NOT_OPEN, type StorePart } from "./store-role.ts";

/** From a cached answer to the time limit of a heavy report. */
const DURATION_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const destinationsOf = ({ destinationPolicy: policy }: Configuration) => ({
	policy,
	columns: DELIVERED_COLUMNS.map(({ name }) => name),
	check: (destination: Destination) => checkTarget(destination, policy),
});

/** Tells where people sign in; not the place where this machine lacks the gateway's database. */
const openClientReader = ({ lookups: { cityDatabases } }: Configuration, log: Logger) => {
	try {
		return createClientReader({ cityDatabases, log });
	} catch (err) {
		log.warn(
			{ err },
			"The places of sign-ins are unknown, because the geo database cannot be used",
		);
		return createClientReader({ cityDatabases: [], log });
	}
};

/** Where the api delivers events, and keeps source maps. */
const placesOf = (configuration: Configuration) => ({
	destinations: destinationsOf(configuration),
	sourceMaps: sourceMapsOf(configuration),
});

/**
 * Runs destinations beside an api, which has their accounts and the store. With several apis, each destination runs on one.
 * @returns ends them
 */
const runDestinations = (
	configuration: Configuration,
	registry: DestinationRegistry,
	store: GatedStore,
	logger: Logger,
): (() => Promise<void>) => {
	const queue = openQueue(configuration, logger);
	const { privateNetworks, queue: ownQueue } = configuration.destinationPolicy;
	const running = startDestinations({
		...{ registry, store, committed: queue.committed, logger, privateNetworks },
		queue: ownQueue,
		gatherFilesMs: 1000 * configuration.DESTINATION_FILE_SECONDS,
	});
	return async () => {
		await running.close();
		await queue.close();
	};
};

const measureDeliveries = (
	{ counts }: MetricRegistry,
	current: () => DeliveryCounts | undefined,
): void => {
	const HELP = "Tries to send alerts and mails";
	counts("footfall_deliveries_total", HELP, "outcome", () => ({
		...(current() ?? NO_DELIVERIES),
	}));
};

const STATUS_CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"] as const;

const isStream = (response: ServerResponse) =>
	String(response.getHeader("content-type") ?? "").startsWith("text/event-stream");

/** Quotas of one account. */
const quotasOf = (configuration: Configuration) => ({
	organizations: configuration.QUOTA_ORGANIZATIONS,
	sites: configuration.QUOTA_SITES,
	teams: configuration.QUOTA_TEAMS,
	goals: configuration.QUOTA_GOALS,
	funnels: configuration.QUOTA_FUNNELS,
	segments: configuration.QUOTA_SEGMENTS,
	alerts: configuration.QUOTA_ALERTS,
	annotations: configuration.QUOTA_ANNOTATIONS,
	questions: configuration.QUOTA_QUESTIONS,
	boards: configuration.QUOTA_BOARDS,
	channels: configuration.QUOTA_CHANNELS,
	invitations: configuration.QUOTA_INVITATIONS_PER_DAY,
});

/** Counts requests and measures how long they take. */
const watchRequests = () => {
	let inFlight = 0;
	const answered: Record<string, number> = Object.fromEntries(
		STATUS_CLASSES.map((name) => [name, 0]),
	);
	let took: (seconds: number) => void = () => undefined;
	const count = (response: ServerResponse): void => {
		inFlight++;
		const begunAt = performance.now();
		response.once("close", () => {
			inFlight--;
			const name = `${Math.floor(response.statusCode / 100)}xx`;
			// A client that disconnected before its answer started was not answered.
			if (!response.headersSent) return;
			answered[name] = (answered[name] ?? 0) + 1;
			// A live page's response lasts as long as the page stays open.
			if (!isStream(response)) took((performance.now() - begunAt) / 1000);
		});
	};
	return {
		count,
		measure: ({ counts, gauge, histogram }: MetricRegistry): void => {
			const durations = histogram(
				"footfall_api_request_duration_seconds",
				"Time from the request to the last byte of its response",
				DURATION_BUCKETS_SECONDS,
			);
			took = (seconds) => durations.observe(seconds);
			counts("footfall_api_requests_total", "Requests answered", "status", () => answered);
			gauge("footfall_api_requests_in_flight", "Requests in progress", "sum", () => inFlight);
		},
	};
};

/** Answers requests from the store and the accounts, on the public port or on the gateway's socket. */
export const createApiPart =
	({ isPublic }: { isPublic: boolean }) =>
	(configuration: Configuration, log: Logger): StorePart => {
		let running: RunningApi | undefined;
		const destinations = watchDestinations(log);
		const requests = watchRequests();
		return {
			checks: {
				accounts: async () => {
					if (running === undefined) throw new Error(NOT_OPEN);
					await running.checkAccounts();
				},
			},
			measure: (registry) => {
				destinations.measure(registry);
				requests.measure(registry);
				measureDeliveries(registry, () => running?.deliveries.counts());
				const streams = () => running?.liveStreams() ?? 0;
				registry.gauge("footfall_live_streams", "Open live streams", "sum", streams);
			},
			start: async ({ store, damage, objects, paths, holdParts }) => {
				const { accounts: accountsLocation, events } = configuration;
				const { accounts, internalToken } = configuration.secrets();
				const clients = openClientReader(configuration, log);
				const api = await startApi({
					listen: isPublic
						? { host: configuration.HOST, port: configuration.PORT }
						: { socketPath: configuration.socketPath },
					database: configuration.accounts,
					store,
					replayObjects: objects,
					deleteEvents: (site) => deleteSiteRows(store, site),
					erasePerson: (site, user) => erasePerson(store, site, user),
					readClient: clients.read,
					importedEvents: createImportedEventOf,
					googleAddresses: configuration.googleAddresses,
					...placesOf(configuration),
					storeHealth: damage?.health,
					// An api alone uses servers for everything.
					...(!isPublic && {
						status: async () => ({
							...(await paths.state()),
							storage: await storageFigures(store),
							destinations: (await running?.destinationStates()) ?? [],
						}),
						metrics: paths.labelledMetrics,
						freeze: (database) =>
							freezeProduct({
								configuration,
								store: "directory" in events ? store : undefined,
								database: "directory" in accountsLocation ? database : undefined,
								holdLoader: holdParts,
							}),
					}),
					secret: accounts,
					internalToken,
					baseUrl: configuration.BASE_URL,
					disableSignup: !configuration.ALLOW_SIGNUP,
					passwordSignIn: configuration.PASSWORD_SIGN_IN,
					providers: configuration.OIDC_PROVIDERS,
					security: {
						contacts: configuration.SECURITY_CONTACT,
						policy: configuration.SECURITY_POLICY,
					},
					corsOrigins: configuration.CORS_ORIGINS,
					mail: configuration.SMTP_URL
						? { smtpUrl: configuration.SMTP_URL, from: configuration.MAIL_FROM }
						: undefined,
					keyRequestsPerMinute: configuration.API_KEY_REQUESTS_PER_MINUTE,
					quotas: quotasOf(configuration),
					retention: {
						events: configuration.EVENT_RETENTION_DAYS,
						users: configuration.USER_RETENTION_DAYS,
						bots: configuration.BOT_RETENTION_DAYS,
						replays: configuration.REPLAY_RETENTION_DAYS,
					},
					owner: { email: configuration.ADMIN_EMAIL, password: configuration.ADMIN_PASSWORD },
					answerFirst: (request, response) => {
						// Behind the gateway, `/ready` and `/metrics` are the gateway's own.
						if (isPublic && paths.answer(request, response)) return true;
						requests.count(response);
						return false;
					},
					logger: log,
				});
				running = api;
				destinations.start(api.destinationStates);
				const endDestinations = runDestinations(configuration, api.destinations, store, log);
				const { firstSite, firstStart, signInToken } = api;
				return {
					state: {
						...(firstSite && { siteId: firstSite.id }),
						...(firstStart && { firstStart }),
						...(signInToken && { signInToken }),
						...(isPublic && { port: api.port }),
					},
					close: async () => {
						await destinations.close();
						await endDestinations();
						await api.close();
						clients.close();
					},
				};
			},
		};
	};

/** The api alone, with a ClickHouse server. */
export const role = createStoreRole("api", createApiPart({ isPublic: true }));
