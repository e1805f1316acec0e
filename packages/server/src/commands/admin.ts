import { once } from "node:events";
import { adminLines } from "../backend-calls/admin-lines.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { isOnServers, requireDataDirectory } from "../configuration/require-data.ts";
import { publicAddress } from "../processes/announcement.ts";
import type { RunCommand } from "./command.ts";

/** The address for printed links, because a backend behind a gateway does not know its public address. */
const addressFor = ([command]: readonly string[], { HOST, PORT }: Configuration) =>
	command === "sign-in-link" && PORT !== 0
		? ["--address", publicAddress({ baseUrl: undefined, host: HOST, port: PORT })]
		: [];

export const run: RunCommand = async (parameters, { configuration, log }) => {
	if (!isOnServers(configuration)) requireDataDirectory(configuration);
	const asked = [...parameters, ...addressFor(parameters, configuration)];
	for await (const line of adminLines(asked, configuration, log))
		if (!process.stdout.write(`${line}\n`)) await once(process.stdout, "drain");
	return 0;
};
