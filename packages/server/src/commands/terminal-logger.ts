import type { Logger } from "@footfall/shared/logger";
import type { CommandContext } from "./command.ts";

/** For interactive use: warnings are printed beside the output, the rest goes to the debug log. */
export const createTerminalLogger = (log: CommandContext["log"]): Logger => {
	const warn = (fields: object, message: string) => {
		const { error } = fields as { error?: unknown };
		process.stderr.write(`${message}${error === undefined ? "" : `: ${String(error)}`}\n`);
	};
	return { info: (fields, message) => log.debug(fields, message), warn, error: warn };
};
