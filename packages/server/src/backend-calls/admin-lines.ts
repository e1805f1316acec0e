import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { ADMIN_PATH } from "@footfall/api/internal-paths";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { postToBackend } from "./post-to-backend.ts";

/**
 * Runs an operator's command and yields the lines that it prints. It runs in the running backend if there is one,
 * because only that process can open the embedded databases, and otherwise in this process.
 * @throws EnvironmentError with what the operator can change
 */
export const adminLines = async function* (
	parameters: readonly string[],
	configuration: Configuration,
	log: Logger,
): AsyncIterable<string> {
	const answer = await postToBackend(configuration, ADMIN_PATH, { parameters });
	if (!answer) {
		// The engines take a second to load, and a running backend has loaded them already.
		const { localAdminLines } = await import("./local-admin-lines.ts");
		yield* localAdminLines(configuration, parameters, log);
		return;
	}
	if (answer.statusCode !== 200) {
		const { message } = JSON.parse(await text(answer)) as { message: string };
		throw new EnvironmentError(message);
	}
	// An aborted answer ends the lines too, so `complete` distinguishes the two.
	answer.on("error", () => undefined);
	yield* createInterface({ input: answer, crlfDelay: Number.POSITIVE_INFINITY });
	if (!answer.complete)
		throw new EnvironmentError("The connection to the backend was lost; run the command again.");
};
