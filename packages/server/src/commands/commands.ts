import { ADMIN_HELP } from "@footfall/api/admin-help";

/** How each command is used: what its `--help` prints, and what stands below the fault of a command line that is misused. */
export const USAGE = {
	start: `footfall start

  Runs gateway and backend as two processes on one public port and starts again what ends; what "npm start" runs.
  SIGTERM stops both within ten seconds.
`,
	gateway: `footfall gateway [--workers N] [--check]

  --workers N  processes that take events; by default GATEWAY_WORKERS, else one per core
  --check      says whether everything that a gateway needs is fit for use, and starts nothing
`,
	backend: `footfall backend

  Loader, store and api in one process, behind a gateway on the same data directory. HEALTH_PORT opens a port with
  /healthz, /ready and /metrics.
`,
	loader: `footfall loader

  Moves events from the queue into the ClickHouse server of CLICKHOUSE_URL. HEALTH_PORT opens a port with /healthz,
  /ready and /metrics.
`,
	api: `footfall api

  Accounts, sites and reports on HOST and PORT, from the ClickHouse server of CLICKHOUSE_URL, with /healthz, /ready and
  /metrics. The first start on a new database makes the owner's account and tells the sign-in.
`,
	import: `footfall import PLATFORM --site ID [options] FILE...

  Takes in what another product exported: umami, simple_analytics, plausible, matomo, posthog, goatcounter, ga4,
  plain, footfall.
  FILE may be a directory. Run it again after an interruption: it goes on where it stopped.

  --site ID        the site that the events are for
  --mapping FILE   for "plain": JSON that names the column of each field, such as {"timestamp": "when"}
  --dry-run        only read the files, and say what would come of them
`,
	export: `footfall export --site ID --to DIRECTORY [--format jsonl|parquet]

  Writes everything of a site: events, sessions, bots, users' traits and devices, recordings, and what was defined
  for it. "footfall import footfall --site ID DIRECTORY" takes it in again; export.json, which is written last, says
  what of each file comes back.

  --to DIRECTORY   made where it is missing; it has to be empty
  --format         jsonl unless given; definitions are always JSON lines
`,
	"import-logs": `footfall import-logs --site ID [options] FILE...

  Records the bots that an access log names: nginx or Apache combined format, or one JSON object a line.
  FILE may be - for the standard input, or end in .gz. Others are read on from where the last run stopped.

  --site ID          the site of lines whose host no --host names
  --host NAME=ID     the site of a host, for logs that name it; as often as there are hosts
  --follow           wait for more lines, through rotations, until a signal
`,
	admin: ADMIN_HELP,
	demo: `footfall demo [options]

  Fills a site with lifelike traffic: visits with sources, pages, devices and countries, events, errors, web vitals,
  users, bots, and goals and funnels to look at. Works while the product runs, and while it does not.

  --site ID      by number or id; the oldest site when absent
  --days N       90 when absent
  --visits N     of an average day; 400 when absent
  --seed N       another number, other visits
  --anyway       also into a site that has events
`,
	migrate: `footfall migrate [--check]

  Brings the schemas of accounts and events forward, as every start does.

  --check  only says what is pending; exits 1 when something is
`,
	topics: `footfall topics

  Creates the topics of QUEUE_URL that are missing, and says what each has.
`,
	"dead-letters": `footfall dead-letters <command>

  list      the records that could not be processed, with the reason, oldest first
  replay    puts them back into the queue; a loader that can process them by now does
`,
	version: `footfall version

  Prints the version.
`,
} as const;
export type CommandName = keyof typeof USAGE;

export const isCommand = (name: string): name is CommandName => Object.hasOwn(USAGE, name);

/** All commands. */
export const HELP = `footfall <command>

  start        gateway and backend on one public port, supervised (what "npm start" runs)
  gateway      collects events and appends them to the queue
  backend      loader, store and api in one process
  loader       moves events from the queue into a ClickHouse server
  api          accounts, sites and reports, from a ClickHouse server
  import       takes in what another product exported
  export       writes everything of a site as JSON lines or Parquet
  import-logs  records the bots that access logs name
  admin        accounts, keys, sites, export and deletion
  demo         fills a site with example traffic
  migrate      brings the schemas of accounts and events forward
  topics       creates the topics of QUEUE_URL that are missing
  dead-letters records that could not be processed
  version      prints the version

"footfall <command> --help" tells how each is used. Configured by the environment; docs/configuration.md lists the variables.
`;
