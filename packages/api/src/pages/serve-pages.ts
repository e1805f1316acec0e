import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Router } from "express";
import { PAGE_POLICY } from "../http/page-policy.ts";

const require = createRequire(import.meta.url);

/** The files a browser loads are used as they are, from the sources and from the built package alike. */
const ownFile = (name: string) => readFileSync(new URL(`../../src/pages/${name}`, import.meta.url));
const libraryFile = (name: string) =>
	readFileSync(join(require("swagger-ui-dist/absolute-path.js")(), name));

interface Served {
	path: string;
	type: "text/html" | "text/css" | "text/javascript";
	read: () => Buffer;
}

const PAGES: readonly Served[] = [
	{ path: "/api/docs", type: "text/html", read: () => ownFile("docs.html") },
	{ path: "/api/docs/docs.js", type: "text/javascript", read: () => ownFile("docs.js") },
	{
		path: "/api/docs/swagger-ui-bundle.js",
		type: "text/javascript",
		read: () => libraryFile("swagger-ui-bundle.js"),
	},
	{
		path: "/api/docs/swagger-ui.css",
		type: "text/css",
		read: () => libraryFile("swagger-ui.css"),
	},
	{
		path: "/account/reset-password",
		type: "text/html",
		read: () => ownFile("reset-password.html"),
	},
	{ path: "/account/invitation", type: "text/html", read: () => ownFile("invitation.html") },
	{ path: "/account/account.js", type: "text/javascript", read: () => ownFile("account.js") },
	{ path: "/account/account.css", type: "text/css", read: () => ownFile("account.css") },
];

/** The few pages of the api itself: its description, and where the links of mails lead. Nothing comes from elsewhere. */
export const pages = (): Router => {
	const router = Router();
	for (const { path, type, read } of PAGES)
		router.get(path, (_request, response) => {
			// Read for each visit: few people come, and the library's bundle is 1.5 MB.
			const text = read();
			response.setHeader("Cache-Control", type === "text/html" ? "no-store" : "no-cache");
			response.setHeader("Content-Security-Policy", PAGE_POLICY);
			response.setHeader("X-Content-Type-Options", "nosniff");
			response.setHeader("Referrer-Policy", "no-referrer");
			response.type(type).send(text);
		});
	return router;
};
