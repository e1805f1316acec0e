import { spawn } from "node:child_process";
import { once } from "node:events";
import {
	chmodSync,
	chownSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** PostgreSQL is the api's dependency, not the workspace's. */
const pg = createRequire(new URL("../../../packages/api/package.json", import.meta.url))("pg");

const programsOf = () => {
	const root = "/usr/lib/postgresql";
	const [newest] = (existsSync(root) ? readdirSync(root) : []).sort(
		(a, b) => Number(b) - Number(a),
	);
	return newest === undefined
		? undefined
		: { version: newest, directory: join(root, newest, "bin") };
};

/** PostgreSQL refuses to run as root. */
const account = () => {
	if (process.getuid() !== 0) return {};
	const line = readFileSync("/etc/passwd", "utf8")
		.split("\n")
		.find((one) => one.startsWith("postgres:"));
	const [, , uid, gid] = (line ?? "nobody:x:65534:65534").split(":");
	return { uid: Number(uid), gid: Number(gid) };
};

const COLUMNS = `site_id integer NOT NULL, timestamp timestamptz NOT NULL, type text NOT NULL, session_id bigint NOT NULL,
	user_id bigint NOT NULL, pathname text NOT NULL, hostname text NOT NULL, referrer text NOT NULL, country text NOT NULL,
	device_type text NOT NULL, browser text NOT NULL, event_name text NOT NULL, properties text NOT NULL`;

/** A server with as much memory as the embedded store may use, its files not synced. */
const startServer = async ({ directory: programs }) => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-bench-postgres-"));
	const owner = account();
	if (owner.uid !== undefined) chownSync(directory, owner.uid, owner.gid);
	const options = { cwd: directory, ...owner, stdio: "ignore" };
	const data = join(directory, "data");
	const made = spawn(
		join(programs, "initdb"),
		["-D", data, "-U", "postgres", "-A", "trust", "--locale=C", "--no-sync"],
		options,
	);
	await once(made, "close");
	const settings = [
		"listen_addresses=",
		"fsync=off",
		"shared_buffers=512MB",
		"work_mem=256MB",
		"maintenance_work_mem=512MB",
		"max_wal_size=4GB",
	];
	const server = spawn(
		join(programs, "postgres"),
		["-D", data, "-k", directory, ...settings.flatMap((one) => ["-c", one])],
		options,
	);
	const connect = async () => {
		const client = new pg.Client({ host: directory, user: "postgres", database: "postgres" });
		await client.connect();
		return client;
	};
	let client;
	for (let attempt = 0; client === undefined && attempt < 100; attempt += 1)
		client = await connect().catch(() => new Promise((resolve) => setTimeout(resolve, 100)));
	if (client === undefined) throw new Error("The PostgreSQL server did not start");
	const close = async () => {
		await client.end();
		const gone = once(server, "exit");
		server.kill("SIGINT");
		await gone;
		rmSync(directory, { recursive: true, force: true });
	};
	return { directory, client, close };
};

/** The queries for both: the SQL of each, for the same figures. */
const QUESTIONS = {
	"pageviews and visitors by hour": {
		text: `SELECT date_trunc('hour', timestamp) AS hour, count(*) FILTER (WHERE type = 'pageview'), count(DISTINCT user_id)
			FROM events WHERE site_id = $1 AND timestamp >= $2 AND timestamp < $3 GROUP BY hour ORDER BY hour`,
		ours: `SELECT toStartOfHour(timestamp) AS hour, countIf(type = 'pageview'), uniqExact(user_id)
			FROM events WHERE site_id = {site:UInt32} AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
			AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') GROUP BY hour ORDER BY hour`,
	},
	"top pages by sessions": {
		text: `SELECT pathname, count(DISTINCT session_id) AS sessions, count(*)
			FROM events WHERE site_id = $1 AND type = 'pageview' AND timestamp >= $2 AND timestamp < $3
			GROUP BY pathname ORDER BY sessions DESC, pathname LIMIT 100`,
		ours: `SELECT pathname, uniqExact(session_id) AS sessions, count()
			FROM events WHERE site_id = {site:UInt32} AND type = 'pageview' AND timestamp >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
			AND timestamp < fromUnixTimestamp64Milli({to:Int64}, 'UTC') GROUP BY pathname ORDER BY sessions DESC, pathname LIMIT 100`,
	},
};

const COPIED =
	"site_id, timestamp, type, session_id, user_id, pathname, hostname, referrer, country, device_type, browser, event_name, properties";

/** The store's events in PostgreSQL, with an index for ranges of a site and a covering one for pages. */
const load = async (store, { directory, client }) => {
	const files = join(directory, "files");
	mkdirSync(files, { mode: 0o777 });
	const file = join(files, "events.csv");
	await store.command(
		`INSERT INTO FUNCTION file('${file}', 'CSV') SELECT ${COPIED.replaceAll(/\b(session_id|user_id)\b/g, "reinterpretAsInt64($1)")} FROM events`,
	);
	chmodSync(file, 0o644);
	await client.query(`CREATE TABLE events (${COLUMNS})`);
	await client.query(`COPY events (${COPIED}) FROM '${file}' CSV`);
	rmSync(file);
	await client.query("CREATE INDEX ON events (site_id, timestamp) INCLUDE (type, user_id)");
	await client.query(
		"CREATE INDEX ON events (site_id, timestamp) INCLUDE (pathname, session_id) WHERE type = 'pageview'",
	);
	await client.query("VACUUM ANALYZE events");
};

/**
 * Runs the same queries on PostgreSQL and on the store's engine over the same events.
 * @param timed the wall time of a task in ms
 * @returns both medians by query; undefined without PostgreSQL
 */
export const postgresBaseline = async ({ store, site, from, to, rounds, timed, median }) => {
	const programs = programsOf();
	if (programs === undefined) return undefined;
	const server = await startServer(programs);
	try {
		const loadMs = await timed(() => load(store, server));
		const rows = [];
		for (const [name, { text, ours }] of Object.entries(QUESTIONS)) {
			const taken = { postgres: [], store: [] };
			for (let round = 0; round <= rounds; round += 1) {
				const postgres = await timed(() =>
					server.client.query(text, [site, new Date(from), new Date(to)]),
				);
				const here = await timed(() =>
					store.query(ours, { site, from, to }, { priority: "heavy" }),
				);
				if (round > 0) {
					taken.postgres.push(postgres);
					taken.store.push(here);
				}
			}
			rows.push({ name, postgresMs: median(taken.postgres), storeMs: median(taken.store) });
		}
		return { version: programs.version, loadMs, rows };
	} finally {
		await server.close();
	}
};
