import { STORE_DAMAGE_HEADER } from "@footfall/shared/site";
import type { StoreHealth } from "@footfall/store";
import type { RequestHandler } from "express";
import type { Database } from "../database/schema.ts";
import { sendJson } from "../http/answer.ts";
import { configurationSnapshot, configurationVersion } from "./snapshot.ts";

/** Serves the snapshot to gateways; an unchanged one costs a single small query. */
export const serveSnapshot =
	(database: Database, storeHealth: () => StoreHealth): RequestHandler =>
	async (request, response) => {
		const health = storeHealth();
		if (!health.ok) {
			const { reason, advice } = health;
			response.setHeader(
				STORE_DAMAGE_HEADER,
				encodeURIComponent(JSON.stringify({ reason, advice })),
			);
		}
		const known = request.headers["if-none-match"];
		if (known !== undefined && known === `"${await configurationVersion(database)}"`) {
			response.setHeader("ETag", known);
			response.status(304).end();
			return;
		}
		const snapshot = await configurationSnapshot(database);
		response.setHeader("ETag", `"${snapshot.version}"`);
		await sendJson(response, 200, snapshot);
	};
