import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";

/** The environment of every command. */
export interface CommandContext {
	configuration: Configuration;
	log: Logger;
	/** The script of this process, which its child processes run too. */
	entry: string;
}

/**
 * Runs a command. Resolves to the exit code, or to nothing while the process keeps running.
 * @throws UsageError for parameters that the command does not take
 * @throws EnvironmentError with what the operator can change
 */
export type RunCommand = (
	parameters: readonly string[],
	context: CommandContext,
) => Promise<number | undefined>;

/** A command line that a command does not take. The command's usage is printed below the message. */
export class UsageError extends Error {
	override name = "UsageError";
}

export const usageError = (message: string): UsageError => new UsageError(message);

/** Prints to the standard output. */
export const print = (text: string): void => void process.stdout.write(text);
