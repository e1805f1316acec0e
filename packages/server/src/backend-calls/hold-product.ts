import { existsSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { BACKUP_PATH } from "@footfall/api/internal-paths";
import { EnvironmentError } from "@footfall/shared/environment";
import { pause } from "@footfall/shared/waiting/pause";
import type { Logger } from "pino";
import { FrozenProduct, type HeldProduct } from "../backup/frozen-product.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { postToBackend } from "./post-to-backend.ts";

/** The process that holds the product removes its copies once the connection is closed. */
const RELEASED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 20;

/** A product held by the process that runs it. */
export interface HeldByBackend extends HeldProduct {
	/** @throws EnvironmentError once the process that holds it has ended */
	requireHeld(): void;
}

const readProduct = async (answer: IncomingMessage): Promise<FrozenProduct> => {
	const line = await new Promise<string>((resolve, reject) => {
		let received = "";
		answer.setEncoding("utf8").on("data", (piece: string) => {
			received += piece;
			const end = received.indexOf("\n");
			if (end >= 0) resolve(received.slice(0, end));
		});
		const gone = () =>
			reject(
				new EnvironmentError("The connection to the backend was lost; run the command again."),
			);
		answer.once("error", gone);
		answer.once("close", gone);
	});
	return FrozenProduct.parse(JSON.parse(line));
};

/**
 * Freezes a product in the backend that runs it, or in this process without one.
 * @throws EnvironmentError with what the operator can change
 */
export const holdProduct = async (
	configuration: Configuration,
	log: Logger,
): Promise<HeldByBackend> => {
	const answer = await postToBackend(configuration, BACKUP_PATH, {});
	if (!answer) {
		// The engines take a second to load, and a running backend has loaded them already.
		const { freezeLocally } = await import("./freeze-locally.ts");
		return { ...(await freezeLocally(configuration, log)), requireHeld: () => {} };
	}
	if (answer.statusCode !== 200) {
		const { message = "" } = JSON.parse(await text(answer)) as { message?: string };
		throw new EnvironmentError(message);
	}
	let isGone = false;
	answer.once("close", () => {
		isGone = true;
	});
	answer.on("error", () => {});
	const product = await readProduct(answer);
	return {
		product,
		requireHeld: () => {
			if (isGone)
				throw new EnvironmentError(
					"The product stopped during the backup; start it and run the command again.",
				);
		},
		release: async () => {
			answer.destroy();
			const until = performance.now() + RELEASED_WITHIN_MS;
			while (existsSync(product.directory) && performance.now() < until) await pause(LOOK_EVERY_MS);
		},
	};
};
