import { EnvironmentError } from "@footfall/shared/environment";

/** Says what is wrong with a command line, and below it how the command is used. */
export const misuse =
	(help: string) =>
	(fault: string): EnvironmentError =>
		new EnvironmentError(`${fault}\n\n${help}`);
