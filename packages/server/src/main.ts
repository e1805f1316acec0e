import cluster from "node:cluster";
import { fileURLToPath } from "node:url";
import { EnvironmentError } from "@footfall/shared/environment";
import { VERSION } from "@footfall/shared/version";
import { pino } from "pino";
import { requireRestored } from "./backup/restoring.ts";
import { print } from "./commands/command.ts";
import { dispatch, HELP, isCommand, requireNoMore, usageOf } from "./commands/commands.ts";
import { configurationFrom } from "./configuration/configuration.ts";
import { PRIVATE_UMASK, refuseLmdbQueues } from "./configuration/data-directory.ts";
import { EXIT_UNUSABLE, outwardExitCode } from "./faults/exit-codes.ts";
import { startFault } from "./faults/start-fault.ts";
import { endAtSignals } from "./processes/signals.ts";

const main = async ([command = "help", ...parameters]: readonly string[]): Promise<void> => {
	if (["help", "--help", "-h"].includes(command)) return print(HELP);
	if (command === "--version") return print(`${VERSION}\n`);
	if (!isCommand(command)) throw new EnvironmentError(`Unknown command "${command}".\n\n${HELP}`);
	if (parameters.includes("--help") || parameters.includes("-h")) return print(usageOf(command));
	requireNoMore(command, parameters);
	if (command === "version") return print(`${VERSION}\n`);

	const configuration = configurationFrom(process.env);
	const base = { role: command, ...(cluster.worker && { worker: cluster.worker.id }) };
	const log = pino({ level: configuration.LOG_LEVEL, base });
	const entry = fileURLToPath(import.meta.url);
	try {
		if (command !== "restore") {
			requireRestored(configuration.dataDirectory);
			refuseLmdbQueues(configuration.dataDirectory, configuration.kafka);
		}
		const code = await dispatch(command, parameters, { configuration, log, entry });
		// Engines keep their own threads; everything important is closed by then.
		if (code !== undefined) process.exit(code);
	} catch (error) {
		const fault = startFault(error, configuration);
		if (fault === undefined) throw error;
		process.stderr.write(`${fault.message}\n`);
		process.exit(outwardExitCode(fault.exitCode));
	}
};

process.umask(PRIVATE_UMASK);
endAtSignals();
try {
	await main(process.argv.slice(2));
} catch (error) {
	if (!(error instanceof EnvironmentError)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exit(EXIT_UNUSABLE);
}
