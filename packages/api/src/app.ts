import type { Logger } from "@footfall/shared/logger";
import { CONFIGURATION_PATH } from "@footfall/shared/site";
import type { StoreHealth } from "@footfall/store";
import express, { type Express, type Request } from "express";
import { createGuard } from "./access/guard.ts";
import { createRoleOf } from "./access/roles.ts";
import type { Mailer } from "./accounts/mail.ts";
import type { AdminDependencies } from "./admin/dependencies.ts";
import { serveAdmin } from "./admin/serve-admin.ts";
import { createAnnounceChange, createRecordChange, organizationsOfUser } from "./audit/audit.ts";
import { ADMIN_PATH, IMPORTS_PATH } from "./constants/internal-paths.ts";
import { readBody } from "./http/body.ts";
import { cors } from "./http/cors.ts";
import { errorHandler, refuseTrace, routeNotFound } from "./http/error-handler.ts";
import { requireInternalToken } from "./http/internal-token.ts";
import { peerOf } from "./http/peer.ts";
import { serveDocument } from "./http/serve-document.ts";
import type { Imports } from "./imports/imports.ts";
import { serveImports } from "./imports/serve-imports.ts";
import { ingestionOperations } from "./ingestion-operations.ts";
import { demo } from "./pages/serve-demo.ts";
import { pages } from "./pages/serve-pages.ts";
import { mountRoutes } from "./routing/mount.ts";
import { openApiOf } from "./routing/openapi.ts";
import type { Route } from "./routing/route.ts";
import { createAuth } from "./sign-in/auth.ts";
import { authOperations } from "./sign-in/auth-operations.ts";
import { createAuthenticate } from "./sign-in/authenticate.ts";
import { serveAuth } from "./sign-in/serve-auth.ts";
import { createSignInLimits } from "./sign-in/sign-in-limits.ts";
import { serveSnapshot } from "./site-config/serve-snapshot.ts";
import { createFindSite, createFindSiteOfCaller } from "./sites/find-site.ts";

export interface AppOptions extends AdminDependencies {
	/** What is mounted beside the auth library. */
	routes: readonly Route[];
	imports: Imports;
	mailer: Mailer;
	/** The operator's cap for every API key; 0 = none. */
	keyRequestsPerMinute: number;
	secret: string;
	internalToken: string;
	/** Whether the event store has all that was put into it; unless given, it is taken to. */
	storeHealth?: (() => StoreHealth) | undefined;
	/** Origin at which users reach this server; when absent, each request's own host. */
	baseUrl?: string | undefined;
	disableSignup: boolean;
	/** Whether the peer's forwarding headers are the gateway's. */
	trustForwarded: boolean;
	checkResponses?: boolean;
	logger: Logger;
}

const whole = (): StoreHealth => ({ ok: true });

/** `/api/sites/{site}/sessions` → a test for paths of that form. */
const matcherOf = (routes: readonly Route[]) => {
	const patterns = routes.map(
		({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`),
	);
	return (path: string) => patterns.some((pattern) => pattern.test(path));
};

/** Everything that the backend answers over HTTP. */
export const createApp = (options: AppOptions): Express => {
	const { database, baseUrl, logger, routes } = options;
	const recordChange = createRecordChange(database);
	const signInLimits = createSignInLimits();
	const auth = createAuth({ ...options, passwordWasReset: signInLimits.forget });
	const authenticate = createAuthenticate(database, auth, options.keyRequestsPerMinute);
	const findSite = createFindSite(database);
	const peer = (request: Request) => peerOf(request, options);
	const document = openApiOf([...routes, ...ingestionOperations, ...authOperations]);

	const app = express();
	app.disable("x-powered-by");
	app.disable("etag");
	app.trace(/.*/, refuseTrace);
	const internal = requireInternalToken(options.internalToken);
	app.get(CONFIGURATION_PATH, internal, serveSnapshot(database, options.storeHealth ?? whole));
	app.post(
		ADMIN_PATH,
		internal,
		readBody,
		serveAdmin({ ...options, passwordWasReset: signInLimits.forget }),
	);
	app.post(IMPORTS_PATH, internal, serveImports({ imports: options.imports, findSite }));
	app.use(
		cors({
			baseUrl,
			hostOf: (request) => peer(request).host,
			isPublic: matcherOf(routes.filter(({ anyOrigin }) => anyOrigin)),
		}),
	);
	app.get("/api/openapi.json", serveDocument(document));
	app.use(pages());
	app.use("/demo", demo({ database, findSite }));
	app.use("/api", readBody);
	app.use(
		"/api/auth",
		serveAuth({
			...options,
			baseUrl,
			auth,
			peerOf: peer,
			operations: authOperations,
			recordChange,
			signInLimits,
		}),
	);
	mountRoutes(app, routes, {
		guard: createGuard({
			findSite,
			findSiteOfCaller: createFindSiteOfCaller(database),
			roleOf: createRoleOf(database),
		}),
		credentialsOf: (request, query, note) => authenticate(request.headers, query, note),
		originOf: (request) => peer(request).origin,
		addressOf: (request) => peer(request).address,
		recordChange,
		announceChange: createAnnounceChange(database),
		organizationsOf: (userId) => organizationsOfUser(database, userId),
		...(options.checkResponses === undefined ? {} : { checkResponses: options.checkResponses }),
	});
	app.use(routeNotFound);
	app.use(errorHandler(logger));
	return app;
};
