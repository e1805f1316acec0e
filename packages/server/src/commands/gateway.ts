import cluster from "node:cluster";
import { availableParallelism } from "node:os";
import { GATEWAY_NODE_OPTIONS, workers } from "@footfall/gateway/config";
import { commandLine } from "@footfall/shared/command-line";
import { closeDataDirectory, makeDataDirectory } from "../configuration/data-directory.ts";
import { outwardExitCode } from "../faults/exit-codes.ts";
import { isSupervised, type ReadyMessage } from "../processes/ready-message.ts";
import { runRole } from "../processes/run-role.ts";
import { leaveOnce, onStopSignals } from "../processes/signals.ts";
import { startWorkerPool } from "../processes/worker-pool.ts";
import { type CommandContext, type RunCommand, usageError } from "./command.ts";

/** Less than the ten seconds in which a gateway promises to stop. */
const GRACE_MS = 9_250;

const ACCEPTED = {
	options: { workers: { type: "string" }, check: { type: "boolean", default: false } },
} as const;

const optionsIn = (parameters: readonly string[]) => {
	const { values } = commandLine(parameters, ACCEPTED, usageError);
	const count = workers.optional().safeParse(values.workers);
	if (!count.success) throw usageError(`--workers ${count.error.issues[0]?.message}`);
	return { workers: count.data, check: values.check };
};

const runWorkers = (count: number, { configuration, log, entry }: CommandContext): void => {
	const leave = leaveOnce(() => pool.stop(GRACE_MS));
	onStopSignals(() => void leave(0));
	process.on("disconnect", () => void leave(0));
	process.on("SIGHUP", () => void pool.restart());

	makeDataDirectory(configuration.dataDirectory);
	if (!isSupervised()) void closeDataDirectory(configuration.dataDirectory, log);
	// Generated before several workers could try to.
	configuration.secrets();
	const pool = startWorkerPool({
		entry,
		parameters: ["gateway"],
		nodeOptions: GATEWAY_NODE_OPTIONS,
		workers: count,
		environment: { GATEWAY_WORKERS: String(count) },
		log,
		ready: (state) => {
			const message: ReadyMessage = { ready: true, state };
			process.send?.(message);
			log.info({ workers: count, port: state.port }, "All workers are ready");
		},
		unusable: (code) => void leave(isSupervised() ? code : outwardExitCode(code)),
	});
};

/** Runs one process or several that share the port, or checks whether they could start. */
export const run: RunCommand = async (parameters, context) => {
	const { configuration, log } = context;
	const options = optionsIn(parameters);
	if (options.check)
		return (await import("./check-gateway.ts")).printGatewayCheck(configuration, log);
	const count = options.workers ?? configuration.GATEWAY_WORKERS ?? availableParallelism();
	if (cluster.isPrimary && count > 1) return void runWorkers(count, context);
	process.on("SIGHUP", () => {
		if (cluster.isPrimary) log.warn({}, "A rolling restart needs at least two workers");
	});
	return runRole(await import("../processes/gateway-role.ts"), configuration, log);
};
