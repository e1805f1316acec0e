import { EnvironmentError } from "@footfall/shared/environment";
import { ProcessLockError } from "@footfall/shared/process-lock";
import type { Logger } from "pino";
import type { Configuration } from "../configuration.ts";
import { EXIT_UNUSABLE } from "../exit-codes.ts";
import type { ReadyMessage } from "../supervise.ts";
import type { Role } from "./role.ts";

/** A role that has not let go by now never will. */
const CLOSE_WITHIN_MS = 9_000;

const isUnusable = (error: unknown): boolean =>
	error instanceof EnvironmentError ||
	error instanceof ProcessLockError ||
	["EADDRINUSE", "EACCES", "EADDRNOTAVAIL"].includes((error as NodeJS.ErrnoException).code ?? "");

/** What a person can do about a start that failed. */
const adviceFor = (error: unknown, { HOST, PORT }: Configuration): string => {
	const { code, message } = error as NodeJS.ErrnoException;
	if (code === "EADDRINUSE")
		return `Port ${PORT} of ${HOST} is in use: stop what listens there, or set PORT to another.`;
	if (code === "EADDRNOTAVAIL")
		return `This machine has no address ${HOST}: set HOST to one that it has.`;
	return message;
};

/**
 * Runs one role in this process until a signal, or until the process that started it is gone. A second signal
 * changes nothing: the first is being obeyed.
 */
export const run = async (role: Role, configuration: Configuration, log: Logger): Promise<void> => {
	let stopAsked: (() => void) | undefined;
	const stopped = new Promise<void>((resolve) => {
		stopAsked = resolve;
	});
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopAsked?.());
	process.on("disconnect", () => stopAsked?.());

	try {
		const running = await role(configuration, log);
		const message: ReadyMessage = { ready: true, announcement: running.announcement };
		process.send?.(message);
		log.info({ pid: process.pid }, "ready");
		await stopped;
		const overdue = setTimeout(() => {
			log.error({ afterMs: CLOSE_WITHIN_MS }, "did not close in time");
			process.exit(1);
		}, CLOSE_WITHIN_MS);
		await running.close();
		clearTimeout(overdue);
		log.info({ pid: process.pid }, "stopped");
		// Engines keep threads of their own; everything that matters is closed.
		process.exit(0);
	} catch (error) {
		log.error({ err: error }, "could not go on");
		process.stderr.write(`${adviceFor(error, configuration)}\n`);
		process.exit(isUnusable(error) ? EXIT_UNUSABLE : 1);
	}
};
