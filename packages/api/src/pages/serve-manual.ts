import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ApiError } from "@footfall/shared/api-error";
import type { RequestHandler } from "express";
import { sendCompressed } from "../http/compression.ts";
import { answerNotModified, entityTagOf } from "../http/entity-tag.ts";
import { PAGE_POLICY } from "../http/page-policy.ts";

/** The build's output for docs/, the same path from the sources and from the built package. */
const BUILT = fileURLToPath(new URL("../../manual/", import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
	".css": "text/css; charset=utf-8",
	".html": "text/html; charset=utf-8",
	".js": "text/javascript; charset=utf-8",
	".json": "application/json; charset=utf-8",
	".png": "image/png",
};

/** The paths of built files, such as `/kafka/index.html`; nothing else is served. */
const namesIn = (directory: string): ReadonlySet<string> => {
	const names = existsSync(directory)
		? readdirSync(directory, { recursive: true, encoding: "utf8" })
		: [];
	return new Set(names.map((name) => `/${name.replaceAll("\\", "/")}`));
};

/** Serves the manual. Its links are relative, so that it works below any path; nothing comes from other origins. */
export const serveManual = (): RequestHandler => {
	const names = namesIn(BUILT);
	return async (request, response) => {
		const [path = ""] = request.originalUrl.split("?");
		const name = request.path.endsWith("/") ? `${request.path}index.html` : request.path;
		const isFolder =
			names.has(`${name}/index.html`) || (request.path === "/" && !path.endsWith("/"));
		if (isFolder) {
			response.redirect(301, `${basename(path)}/`);
			return;
		}
		const type = TYPES[extname(name)];
		if (type === undefined || !names.has(name))
			throw new ApiError("NOT_FOUND", "There is no such page in the manual", {
				resolution: "/docs/ lists all pages.",
			});
		// Read on every request, because requests are rare.
		const content = readFileSync(join(BUILT, name));
		response.setHeader("Cache-Control", "no-cache");
		response.setHeader("Content-Security-Policy", PAGE_POLICY);
		response.setHeader("X-Content-Type-Options", "nosniff");
		if (answerNotModified(request, response, entityTagOf(content))) return;
		await sendCompressed(response, type, content);
	};
};
