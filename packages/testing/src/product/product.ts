import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { copyEmptyAccounts } from "../api/empty-accounts.ts";
import { eventually } from "../eventually.ts";
import { removeDirectory } from "../remove-directory.ts";
import { copyEmptyStore } from "../store/empty-store.ts";
import { roleOf } from "./process-tree.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const MAIN = fileURLToPath(new URL("../../../server/bundle/main.js", import.meta.url));

/** A started product as its owner sees it: its output, and access to the API. */
export interface Product {
	url: string;
	siteId: string;
	/** Only after a first start. */
	apiKey: string;
	password: string;
	/** The printed link that signs in once; "" after the first sign-in. */
	signInLink: string;
	output(): string;
	pid: number;
	/** The process of a role that runs. */
	pidOf(role: "gateway" | "backend"): number;
	/** SIGKILLs a role's process once it exists: it may be restarting. Resolves when it is gone. */
	kill(role: "gateway" | "backend"): Promise<void>;
	/** GET with the API key; throws on any status but 200. */
	get<Body>(path: string): Promise<Body>;
	/** Sends SIGTERM and resolves with the exit code. */
	stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export const createTemporaryDirectory = () => {
	const path = mkdtempSync(join(tmpdir(), "footfall-"));
	return { path, remove: () => removeDirectory(path) };
};

/** The text that the product leaves out of its log and writes into a file at a first start; 0.1.0 printed it. */
const firstSignIn = (output: string, dataDirectory: string): string =>
	output.includes("sign-in and an API key are in")
		? readFileSync(join(dataDirectory, "first-sign-in"), "utf8")
		: output;

const printed = (output: string, label: string) =>
	new RegExp(`^\\s*${label}\\s{2,}(.+)$`, "m").exec(output)?.[1]?.trim() ?? "";

const killRole = async (supervisor: number, role: string) => {
	const running = async () => roleOf(supervisor, role);
	const victim = await eventually(running, (pid) => pid > 0);
	process.kill(victim, "SIGKILL");
	await eventually(running, (pid) => pid !== victim);
};

/**
 * A first start creates two databases, which takes seconds. An empty directory gets copies of finished ones; a
 * directory that does not exist is left for the product to fill.
 */
const spareFirstStart = async (dataDirectory: string, environment: NodeJS.ProcessEnv) => {
	if (!existsSync(dataDirectory) || readdirSync(dataDirectory).length > 0) return;
	if (environment["DATABASE_URL"] === undefined)
		await copyEmptyAccounts(join(dataDirectory, "accounts"));
	if (environment["CLICKHOUSE_URL"] === undefined)
		await copyEmptyStore(join(dataDirectory, "store"));
};

/** Starts the product in `dataDirectory` on a free port and waits until it reports that it is ready. */
export const startProduct = async (
	dataDirectory: string,
	environment: NodeJS.ProcessEnv = {},
	remembered: { apiKey?: string } = {},
	[program, ...parameters]: readonly [string, ...string[]] = [process.execPath, MAIN, "start"],
): Promise<Product> => {
	await spareFirstStart(dataDirectory, environment);
	const child: ChildProcess = spawn(program, parameters, {
		// Not the test runner's whole environment: it has a BASE_URL of its own.
		env: { PATH: process.env["PATH"], PORT: "0", DATA_DIR: dataDirectory, ...environment },
		cwd: ROOT,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
	await new Promise<void>((resolve, reject) => {
		const take = (chunk: Buffer) => {
			output += chunk.toString();
			if (output.includes("Footfall is ready")) resolve();
		};
		child.stdout?.on("data", take);
		child.stderr?.on("data", take);
		void exited.then((code) => reject(new Error(`The product ended with ${code}:\n${output}`)));
	});
	const url = /Footfall is ready at (\S+)/.exec(output)?.[1] ?? "";
	const pid = child.pid ?? 0;
	const signIn = firstSignIn(output, dataDirectory);
	const apiKey = remembered.apiKey ?? printed(signIn, "API key");
	return {
		url,
		siteId: printed(output, "Site id"),
		apiKey,
		password: printed(signIn, "Password"),
		signInLink: printed(output, "Sign in"),
		output: () => output,
		pid,
		pidOf: (role) => roleOf(pid, role),
		kill: (role) => killRole(pid, role),
		get: async <Body>(path: string) => {
			const response = await fetch(url + path, { headers: { authorization: `Bearer ${apiKey}` } });
			const body = await response.text();
			if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${body}`);
			return JSON.parse(body) as Body;
		},
		stop: (signal = "SIGTERM") => {
			child.kill(signal);
			return exited;
		},
	};
};
