import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { GATEWAY_NODE_OPTIONS } from "@footfall/gateway/config";
import { EnvironmentError } from "@footfall/shared/environment";
import { acquireProcessLock } from "@footfall/shared/process-lock";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { closeDataDirectory, makeDataDirectory } from "../configuration/data-directory.ts";
import { announcedSignIn, announcement } from "../processes/announcement.ts";
import { onStopSignals } from "../processes/signals.ts";
import { type Announcement, supervise } from "../processes/supervise.ts";

/** Less than the ten seconds in which the product promises to stop. */
const GRACE_MS = 9_500;
/** chDB and LMDB work on libuv's threads; with the default of four, a few reports would hold up each other. */
const THREADS = "16";

/** Now, while nothing has the queue open: a file whose index is damaged is replaced by what can be read of it. */
const mendQueue = async (
	{ dataDirectory, LOG_LEVEL }: Configuration,
	entry: string,
	stopping: AbortSignal,
): Promise<void> => {
	const directory = join(dataDirectory, "queue");
	if (!existsSync(directory)) return;
	const script = join(dirname(entry), "processes", "mend-queue.js");
	const mending = spawn(process.execPath, [script, directory, LOG_LEVEL], { stdio: "inherit" });
	const kill = () => mending.kill("SIGKILL");
	stopping.addEventListener("abort", kill);
	const [status] = (await once(mending, "exit")) as [number | null];
	stopping.removeEventListener("abort", kill);
	if (status !== 0 && !stopping.aborted)
		throw new EnvironmentError(
			`The queue in ${directory} cannot be used; the line above says why. Make room for a copy of it, or move it away`,
		);
};

/** Runs gateway and backend as two processes on one public port, until a signal. */
export const start = async (
	configuration: Configuration,
	log: Logger,
	entry: string,
): Promise<void> => {
	const { dataDirectory } = configuration;
	makeDataDirectory(dataDirectory);
	const release = acquireProcessLock(join(dataDirectory, "lock"), `the data in ${dataDirectory}`);
	void closeDataDirectory(dataDirectory, log);

	const stopping = new AbortController();
	let leave = () => stopping.abort();
	onStopSignals(() => leave());
	if (configuration.kafka === undefined) await mendQueue(configuration, entry, stopping.signal);
	if (stopping.signal.aborted) {
		release();
		process.exit(0);
	}
	// Made before two processes could both want to make it.
	configuration.secrets();

	let port = configuration.PORT;
	const said: { gateway?: Announcement; backend?: Announcement } = {};
	let isAnnounced = false;
	const hear = (name: "gateway" | "backend", message: Announcement | undefined) => {
		// What a process said that died since counts too: a first start is told once.
		said[name] = { ...said[name], ...message };
		port = said.gateway?.port ?? port;
		if (isAnnounced || said.gateway === undefined || said.backend === undefined) return;
		isAnnounced = true;
		const { siteId, firstStart } = said.backend;
		const started = { port, host: configuration.HOST, baseUrl: configuration.BASE_URL, siteId };
		const signIn = firstStart ? announcedSignIn(firstStart, dataDirectory) : [];
		process.stdout.write(`\n${announcement({ ...started, signIn })}\n`);
	};

	let isLeaving = false;
	const leaveWith = async (code: number) => {
		if (isLeaving) return;
		isLeaving = true;
		const stopped = await supervisor.stop(GRACE_MS);
		release();
		process.exit(code === 0 ? stopped : code);
	};
	leave = () => void leaveWith(0);

	const supervisor = supervise(
		entry,
		[
			{
				name: "backend",
				command: ["backend"],
				environment: () => ({ UV_THREADPOOL_SIZE: THREADS }),
				ready: ({ announcement }) => hear("backend", announcement),
			},
			{
				name: "gateway",
				// One process serves thousands of requests a second: more cost memory that a small machine lacks.
				command: ["gateway", "--workers", String(configuration.GATEWAY_WORKERS ?? 1)],
				nodeOptions: GATEWAY_NODE_OPTIONS,
				// A gateway that is started again takes the port that its pages know.
				environment: () => ({ PORT: String(port) }),
				ready: ({ announcement }) => hear("gateway", announcement),
			},
		],
		log,
		(_name, code) => void leaveWith(code),
	);
};
