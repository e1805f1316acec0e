import { existsSync } from "node:fs";
import { join } from "node:path";
import { GATEWAY_NODE_OPTIONS } from "@footfall/gateway/config";
import { acquireProcessLock } from "@footfall/shared/files/process-lock";
import type { Configuration } from "../configuration/configuration.ts";
import { closeDataDirectory, makeDataDirectory } from "../configuration/data-directory.ts";
import { readyText, signInLines } from "../processes/announcement.ts";
import { superviseProcesses } from "../processes/product-processes.ts";
import type { ReadyState } from "../processes/ready-message.ts";
import { leaveOnce, onStopSignals } from "../processes/signals.ts";
import { print, type RunCommand } from "./command.ts";

/** Less than the ten seconds in which the product promises to stop. */
const GRACE_MS = 9_500;
/** chDB runs on libuv's threads; with the default of four, a few reports would block each other. */
const THREADS = "16";

/** Prints the ready text once gateway and backend are ready, and remembers the gateway's assigned port. */
const watchReadiness = ({ PORT, HOST, BASE_URL, dataDirectory }: Configuration) => {
	const ready: { gateway?: ReadyState; backend?: ReadyState } = {};
	let port = PORT;
	let isPrinted = false;
	return {
		port: () => port,
		onReady: (name: "gateway" | "backend", state: ReadyState | undefined) => {
			// The state of a process that has since died counts too, because a first sign-in is printed once.
			ready[name] = { ...ready[name], ...state };
			port = ready.gateway?.port ?? port;
			if (isPrinted || ready.gateway === undefined || ready.backend === undefined) return;
			isPrinted = true;
			const { siteId, firstStart, signInToken } = ready.backend;
			const signIn = firstStart ? signInLines(firstStart, dataDirectory) : [];
			print(
				`\n${readyText({ port, host: HOST, baseUrl: BASE_URL, siteId, signInToken, signIn })}\n`,
			);
		},
	};
};

/** Runs gateway and backend as two processes on one public port, until a signal. */
export const run: RunCommand = async (_parameters, { configuration, log, entry }) => {
	const { dataDirectory } = configuration;
	makeDataDirectory(dataDirectory);
	const isFirstStart = !existsSync(join(dataDirectory, "gateway", "configuration.json"));
	const release = acquireProcessLock(join(dataDirectory, "lock"), `the data in ${dataDirectory}`);
	void closeDataDirectory(dataDirectory, log);

	// Generated before two processes could try to.
	configuration.secrets();

	const leaveWith = leaveOnce(() => supervisor.stop(GRACE_MS).finally(release));
	onStopSignals(() => void leaveWith(0));

	const { port, onReady } = watchReadiness(configuration);
	const supervisor = superviseProcesses(
		entry,
		[
			{
				name: "backend",
				command: ["backend"],
				environment: () => ({ UV_THREADPOOL_SIZE: THREADS }),
				ready: ({ state }) => onReady("backend", state),
			},
			{
				name: "gateway",
				// One process handles thousands of requests a second; more would cost memory that a small machine lacks.
				command: ["gateway", "--workers", String(configuration.GATEWAY_WORKERS ?? 1)],
				nodeOptions: GATEWAY_NODE_OPTIONS,
				// A restarted gateway reuses its port, which open pages know.
				environment: () => ({ PORT: String(port()) }),
				ready: ({ state }) => onReady("gateway", state),
			},
		],
		log,
		isFirstStart,
		(_name, code) => void leaveWith(code),
	);
	return undefined;
};
