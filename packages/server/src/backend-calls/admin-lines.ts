import { createInterface } from "node:readline";
import { ADMIN_PATH } from "@footfall/api/internal-paths";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { askBackend, textOf } from "./request-backend.ts";

/**
 * What one of the operator's commands prints, line by line: in the running backend where there is one, for it alone
 * has the embedded databases open, and otherwise here.
 * @throws EnvironmentError with what the operator can change
 */
export const adminLines = async function* (
	parameters: readonly string[],
	configuration: Configuration,
	log: Logger,
): AsyncIterable<string> {
	const answer = await askBackend(configuration, ADMIN_PATH, JSON.stringify({ parameters }));
	if (!answer) {
		// The engines take a second to load, and a running backend has them already.
		const { adminLinesHere } = await import("./local-admin-lines.ts");
		yield* adminLinesHere(configuration, parameters, log);
		return;
	}
	if (answer.statusCode !== 200) {
		const { message } = JSON.parse(await textOf(answer)) as { message: string };
		throw new EnvironmentError(message);
	}
	// An answer that breaks off ends the lines too; which of the two it was is asked below.
	answer.on("error", () => undefined);
	yield* createInterface({ input: answer, crlfDelay: Number.POSITIVE_INFINITY });
	if (!answer.complete)
		throw new EnvironmentError("The backend went away in the middle; run the command again.");
};
