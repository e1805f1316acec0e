import { ApiError } from "@footfall/shared/api-error";
import { networkOf } from "@footfall/shared/ip-range";
import type { Logger } from "@footfall/shared/logger";
import { OUTCOMES_PATH } from "@footfall/shared/outcomes";
import { RESENDS_PATH } from "@footfall/shared/schemas/resend";
import { VIOLATIONS_PATH } from "@footfall/shared/schemas/violation-report";
import { BACKEND_METRICS_PATH, CONFIGURATION_PATH } from "@footfall/shared/site";
import type { StoreHealth } from "@footfall/store";
import express, { type Express, type Request } from "express";
import { createFindSite } from "./access/find-site.ts";
import { createGuard } from "./access/guard.ts";
import { noteSignIn } from "./account-activity/note-sign-in.ts";
import { type ReadClient, UNKNOWN_CLIENT } from "./account-activity/read-client.ts";
import type { Mailer } from "./accounts/mail.ts";
import type { AdminDependencies } from "./admin/command.ts";
import { serveAdmin } from "./admin/serve-admin.ts";
import { type Freeze, serveFrozen } from "./backup/serve-frozen.ts";
import { ADMIN_PATH, BACKUP_PATH, IMPORTS_PATH, STATUS_PATH } from "./constants/internal-paths.ts";
import { serveDashboard } from "./dashboard/serve-dashboard.ts";
import { basePathOf } from "./http/base-path.ts";
import { smallBodyReader } from "./http/body.ts";
import { createCors } from "./http/cors.ts";
import {
	createClientError,
	createErrorHandler,
	refuseTrace,
	routeNotFound,
} from "./http/error-handler.ts";
import { requireInternalToken } from "./http/internal-token.ts";
import { createRequireKnownParameters } from "./http/known-parameters.ts";
import { peerOf as peerOfRequest } from "./http/peer.ts";
import { serveDocument } from "./http/serve-document.ts";
import type { Imports } from "./imports/imports.ts";
import { serveImports } from "./imports/serve-imports.ts";
import { ingestionOperations } from "./ingestion-operations.ts";
import { recordOutcomes } from "./outcomes/record-outcomes.ts";
import { type SecurityContacts, serveSecurityText } from "./pages/security-text.ts";
import { createDemoPages } from "./pages/serve-demo.ts";
import { serveManual } from "./pages/serve-manual.ts";
import { createOwnPages } from "./pages/serve-pages.ts";
import type { Quotas } from "./quotas/quotas.ts";
import { createReportMailPages } from "./report-mails/report-mail-pages.ts";
import { mountRoutes } from "./routing/mount.ts";
import { openApiOf } from "./routing/openapi.ts";
import type { Route } from "./routing/route.ts";
import { recordViolations } from "./schemas/record-violations.ts";
import { giveResends, releaseResent } from "./schemas/resends.ts";
import { createAuth } from "./sign-in/auth.ts";
import { authOperations } from "./sign-in/auth-operations.ts";
import { createAuthenticate } from "./sign-in/authenticate.ts";
import { sessionHeaders } from "./sign-in/client-of-headers.ts";
import { PROVIDER_SESSION } from "./sign-in/provider-session-endpoint.ts";
import { createReadSession } from "./sign-in/read-session.ts";
import { createRequestLimit, type RequestLimit } from "./sign-in/request-limit.ts";
import { serveAuth } from "./sign-in/serve-auth.ts";
import { createSignInLimits } from "./sign-in/sign-in-limits.ts";
import { createOidcClient } from "./single-sign-on/oidc-client.ts";
import type { OidcProvider } from "./single-sign-on/provider.ts";
import { createProviderChecks } from "./single-sign-on/provider-checks.ts";
import { createProviderSource } from "./single-sign-on/provider-source.ts";
import { createSignInPages } from "./single-sign-on/sign-in-pages.ts";
import { serveSnapshot } from "./site-config/serve-snapshot.ts";

