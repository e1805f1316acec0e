import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ApiError } from "@footfall/shared/api-error";
import type { Request, RequestHandler, Response } from "express";
import type { FindSite } from "../access/find-site.ts";
import { acceptsEncoding } from "../http/accepts-encoding.ts";
import { basePathOf } from "../http/base-path.ts";
import { answerNotModified } from "../http/entity-tag.ts";
import { searchOf } from "../http/search.ts";
import { type BuiltFile, builtFilesIn } from "./built-files.ts";
import {
	embeddedSiteOf,
	hasPrivateKey,
	isElsewhere,
	isPageAddress,
	sitePageOf,
} from "./page-address.ts";
import { type Framing, pageHeaders } from "./page-headers.ts";

/** Where the build of the dashboard is, the same path from the sources and from the built package. */
const BUILT = fileURLToPath(new URL("../../../dashboard/dist/", import.meta.url));

const YEAR_SECONDS = 31_536_000;

/** Analytics do not belong in search results, and crawler visits would cost reports. */
const ROBOTS = "User-agent: *\nDisallow: /\n";

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Footfall</title></head>
<body><h1>The dashboard is not built</h1>
<p>Run <code>npm run build</code> where Footfall is installed, then restart it. Visits are still counted, and the API works.</p>
</body></html>
`;

const FAVICON = readFileSync(new URL("../../src/dashboard/favicon.ico", import.meta.url));

/** The documents beside the index are for recordings. */
const INDEX = "/index.html";

const send = (request: Request, response: Response, file: BuiltFile): void => {
	response.vary("Accept-Encoding");
	if (file.tag && answerNotModified(request, response, file.tag)) return;
	const header = request.headers["accept-encoding"]?.toString();
	const encoding = (["br", "gzip"] as const).find(
		(one) => file[one] !== undefined && acceptsEncoding(header, one),
	);
	const content = (encoding && file[encoding]) ?? file.plain;
	if (encoding) response.setHeader("Content-Encoding", encoding);
	response.setHeader("Content-Type", file.type);
	response.setHeader("Content-Length", String(content.length));
	// Node omits the body for HEAD.
	response.end(content);
};

/**
 * Serves the dashboard: its hashed files, and its page at every address that no other part of the product answers. It
 * passes all other requests on.
 */
export const serveDashboard = ({
	directory = BUILT,
	baseUrl,
	findSite,
}: {
	directory?: string | undefined;
	baseUrl: string | undefined;
	findSite: FindSite;
}): RequestHandler => {
	const files = builtFilesIn(directory, basePathOf(baseUrl));

	const framingOf = async (request: Request): Promise<Framing | undefined> => {
		const reference = embeddedSiteOf(request.path, searchOf(request));
		const site = reference === undefined ? undefined : await findSite(reference);
		return site?.embedEnabled ? site : undefined;
	};

	const sendPage = async (request: Request, response: Response) => {
		const headers = pageHeaders({
			isPlayer: false,
			hasPrivateKey: hasPrivateKey(request.path),
			framing: await framingOf(request),
		});
		for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
		const index = files.get(INDEX);
		const page = index?.ofPages?.get(sitePageOf(request.path) ?? "") ?? index;
		if (page) return send(request, response, page);
		response.setHeader("Retry-After", "60");
		response.status(503).type("text/html").send(NOT_BUILT);
	};

	const sendFile = (request: Request, response: Response, file: BuiltFile) => {
		response.setHeader("X-Content-Type-Options", "nosniff");
		if (file.type.startsWith("text/html")) {
			const headers = pageHeaders({ isPlayer: true, hasPrivateKey: false, framing: undefined });
			for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
		} else {
			// A sandboxed frame has an opaque origin, so its scripts are fetched with CORS.
			response.setHeader("Access-Control-Allow-Origin", "*");
			response.setHeader(
				"Cache-Control",
				file.tag ? "no-cache" : `public, max-age=${YEAR_SECONDS}, immutable`,
			);
		}
		send(request, response, file);
	};

	return async (request, response, next) => {
		const { method, path } = request;
		if ((method !== "GET" && method !== "HEAD") || isElsewhere(path)) return next();
		if (path === "/robots.txt") {
			response.setHeader("Cache-Control", "public, max-age=86400");
			response.type("text/plain").send(ROBOTS);
			return;
		}
		if (path === "/favicon.ico" && !files.has(path)) {
			response.setHeader("Cache-Control", "public, max-age=86400");
			response.type("image/x-icon").send(FAVICON);
			return;
		}
		const file = path === INDEX ? undefined : files.get(path);
		if (file) return sendFile(request, response, file);
		if (path === INDEX || isPageAddress(path)) return sendPage(request, response);
		response.setHeader("Cache-Control", "no-store");
		throw new ApiError("NOT_FOUND", "There is no such file", {
			resolution: "Reload the page: it may belong to an earlier version.",
		});
	};
};
