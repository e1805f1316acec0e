import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * Takes a command's parameters apart.
 * @param refuse makes what is thrown for a parameter that the command does not have
 */
export const commandLine = <const Accepted extends Omit<ParseArgsConfig, "args">>(
	parameters: readonly string[],
	accepted: Accepted,
	refuse: (fault: string) => Error,
): ReturnType<typeof parseArgs<Accepted>> => {
	try {
		return parseArgs<Accepted>({ ...accepted, args: [...parameters] });
	} catch (error) {
		const [fault = ""] = String((error as Error).message).split(". To specify");
		throw refuse(fault);
	}
};