/** The app's settings that are passed through from those of the api. */
export interface AppSettings extends Omit<AdminDependencies, "database" | "onPasswordReset"> {
	/** Signs session cookies; at least 32 characters, the same in every process and after every restart. */
	secret: string;
	/** The token with which gateways pull the configuration. */
	internalToken: string;
	/** Whether the event store is intact, for the gateways; assumed by default. */
	storeHealth?: (() => StoreHealth) | undefined;
	/** The public URL of this server, without a trailing slash; when absent, each request's own host. */
	baseUrl?: string | undefined;
	/** Origins whose pages may use the api with a key, besides its own. */
	corsOrigins?: readonly string[] | undefined;
	/** Freezes the product for a backup; absent without embedded engines. */
	freeze?: Freeze | undefined;
	/** Metrics as Prometheus text, for the gateway on this machine. */
	metrics?: (() => Promise<string>) | undefined;
	/** The status of this process, for the status command. */
	status?: (() => Promise<object>) | undefined;
	/** The build of the dashboard; that of this installation by default. */
	dashboardDirectory?: string | undefined;
	/** Tells browser and place of people who sign in; nothing by default. */
	readClient?: ReadClient | undefined;
	/** Whom `security.txt` names; the product's own contact by default. */
	security?: SecurityContacts | undefined;
	disableSignup: boolean;
	/** Whether people may sign in with passwords and passkeys, and not only with providers; they may by default. */
	passwordSignIn?: boolean | undefined;
	/** OpenID providers of the instance; they need `baseUrl`. */
	providers?: readonly OidcProvider[] | undefined;
	/** Whether the providers of organizations may have addresses of private networks. */
	privateNetworks?: boolean | undefined;
	/** Checks each answer against its route's schema; for tests. */
	checkResponses?: boolean;
	logger: Logger;
}

export interface AppOptions extends AppSettings, Pick<AdminDependencies, "database"> {
	/** Mounted next to the auth library. */
	routes: readonly Route[];
	imports: Imports;
	mailer: Mailer;
	quotas: Quotas;
	/** The operator's limit for every API key; 0 = none. */
	keyRequestsPerMinute: number;
	/** Whether the peer's forwarding headers come from the gateway. */
	trustForwarded: boolean;
}

/** Sign-ins with providers that begin: allows for an office that starts its day behind one address. */
const PROVIDER_LIMIT: RequestLimit = { requests: 60, windowMs: 10_000 };

const intact = (): StoreHealth => ({ ok: true });

