import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { missingProgram } from "../deploy/programs.ts";
import { eventually } from "../eventually.ts";
import { freePorts } from "../network/free-ports.ts";
import { removeDirectory } from "../remove-directory.ts";
import type { MissingEngine } from "../require-engine.ts";

const SCRIPT = fileURLToPath(new URL("./clickhouse-server.py", import.meta.url));
const MAX_MEMORY_BYTES = 1_500_000_000;
const MARK_CACHE_BYTES = 64 * 1024 * 1024;

/** An account of a server, beside `default`, which has no password and all rights. */
export interface ClickHouseUser {
	name: string;
	password: string;
	/** Its rights, such as `SELECT ON footfall.*`; all by default. */
	rights?: readonly string[];
	/** Whether it can neither write nor change settings. */
	isReadonly?: boolean;
}

export interface ClickHouseOptions {
	host?: string;
	/** A free one by default. */
	port?: number;
	users?: readonly ClickHouseUser[];
}

/** A real ClickHouse server in a process of its own. */
export interface ClickHouseServer {
	/** Without user and database. */
	url: string;
	/** Creates a database of this name, or of one of its own, and resolves to a URL with it. */
	createDatabase(name?: string): Promise<string>;
	/** Runs a statement as `default`, in the database of a URL; resolves to the lines of its answer. */
	query(sql: string, databaseUrl?: string): Promise<string[]>;
	kill(): Promise<void>;
	/** Kills it and removes its files. */
	close(): Promise<void>;
}

/** Why no ClickHouse server can be started here, if so. */
export const missingClickHouse = (): MissingEngine => missingProgram("python3");

/** The store's engine for this machine. */
export const engine = (): string => {
	const { platform, arch } = process;
	const name = `@chdb/lib-${platform}-${arch}${platform === "linux" ? "-gnu" : ""}`;
	const resolver = createRequire(new URL("../../../store/package.json", import.meta.url));
	return join(dirname(resolver.resolve(name)), "libchdb.so");
};

const userXml = ({ name, password, rights = ["ALL ON *.*"], isReadonly = false }: ClickHouseUser) =>
	`<${name}><password>${password}</password><networks><ip>::/0</ip></networks>
	<profile>${isReadonly ? "readonly" : "default"}</profile><quota>default</quota>
	<grants>${rights.map((right) => `<query>GRANT ${right}</query>`).join("")}</grants></${name}>`;

const usersXml = (users: readonly ClickHouseUser[]) =>
	`<clickhouse><profiles><default/><readonly><readonly>1</readonly></readonly></profiles>
	<quotas><default/></quotas>
	<users>${[{ name: "default", password: "" }, ...users].map(userXml).join("\n")}</users></clickhouse>`;

/** The program of a server with its files in a directory, which is created. */
export const clickHouseProgram = (
	directory: string,
	{ host, port, users = [] }: ClickHouseOptions,
): { program: string; parameters: string[] } => {
	const [config, accounts] = [join(directory, "config.xml"), join(directory, "users.xml")];
	mkdirSync(directory, { recursive: true });
	writeFileSync(accounts, usersXml(users));
	writeFileSync(
		config,
		`<clickhouse><users_config>${accounts}</users_config>
		<listen_host>${host}</listen_host><http_port>${port}</http_port>
		<mark_cache_size>${MARK_CACHE_BYTES}</mark_cache_size>
		<max_server_memory_usage>${MAX_MEMORY_BYTES}</max_server_memory_usage></clickhouse>`,
	);
	return { program: "python3", parameters: [SCRIPT, engine(), config, directory] };
};

/** Runs a statement as `default`; resolves to the lines of its answer. */
export const queryServer = async (
	serverUrl: string,
	sql: string,
	database = "default",
): Promise<string[]> => {
	const response = await fetch(`${serverUrl}/?database=${database}`, { method: "POST", body: sql });
	const text = await response.text();
	if (!response.ok) throw new Error(text);
	return text.split("\n").filter((line) => line !== "");
};

/** Whether a server answers at a URL. */
export const isUp = (serverUrl: string): Promise<boolean> =>
	fetch(`${serverUrl}/ping`).then(
		({ ok }) => ok,
		() => false,
	);

/** Starts a server with an empty directory on a loopback port. */
export const startClickHouse = async ({
	host = "127.0.0.1",
	port,
	users = [],
}: ClickHouseOptions = {}): Promise<ClickHouseServer> => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-clickhouse-"));
	const [free = 0] = port === undefined ? await freePorts(1) : [port];
	const { program, parameters } = clickHouseProgram(directory, { host, port: free, users });
	const child = spawn(program, parameters, { stdio: ["ignore", "ignore", "pipe"] });
	let output = "";
	child.stderr.on("data", (piece: Buffer) => {
		output = (output + piece.toString()).slice(-10_000);
	});
	const ended = once(child, "close");
	const isRunning = () => child.exitCode === null && child.signalCode === null;
	const kill = async () => {
		child.kill("SIGKILL");
		await ended;
	};
	const close = async () => {
		await kill();
		removeDirectory(directory);
	};

	const url = `http://${host}:${free}`;
	await eventually(
		() => isUp(url),
		(is) => is || !isRunning(),
	);
	if (!isRunning()) {
		await close();
		throw new Error(`The ClickHouse server ended:\n${output}`);
	}

	const query: ClickHouseServer["query"] = (sql, databaseUrl) =>
		queryServer(url, sql, databaseUrl && new URL(databaseUrl).pathname.slice(1));
	let databases = 0;
	return {
		url,
		query,
		createDatabase: async (name = `database_${++databases}`) => {
			await query(`CREATE DATABASE ${name}`);
			return `${url}/${name}`;
		},
		kill,
		close,
	};
};
