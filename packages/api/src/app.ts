import type { Logger } from "@footfall/shared/logger";
import { CONFIGURATION_PATH } from "@footfall/shared/site";
import express, { type Express, type Request } from "express";
import { apiKeyRoutes } from "./accounts/api-keys.ts";
import { createAuth } from "./accounts/auth.ts";
import { authOperations } from "./accounts/auth-operations.ts";
import { createAuthenticate } from "./accounts/authenticate.ts";
import { memberRoutes } from "./accounts/members.ts";
import { createRoleOf } from "./accounts/membership.ts";
import { listOrganizations } from "./accounts/organizations.ts";
import { serveAuth } from "./accounts/serve-auth.ts";
import { serveSnapshot } from "./configuration/serve-snapshot.ts";
import type { Database } from "./database/schema.ts";
import { demo } from "./demo/serve-demo.ts";
import { readBody } from "./http/body.ts";
import { cors } from "./http/cors.ts";
import { errorHandler, routeNotFound } from "./http/error-handler.ts";
import { createGuard } from "./http/guard.ts";
import { mountRoutes } from "./http/mount.ts";
import { openApiOf } from "./http/openapi.ts";
import { peerOf } from "./http/peer.ts";
import type { Route } from "./http/route.ts";
import { instanceRoutes } from "./instance-routes.ts";
import { configureSite } from "./sites/configure-site.ts";
import { createSite } from "./sites/create-site.ts";
import { deleteSite, type Purge } from "./sites/delete-site.ts";
import { exclusionRoutes } from "./sites/exclusions.ts";
import { createFindSite } from "./sites/find-site.ts";
import { getSite, isSitePublic } from "./sites/get-site.ts";
import { privateLinkRoutes } from "./sites/private-link.ts";

export interface AppOptions {
	database: Database;
	purge: Purge;
	/** Routes of other parts, mounted beside those of accounts and sites. */
	routes: readonly Route[];
	secret: string;
	internalToken: string;
	/** Origin at which users reach this server; when absent, each request's own host. */
	baseUrl?: string | undefined;
	disableSignup: boolean;
	/** Whether the peer's forwarding headers are the gateway's. */
	trustForwarded: boolean;
	checkResponses?: boolean;
	logger: Logger;
}

/** `/api/sites/{site}/sessions` → a test for paths of that form. */
const matcherOf = (routes: readonly Route[]) => {
	const patterns = routes.map(
		({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`),
	);
	return (path: string) => patterns.some((pattern) => pattern.test(path));
};

/** Everything that the backend answers over HTTP. */
export const createApp = (options: AppOptions): Express => {
	const { database, baseUrl, logger, purge } = options;
	const auth = createAuth(options);
	const authenticate = createAuthenticate(database, auth);
	const findSite = createFindSite(database);
	const peer = (request: Request) => peerOf(request, options);
	const routes: readonly Route[] = [
		...instanceRoutes(options),
		listOrganizations(database),
		...memberRoutes(database),
		...apiKeyRoutes(database),
		createSite(database),
		getSite,
		isSitePublic,
		configureSite(database),
		deleteSite(database, purge),
		...exclusionRoutes,
		...privateLinkRoutes(database),
		...options.routes,
	];
	const document = openApiOf([...routes, ...authOperations]);

	const app = express();
	app.disable("x-powered-by");
	app.disable("etag");
	app.get(CONFIGURATION_PATH, serveSnapshot(database, options.internalToken));
	app.use(
		cors({
			baseUrl,
			hostOf: (request) => peer(request).host,
			isPublic: matcherOf(routes.filter(({ anyOrigin }) => anyOrigin)),
		}),
	);
	app.get("/api/openapi.json", (_request, response) => {
		response.json(document);
	});
	app.use("/demo", demo({ database, findSite }));
	app.use("/api", readBody);
	app.use("/api/auth", serveAuth(auth, peer));
	mountRoutes(app, routes, {
		guard: createGuard({ findSite, roleOf: createRoleOf(database) }),
		credentialsOf: (request, query) => authenticate(request.headers, query),
		originOf: (request) => peer(request).origin,
		...(options.checkResponses === undefined ? {} : { checkResponses: options.checkResponses }),
	});
	app.use(routeNotFound);
	app.use(errorHandler(logger));
	return app;
};
