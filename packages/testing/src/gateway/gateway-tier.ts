import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ConfigurationSnapshot } from "@footfall/shared/site";
import { removeDirectory } from "../remove-directory.ts";
import { snapshotWith } from "./site-snapshot.ts";

const MAIN = fileURLToPath(new URL("../../../server/bundle/main.js", import.meta.url));

/** A data directory of a gateway that already has its sites. */
export const createGatewayDirectory = (snapshot: ConfigurationSnapshot = snapshotWith()) => {
	const path = mkdtempSync(join(tmpdir(), "footfall-tier-"));
	mkdirSync(join(path, "gateway"));
	writeFileSync(join(path, "gateway", "configuration.json"), JSON.stringify(snapshot));
	return { path, remove: () => removeDirectory(path) };
};

export interface LogLine {
	msg: string;
	[field: string]: unknown;
}

export interface GatewayTier {
	url: string;
	port: number;
	pid: number;
	/** All lines of its output that are JSON. */
	log(): LogLine[];
	/** Resolves with the first matching line from now on. */
	says(message: string): Promise<LogLine>;
	/** Sends the signal and resolves with the exit code. */
	stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const linesOf = (text: string): LogLine[] =>
	text
		.split("\n")
		.filter((line) => line.startsWith("{") && line.endsWith("}"))
		.map((line) => JSON.parse(line) as LogLine);

/** Starts `footfall gateway` with two workers or more, as its operator does, and waits until all are ready. */
export const startGatewayTier = async (
	dataDirectory: string,
	{ workers, environment = {} }: { workers: number; environment?: NodeJS.ProcessEnv },
): Promise<GatewayTier> => {
	const child: ChildProcess = spawn(
		process.execPath,
		[MAIN, "gateway", "--workers", String(workers)],
		{
			env: {
				PATH: process.env["PATH"],
				PORT: "0",
				HOST: "127.0.0.1",
				DATA_DIR: dataDirectory,
				TRUST_PROXY: "loopback",
				...environment,
			},
			stdio: ["ignore", "pipe", "pipe"],
		},
	);
	let output = "";
	const listeners = new Set<() => void>();
	const take = (chunk: Buffer) => {
		output += chunk.toString();
		for (const listener of listeners) listener();
	};
	child.stdout?.on("data", take);
	child.stderr?.on("data", take);
	const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));

	const says = (message: string, from = output.length): Promise<LogLine> =>
		new Promise((resolve, reject) => {
			const look = () => {
				const line = linesOf(output.slice(from)).find(({ msg }) => msg === message);
				if (line === undefined) return;
				listeners.delete(look);
				resolve(line);
			};
			listeners.add(look);
			look();
			void exited.then((code) => reject(new Error(`The gateway ended with ${code}:\n${output}`)));
		});

	const { port } = await says("All workers are ready", 0);
	return {
		url: `http://127.0.0.1:${port}`,
		port: Number(port),
		pid: child.pid ?? 0,
		log: () => linesOf(output),
		says,
		stop: (signal = "SIGTERM") => {
			child.kill(signal);
			return exited;
		},
	};
};
