import { once } from "node:events";
import { adminLines } from "../backend-calls/admin-lines.ts";
import { isOnServers, requireDataDirectory } from "../configuration/require-data.ts";
import type { RunCommand } from "./command.ts";

export const run: RunCommand = async (parameters, { configuration, log }) => {
	if (!isOnServers(configuration)) requireDataDirectory(configuration);
	for await (const line of adminLines(parameters, configuration, log))
		if (!process.stdout.write(`${line}\n`)) await once(process.stdout, "drain");
	return 0;
};
