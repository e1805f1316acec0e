import { ADMIN_HELP } from "@footfall/api/admin-help";
import { EnvironmentError } from "@footfall/shared/environment";
import type { ProcessRole } from "../processes/role.ts";
import { type CommandContext, type RunCommand, UsageError } from "./command.ts";

interface Command {
	/** Its line in the list of all commands. */
	summary: string;
	/** Printed for `--help`, and below the fault of a command line that it does not take. */
	usage: string;
	/**
	 * Each process loads the code of its own command alone: the engines are most of what one holds in memory. Absent for
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
		summary: 'gateway and backend on one public port, supervised (what "npm start" runs)',
		usage: `footfall start

  Runs gateway and backend as two processes on one public port and starts again what ends; what "npm start" runs.
  SIGTERM stops both within ten seconds.
`,
		load: () => import("./start.ts"),
	},
	gateway: {
		summary: "collects events and appends them to the queue",
		usage: `footfall gateway [--workers N] [--check]

  --workers N  processes that take events; by default GATEWAY_WORKERS, else one per core
  --check      says whether everything that a gateway needs is fit for use, and starts nothing
`,
		load: () => import("./gateway.ts"),
	},
	backend: {
		summary: "loader, store and api in one process",
		usage: `footfall backend

  Loader, store and api in one process, behind a gateway on the same data directory. HEALTH_PORT opens a port with
  /healthz, /ready and /metrics.
`,
		load: () => roleOf(import("../processes/backend-role.ts")),
	},
	loader: {
		summary: "moves events from the queue into a ClickHouse server",
		usage: `footfall loader

  Moves events from the queue into the ClickHouse server of CLICKHOUSE_URL. HEALTH_PORT opens a port with /healthz,
  /ready and /metrics.
`,
		load: () => roleOf(import("../processes/loader-role.ts")),
	},
	api: {
		summary: "accounts, sites and reports, from a ClickHouse server",
		usage: `footfall api

  Accounts, sites and reports on HOST and PORT, from the ClickHouse server of CLICKHOUSE_URL, with /healthz, /ready and
  /metrics. The first start on a new database makes the owner's account and tells the sign-in.
`,
		load: () => roleOf(import("../processes/api-role.ts")),
	},
	import: {
		summary: "takes in what another product exported",
		usage: `footfall import PLATFORM --site ID [options] FILE...

  Takes in what another product exported: umami, simple_analytics, plausible, matomo, posthog, goatcounter, ga4,
  plain, footfall.
  FILE may be a directory. Run it again after an interruption: it goes on where it stopped.

  --site ID        the site that the events are for
  --mapping FILE   for "plain": JSON that names the column of each field, such as {"timestamp": "when"}
  --dry-run        only read the files, and say what would come of them
`,
		load: () => import("./import.ts"),
	},
	export: {
		summary: "writes everything of a site as JSON lines or Parquet",
		usage: `footfall export --site ID --to DIRECTORY [--format jsonl|parquet]

  Writes everything of a site: events, sessions, bots, users' traits and devices, recordings, and what was defined
  for it. "footfall import footfall --site ID DIRECTORY" takes it in again; export.json, which is written last, says
  what of each file comes back.

  --to DIRECTORY   made where it is missing; it has to be empty
  --format         jsonl unless given; definitions are always JSON lines
`,
		load: () => import("./export.ts"),
	},
	"import-logs": {
		summary: "records the bots that access logs name",
		usage: `footfall import-logs --site ID [options] FILE...

  Records the bots that an access log names: nginx or Apache combined format, or one JSON object a line.
  FILE may be - for the standard input, or end in .gz. Others are read on from where the last run stopped.

  --site ID          the site of lines whose host no --host names
  --host NAME=ID     the site of a host, for logs that name it; as often as there are hosts
  --follow           wait for more lines, through rotations, until a signal
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

  Fills a site with lifelike traffic: visits with sources, pages, devices and countries, events, errors, web vitals,
  users, bots, and goals and funnels to look at. Works while the product runs, and while it does not.

  --site ID      by number or id; the oldest site when absent
  --days N       90 when absent
  --visits N     of an average day; 400 when absent
  --seed N       another number, other visits
  --anyway       also into a site that has events
`,
		load: () => import("./demo.ts"),
	},
	migrate: {
		summary: "brings the schemas of accounts and events forward",
		usage: `footfall migrate [--check]

  Brings the schemas of accounts and events forward, as every start does.

  --check  only says what is pending; exits 1 when something is
`,
		load: () => import("./migrate.ts"),
	},
	topics: {
		summary: "creates the topics of QUEUE_URL that are missing",
		usage: `footfall topics

  Creates the topics of QUEUE_URL that are missing, and says what each has.
`,
		load: () => import("./topics.ts"),
	},
	"dead-letters": {
		summary: "records that could not be processed",
		usage: `footfall dead-letters <command>

  list      the records that could not be processed, with the reason, oldest first
  replay    puts them back into the queue; a loader that can process them by now does
`,
		load: () => import("./dead-letters.ts"),
	},
	version: {
		summary: "prints the version",
		usage: `footfall version

  Prints the version.
`,
	},
} satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;
export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

export const isCommand = (name: string): name is CommandName => Object.hasOwn(COMMANDS, name);

export const usageOf = (name: CommandName): string => COMMANDS[name].usage;

const summaries = Object.entries(COMMANDS).map(
	([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`,
);

/** All commands, one a line. */
export const HELP = `footfall <command>

${summaries.join("\n")}

"footfall <command> --help" tells how each is used. Configured by the environment; docs/configuration.md lists the variables.
`;

/**
 * Runs a command of the table.
 * @throws EnvironmentError with what the operator can change
 */
export const dispatch = async (
	name: Exclude<CommandName, "version">,
	parameters: readonly string[],
	context: CommandContext,
): Promise<number | undefined> => {
	const { load, usage } = COMMANDS[name];
	const { run } = await load();
	try {
		return await run(parameters, context);
	} catch (error) {
		throw error instanceof UsageError
			? new EnvironmentError(`${error.message}\n\n${usage}`)
			: error;
	}
};
