import type { DeadLetter } from "@footfall/queue";
import { requireDataDirectory } from "../configuration/require-data.ts";
import { openQueue, operateQueue } from "../storage/queue.ts";
import { type CommandContext, print, type RunCommand, usageError } from "./command.ts";

const lineOf = ({ at, offset, reason, value }: DeadLetter) =>
	`${new Date(at).toISOString()}  offset ${offset}  ${value.length} bytes  ${reason}\n`;

/** Lists or replays the dead letters, and resolves to the text to print. Safe while gateway and loader run. */
export const deadLetters = (
	[command, more]: readonly string[],
	{ configuration, log }: Pick<CommandContext, "configuration" | "log">,
): Promise<string> => {
	if (command !== "list" && command !== "replay")
		throw usageError("Add a command: list or replay.");
	if (more !== undefined) throw usageError(`Unexpected argument "${more}".`);
	if (configuration.kafka === undefined) requireDataDirectory(configuration);
	return operateQueue(openQueue(configuration, log), async (queue) => {
		if (command === "replay")
			return `${await queue.replayDeadLetters()} records were put back into the queue\n`;
		const letters = await queue.deadLetters();
		return letters.map(lineOf).join("") || "There are no dead letters\n";
	});
};

export const run: RunCommand = async (parameters, context) => {
	print(await deadLetters(parameters, context));
	return 0;
};
