import { checkGateway, type Finding } from "@footfall/gateway/check";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { EXIT_UNUSABLE } from "../faults/exit-codes.ts";
import { appendingQueue } from "../storage/queue.ts";

const LABEL_WIDTH = 22;

const lineOf = ({ what, found, fault }: Finding): string => {
	const label = `${fault === "" ? "ok" : "NOT OK"}  `.padStart(8) + what.padEnd(LABEL_WIDTH);
	return `${label}${found}${fault === "" ? "" : `\n${" ".repeat(8 + LABEL_WIDTH)}→ ${fault}`}\n`;
};

const unopened = (error: Error) => ({
	producer: {
		health: async () => {
			throw error;
		},
	},
	close: async () => {},
});

/**
 * Says of everything that a gateway needs whether it is fit for use, and what to change. Resolves to the exit code: 0
 * when a gateway would start and store.
 */
export const checkedGateway = async (
	configuration: Configuration,
	log: Logger,
): Promise<number> => {
	const queueOf = () => {
		try {
			const queue = appendingQueue(configuration, log);
			return { producer: queue.producer(), close: queue.close };
		} catch (error) {
			return unopened(error as Error);
		}
	};
	const { producer, close } = queueOf();
	const findings = await checkGateway({
		dataDirectory: configuration.dataDirectory,
		trackerDirectory: configuration.trackerDirectory,
		cityDatabases:
			configuration.GEO_CITY_DATABASE === undefined ? undefined : [configuration.GEO_CITY_DATABASE],
		asnDatabase: configuration.GEO_ASN_DATABASE,
		botRanges: configuration.BOT_RANGES,
		producer,
	});
	await close();
	process.stdout.write(lineOf({ what: "environment", found: "every variable is fit", fault: "" }));
	for (const finding of findings) process.stdout.write(lineOf(finding));
	return findings.some(({ fault }) => fault !== "") ? EXIT_UNUSABLE : 0;
};
