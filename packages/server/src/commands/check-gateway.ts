import { checkGateway, type Finding } from "@footfall/gateway/check";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { EXIT_UNUSABLE } from "../faults/exit-codes.ts";
import { openAppendingQueue } from "../storage/queue.ts";
import { print } from "./command.ts";

const LABEL_WIDTH = 22;

const lineOf = ({ what, found, fault }: Finding): string => {
	const label = `${fault === "" ? "ok" : "NOT OK"}  `.padStart(8) + what.padEnd(LABEL_WIDTH);
	return `${label}${found}${fault === "" ? "" : `\n${" ".repeat(8 + LABEL_WIDTH)}→ ${fault}`}\n`;
};

const producerOf = (configuration: Configuration, log: Logger) => {
	try {
		const queue = openAppendingQueue(configuration, log);
		return { producer: queue.producer(), close: queue.close };
	} catch (error) {
		return { producer: { health: () => Promise.reject(error) }, close: async () => {} };
	}
};

/**
 * Checks each dependency of a gateway, and prints its state and what to change. Resolves to the exit code: 0 when a
 * gateway would start and store.
 */
export const printGatewayCheck = async (
	configuration: Configuration,
	log: Logger,
): Promise<number> => {
	const { producer, close } = producerOf(configuration, log);
	const findings = await checkGateway({
		dataDirectory: configuration.dataDirectory,
		trackerDirectory: configuration.trackerDirectory,
		...configuration.lookups,
		producer,
	});
	await close();
	print(lineOf({ what: "environment", found: "all variables are valid", fault: "" }));
	for (const finding of findings) print(lineOf(finding));
	return findings.some(({ fault }) => fault !== "") ? EXIT_UNUSABLE : 0;
};
