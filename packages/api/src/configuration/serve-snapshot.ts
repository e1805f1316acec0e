import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestHandler } from "express";
import type { Database } from "../database/schema.ts";
import { ApiError } from "../errors.ts";
import { sendJson } from "../http/answer.ts";
import { configurationSnapshot, configurationVersion } from "./snapshot.ts";

const digestOf = (text: string) => createHash("sha256").update(text).digest();

/** Serves the snapshot to gateways that present the internal token; an unchanged one costs a single small query. */
export const serveSnapshot = (database: Database, internalToken: string): RequestHandler => {
	// Digests have one length, so comparing them tells nothing about the token's.
	const expected = digestOf(`Bearer ${internalToken}`);
	return async (request, response) => {
		if (!timingSafeEqual(digestOf(request.headers.authorization ?? ""), expected))
			throw new ApiError("AUTHENTICATION_REQUIRED");
		const known = request.headers["if-none-match"];
		if (known !== undefined && known === `"${await configurationVersion(database)}"`) {
			response.setHeader("ETag", known);
			response.status(304).end();
			return;
		}
		const snapshot = await configurationSnapshot(database);
		response.setHeader("ETag", `"${snapshot.version}"`);
		sendJson(response, 200, snapshot);
	};
};
