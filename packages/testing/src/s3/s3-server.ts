import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "../network/free-ports.ts";
import { s3ServerFile } from "./s3-distribution.ts";

const JVM = ["-Xms32m", "-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];
const ACCOUNT = { accessKey: "tester", secretKey: "the secret key of the tester" };
const BUCKET = "recordings";
const START_WITHIN_MS = 60_000;

/** A real S3 server, which checks signatures and keeps its objects on disk. */
export interface S3Server {
	/** The URL and credentials of an existing bucket. */
	settings: {
		endpoint: string;
		bucket: string;
		region: string;
		accessKey: string;
		secretKey: string;
		isPathStyle: true;
	};
	/** The names of all objects, in order. */
	names(): string[];
	/** Connections stay open but get no responses, until `thaw`. */
	freeze(): void;
	thaw(): void;
	/** Stops listening, until `start` makes it listen on the same port again. */
	stop(): Promise<void>;
	start(): Promise<void>;
	/** Stops it and removes its files. */
	remove(): Promise<void>;
}

const filesBelow = (path: string): string[] =>
	readdirSync(path, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
		.sort();

/** Starts an S3 server on a free loopback port, with an empty bucket. */
export const startS3 = async (): Promise<S3Server> => {
	const directory = mkdtempSync(join(tmpdir(), "footfall-s3-"));
	const objects = join(directory, "objects", BUCKET);
	mkdirSync(objects, { recursive: true });
	let child: ChildProcess | undefined;
	const killWithUs = () => child?.kill("SIGKILL");
	process.once("exit", killWithUs);

	// An ephemeral port could be taken by another connection while this server restarts.
	const [port = 0] = await freePorts(1);
	const start = () => {
		const properties = join(directory, "s3.properties");
		writeFileSync(
			properties,
			[
				`s3proxy.endpoint=http://127.0.0.1:${port}`,
				"s3proxy.authorization=aws-v4",
				`s3proxy.identity=${ACCOUNT.accessKey}`,
				`s3proxy.credential=${ACCOUNT.secretKey}`,
				"jclouds.provider=filesystem-nio2",
				"jclouds.identity=none",
				"jclouds.credential=none",
				`jclouds.filesystem.basedir=${join(directory, "objects")}`,
			].join("\n"),
		);
		const started = spawn("java", [...JVM, "-jar", s3ServerFile(), "--properties", properties], {
			stdio: ["ignore", "pipe", "pipe"],
		});
		child = started;
		let said = "";
		return new Promise<void>((resolve, reject) => {
			const timer = setTimeout(
				() => reject(new Error(`No S3 server came up:\n${said}`)),
				START_WITHIN_MS,
			);
			const listen = (piece: Buffer) => {
				said = (said + piece.toString()).slice(-10_000);
				if (!/Started .*ServerConnector/.test(said)) return;
				clearTimeout(timer);
				resolve();
			};
			started.stdout.on("data", listen);
			started.stderr.on("data", listen);
			started.once("exit", (code) =>
				reject(new Error(`The S3 server ended with ${code}:\n${said}`)),
			);
		});
	};

	const stop = async () => {
		const ending = child;
		if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return;
		const gone = new Promise((resolve) => ending.once("exit", resolve));
		ending.kill("SIGKILL");
		await gone;
	};
	const remove = async () => {
		await stop();
		process.off("exit", killWithUs);
		rmSync(directory, { recursive: true, force: true });
	};

	try {
		await start();
		return {
			settings: {
				...ACCOUNT,
				endpoint: `http://127.0.0.1:${port}`,
				bucket: BUCKET,
				region: "eu-central-1",
				isPathStyle: true,
			},
			names: () => filesBelow(objects),
			freeze: () => void child?.kill("SIGSTOP"),
			thaw: () => void child?.kill("SIGCONT"),
			stop,
			start,
			remove,
		};
	} catch (error) {
		await remove();
		throw error;
	}
};
