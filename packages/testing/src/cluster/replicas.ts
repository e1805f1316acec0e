import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { missingProgram } from "../deploy/programs.ts";
import { eventually } from "../eventually.ts";
import { JVM } from "../kafka/kafka-broker.ts";
import { freePorts } from "../network/free-ports.ts";
import { removeDirectory } from "../remove-directory.ts";
import type { MissingEngine } from "../require-engine.ts";
import { engine, isUp, queryServer } from "../store/clickhouse-server.ts";

const CACHE = fileURLToPath(new URL("../../../../.cache/zookeeper/", import.meta.url));
const DATABASE = "footfall";

/** The directory with the programs that make replicas of the store's engine. */
const toolsDirectory = process.env["FOOTFALL_REPLICAS"];

/** Why no replicas can be started here, if so. */
export const missingReplicas = (): MissingEngine =>
	toolsDirectory === undefined
		? {
				name: "replicas",
				reason:
					"no FOOTFALL_REPLICAS, a directory with replica.py, on-cluster-proxy.mjs and zookeeper-pom.xml",
			}
		: ["python3", "java", "mvn", "setpriv"].map(missingProgram).find((one) => one !== undefined);

/** The class path of ZooKeeper, fetched from Maven Central once and kept in `.cache`. */
const zooKeeperClassPath = (tools: string): string => {
	const libraries = join(CACHE, "libraries");
	if (!existsSync(libraries)) {
		mkdirSync(CACHE, { recursive: true });
		const work = mkdtempSync(join(CACHE, "fetching-"));
		const maven = ["--quiet", "--batch-mode", "-f", join(tools, "zookeeper-pom.xml")];
		const copying = [
			"dependency:copy-dependencies",
			`-DoutputDirectory=${join(work, "libraries")}`,
		];
		execFileSync("mvn", [...maven, ...copying], { stdio: ["ignore", "inherit", "inherit"] });
		// Moved as a whole, so that an interrupted download is never taken for a complete one.
		renameSync(join(work, "libraries"), libraries);
		rmSync(work, { recursive: true });
	}
	return `${libraries}/*`;
};

/** A program that can be killed and started again. */
export interface KillableProgram {
	start(): Promise<void>;
	kill(): Promise<void>;
}

export interface Replicas {
	/** Of all replicas, with a database. */
	url: string;
	zooKeeper: KillableProgram;
	/** In the order of the URL. */
	replicas: readonly (KillableProgram & { query(sql: string): Promise<string[]> })[];
	close(): Promise<void>;
}

/** @param isUp whether it can be used */
const createProgram = (
	[program = "", ...parameters]: readonly string[],
	isUp: () => Promise<boolean>,
): KillableProgram => {
	let child: ChildProcess | undefined;
	const isRunning = () => child?.exitCode === null && child.signalCode === null;
	return {
		start: async () => {
			let output = "";
			child = spawn("setpriv", ["--pdeathsig", "KILL", program, ...parameters], {
				stdio: ["ignore", "pipe", "pipe"],
			});
			for (const stream of [child.stdout, child.stderr])
				stream?.on("data", (piece: Buffer) => {
					output = (output + piece.toString()).slice(-5000);
				});
			await eventually(isUp, (is) => is || !isRunning());
			if (!isRunning()) throw new Error(`${program} ${parameters.join(" ")} ended:\n${output}`);
		},
		kill: async () => {
			if (child === undefined || !isRunning()) return;
			const gone = once(child, "exit");
			child.kill("SIGKILL");
			await gone;
		},
	};
};

const accepts = (port: number): Promise<boolean> =>
	new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1", () => resolve(socket.destroy().destroyed));
		socket.once("error", () => resolve(false));
	});

/** Starts ZooKeeper, so many replicas of one shard, and an address for each, where statements ON CLUSTER can be sent. */
export const startReplicas = async (count: 2 | 3): Promise<Replicas> => {
	if (toolsDirectory === undefined) throw new TypeError("FOOTFALL_REPLICAS is not set");
	const directory = mkdtempSync(join(tmpdir(), "footfall-replicas-"));
	const [zooKeeperPort = 0, base = 0] = await freePorts(2);
	const numbers = Array.from({ length: count }, (_none, index) => index + 1);
	const addressOf = (number: number) => `http://127.0.0.1${number}:${base + number}`;

	const settings = join(directory, "zoo.cfg");
	writeFileSync(
		settings,
		`tickTime=1000\ndataDir=${join(directory, "zookeeper")}\nclientPort=${zooKeeperPort}
clientPortAddress=127.0.0.1\nadmin.enableServer=false\n`,
	);
	const java = ["java", "-Xmx128m", ...JVM];
	const server = ["org.apache.zookeeper.server.quorum.QuorumPeerMain", settings];
	const zooKeeper = createProgram(
		[...java, "-cp", zooKeeperClassPath(toolsDirectory), ...server],
		() => accepts(zooKeeperPort),
	);
	const replicas = numbers.map((number) => {
		const script = join(toolsDirectory, "replica.py");
		const parameters = [directory, number, base, zooKeeperPort, count].map(String);
		return {
			...createProgram(["python3", script, engine(), ...parameters], () => isUp(addressOf(number))),
			query: (sql: string) => queryServer(addressOf(number), sql, DATABASE),
		};
	});
	const proxy = createProgram(
		[process.execPath, join(toolsDirectory, "on-cluster-proxy.mjs"), String(base), String(count)],
		() => isUp(`http://127.0.0.1:${base + 1}`),
	);
	const close = async () => {
		for (const one of [proxy, ...replicas, zooKeeper]) await one.kill();
		removeDirectory(directory);
	};
	try {
		await zooKeeper.start();
		await Promise.all(replicas.map(({ start }) => start()));
		await proxy.start();
		for (const number of numbers)
			await queryServer(addressOf(number), `CREATE DATABASE ${DATABASE}`);
	} catch (error) {
		await close();
		throw error;
	}
	const url = numbers.map((number) => `http://127.0.0.1:${base + number}/${DATABASE}`).join(",");
	return { url, zooKeeper, replicas, close };
};
