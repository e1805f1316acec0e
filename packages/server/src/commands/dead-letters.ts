import { type DeadLetter, QueueUnavailableError } from "@footfall/queue";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { operatedQueue } from "../storage/queue.ts";
import { USAGE } from "./commands.ts";

const lineOf = ({ at, offset, reason, value }: DeadLetter) =>
	`${new Date(at).toISOString()}  offset ${offset}  ${value.length} bytes  ${reason}`;

/**
 * Runs `footfall dead-letters`, and resolves to what it prints. Safe while gateway and loader run.
 * @throws EnvironmentError for an unknown command, and where the queue cannot be reached
 */
export const deadLetters = async (
	[command]: readonly string[],
	configuration: Configuration,
	log: Logger,
): Promise<string> => {
	if (command !== "list" && command !== "replay") throw new EnvironmentError(USAGE["dead-letters"]);
	const queue = operatedQueue(configuration, log);
	try {
		if (command === "replay")
			return `${await queue.replayDeadLetters()} records are in the queue again\n`;
		const letters = await queue.deadLetters();
		return letters.length === 0
			? "There are no dead letters\n"
			: letters.map((letter) => `${lineOf(letter)}\n`).join("");
	} catch (error) {
		if (error instanceof QueueUnavailableError) throw new EnvironmentError(error.message);
		throw error;
	} finally {
		await queue.close();
	}
};
