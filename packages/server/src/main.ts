#!/usr/bin/env node
import cluster from "node:cluster";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { EnvironmentError } from "@footfall/shared/environment";
import { ProcessLockError } from "@footfall/shared/process-lock";
import { pino } from "pino";
import { configurationFrom } from "./configuration.ts";
import { EXIT_UNUSABLE } from "./exit-codes.ts";
import { run } from "./roles/run.ts";
import { start } from "./roles/start.ts";

const HELP = `footfall <command>

  start        gateway and backend on one public port, supervised (what "npm start" runs)
  gateway      collects events and appends them to the queue; --workers N, --check
  backend      loader, store and api in one process
  loader       moves events from the queue into a ClickHouse server
  api          accounts, sites and reports, from a ClickHouse server
  import       takes in what another product exported; import --help tells more
  export       writes everything of a site as JSON lines or Parquet; export --help tells more
  import-logs  records the bots that access logs name; import-logs --help tells more
  admin        accounts, keys, sites, export and deletion; "footfall admin" lists the commands
  demo         fills a site with example traffic; demo --help tells more
  migrate      brings the accounts' schema forward; --check only says what is pending
  topics       creates the topics of QUEUE_URL that are missing
  dead-letters records that could not be processed: list, replay
  version      prints the version

Configured by the environment; README.md lists the variables.
`;

/** Each process loads its own role alone: the engines are most of what one holds in memory. */
const roles = {
	backend: async () => (await import("./roles/backend.ts")).backend,
	loader: async () => (await import("./roles/loader.ts")).loader,
	api: async () => (await import("./roles/api.ts")).api,
};
const isRole = (name: string): name is keyof typeof roles => Object.hasOwn(roles, name);

const version = () => {
	const manifest = readFileSync(new URL("../package.json", import.meta.url), "utf8");
	return (JSON.parse(manifest) as { version: string }).version;
};

const main = async (command: string) => {
	if (command === "help" || command === "--help") return void process.stdout.write(HELP);
	if (command === "version" || command === "--version")
		return void process.stdout.write(`${version()}\n`);

	if (
		![
			"start",
			"gateway",
			"topics",
			"dead-letters",
			"import",
			"export",
			"import-logs",
			"admin",
			"demo",
			"migrate",
		].includes(command) &&
		!isRole(command)
	)
		throw new EnvironmentError(`There is no command "${command}".\n\n${HELP}`);

	const configuration = configurationFrom(process.env);
	const base = { role: command, ...(cluster.worker && { worker: cluster.worker.id }) };
	const log = pino({ level: configuration.LOG_LEVEL, base });
	if (command === "topics") {
		const { createTopics } = await import("./roles/queue.ts");
		process.stdout.write(`${(await createTopics(configuration, log)).join("\n")}\n`);
	} else if (command === "dead-letters") {
		const { deadLetters } = await import("./roles/dead-letters.ts");
		process.stdout.write(await deadLetters(process.argv.slice(3), configuration, log));
	} else if (command === "import") {
		const { importExport } = await import("./roles/import.ts");
		await importExport(process.argv.slice(3), configuration, log);
		process.exit(0);
	} else if (command === "export") {
		const { exportSite } = await import("./roles/export.ts");
		await exportSite(process.argv.slice(3), configuration, log);
		process.exit(0);
	} else if (command === "import-logs") {
		const { importLogs } = await import("./roles/import-logs.ts");
		await importLogs(process.argv.slice(3), configuration, log);
		// Engines keep threads of their own; everything that matters is closed.
		process.exit(0);
	} else if (command === "admin") {
		const { admin } = await import("./roles/admin.ts");
		await admin(process.argv.slice(3), configuration, log);
		process.exit(0);
	} else if (command === "demo") {
		const { demo } = await import("./roles/demo.ts");
		await demo(process.argv.slice(3), configuration, log);
		process.exit(0);
	} else if (command === "migrate") {
		const { migrate } = await import("./roles/migrate.ts");
		process.exit(await migrate(process.argv.slice(3), configuration));
	} else if (command === "gateway") {
		const { gatewayCommand } = await import("./roles/gateway-command.ts");
		await gatewayCommand(process.argv.slice(3), configuration, log, fileURLToPath(import.meta.url));
	} else if (isRole(command)) await run(await roles[command](), configuration, log);
	else start(configuration, log, fileURLToPath(import.meta.url));
};

try {
	await main(process.argv[2] ?? "help");
} catch (error) {
	if (!(error instanceof EnvironmentError || error instanceof ProcessLockError)) throw error;
	process.stderr.write(`${error.message}\n`);
	process.exit(EXIT_UNUSABLE);
}
