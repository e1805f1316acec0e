import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { EnvironmentError } from "@footfall/shared/environment";
import { acquireProcessLock } from "@footfall/shared/files/process-lock";
import { ShortageError } from "@footfall/shared/shortage";
import type { PostgresPool } from "kysely";
import pg from "pg";
import { unpackEmptyDatabase } from "./empty-database.ts";
import { preparedReads } from "./prepared-reads.ts";

/**
 * PostgreSQL's defaults suit a server: 128 MB of page cache is most of an idle PGlite's resident memory. Durable
 * commits need `fsync`, and a sync method that reaches the underlying file system, where `fdatasync` is a no-op.
 */
const SETTINGS = [
	"shared_buffers=4MB",
	"maintenance_work_mem=8MB",
	"max_wal_size=64MB",
	"min_wal_size=32MB",
	"fsync=on",
	"wal_sync_method=fsync",
];

/** `-F`, which PGlite passes by default, turns `fsync` off. */
const startParameters = [
	...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
	...SETTINGS.flatMap((setting) => ["-c", setting]),
];

const syncToDisk = (path: string): void => {
	const file = openSync(path, "r");
	try {
		fsyncSync(file);
	} finally {
		closeSync(file);
	}
};

/** The part of PGlite's file system that is used here. An open directory has no descriptor. */
interface NodeFileSystem {
	NODEFS: {
		realPath(node: unknown): string;
		/** Also sets a new file's mode, regardless of the process's umask. */
		doSetAttr(path: unknown, node: unknown, attributes: { mode?: number }, ...how: unknown[]): void;
		stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number };
	};
}

/** Other users of the machine have no access. */
const OTHERS_MODE = 0o077;

/** PGlite's file system over a directory, private and with the `fsync` that PGlite lacks. */
const privateFileSystem = (directory: string): NodeFS => {
	const fileSystem = new NodeFS(directory);
	const init = fileSystem.init.bind(fileSystem);
	fileSystem.init = async (database, options) => {
		const prepared = await init(database, options);
		const complete = (module: unknown) => {
			const { NODEFS } = module as NodeFileSystem;
			const setAttributes = NODEFS.doSetAttr;
			NODEFS.doSetAttr = (path, node, { mode, ...others }, ...how) =>
				setAttributes(
					path,
					node,
					mode === undefined ? others : { ...others, mode: mode & ~OTHERS_MODE },
					...how,
				);
			NODEFS.stream_ops.fsync = ({ nfd, node }) => {
				if (nfd === undefined) syncToDisk(NODEFS.realPath(node));
				else fsyncSync(nfd);
				return 0;
			};
		};
		const { emscriptenOpts } = prepared;
		return {
			emscriptenOpts: {
				...emscriptenOpts,
				preRun: [...(emscriptenOpts.preRun ?? []), complete],
			},
		};
	};
	return fileSystem;
};

/**
 * By default Node optimises a WebAssembly function so early that a start spent a quarter of its time on code that runs
 * once. With this, each of the first hundred queries takes 1.2 ms instead of 4.5; after a thousand there is no
 * difference.
 */
setFlagsFromString("--wasm-tiering-budget=100000000");

/** Where a directory is filled before it is moved into place; leftovers of an interrupted start are removed. */
const emptyDraft = (directory: string): string => {
	const draft = `${directory}.new`;
	rmSync(draft, { recursive: true, force: true });
	return draft;
};

const putInPlace = (draft: string, directory: string): void => {
	renameSync(draft, directory);
	syncToDisk(dirname(directory));
};

/**
 * Code that creates a database runs too rarely to be worth optimising: 3.0 s of work instead of 5.1, and 110 MB less
 * memory.
 */
const UNOPTIMISED = "--liftoff-only";

const INITIALISE = `
const { PGlite } = require(process.argv[1]);
const { chmodSync, readdirSync, openSync, fsyncSync, statSync } = require("node:fs");
const { join } = require("node:path");
const keep = (path) => {
	chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
	fsyncSync(openSync(path, "r"));
};
// The parent has died; the next start begins again.
process.stdin.on("end", () => process.exit(1)).resume();
PGlite.create({ dataDir: process.argv[2] })
	.then((database) => database.close())
	.then(() => {
		for (const entry of readdirSync(process.argv[2], { recursive: true })) keep(join(process.argv[2], entry));
		keep(process.argv[2]);
		process.exit(0);
	});
`;

/**
 * Fills a new directory with an empty database, in a process of its own: creating one takes 500 MB more than using it,
 * and the memory of a WebAssembly instance is never freed. The directory appears only once complete.
 * @throws ShortageError when memory runs out
 * @throws Error with the output of the process
 */
