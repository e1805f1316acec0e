#!/usr/bin/env node
import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { EnvironmentError } from "@footfall/shared/environment";
import { type Logger, pino } from "pino";
import { type CommandName, HELP, isCommand, USAGE } from "./commands/commands.ts";
import { type Configuration, configurationFrom } from "./configuration/configuration.ts";
import { PRIVATE_UMASK } from "./configuration/data-directory.ts";
import { EXIT_UNUSABLE } from "./faults/exit-codes.ts";
import { startFault } from "./faults/start-fault.ts";
import { endAtSignals } from "./processes/signals.ts";

const entry = fileURLToPath(import.meta.url);

type Run = (
	parameters: readonly string[],
	configuration: Configuration,
	log: Logger,
) => Promise<number | undefined>;

/** A command that ends by itself. Engines keep threads of their own; everything that matters is closed by then. */
const once =
	(run: (...given: Parameters<Run>) => Promise<void>): Run =>
	async (...given) => {
		await run(...given);
		return 0;
	};

/** A command that runs until it is stopped. */
const lasting =
	(run: (...given: Parameters<Run>) => Promise<void>): Run =>
	async (...given) => {
		await run(...given);
		return undefined;
	};

/** Resolves to the exit code. Each process loads its own role alone: the engines are most of what one holds in memory. */
const COMMANDS: Readonly<Record<Exclude<CommandName, "version">, Run>> = {
	start: lasting(async (_parameters, configuration, log) =>
		(await import("./commands/start.ts")).start(configuration, log, entry),
	),
	gateway: lasting(async (parameters, configuration, log) =>
		(await import("./commands/gateway.ts")).gatewayCommand(parameters, configuration, log, entry),
	),
	backend: lasting(async (_parameters, configuration, log) => {
		const { run } = await import("./processes/run-role.ts");
		await run((await import("./processes/backend-role.ts")).backend, configuration, log);
	}),
	loader: lasting(async (_parameters, configuration, log) => {
		const { run } = await import("./processes/run-role.ts");
		await run((await import("./processes/loader-role.ts")).loader, configuration, log);
	}),
	api: lasting(async (_parameters, configuration, log) => {
		const { run } = await import("./processes/run-role.ts");
		await run((await import("./processes/api-role.ts")).api, configuration, log);
	}),
	import: once(async (...given) => (await import("./commands/import.ts")).importExport(...given)),
	export: once(async (...given) => (await import("./commands/export.ts")).exportSite(...given)),
	"import-logs": once(async (...given) =>
		(await import("./commands/import-logs.ts")).importLogs(...given),
	),
	admin: once(async (...given) => (await import("./commands/admin.ts")).admin(...given)),
	demo: once(async (...given) => (await import("./commands/demo.ts")).demo(...given)),
	migrate: async (...given) => (await import("./commands/migrate.ts")).migrate(...given),
	topics: once(async (_parameters, configuration, log) => {
		const { createTopics } = await import("./storage/queue.ts");
		process.stdout.write(`${(await createTopics(configuration, log)).join("\n")}\n`);
	}),
	"dead-letters": once(async (parameters, configuration, log) => {
		const { deadLetters } = await import("./commands/dead-letters.ts");
		process.stdout.write(await deadLetters(parameters, configuration, log));
	}),
};

const version = () => {
	const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
	return (JSON.parse(manifest) as { version: string }).version;
};

const main = async ([command = "help", ...parameters]: readonly string[]): Promise<void> => {
	if (["help", "--help", "-h"].includes(command)) return void process.stdout.write(HELP);
	if (command === "--version") return void process.stdout.write(`${version()}\n`);
	if (!isCommand(command))
		throw new EnvironmentError(`There is no command "${command}".\n\n${HELP}`);
	if (parameters.includes("--help") || parameters.includes("-h"))
		return void process.stdout.write(USAGE[command]);
	if (command === "version") return void process.stdout.write(`${version()}\n`);

	const configuration = configurationFrom(process.env);
	const base = { role: command, ...(cluster.worker && { worker: cluster.worker.id }) };
	const log = pino({ level: configuration.LOG_LEVEL, base });
	try {
		const code = await COMMANDS[command](parameters, configuration, log);
		if (code !== undefined) process.exit(code);
	} catch (error) {
		const fault = startFault(error, configuration);
		if (fault === undefined) throw error;
		process.stderr.write(`${fault.message}\n`);
		process.exit(fault.exitCode);
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
