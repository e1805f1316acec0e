import {
	CHANGES_MANIPULATION,
	CHANGES_STATUS,
	type ConfigurationChanges,
	STORE_DAMAGE_HEADER,
} from "@footfall/shared/site";
import type { StoreHealth } from "@footfall/store";
import type { Request, RequestHandler } from "express";
import type { Database } from "../database/schema.ts";
import { sendJson } from "../http/answer.ts";
import { configurationChanges, configurationSnapshot, configurationVersion } from "./snapshot.ts";

const takesChanges = ({ headers }: Request): boolean =>
	String(headers["a-im"] ?? "")
		.split(",")
		.some((name) => name.trim() === CHANGES_MANIPULATION);

/**
 * Serves the configuration to gateways: 304 for the current version, at the cost of a single small query; the changes
 * since a version that the database still logs, if the gateway accepts them (RFC 3229); otherwise all of it.
 */
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
		let changes: ConfigurationChanges | undefined;
		if (known !== undefined) {
			if (known === `"${await configurationVersion(database)}"`) {
				response.setHeader("ETag", known);
				response.status(304).end();
				return;
			}
			if (takesChanges(request)) changes = await configurationChanges(database, known.slice(1, -1));
		}
		if (known !== undefined && changes !== undefined) {
			response.setHeader("ETag", `"${changes.version}"`);
			response.setHeader("IM", CHANGES_MANIPULATION);
			response.setHeader("Delta-Base", known);
			await sendJson(response, CHANGES_STATUS, changes);
			return;
		}
		const snapshot = await configurationSnapshot(database);
		response.setHeader("ETag", `"${snapshot.version}"`);
		await sendJson(response, 200, snapshot);
	};
