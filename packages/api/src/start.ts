import { chmodSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, ListenOptions } from "node:net";
import { EnvironmentError } from "@footfall/shared/environment";
import type { SiteKey, SiteNumber } from "@footfall/shared/ids";
import type { Logger } from "@footfall/shared/logger";
import { takeAbsoluteTarget } from "@footfall/shared/request-target";
import { type ReplayObjects, type StoreHealth, startMaintenance } from "@footfall/store";
import { sql } from "kysely";
import { createMailer, type MailSettings } from "./accounts/mail.ts";
import { createApp } from "./app.ts";
import { type DatabaseLocation, openDatabase } from "./database/open.ts";
import { type ImportedEvents, startImports } from "./imports/imports.ts";
import { bootstrap, type FirstStart, firstSite, type Owner } from "./instance/bootstrap.ts";
import type { PeopleStore } from "./people/people.ts";
import { replayDaysIn } from "./replays/replay-days.ts";
import { routesOf } from "./routes.ts";
import { startPurge } from "./sites/delete-site.ts";

/**
 * Longer than gateways, proxies and clients keep a connection that nobody uses: one that ends here while they send their next
 * request on it fails that request.
 */
const KEEP_ALIVE_MS = 65_000;
const IDLE_CHECK_MS = 20;
/** Connections that wait to be accepted: a gateway opens a thousand at once where as many reports are asked for. */
const BACKLOG = 2_048;

export interface ApiOptions {
	listen: { socketPath: string } | { host: string; port: number };
	database: DatabaseLocation;
	/** Where events are read from, and what sites tell about people is written to. */
	store: PeopleStore;
	/** Where the events of recordings are that the store does not hold itself. */
	replayObjects?: Pick<ReplayObjects, "textsOf" | "remove"> | undefined;
	/** Removes every event of a site from the event store, for good. */
	deleteEvents: (site: SiteNumber) => Promise<void>;
	/** Removes the events, traits and devices of one of a site's users, for good. */
	erasePerson: (site: SiteNumber, user: string) => Promise<void>;
	/** Turns what an export says into events of a site. */
	importedEvents: ImportedEvents;
	/** Signs session cookies; at least 32 characters, the same in every process and after every restart. */
	secret: string;
	/** What gateways present to pull the configuration. */
	internalToken: string;
	/** Whether the event store has all that was put into it; gateways are told. */
	storeHealth?: (() => StoreHealth) | undefined;
	/** Origin at which users reach this server; when absent, each request's own host. */
	baseUrl?: string | undefined;
	disableSignup: boolean;
	/** How mail is sent; when absent, it is printed to the log. */
	mail?: MailSettings | undefined;
	/** The most requests that an API key may make in a minute; absent or 0 = any number. */
	keyRequestsPerMinute?: number;
	/** The account that the first start makes. */
	owner: Owner;
	/** Believe the peer's X-Forwarded headers; always so on a socket file, which only the gateway can reach. */
	trustForwarded?: boolean;
	/** Asked before the api itself: whether it answers a request, such as one for the health of the process. */
	answerFirst?: (request: IncomingMessage, response: ServerResponse) => boolean;
	/** Check every answer against its route's schema: for tests. */
	checkResponses?: boolean;
	logger: Logger;
}

export interface RunningApi {
	/** 0 on a socket file. */
	port: number;
	/** Present when this start made the instance's first account. */
	firstStart: FirstStart | undefined;
	/** The oldest site besides the demo page's, as an example for whoever starts the product. */
	firstSite: { id: SiteKey } | undefined;
	/** Rejects where the database of the accounts does not answer. */
	checkAccounts(): Promise<void>;
	/** Answers what is in flight, then lets the database go. */
	close(): Promise<void>;
}

const listen = (server: Server, options: ListenOptions): Promise<void> =>
	new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(options, () => {
			server.off("error", reject);
			resolve();
		});
	});

const closeServer = (server: Server): Promise<void> =>
	new Promise((resolve) => {
		// A connection whose answer was begun before is idle only after it, and then would be kept.
		const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
		server.close(() => {
			clearInterval(idle);
			resolve();
		});
	});

const listenOptionsOf = (options: ApiOptions["listen"]): ListenOptions => {
	if (!("socketPath" in options)) return { ...options, backlog: BACKLOG };
	// A socket file outlives the process that was killed; the database's lock says that nobody else is using it.
	rmSync(options.socketPath, { force: true });
	return { path: options.socketPath, backlog: BACKLOG };
};

/**
 * Starts the api: accounts, sites and reports over HTTP.
 * @throws EnvironmentError for mail without a base URL
 * @throws Error that says what to change when the database is in use, cannot be reached or is too new
 */
export const startApi = async (options: ApiOptions): Promise<RunningApi> => {
	const { logger } = options;
	if (options.mail && options.baseUrl === undefined)
		throw new EnvironmentError(
			"Configuration cannot be used:\n  SMTP_URL: needs BASE_URL too, so that links in mails lead here",
		);
	const { database, close } = await openDatabase(options.database, (err) =>
		logger.warn({ err }, "A database connection broke and is replaced"),
	);
	const purge = startPurge({ database, deleteEvents: options.deleteEvents, logger });
	const maintenance = startMaintenance({ ...options, replayDaysOf: replayDaysIn(database) });
	const imports = startImports({
		...options,
		database,
		isAlone: "directory" in options.database,
	});
	const mailer = createMailer(options.mail, logger);
	const stop = async () => {
		await purge.close();
		await maintenance.close();
		await imports.close();
		await mailer.close();
		await close();
	};
	try {
		const firstStart = await bootstrap(database, options.owner);
		const app = createApp({
			...options,
			database,
			imports,
			mailer,
			keyRequestsPerMinute: options.keyRequestsPerMinute ?? 0,
			routes: routesOf({ ...options, database, purge, imports }),
			trustForwarded: "socketPath" in options.listen || (options.trustForwarded ?? false),
		});
		const { answerFirst } = options;
		const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
			// Before the framework, which keeps the host of the first target that it sees.
			takeAbsoluteTarget(request);
			if (!answerFirst?.(request, response)) app(request, response);
		});
		await listen(server, listenOptionsOf(options.listen));
		if ("socketPath" in options.listen) chmodSync(options.listen.socketPath, 0o600);
		const address = server.address() as AddressInfo | string | null;
		return {
			port: typeof address === "object" ? (address?.port ?? 0) : 0,
			firstStart,
			firstSite: await firstSite(database),
			checkAccounts: async () => {
				await sql`SELECT 1`.execute(database);
			},
			close: async () => {
				await closeServer(server);
				await stop();
			},
		};
	} catch (error) {
		await stop();
		throw error;
	}
};
