import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "@footfall/shared/logger";
import { trackingConfigurationOf } from "@footfall/shared/tracking-configuration";
import { VERSION } from "@footfall/shared/version";
import express, {
	type Express,
	type NextFunction,
	type Request,
	type Response,
	type Router,
} from "express";
import type { Refusal } from "../errors/errors.ts";
import { NO_CONFIGURATION, UNKNOWN_SITE, WRONG_METHOD } from "../errors/refusals.ts";
import type { GeoState } from "../lookup/geo.ts";
import type { TrackerFiles } from "../scripts/tracker-files.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import type { Readiness } from "./readiness.ts";
import { contentHeaders, NO_CACHE } from "./reply/content-headers.ts";
import {
	type CorsKind,
	corsHeaders,
	corsKindOf,
	errorCorsHeaders,
	preflightHeaders,
} from "./reply/cors.ts";
import { createEarlyReply } from "./reply/early-reply.ts";
import { answerJson, refuse } from "./reply/reply.ts";
import { traceOf } from "./request/trace.ts";
import { createTrackerRoutes } from "./tracker-routes.ts";

const FAILED: Refusal = { code: "INTERNAL_ERROR", error: "Internal server error" };
/** For a path that the framework cannot decode. */
const NO_PATH: Refusal = {
	code: "INVALID_REQUEST",
	error:
		"Invalid path: percent-encoded characters must be UTF-8, with two hexadecimal digits per byte",
};

const NO_FLAGS = { flags: {} };

const publicHeaders = corsHeaders("public", undefined);

/** Whether a path accepts POST only, for the `Allow` header. */
const isCollecting = (path: string) => corsKindOf("POST", path) === "collecting";

const kindOfPreflight = (request: Request): CorsKind | undefined =>
	corsKindOf(String(request.headers["access-control-request-method"] ?? ""), request.path);

/** Everything but the hot path: what the gateway answers itself, then the backend. */
export const createGatewayApp = (parts: {
	configuration(): CompiledConfiguration | undefined;
	/** Absent when the tracker is not built. */
	tracker: TrackerFiles | undefined;
	pixel(request: IncomingMessage, response: ServerResponse): Promise<void>;
	replay(request: IncomingMessage, response: ServerResponse): void;
	/** The endpoints of other products' clients. */
	clients: Router;
	forward(request: IncomingMessage, response: ServerResponse): void;
	metrics(request: IncomingMessage, response: ServerResponse): Promise<void>;
	readiness(): Readiness;
	geo(): GeoState;
	log: Logger;
}): Express => {
	const { configuration, readiness, log } = parts;
	const app = express();
	app.disable("x-powered-by");
	app.disable("etag");

	// TRACE would echo cookies and keys to any page that makes a browser send it.
	app.trace(/.*/, (request, response) =>
		refuse(createEarlyReply(request, response), WRONG_METHOD, [
			"Allow",
			isCollecting(request.path) ? "POST, OPTIONS" : "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
			...errorCorsHeaders(request),
		]),
	);

	app.use(parts.clients);

	app.options(/.*/, (request, response, next) => {
		const kind = kindOfPreflight(request);
		if (kind === undefined) return next();
		response.writeHead(204, preflightHeaders(kind, request.headers.origin));
		response.end();
	});

	// Not a route parameter: the framework fails on one that is not UTF-8.
	const replayPath = /^\/api\/session-replay\/record\/[^/]+\/?$/;
	app.post(replayPath, (request, response) => parts.replay(request, response));

	app.all(["/api/track", "/api/identify", replayPath], (request, response) =>
		refuse(response, WRONG_METHOD, ["Allow", "POST, OPTIONS", ...errorCorsHeaders(request)]),
	);

	app.use("/api", createTrackerRoutes(parts));

	const trackingConfiguration = [
		"/api/site/tracking-config/:siteId",
		"/api/site/:siteId/tracking-config",
	];
	app.get(trackingConfiguration, (request, response) => {
		const current = configuration();
		if (current === undefined) return refuse(response, NO_CONFIGURATION, publicHeaders);
		const site = current.site(String(request.params["siteId"]));
		if (site === undefined) return refuse(response, UNKNOWN_SITE, publicHeaders);
		const configured = trackingConfigurationOf(site.settings);
		answerJson(response, configured, [...NO_CACHE, ...publicHeaders]);
	});

	app.post("/api/site/:siteId/feature-flags/evaluate", (request, response) => {
		// The body is irrelevant here, but must be read off the connection.
		request.resume();
		answerJson(response, NO_FLAGS, corsHeaders("collecting", request.headers.origin));
	});

	app.get("/api/pixel.gif", (request, response) => parts.pixel(request, response));

	app.get("/api/health", (_request, response) => {
		response.writeHead(200, contentHeaders("text/plain; charset=utf-8", 2));
		response.end("OK");
	});

	app.get(["/ready", "/api/ready"], (_request, response) => {
		const state = readiness();
		response.status(state.ready ? 200 : 503).set("Cache-Control", "no-store");
		if (!state.ready) response.set("Retry-After", "1");
		response.json(state);
	});

	app.get("/healthz", (_request, response) => {
		const { oldestQueuedMs } = readiness();
		response.set("Cache-Control", "no-store").json({
			alive: true,
			role: "gateway",
			version: VERSION,
			oldestQueuedMs,
			geo: parts.geo(),
		});
	});

	app.get("/metrics", (request, response) => parts.metrics(request, response));

	app.use((request, response) => parts.forward(request, response));

	app.use((error: Error, request: Request, response: Response, _next: NextFunction) => {
		if (error instanceof URIError) return refuse(response, NO_PATH, errorCorsHeaders(request));
		const trace = traceOf(request.headers["traceparent"]);
		log.error({ error: error.message, ...(trace && { trace }) }, "A request failed");
		refuse(response, FAILED, errorCorsHeaders(request));
	});
	return app;
};
