import { readFileSync } from "node:fs";
import { Router } from "express";
import { pageBelow } from "../http/base-path.ts";
import { sendCompressed } from "../http/compression.ts";
import { contentTypeOf, HTML } from "../http/content-type.ts";
import { PAGE_POLICY } from "../http/page-policy.ts";

/** Files for browsers are served unchanged, from the same path in the sources and the built package. */
const ownFile = (name: string) => readFileSync(new URL(`../../src/pages/${name}`, import.meta.url));
/** Vendored, because its package reports each installation to its makers. */
const libraryFile = (name: string) =>
	readFileSync(new URL(`../../../../node_modules/swagger-ui-dist/${name}`, import.meta.url));

const PAGES: Readonly<Record<string, () => Buffer>> = {
	"/api/docs": () => ownFile("docs.html"),
	"/api/docs/docs.js": () => ownFile("docs.js"),
	"/api/docs/swagger-ui-bundle.js": () => libraryFile("swagger-ui-bundle.js"),
	"/api/docs/swagger-ui.css": () => libraryFile("swagger-ui.css"),
};

/** The api's documentation. Nothing comes from other origins. */
export const createOwnPages = (basePath: string): Router => {
	const router = Router();
	for (const [path, read] of Object.entries(PAGES))
		router.get(path, async (_request, response) => {
			const type = contentTypeOf(path) ?? HTML;
			const isPage = type === HTML;
			// Read on every request: requests are rare, and the library's bundle is 1.5 MB.
			const text = read();
			response.setHeader("Cache-Control", isPage ? "no-store" : "no-cache");
			response.setHeader("Content-Security-Policy", PAGE_POLICY);
			response.setHeader("X-Content-Type-Options", "nosniff");
			response.setHeader("Referrer-Policy", "no-referrer");
			const shown = isPage ? pageBelow(basePath, text.toString("utf8")) : text;
			await sendCompressed(response, type, shown);
		});
	return router;
};
