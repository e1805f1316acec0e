import { ADMIN_HELP } from "@footfall/api/admin-help";
import { EnvironmentError } from "@footfall/shared/environment";
import { serverFault } from "../faults/server-fault.ts";
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
		summary: "runs gateway and backend on one public port",
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

  --workers N  number of gateway processes (default: GATEWAY_WORKERS, or one per core)
  --check      checks everything that a gateway needs, without starting it
`,
		load: () => import("./gateway.ts"),
	},
	backend: {
		summary: "runs loader, store and api in one process",
		usage: `footfall backend

  Runs loader, store and api in one process, behind a gateway on the same data directory. HEALTH_PORT opens a port
  with /healthz, /ready and /metrics.
`,
		takesParameters: false,
		load: () => roleOf(import("../processes/backend-role.ts")),
	},
	loader: {
		summary: "moves events from the queue into a ClickHouse server",
		usage: `footfall loader

  Moves events from the queue into the ClickHouse server at CLICKHOUSE_URL. HEALTH_PORT opens a port with /healthz,
  /ready and /metrics.
`,
		takesParameters: false,
		load: () => roleOf(import("../processes/loader-role.ts")),
	},
	api: {
		summary: "serves accounts, sites and reports from a ClickHouse server",
		usage: `footfall api

  Serves accounts, sites and reports from the ClickHouse server at CLICKHOUSE_URL on HOST and PORT, with /healthz,
  /ready and /metrics. The first start on a new database creates the owner's account and prints its sign-in.
`,
		takesParameters: false,
		load: () => roleOf(import("../processes/api-role.ts")),
	},
	import: {
		summary: "imports data exported from another product",
		usage: `footfall import PLATFORM --site ID [options] FILE...

  Imports data exported from another product. PLATFORM is umami, simple_analytics, plausible, matomo, posthog,
  goatcounter, ga4, plain or footfall. FILE may be a directory. After an interruption, run the command again.
  With --property, ga4 and search-console are read from Google instead of files.

  --site ID        the site to import into
  --mapping FILE   for "plain": JSON that maps fields to columns, such as {"timestamp": "when"}
  --dry-run        reads the files and reports the result, but imports nothing
  --property       what to read from Google: a number, or for Search Console sc-domain:example.com
  --key-file KEY   JSON key of a service account that may read the property; it is not kept
  --from, --to     first and last day, such as 2026-01-31; default: every complete day
`,
		load: () => import("./import.ts"),
	},
	export: {
		summary: "exports a site as JSON lines or Parquet",
		usage: `footfall export --site ID --to DIRECTORY [--format jsonl|parquet]

  Exports all data of a site: events, sessions, bots, users' traits and devices, recordings, and definitions.
  "footfall import footfall --site ID DIRECTORY" imports it again. export.json is written last and states what an
  import restores from each file.

  --to DIRECTORY   must be empty; created if missing
  --format         default: jsonl; definitions are always JSON lines
`,
		load: () => import("./export.ts"),
	},
	"import-logs": {
		summary: "imports bots from access logs",
		usage: `footfall import-logs --site ID [options] FILE...

  Imports bots from an access log: nginx or Apache combined format, or one JSON object per line.
  FILE may be - for standard input, or a .gz file. Any other file is resumed where the last run stopped.

  --site ID          the site for lines without a matching --host
  --host NAME=ID     the site for a host, in logs with host names; may be repeated
  --follow           keeps reading new lines, also after a log rotation, until it is stopped
`,
		load: () => import("./import-logs.ts"),
	},
	admin: {
		summary: "manages accounts, keys and sites; exports and deletes data",
		usage: ADMIN_HELP,
		load: () => import("./admin.ts"),
	},
	demo: {
		summary: "fills a site with example traffic",
		usage: `footfall demo [options]

  Fills a site with generated traffic: sessions with sources, pages, devices and countries, events, errors, web vitals,
  users, bots, goals and funnels. The product may be running or stopped.

  --site ID      number or id; default: the oldest site
  --days N       default: 90
  --visits N     visits on an average day; default: 400
  --seed N       the same seed gives the same traffic
  --anyway       fills the site even if it already has events
