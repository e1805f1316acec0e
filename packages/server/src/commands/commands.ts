import { ADMIN_HELP } from "@footfall/api/admin-help";
import { EnvironmentError } from "@footfall/shared/environment";
import type { ProcessRole } from "../processes/role.ts";
import { type CommandContext, type RunCommand, UsageError } from "./command.ts";

interface Command {
	/** Its line in the list of all commands. */
	summary: string;
	/** Printed for `--help`, and after the error of an invalid command line. */
	usage: string;
	/** Absent for a command that reads its parameters itself. */
	takesParameters?: false;
	/**
	 * Each process loads the code of its own command only, because the engines take most of the memory. Absent for
	 * `version`, which `main` prints without a configuration.
	 */
	load?(): Promise<{ run: RunCommand }>;
}

const roleOf = async (loading: Promise<{ role: ProcessRole }>): Promise<{ run: RunCommand }> => {
	const [{ runRole }, module] = await Promise.all([import("../processes/run-role.ts"), loading]);
	return { run: (_parameters, { configuration, log }) => runRole(module, configuration, log) };
};

const COMMANDS = {
	start: {
		summary: "gateway and backend on one public port, supervised",
		usage: `footfall start

  Runs gateway and backend as two processes on one public port and restarts them if they end.
  SIGTERM stops both within ten seconds.
`,
		takesParameters: false,
		load: () => import("./start.ts"),
	},
	gateway: {
		summary: "collects events and appends them to the queue",
		usage: `footfall gateway [--workers N] [--check]

  --workers N  number of gateway processes; by default GATEWAY_WORKERS, else one per core
  --check      checks everything that a gateway needs, and starts nothing
`,
		load: () => import("./gateway.ts"),
	},
	backend: {
		summary: "loader, store and api in one process",
		usage: `footfall backend

  Loader, store and api in one process, behind a gateway on the same data directory. HEALTH_PORT opens a port with
  /healthz, /ready and /metrics.
`,
		takesParameters: false,
		load: () => roleOf(import("../processes/backend-role.ts")),
	},
	loader: {
		summary: "moves events from the queue into a ClickHouse server",
		usage: `footfall loader

  Moves events from the queue into the ClickHouse server of CLICKHOUSE_URL. HEALTH_PORT opens a port with /healthz,
  /ready and /metrics.
`,
		takesParameters: false,
		load: () => roleOf(import("../processes/loader-role.ts")),
	},
	api: {
		summary: "accounts, sites and reports, from a ClickHouse server",
		usage: `footfall api

  Accounts, sites and reports on HOST and PORT, from the ClickHouse server of CLICKHOUSE_URL, with /healthz, /ready and
  /metrics. The first start on a new database creates the owner's account and shows the sign-in.
`,
		takesParameters: false,
		load: () => roleOf(import("../processes/api-role.ts")),
	},
	import: {
		summary: "imports the export of another product",
		usage: `footfall import PLATFORM --site ID [options] FILE...

  Imports the export of another product: umami, simple_analytics, plausible, matomo, posthog, goatcounter, ga4,
  plain, footfall.
  FILE may be a directory. After an interruption, run it again: it continues where it stopped.

  --site ID        the site to import into
  --mapping FILE   for "plain": JSON that names the column of each field, such as {"timestamp": "when"}
  --dry-run        only reads the files, and reports the result
`,
		load: () => import("./import.ts"),
	},
	export: {
		summary: "exports a site as JSON lines or Parquet",
		usage: `footfall export --site ID --to DIRECTORY [--format jsonl|parquet]

  Exports all data of a site: events, sessions, bots, users' traits and devices, recordings, and definitions.
  "footfall import footfall --site ID DIRECTORY" imports it again. export.json, which is written last, says what an
  import restores of each file.

  --to DIRECTORY   must be empty; created if missing
  --format         default: jsonl; definitions are always JSON lines
`,
		load: () => import("./export.ts"),
	},
	"import-logs": {
		summary: "imports bots from access logs",
		usage: `footfall import-logs --site ID [options] FILE...

  Imports bots from an access log: nginx or Apache combined format, or one JSON object per line.
  FILE may be - for standard input, or end in .gz. Other files continue where the last run stopped.

  --site ID          the site of lines without a matching --host
  --host NAME=ID     the site of a host, for logs with host names; may be repeated
  --follow           waits for more lines, through rotations, until a signal
`,
		load: () => import("./import-logs.ts"),
	},
	admin: {
		summary: "accounts, keys, sites, export and deletion",
		usage: ADMIN_HELP,
		load: () => import("./admin.ts"),
	},
	demo: {
		summary: "fills a site with example traffic",
		usage: `footfall demo [options]

  Fills a site with generated traffic: sessions with sources, pages, devices and countries, events, errors, web vitals,
  users, bots, goals and funnels. Works with or without a running product.

  --site ID      number or id; default: the oldest site
  --days N       default: 90
  --visits N     on an average day; default: 400
  --seed N       the same number gives the same traffic
  --anyway       also fills a site that has events
`,
		load: () => import("./demo.ts"),
	},
	backup: {
		summary: "copies a product, running or not, to a folder or a bucket",
		usage: `footfall backup TO [--keep N]

  Copies a product to TO, a folder or a bucket like s3://bucket/prefix: accounts, events and recordings, queue, secret
  and scripts as of one moment. Works with or without a running product, and collection goes on meanwhile. What an
  earlier backup in TO holds is not copied again. Without its last file a backup does not count, so that an interrupted
  one is never restored. What servers keep is named, and left to them.

  --keep N   then removes all backups in TO but the newest N

  Buckets: BACKUP_BUCKET_ACCESS_KEY, BACKUP_BUCKET_SECRET_KEY, BACKUP_BUCKET_ENDPOINT, BACKUP_BUCKET_REGION.
`,
		load: () => import("./backup.ts"),
	},
	restore: {
		summary: "restores a backup into an empty data directory",
		usage: `footfall restore FROM [--backup NAME]

  Restores the newest backup in FROM, a folder or a bucket like s3://bucket/prefix, into DATA_DIR, which must be empty
  or missing. Every file is checked before anything is put in its place. Start the product afterwards.

  --backup NAME   another backup; its name is that of its file in backups/, without ".json"
`,
		load: () => import("./restore.ts"),
	},
	migrate: {
		summary: "migrates the schemas of accounts and events",
		usage: `footfall migrate [--check]

  Migrates the schemas of accounts and events, as every start does.

  --check  only lists what is pending; exits with 1 if anything is
`,
		load: () => import("./migrate.ts"),
	},
	status: {
		summary: "roles, versions, lag, disk and last backup",
		usage: `footfall status [--json] [ADDRESS...]

  Prints a table of the roles with version, readiness and lag, what a million events take on disk, when the disk is full
  if events go on coming in as in the last seven days, and the last backup. Without an ADDRESS: of the product on this
  machine, by DATA_DIR, HOST and PORT. Exits with 1 if a role is not ready.

  ADDRESS   of a role, such as http://10.0.0.5:3000; of loaders and backends that of HEALTH_PORT. METRICS_TOKEN is
            presented to all of them
  --json    the same as JSON; unknown figures are null
`,
		load: () => import("./status.ts"),
	},
	topics: {
		summary: "creates the topics of QUEUE_URL that are missing",
		usage: `footfall topics

  Creates the topics of QUEUE_URL that are missing, and lists all of them.
`,
		takesParameters: false,
		load: () => import("./topics.ts"),
	},
	"dead-letters": {
		summary: "records that could not be processed",
		usage: `footfall dead-letters <command>

  list      lists the records that could not be processed, with the reason, oldest first
  replay    puts them back into the queue, to be processed by an updated loader
`,
		load: () => import("./dead-letters.ts"),
	},
	version: {
		summary: "prints the version",
		usage: `footfall version

  Prints the version.
`,
		takesParameters: false,
	},
} satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;
export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

export const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

export const usageOf = (name: CommandName): string => COMMANDS[name].usage;

const summaries = Object.entries(COMMANDS).map(
	([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`,
);

/** All commands, one per line. */
export const HELP = `footfall <command>

${summaries.join("\n")}

"footfall <command> --help" explains each. docs/configuration.md lists the environment variables.
`;

const refusal = (name: CommandName, fault: string): EnvironmentError =>
	new EnvironmentError(`${fault}\n\n${usageOf(name)}`);

/** @throws EnvironmentError for parameters of a command that takes none, such as a misspelt option of another */
export const requireNoMore = (name: CommandName, [first]: readonly string[]): void => {
	const command: Command = COMMANDS[name];
	if (command.takesParameters === false && first !== undefined)
		throw refusal(name, `Unexpected argument "${first}".`);
};

/**
 * Runs a command from the table.
 * @throws EnvironmentError that says what the operator can change
 */
export const dispatch = async (
	name: Exclude<CommandName, "version">,
	parameters: readonly string[],
	context: CommandContext,
): Promise<number | undefined> => {
	const { run } = await COMMANDS[name].load();
	try {
		return await run(parameters, context);
	} catch (error) {
		throw error instanceof UsageError ? refusal(name, error.message) : error;
	}
};
