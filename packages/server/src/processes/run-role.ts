import cluster from "node:cluster";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { closeDataDirectory, makeDataDirectory } from "../configuration/data-directory.ts";
import { outwardExitCode } from "../faults/exit-codes.ts";
import { serverFault } from "../faults/server-fault.ts";
import { startFault } from "../faults/start-fault.ts";
import { publicAddress, signInLines, signInLinkLines } from "./announcement.ts";
import { guardProcess } from "./guard.ts";
import { isOrphaned, isSupervised, type ReadyMessage } from "./ready-message.ts";
import type { ProcessRole } from "./role.ts";
import { killAfter, onStopSignals } from "./signals.ts";
import type { FromWorker } from "./worker-messages.ts";

/** A role that has not closed by now never will. */
const CLOSE_WITHIN_MS = 9_000;
/** How much later it is killed, even if its event loop is blocked. */
const LAST_WORD_MS = 200;

const announce = (message: ReadyMessage, configuration: Configuration): void => {
	if (isSupervised()) return void process.send?.(message);
	const { firstStart, signInToken, port = configuration.PORT } = message.state ?? {};
	const { dataDirectory, HOST, BASE_URL } = configuration;
	const address = publicAddress({ baseUrl: BASE_URL, host: HOST, port });
	const said = [
		...signInLinkLines(address, signInToken),
		...(firstStart ? signInLines(firstStart, dataDirectory) : []),
	];
	if (said.length > 0) process.stdout.write(`${said.join("\n")}\n`);
};

/** Workers that fail for the same reason leave it to their parent to report it once. */
const reportFault = async (fault: string): Promise<void> => {
	const message: FromWorker = { fault };
	if (cluster.isWorker && process.connected)
		await new Promise((resolve) => process.send?.(message, undefined, {}, resolve));
	else process.stderr.write(`${fault}\n`);
};

/** Closes the role, or kills the process when that takes too long. */
const closeWithin = async (ms: number, close: () => Promise<void>, log: Logger): Promise<void> => {
	killAfter(ms + LAST_WORD_MS);
	const overdue = setTimeout(() => {
		log.error({ afterMs: ms }, "The process did not close in time");
		process.kill(process.pid, "SIGKILL");
	}, ms);
	await close();
	clearTimeout(overdue);
};

/**
 * Ends the process. An orphan kills itself, because the engine's exit handlers may wait for ever, when no Node thread
 * runs any longer and no parent can end it.
 */
const leave = (code: number): never => {
	if (isOrphaned()) process.kill(process.pid, "SIGKILL");
	return process.exit(code);
};

/**
 * Runs one role in this process until a signal, or until the process that started it is gone. A second signal changes
 * nothing, because the process is already stopping.
 */
export const runRole = async (
	{ role }: { role: ProcessRole },
	configuration: Configuration,
	log: Logger,
): Promise<never> => {
	let stop: () => void = () => process.exit(0);
	process.on("disconnect", () => stop());
	const guard = isSupervised() ? guardProcess(CLOSE_WITHIN_MS + LAST_WORD_MS) : undefined;

	try {
		makeDataDirectory(configuration.dataDirectory);
		if (!isSupervised()) void closeDataDirectory(configuration.dataDirectory, log);
		const running = await role(configuration, log);
		const stopped = new Promise<void>((resolve) => {
			stop = resolve;
		});
		onStopSignals(() => stop());
		const isReady = await Promise.race([running.ready?.then(() => true) ?? true, stopped]);
		if (isReady) {
			announce({ ready: true, state: running.state }, configuration);
			const { port } = running.state;
			log.info({ pid: process.pid, ...(port !== undefined && { port }) }, "Ready");
			const endWatch = guard?.watchEventLoop(log.bindings());
			await stopped;
			endWatch?.();
		}
		await closeWithin(CLOSE_WITHIN_MS, running.close, log);
		log.info({ pid: process.pid }, "Stopped");
		// Engines keep their own threads; everything important is closed.
		return leave(0);
	} catch (error) {
		const fault = startFault(await serverFault(error, configuration), configuration);
		// An unexpected error is logged in full.
		if (fault === undefined) log.error({ err: error }, "An unexpected error ended the process");
		await reportFault(fault?.message ?? (error as Error).message);
		const code = fault?.exitCode ?? 1;
		return leave(isSupervised() ? code : outwardExitCode(code));
	}
};