`,
		load: () => import("./demo.ts"),
	},
	backup: {
		summary: "copies a product to a folder or a bucket, even while it runs",
		usage: `footfall backup TO [--keep N]

  Copies a product to TO, a folder or a bucket such as s3://bucket/prefix: accounts, events, recordings, queue, secret
  and scripts as of one moment. The product may be running or stopped; collection continues. Data that an earlier
  backup in TO contains is not copied again. A backup is valid only once its last file is written, so an interrupted
  one is never restored. Data on separate servers is not copied, but the output says how to save it.

  --keep N   then removes all backups in TO except the newest N

  Buckets: BACKUP_BUCKET_ACCESS_KEY, BACKUP_BUCKET_SECRET_KEY, BACKUP_BUCKET_ENDPOINT, BACKUP_BUCKET_REGION.
`,
		load: () => import("./backup.ts"),
	},
	restore: {
		summary: "restores a backup into an empty data directory",
		usage: `footfall restore FROM [--backup NAME]

  Restores the newest backup in FROM, a folder or a bucket such as s3://bucket/prefix, into DATA_DIR, which must be
  empty or missing. Every file is verified before any is put in place. Start the product afterwards.

  --backup NAME   a different backup: the name of its file in backups/, without ".json"
`,
		load: () => import("./restore.ts"),
	},
	migrate: {
		summary: "migrates the schemas of accounts and events",
		usage: `footfall migrate [--check]

  Migrates the schemas of accounts and events, as every start does.

  --check  only lists pending migrations; exits with 1 if there are any
`,
		load: () => import("./migrate.ts"),
	},
	status: {
		summary: "shows roles, versions, lag, disk use and the last backup",
		usage: `footfall status [--json] [ADDRESS...]

  Prints a table of the roles with version, readiness and lag, the disk space per million events, when the disk will be
  full at the growth rate of the last seven days, and the last backup. Without an ADDRESS, it shows the product on this
  machine, found by DATA_DIR, HOST and PORT. Exits with 1 if a role is not ready.

  ADDRESS   the address of a role, such as http://10.0.0.5:3000; for loaders and backends, that of HEALTH_PORT.
            METRICS_TOKEN is sent to all of them
  --json    prints the same as JSON; unknown figures are null
`,
		load: () => import("./status.ts"),
	},
	mcp: {
		summary: "connects an assistant on this machine to an instance",
		usage: `footfall mcp [--url URL] [--key-file FILE]

  Serves the tools of an instance to an assistant that starts this command, as the Model Context Protocol on standard
  input and output. docs/assistants.md says how to add it to one.

  --url URL         the instance, such as https://stats.example.com (default: FOOTFALL_URL)
  --key-file FILE   holds the API key (default: the key itself in FOOTFALL_API_KEY)
`,
		load: () => import("./mcp.ts"),
	},
	schemas: {
		summary: "copies a site's event schemas between files and an instance",
		usage: `footfall schemas push|pull DIRECTORY --site ID [options]

  push replaces all event schemas of a site by those in the JSON files of DIRECTORY; pull writes them there. A file holds
  one: {"event": "purchase", "mode": "watch", "schema": {...}}. docs/event-schemas.md says what a schema may contain.

  --site ID         the site
  --confirm         also saves a quarantine that none of the latest events would pass
  --url URL         the instance, such as https://stats.example.com (default: FOOTFALL_URL)
  --key-file FILE   holds the API key (default: the key itself in FOOTFALL_API_KEY)
