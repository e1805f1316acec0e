import { readFileSync } from "node:fs";
import { ApiError } from "@footfall/shared/api-error";
import { Router } from "express";
import type { FindSite } from "../access/find-site.ts";
import type { Database } from "../database/schema.ts";
import { pageBelow } from "../http/base-path.ts";
import { sendCompressed } from "../http/compression.ts";
import { PAGE_POLICY } from "../http/page-policy.ts";
import { demoSiteReference } from "../instance/bootstrap.ts";

const fileOf = (name: string) =>
	readFileSync(new URL(`../../src/pages/${name}`, import.meta.url), "utf8");

/** A page with the tracker of the public Demo site and shows its events as they arrive. */
export const createDemoPages = (dependencies: {
	database: Database;
	findSite: FindSite;
	basePath: string;
}): Router => {
	const page = pageBelow(dependencies.basePath, fileOf("demo.html"));
	const router = Router();
	for (const [name, type] of [
		["demo.css", "text/css"],
		["demo.js", "text/javascript"],
	] as const) {
		const text = fileOf(name);
		router.get(`/${name}`, async (_request, response) => {
			response.setHeader("Cache-Control", "no-cache");
			response.setHeader("X-Content-Type-Options", "nosniff");
			await sendCompressed(response, `${type}; charset=utf-8`, text);
		});
	}
	router.get(["/", "/pricing", "/guide"], async (_request, response) => {
		const reference = await demoSiteReference(dependencies.database);
		const site = reference && (await dependencies.findSite(reference));
		if (!site) throw new ApiError("NOT_FOUND", "The Demo site was deleted");
		response.setHeader("Cache-Control", "no-store");
		response.setHeader("Content-Security-Policy", PAGE_POLICY);
		response.setHeader("X-Content-Type-Options", "nosniff");
		await sendCompressed(
			response,
			"text/html; charset=utf-8",
			page.replaceAll("{siteId}", site.id),
		);
	});
	return router;
};
