import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ApiError } from "@footfall/shared/api-error";
import type { RequestHandler } from "express";
import { sendCompressed } from "../http/compression.ts";
import { contentTypeOf } from "../http/content-type.ts";
import { answerNotModified, entityTagOf } from "../http/entity-tag.ts";
import { fileNamesIn } from "../http/file-names.ts";
import { PAGE_POLICY } from "../http/page-policy.ts";

/** The build's output for docs/, the same path from the sources and from the built package. */
const BUILT = fileURLToPath(new URL("../../manual/", import.meta.url));

/** Serves the manual. Its links are relative, so that it works below any path; nothing comes from other origins. */
export const serveManual = (): RequestHandler => {
	// Nothing else is served; the build may be missing.
	const names = new Set(fileNamesIn(BUILT));
	return async (request, response) => {
		const [path = ""] = request.originalUrl.split("?");
		const name = request.path.endsWith("/") ? `${request.path}index.html` : request.path;
		const isFolder =
			names.has(`${name}/index.html`) || (request.path === "/" && !path.endsWith("/"));
		if (isFolder) {
			response.redirect(301, `${basename(path)}/`);
			return;
		}
		const type = contentTypeOf(name);
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