`,
		load: () => import("./schemas.ts"),
	},
	sourcemaps: {
		summary: "uploads the source maps of a build",
		usage: `footfall sourcemaps upload DIRECTORY --site ID --release NAME [options]

  Uploads the source maps of the JavaScript files below DIRECTORY, so that errors of this release are shown with the
  lines of your sources. Only members of the site's organization see them. Maps that are there already are skipped, so
  the command may be repeated. Run it between building and deploying.

  --site ID         number or id of the site
  --release NAME    as the tracker sends it, such as 1.4.2 or a commit
  --delete-after    then deletes the maps below DIRECTORY, so that they are not deployed
  --dry-run         only lists what would be uploaded
  --url URL         the instance, such as https://stats.example.com (default: FOOTFALL_URL)
  --key-file FILE   holds an API key with source-maps:write (default: the key itself in FOOTFALL_API_KEY)
`,
		load: () => import("./sourcemaps.ts"),
	},
	types: {
		summary: "writes TypeScript that declares a site's events to the tracker",
		usage: `footfall types --site ID [options]

  Writes TypeScript declarations of a site's event schemas. With them, calls of footfall-tracker accept these events
  with these properties alone.

  --site ID         the site
  --to FILE         the file to write, such as src/footfall-events.d.ts (default: standard output)
  --url URL         the instance, such as https://stats.example.com (default: FOOTFALL_URL)
  --key-file FILE   holds the API key (default: the key itself in FOOTFALL_API_KEY)
`,
		load: () => import("./types.ts"),
	},
	annotate: {
		summary: "adds a note or a deployment to the charts of a site",
		usage: `footfall annotate "TEXT" --site ID [options]

  Adds a note to the charts of a site, from a script or from CI. A deployment whose version is already the latest one of
  that time is not added twice within a day. The API key needs annotations:write. docs/guides/annotations.md has examples
  for GitHub Actions, GitLab CI and curl.

  --site ID          the site
  --deploy           a deployment
  --version V        its version, such as 1.4.2; also the text, if none is given
  --link URL         where to read more, such as the run in CI
  --description T    more text
  --date TIME        when: a day or a time such as 2026-11-28T09:30:00Z (default: now)
  --end TIME         the end of a range that begins with --date
  --reference R      your own name for it: a second annotation with the same one is not added
  --public           visitors of a public site see it too
  --all-sites        on all sites of the organization; the key must be an administrator's or the organization's
  --url URL          the instance, such as https://stats.example.com (default: FOOTFALL_URL)
  --key-file FILE    holds the API key (default: the key itself in FOOTFALL_API_KEY)
`,
		load: () => import("./annotate.ts"),
	},
	topics: {
		summary: "creates the missing topics of QUEUE_URL",
		usage: `footfall topics

  Creates the missing topics of QUEUE_URL and lists all of them.
`,
		takesParameters: false,
		load: () => import("./topics.ts"),
	},
	"dead-letters": {
		summary: "lists or replays records that could not be processed",
		usage: `footfall dead-letters <command>

  list      lists the records that could not be processed, with the reason, oldest first
  replay    returns them to the queue, for an updated loader to process
`,
		load: () => import("./dead-letters.ts"),
	},
	tail: {
		summary: "prints events as they come, as lines of JSON",
		usage: `footfall tail --site ID|--all [options]

  Prints the records of the log as lines of JSON (docs/record-format.md), as they come or from any point that the log
  still has. It only reads, so it may run beside the product. At its end it prints the position to continue from.

  --site ID      number, id or domain of the site; --all for all sites
  --from PLACE   beginning, now (default), a time such as 2026-11-28T09:30:00Z, how long ago such as 10m, 2h or 3d, or
                 a position that an earlier run printed
  --until PLACE  ends there
  --type NAME    only records of this type, such as pageview or identify; may be repeated
  --no-follow    ends at the end of the log instead of waiting for more
  --limit N      ends after N lines
  --positions    adds to each line the position after it
`,
		load: () => import("./tail.ts"),
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

"footfall <command> --help" explains a command. docs/configuration.md lists the environment variables.
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
		if (error instanceof UsageError) throw refusal(name, error.message);
		throw await serverFault(error, context.configuration);
	}
};
