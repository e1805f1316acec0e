import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
	chownSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { madeOnce } from "../made-once.ts";

/** The folder of the newest server programs in Debian's layout. */
export const serverPrograms = (): string | undefined => {
	const root = "/usr/lib/postgresql";
	const versions = existsSync(root) ? readdirSync(root) : [];
	const newest = versions.map(Number).sort((one, other) => other - one)[0];
	const programs = join(root, String(newest), "bin");
	return existsSync(join(programs, "postgres")) ? programs : undefined;
};

/** PostgreSQL refuses to run as root, so its own account or `nobody` is used. */
export const account = (): { uid: number; gid: number } | undefined => {
	if (process.getuid?.() !== 0) return undefined;
	const lines = readFileSync("/etc/passwd", "utf8").split("\n");
	const line = lines.find((one) => one.startsWith("postgres:")) ?? "nobody:x:65534:65534";
	const [, , uid, gid] = line.split(":");
	return { uid: Number(uid), gid: Number(gid) };
};

export const finished = async (program: string, parameters: string[], options: object) => {
	const child = spawn(program, parameters, { ...options, stdio: ["ignore", "ignore", "pipe"] });
	let said = "";
	child.stderr.on("data", (chunk: Buffer) => {
		said += chunk.toString();
	});
	const [code] = await once(child, "close");
	if (code !== 0) throw new Error(`${program} failed: ${said}`);
};

/** Small segments: the write-ahead log would otherwise be most of what is copied. */
const INITDB = "-U postgres -A trust -E UTF8 --locale=C --no-sync --wal-segsize=1".split(" ");

/** The files of a server without databases of ours, ready to be copied. */
export const emptyCluster = (programs: string, owner: ReturnType<typeof account>) =>
	madeOnce(`postgres-${programs.split("/").at(-2)}-${owner?.uid ?? "own"}`, async (draft) => {
		mkdirSync(draft);
		if (owner) chownSync(draft, owner.uid, owner.gid);
		await finished(join(programs, "initdb"), ["-D", draft, ...INITDB], { cwd: draft, ...owner });
	});

/** A server on a socket file in a directory of its own, with fsync off. */
const startServer = async (programs: string) => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-postgres-"));
	const owner = account();
	if (owner) chownSync(directory, owner.uid, owner.gid);
	const options = { cwd: directory, ...owner };
	const data = join(directory, "data");
	await finished("cp", ["-r", await emptyCluster(programs, owner), data], options);
	const launch = async () => {
		const server = spawn(
			join(programs, "postgres"),
			["-D", data, "-k", directory, "-c", "listen_addresses=", "-F"],
			{ ...options, stdio: ["ignore", "ignore", "pipe"] },
		);
		await new Promise<void>((resolve, reject) => {
			server.once("exit", () => reject(new Error("The PostgreSQL server did not start")));
			server.stderr.on("data", (chunk: Buffer) => {
				if (chunk.includes("database system is ready to accept connections")) resolve();
			});
		});
		return server;
	};
	let server = await launch();
	const end = async (signal: NodeJS.Signals) => {
		const gone = once(server, "exit");
		server.kill(signal);
		await gone;
	};
	const urlOf = (name: string) => `postgres://postgres@localhost/${name}?host=${directory}`;
	const createDatabase = async () => {
		const name = `footfall_${randomUUID().replaceAll("-", "")}`;
		const client = new pg.Client({ connectionString: urlOf("postgres") });
		await client.connect();
		await client.query(`CREATE DATABASE ${name}`);
		await client.end();
		return { url: urlOf(name) };
	};
	return {
		createDatabase,
		/** Ends it without writing anything more, as after a power cut. */
		crash: () => end("SIGQUIT"),
		restart: async () => {
			server = await launch();
		},
		close: async () => {
			await end("SIGINT");
			rmSync(directory, { recursive: true, force: true });
		},
	};
};

/**
 * The PostgreSQL of this machine, as an additional engine for the tests.
 * @throws Error if there is none and FOOTFALL_REQUIRE demands it
 */
export const postgresHere = (): { start: () => ReturnType<typeof startServer> } | undefined => {
	const programs = serverPrograms();
	if (programs) return { start: () => startServer(programs) };
	const why = "No PostgreSQL in /usr/lib/postgresql: install the package postgresql";
	if ((process.env["FOOTFALL_REQUIRE"] ?? "").split(",").includes("postgres")) throw new Error(why);
	console.warn(`${why} to run these tests on it too.`);
	return undefined;
};
