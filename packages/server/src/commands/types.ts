import { writeFileSync } from "node:fs";
import { commandLine } from "@footfall/shared/command-line";
import { fileFault } from "../faults/file-fault.ts";
import { print, type RunCommand, usageError } from "./command.ts";
import { INSTANCE_OPTIONS, instanceOf } from "./instance.ts";
import { schemasOf } from "./schemas.ts";

const ACCEPTED = {
	options: { ...INSTANCE_OPTIONS, site: { type: "string" }, to: { type: "string" } },
} as const;

/** Writes TypeScript that declares a site's events to the tracker. */
export const run: RunCommand = async (parameters, { configuration }) => {
	const { site, to, ...options } = commandLine(parameters, ACCEPTED, usageError).values;
	if (site === undefined) throw usageError("Name the site with --site.");
	const { types } = await schemasOf(instanceOf(options, configuration), site);
	if (to === undefined) print(types);
	else
		try {
			writeFileSync(to, types);
		} catch (error) {
			throw fileFault(error, to);
		}
	return 0;
};