export const initialiseDirectory = async (directory: string): Promise<void> => {
	const draft = emptyDraft(directory);
	const pglite = createRequire(import.meta.url).resolve("@electric-sql/pglite");
	const child = spawn(process.execPath, [UNOPTIMISED, "-e", INITIALISE, pglite, draft], {
		stdio: ["pipe", "ignore", "pipe"],
	});
	const output: Buffer[] = [];
	child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
	const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
	if (signal === "SIGKILL")
		throw new ShortageError(
			`The database in ${dirname(directory)} could not be created, because the system killed the process that creates it: this briefly takes 700 MB of memory. Raise the limit of the container or the machine to 1 GB; afterwards the product needs less.`,
		);
	if (code !== 0)
		throw new Error(
			`The database could not be created: ${Buffer.concat(output).toString().trim()}`,
		);
	putInPlace(draft, directory);
};

/** Fills a new directory with an empty database: with the one packed by the build, if its version matches. */
const fillDirectory = async (directory: string): Promise<void> => {
	const draft = emptyDraft(directory);
	if (await unpackEmptyDatabase(draft)) putInPlace(draft, directory);
	else await initialiseDirectory(directory);
};

/** Error codes for a full disk or an exhausted machine; the files are intact. */
const RESOURCE_ERRORS = [
	"ENOSPC",
	"EDQUOT",
	"EACCES",
	"EPERM",
	"EROFS",
	"EMFILE",
	"ENFILE",
	"ENOMEM",
];

/** The time limit for reading tables; an accounts database takes well under a second. */
const READ_MS = 20_000;

const BY_INDEX = ["enable_seqscan", "enable_bitmapscan", "enable_indexonlyscan", "enable_sort"];

/**
 * Reads every row, so that damage is found now and not at a sign-in. It also reads through the primary key: a table
 * with a truncated file seems to have fewer rows, but its index still lists all of them.
 */
const readAll = async (database: PGlite): Promise<void> => {
	const { rows } = await database.query<{ name: string; key: string }>(
		`SELECT quote_ident(tables.relname) AS name, quote_ident(columns.attname) AS key
		FROM pg_index AS keys
		JOIN pg_class AS tables ON tables.oid = keys.indrelid
		JOIN pg_attribute AS columns ON columns.attrelid = tables.oid AND columns.attnum = keys.indkey[0]
		WHERE keys.indisprimary AND tables.relnamespace = 'public'::regnamespace ORDER BY 1`,
	);
	const until = performance.now() + READ_MS;
	for (const { name, key } of rows) {
		if (performance.now() > until) return;
		await database.query(`SELECT count(entry::text) FROM ${name} AS entry`);
		for (const plan of BY_INDEX) await database.query(`SET ${plan} = off`);
		await database.query(
			`SELECT count(entry::text) FROM (SELECT * FROM ${name} ORDER BY ${key}) AS entry`,
		);
		for (const plan of BY_INDEX) await database.query(`RESET ${plan}`);
	}
};

const damagedAt = (directory: string, error: unknown): unknown => {
	const { code, message } = error as { code?: unknown; message?: unknown };
	const text = String(message ?? error);
	if (
		RESOURCE_ERRORS.includes(String(code)) ||
		error instanceof RangeError ||
		/out of memory/i.test(text)
	)
		return error;
	const [reason] = text.split("\n");
	return new EnvironmentError(
		`The accounts database in ${directory} is damaged (${reason?.trim()}): restore a backup of this directory, or move it elsewhere to start with an empty one.`,
		{ cause: error },
	);
};

/** @throws EnvironmentError for files that PostgreSQL cannot start from or read: restarting would not help */
const opened = async (directory: string, data: string): Promise<PGlite> => {
	let database: PGlite | undefined;
	try {
		database = await PGlite.create({
			fs: privateFileSystem(data),
			startParams: startParameters,
		});
		await readAll(database);
		return database;
	} catch (error) {
		await database?.close().catch(() => undefined);
		throw damagedAt(directory, error);
	}
};

/** PostgreSQL inside this process, its files in `<directory>/data`. One process at a time may have it open. */
export const openEmbedded = async (
	directory: string,
): Promise<{ pool: PostgresPool; close(): Promise<void> }> => {
	mkdirSync(directory, { recursive: true, mode: 0o700 });
	const release = acquireProcessLock(join(directory, "lock"), `the database in ${directory}`, {
		endOrphan: true,
	});
	try {
		const data = join(resolve(directory), "data");
		if (!existsSync(data)) await fillDirectory(data);
		const database = await opened(resolve(directory), data);
		// PGlite has a single connection, which the pool keeps open for its prepared statements.
		const pool = new pg.Pool({ ...createPgConfig(database), max: 1, idleTimeoutMillis: 0 });
		const close = async () => {
			await pool.end();
			await database.close();
			release();
		};
		return { pool: preparedReads(pool), close };
	} catch (error) {
		release();
		throw error;
	}
};