/** `/api/sites/{site}/sessions` → a test for paths of that form. */
const matcherOf = (routes: readonly Route[]) => {
	const patterns = routes.map(
		({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`),
	);
	return (path: string) => patterns.some((pattern) => pattern.test(path));
};

/** All HTTP routes of the backend. */
export const createApp = (options: AppOptions): Express => {
	const { database, baseUrl, routes, readClient = () => UNKNOWN_CLIENT } = options;
	const signInLimits = createSignInLimits();
	const onPasswordReset = signInLimits.forget;
	const providers = createProviderSource({ ...options, providers: options.providers ?? [] });
	const auth = createAuth({
		...options,
		providers,
		onPasswordReset,
	});
	const client = createOidcClient({ privateNetworks: options.privateNetworks ?? false });
	const isVouchedFor = createProviderChecks({ ...options, providers, client });
	const readSession = createReadSession(database, auth, isVouchedFor);
	const authenticate = createAuthenticate(database, readSession, options.keyRequestsPerMinute);
	const findSite = createFindSite(database);
	const peerOf = (request: Request) => peerOfRequest(request, options);
	const limitSignIns = createRequestLimit();
	const basePath = basePathOf(baseUrl);
	const requireKnownParameters = createRequireKnownParameters(
		[...routes, ...authOperations].map(({ query }) => query),
	);
	// Hundreds of milliseconds, which no start should wait for.
	const makeDocument = () => ({
		...openApiOf([...routes, ...ingestionOperations, ...authOperations]),
		servers: [{ url: basePath }],
	});

	const app = express();
	app.disable("x-powered-by");
	app.disable("etag");
	if (baseUrl?.startsWith("https:"))
		app.use((_request, response, next) => {
			response.setHeader("Strict-Transport-Security", "max-age=31536000");
			next();
		});
	app.trace(/.*/, refuseTrace);
	const internal = requireInternalToken(options.internalToken);
	app.get(CONFIGURATION_PATH, internal, serveSnapshot(database, options.storeHealth ?? intact));
	app.post(OUTCOMES_PATH, internal, smallBodyReader, recordOutcomes(database));
	app.post(VIOLATIONS_PATH, internal, smallBodyReader, recordViolations(database));
	app.get(RESENDS_PATH, internal, giveResends(database, options.store));
	app.post(RESENDS_PATH, internal, smallBodyReader, releaseResent(database, options.store));
	app.post(ADMIN_PATH, internal, smallBodyReader, serveAdmin({ ...options, onPasswordReset }));
	app.post(BACKUP_PATH, internal, smallBodyReader, serveFrozen(database, options.freeze));
	app.post(STATUS_PATH, internal, async (_request, response) => {
		if (options.status === undefined) throw new ApiError("NOT_FOUND");
		response.json(await options.status());
	});
	app.get(BACKEND_METRICS_PATH, internal, async (_request, response) => {
		if (options.metrics === undefined) throw new ApiError("NOT_FOUND");
		response.type("text/plain").send(await options.metrics());
	});
	app.post(IMPORTS_PATH, internal, serveImports({ imports: options.imports, findSite }));
	app.use(
		createCors({
			baseUrl,
			origins: new Set(options.corsOrigins),
			hostOf: (request) => peerOf(request).host,
			isPublic: matcherOf(routes.filter(({ anyOrigin }) => anyOrigin)),
		}),
	);
	app.get("/api/openapi.json", serveDocument(makeDocument));
	app.use(serveSecurityText(options.security ?? { contacts: [] }, baseUrl));
	app.use(createOwnPages(basePath));
	app.use("/docs", serveManual());
	app.use("/demo", createDemoPages({ database, findSite, basePath }));
	app.use("/api/report-mails", createReportMailPages(options));
	app.use("/api", smallBodyReader);
	app.use(
		"/api/auth",
		serveAuth({
			...options,
			...{ baseUrl, auth, peerOf, signInLimits, requireKnownParameters, isVouchedFor, readClient },
			operations: authOperations,
		}),
	);
	if (baseUrl !== undefined)
		app.use(
			"/api/sign-in",
			createSignInPages({
				...{ database, client, providers, baseUrl },
				secret: options.secret,
				logger: options.logger,
				limit: (request) =>
					limitSignIns(networkOf(peerOf(request).address), "provider", PROVIDER_LIMIT),
				signedIn: async ({ headers }) => (await readSession(headers))?.user,
				noteSignIn: (request, userId, attempt) => {
					const client = readClient({ headers: request.headers, address: peerOf(request).address });
					return noteSignIn(database, { userId }, { ...attempt, client });
				},
				openSession: async (request, ticket) => {
					const answer = await auth.handler(
						new Request(new URL(`/api/auth${PROVIDER_SESSION}`, baseUrl), {
							method: "POST",
							headers: sessionHeaders(request.headers, peerOf(request).address),
							body: JSON.stringify({ ticket }),
						}),
					);
					if (!answer.ok) throw new Error(`A session could not be opened: ${answer.status}`);
					return answer.headers.getSetCookie();
				},
			}),
		);
	mountRoutes(app, routes, {
		database,
		guard: createGuard(database, options.secret),
		credentialsOf: ({ headers }, query, setHeaders) => authenticate(headers, query, setHeaders),
		peerOf,
		checkResponses: options.checkResponses ?? false,
		clientError: createClientError(options.logger),
		requireKnownParameters,
	});
	app.use(serveDashboard({ directory: options.dashboardDirectory, baseUrl, findSite }));
	app.use(routeNotFound);
	app.use(createErrorHandler(options.logger));
	return app;
};
