import { type ParseArgsConfig, parseArgs } from "node:util";

/**
 * Parses a command's parameters.
 * @param refuse creates the error for an unknown parameter
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
