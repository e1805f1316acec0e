import { once } from "node:events";
import { ApiError } from "@footfall/shared/api-error";
import { EnvironmentError } from "@footfall/shared/environment";
import type { RequestHandler } from "express";
import type { Database } from "../database/schema.ts";

/** Freezes this process's product; absent where it has no embedded engines. */
export type Freeze = (database: Database) => Promise<{ product: object; release(): Promise<void> }>;

/**
 * Freezes the product, answers with a line of JSON that lists the locations of all data, and unfreezes once the
 * connection closes, however the command ends.
 */
export const serveFrozen = (database: Database, freeze: Freeze | undefined): RequestHandler => {
	let isTaken = false;
	return async (_request, response) => {
		if (freeze === undefined) throw new ApiError("NOT_FOUND");
		const refuse = (message: string) => response.status(409).json({ message });
		if (isTaken) {
			refuse("A backup of this product is already running; wait until it ends.");
			return;
		}
		isTaken = true;
		try {
			const { product, release } = await freeze(database);
			try {
				// If the command was killed meanwhile, no close event follows.
				if (response.destroyed) return;
				response.setHeader("Content-Type", "application/json; charset=utf-8");
				response.write(`${JSON.stringify(product)}\n`);
				await once(response, "close");
			} finally {
				await release();
			}
		} catch (error) {
			if (!(error instanceof EnvironmentError)) throw error;
			refuse(error.message);
		} finally {
			isTaken = false;
		}
	};
};
