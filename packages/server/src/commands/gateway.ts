import cluster from "node:cluster";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { GATEWAY_NODE_OPTIONS, workers } from "@footfall/gateway/config";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { closeDataDirectory, makeDataDirectory } from "../configuration/data-directory.ts";
import { isSupervised } from "../processes/is-supervised.ts";
import { run } from "../processes/run-role.ts";
import { onStopSignals } from "../processes/signals.ts";
import type { ReadyMessage } from "../processes/supervise.ts";
import { startTier } from "../processes/worker-pool.ts";
import { USAGE } from "./commands.ts";

/** Less than the ten seconds in which a gateway promises to stop. */
const GRACE_MS = 9_250;

const argumentsIn = (given: readonly string[]) => {
	try {
		const { values } = parseArgs({
			args: [...given],
			options: { workers: { type: "string" }, check: { type: "boolean", default: false } },
		});
		const count = workers.optional().safeParse(values.workers);
		if (!count.success)
			throw new TypeError(`--workers ${count.error.issues.map(({ message }) => message)[0]}`);
		return { workers: count.data, check: values.check };
	} catch (error) {
		throw new EnvironmentError(`${(error as Error).message}\n\n${USAGE.gateway}`);
	}
};

const runTier = (count: number, configuration: Configuration, log: Logger, entry: string): void => {
	let isLeaving = false;
	const leave = async (code: number) => {
		if (isLeaving) return;
		isLeaving = true;
		const stopped = await tier.stop(GRACE_MS);
		process.exit(code === 0 ? stopped : code);
	};
	onStopSignals(() => void leave(0));
	process.on("disconnect", () => void leave(0));
	process.on("SIGHUP", () => void tier.restart());

	makeDataDirectory(configuration.dataDirectory);
	if (!isSupervised()) void closeDataDirectory(configuration.dataDirectory, log);
	// Made before several workers could all want to make it.
	configuration.secrets();
	const tier = startTier({
		entry,
		parameters: ["gateway"],
		nodeOptions: GATEWAY_NODE_OPTIONS,
		workers: count,
		environment: { GATEWAY_WORKERS: String(count) },
		log,
		ready: (announcement) => {
			const message: ReadyMessage = { ready: true, announcement };
			process.send?.(message);
			log.info({ workers: count, port: announcement.port }, "all workers are ready");
		},
		unusable: (code) => void leave(code),
	});
};

/** `footfall gateway`: one process, or several that share the port; or a look at whether they could start. */
export const gatewayCommand = async (
	given: readonly string[],
	configuration: Configuration,
	log: Logger,
	entry: string,
): Promise<void> => {
	const asked = argumentsIn(given);
	if (asked.check) {
		const { checkedGateway } = await import("./check-gateway.ts");
		process.exit(await checkedGateway(configuration, log));
	}
	const count = asked.workers ?? configuration.GATEWAY_WORKERS ?? availableParallelism();
	if (cluster.isPrimary && count > 1) return runTier(count, configuration, log, entry);
	process.on("SIGHUP", () => {
		if (cluster.isPrimary) log.warn({}, "a rolling restart needs two workers or more");
	});
	const { gateway } = await import("../processes/gateway-role.ts");
	await run(gateway, configuration, log);
};
