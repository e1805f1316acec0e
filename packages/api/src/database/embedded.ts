import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { acquireProcessLock } from "@footfall/shared/process-lock";
import type { PostgresPool } from "kysely";
import pg from "pg";
import { preparedReads } from "./prepared-reads.ts";

/**
 * PostgreSQL's own defaults are for a server: 128 MB of page cache is most of what an idle PGlite holds
 * resident. Durable commits need both `fsync` and a method that reaches the file system below, where
 * `fdatasync` is a no-op.
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

/** What of PGlite's file system is needed here. An open directory has no descriptor of its own. */
interface NodeFileSystem {
	NODEFS: {
		realPath(node: unknown): string;
		stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number };
	};
}

/** PGlite's file system over a directory, with the `fsync` that it lacks. */
const syncingFileSystem = (directory: string): NodeFS => {
	const fileSystem = new NodeFS(directory);
	const init = fileSystem.init.bind(fileSystem);
	fileSystem.init = async (database, options) => {
		const prepared = await init(database, options);
		const addFsync = (module: unknown) => {
			const { NODEFS } = module as NodeFileSystem;
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
				preRun: [...(emscriptenOpts.preRun ?? []), addFsync],
			},
		};
	};
	return fileSystem;
};

const INITIALISE = `
const { PGlite } = require(process.argv[1]);
const { readdirSync, openSync, fsyncSync } = require("node:fs");
const { join } = require("node:path");
const sync = (path) => fsyncSync(openSync(path, "r"));
PGlite.create({ dataDir: process.argv[2] })
	.then((database) => database.close())
	.then(() => {
		for (const entry of readdirSync(process.argv[2], { recursive: true })) sync(join(process.argv[2], entry));
		sync(process.argv[2]);
	});
`;

/**
 * Fills a new directory with an empty database, in a process of its own: creating one takes 500 MB more than
 * using it, and the memory of a WebAssembly instance is not given back. The directory appears when it is complete.
 * @throws Error with what the process said
 */
export const initialiseDirectory = async (directory: string): Promise<void> => {
	const draft = `${directory}.new`;
	rmSync(draft, { recursive: true, force: true });
	const pglite = createRequire(import.meta.url).resolve("@electric-sql/pglite");
	const child = spawn(process.execPath, ["-e", INITIALISE, pglite, draft], {
		stdio: ["ignore", "ignore", "pipe"],
	});
	const said: Buffer[] = [];
	child.stderr.on("data", (chunk: Buffer) => said.push(chunk));
	const [code] = await once(child, "close");
	if (code !== 0)
		throw new Error(`The database could not be created: ${Buffer.concat(said).toString().trim()}`);
	renameSync(draft, directory);
	syncToDisk(dirname(directory));
};

/** PostgreSQL inside this process, its files in `<directory>/data`. One process at a time may have it open. */
export const openEmbedded = async (
	directory: string,
): Promise<{ pool: PostgresPool; close(): Promise<void> }> => {
	mkdirSync(directory, { recursive: true });
	const release = acquireProcessLock(join(directory, "lock"), `the database in ${directory}`);
	try {
		const data = join(resolve(directory), "data");
		if (!existsSync(data)) await initialiseDirectory(data);
		const database = await PGlite.create({
			fs: syncingFileSystem(data),
			startParams: startParameters,
		});
		// PGlite is one connection; everyone else waits for it in the pool. It stays, with what it prepared.
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
