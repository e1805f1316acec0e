import { COMPATIBLE_PRODUCTS } from "@footfall/shared/products/compatible-products";
import { type Request, type Response, Router } from "express";
import type { Refusal } from "../errors/errors.ts";
import type { TrackerFiles } from "../scripts/tracker-files.ts";
import { unknownSiteScript } from "../scripts/unknown-site-script.ts";
import type { CompiledConfiguration } from "../site-config/configuration.ts";
import { contentHeaders, NO_CACHE, NO_STORE } from "./reply/content-headers.ts";
import { corsHeaders } from "./reply/cors.ts";
import { answerJson, refuse } from "./reply/reply.ts";
import { answerFile } from "./reply/script-file.ts";

const NO_SCRIPT: Refusal = { code: "UNAVAILABLE", error: "The tracker has not been built" };
const NOT_YET: Refusal = {
	code: "UNAVAILABLE",
	error: "The gateway has no site configuration yet",
};

/** Matches more than the existing names, so that missing ones are answered here too. */
const PINNED = /^\/s\/[^/]+\.js$/;

/** A site's script, which may also understand another product's calls. */
const SCRIPT = new RegExp(`^/script(?:-(${COMPATIBLE_PRODUCTS.join("|")}))?\\.js$`);

const publicHeaders = corsHeaders("public", undefined);

const siteNamedIn = ({ query }: Request): string | undefined => {
	const named = query["siteId"] ?? query["site-id"] ?? query["site_id"];
	return typeof named === "string" && named !== "" ? named : undefined;
};

/** Sends a script that no browser may cache: what is missing now may be there on the next request. */
const answerForNow = (response: Response, status: 200 | 404, source: string) => {
	const body = Buffer.from(source);
	response.writeHead(status, [
		...contentHeaders("text/javascript; charset=utf-8", body.length),
		...NO_STORE,
		"X-Content-Type-Options",
		"nosniff",
		"Cross-Origin-Resource-Policy",
		"cross-origin",
		...publicHeaders,
	]);
	response.end(body);
};

/** Routes of the scripts that pages embed: the site's script, the pinned scripts and their list. */
export const createTrackerRoutes = ({
	configuration,
	tracker,
}: {
	configuration(): CompiledConfiguration | undefined;
	/** Absent when the tracker is not built. */
	tracker: TrackerFiles | undefined;
}): Router => {
	const router = Router();
	if (tracker === undefined) {
		router.get([SCRIPT, "/script.json", "/vitals.js", "/replay.js", PINNED], (_request, response) =>
			refuse(response, NO_SCRIPT, publicHeaders),
		);
		return router;
	}
	const { scripts, pinned, vitals, replay } = tracker;

	router.get(SCRIPT, async (request, response) => {
		const current = configuration();
		const reference = siteNamedIn(request);
		if (reference !== undefined && current === undefined)
			return refuse(response, NOT_YET, publicHeaders);
		const site = reference === undefined ? undefined : current?.site(reference);
		const product = SCRIPT.exec(request.path)?.[1];
		if (reference !== undefined && site === undefined)
			return answerForNow(response, 200, unknownSiteScript(reference, product));
		answerFile(request, response, await scripts(site, product));
	});

	router.get("/script.json", async (_request, response) =>
		answerJson(response, { scripts: await pinned.published() }, [...NO_CACHE, ...publicHeaders]),
	);

	router.get(PINNED, async (request, response) => {
		const file = await pinned.find(request.path.slice("/s/".length));
		if (file === undefined)
			// Shown where the page's author looks. Another gateway may be upgraded next and then have it.
			return answerForNow(
				response,
				404,
				"/* Footfall: this script was never published here; /api/script.json lists the current ones. */\n",
			);
		answerFile(request, response, file, "pinned");
	});

	for (const [path, file] of Object.entries({
		"/vitals.js": vitals,
		"/replay.js": replay,
	}))
		router.get(path, async (request, response) => answerFile(request, response, await file));
	return router;
};
