import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { type LogImport, openLogImport } from "@footfall/gateway/access-log";
import { openEmbeddedQueue, openKafkaQueue } from "@footfall/queue";
import { commandLine } from "@footfall/shared/command-line";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger as PartsLogger } from "@footfall/shared/logger";
import type { Logger } from "pino";
import type { Configuration } from "../configuration/configuration.ts";
import { requireDataDirectory } from "../configuration/require-data-directory.ts";
import { fileFault } from "../faults/file-fault.ts";
import { killAfter, onStopSignals } from "../processes/signals.ts";
import { USAGE } from "./commands.ts";
import { misuse } from "./usage-error.ts";

/** More faults of one kind tell nothing new. */
const MAX_FAULTS_SHOWN = 20;
/** What is on its way into a queue that does not answer is given up then; it is read again by the next run. */
const STOP_WITHIN_MS = 9_000;

interface Asked {
	files: string[];
	site: string | undefined;
	hosts: Record<string, string>;
	follow: boolean;
}

const unusable = misuse(USAGE["import-logs"]);

const ACCEPTED = {
	allowPositionals: true,
	options: {
		site: { type: "string" },
		host: { type: "string", multiple: true },
		follow: { type: "boolean" },
	},
} as const;

const isCompressed = (file: string) => file.endsWith(".gz");

/** What a command line asks for. @throws EnvironmentError that says what is missing */
export const importLogsAsked = (parameters: readonly string[]): Asked => {
	const { values, positionals: files } = commandLine(parameters, ACCEPTED, unusable);
	const hosts = Object.fromEntries(
		(values.host ?? []).map((pair) => {
			const [name = "", id = "", ...more] = pair.split("=");
			if (name === "" || id === "" || more.length > 0)
				throw unusable(`"${pair}" is no host and site; write it like shop.example=3.`);
			return [name.toLowerCase(), id];
		}),
	);
	const { site, follow = false } = values;
	if (files.length === 0) throw unusable("Name the log to read, or - for the standard input.");
	if (site === undefined && values.host === undefined)
		throw unusable("Say which site the log belongs to, with --site or --host.");
	if (follow && files.includes("-"))
		throw unusable("The standard input is read to its end anyway; leave --follow out.");
	const compressed = files.find(isCompressed);
	if (follow && compressed !== undefined)
		throw unusable(`${compressed} is compressed: nothing is added to it, so leave --follow out.`);
	return { files, site, hosts, follow };
};

/** A person reads along: trouble goes beside the result as a line, chatter into the debug log. */
const spoken = (log: Logger): PartsLogger => {
	const say = (fields: object, message: string) => {
		const { error } = fields as { error?: unknown };
		process.stderr.write(`${message}${error === undefined ? "" : `: ${String(error)}`}\n`);
	};
	return { info: (fields, message) => log.debug(fields, message), warn: say, error: say };
};

/** A compressed log's text. */
const unpacked = (file: string): AsyncIterable<Buffer> => {
	const compressed = createReadStream(file);
	const text = createGunzip();
	// A pipe does not hand errors on.
	compressed.on("error", (error) => text.destroy(error));
	return compressed.pipe(text);
};

/** Why a log could not be read to its end. */
const faultIn = (error: unknown, file: string): EnvironmentError => {
	const fault = fileFault(error);
	if (fault instanceof EnvironmentError) return fault;
	return new EnvironmentError(
		isCompressed(file)
			? `${file}: ${(error as Error).message}: it is not compressed by gzip, or it is damaged.`
			: `${file}: ${(error as Error).message}. Run the command again: it goes on where it stopped.`,
	);
};

/** The queue itself, without the disk that a gateway keeps for the time without Kafka: that has an owner. */
const queueOf = (configuration: Configuration, logger: PartsLogger) =>
	configuration.kafka === undefined
		? openEmbeddedQueue({ directory: join(configuration.dataDirectory, "queue"), logger })
		: openKafkaQueue({ ...configuration.kafka, logger });

const summaryOf = ({ counts }: LogImport): string => {
	const { lines, bots, others, excluded, otherHosts, malformed } = counts();
	return `${lines} lines: ${bots} by bots recorded, ${others} by others, ${excluded} excluded by the site, ${otherHosts} of other hosts, ${malformed} not readable\n`;
};

/**
 * `footfall import-logs`: resolves when everything is in the queue, or a signal ended following.
 * @throws EnvironmentError for what a person can set right, such as a file that is not there
 */
export const importLogs = async (
	parameters: readonly string[],
	configuration: Configuration,
	log: Logger,
): Promise<void> => {
	const asked = importLogsAsked(parameters);
	const { files, site, hosts, follow } = asked;
	requireDataDirectory(configuration);
	const { visitors, internalToken } = configuration.secrets();
	const parts = spoken(log);
	const queue = queueOf(configuration, parts);
	const stopping = new AbortController();
	// Nobody waits for the end of a log that is followed; any other is read on from where it was left.
	if (follow)
		onStopSignals(() => {
			if (stopping.signal.aborted) return;
			stopping.abort();
			killAfter(STOP_WITHIN_MS);
		});

	let faults = 0;
	const tell = (file: string) => (lineNumber: number, reason: string) => {
		faults++;
		if (faults <= MAX_FAULTS_SHOWN) process.stderr.write(`${file}:${lineNumber}: ${reason}\n`);
		if (faults === MAX_FAULTS_SHOWN) process.stderr.write("Further faults are only counted.\n");
	};

	const readOne = async (file: string): Promise<void> => {
		const importing = await openLogImport({
			dataDirectory: configuration.dataDirectory,
			secret: visitors,
			producer: queue.producer(),
			backend:
				configuration.API_URL === undefined
					? { socketPath: configuration.socketPath }
					: { origin: configuration.API_URL },
			internalToken,
			cityDatabases:
				configuration.GEO_CITY_DATABASE === undefined
					? undefined
					: [configuration.GEO_CITY_DATABASE],
			asnDatabase: configuration.GEO_ASN_DATABASE,
			botRanges: configuration.BOT_RANGES,
			site,
			hosts,
			malformed: tell(file),
			log: parts,
		});
		try {
			if (file === "-") await importing.stream(process.stdin);
			else if (isCompressed(file)) await importing.stream(unpacked(file));
			else await importing.file(file, { follow, signal: stopping.signal });
			process.stdout.write(`${file}: ${summaryOf(importing)}`);
		} catch (error) {
			process.stdout.write(`${file}: ${summaryOf(importing)}`);
			throw faultIn(error, file);
		} finally {
			await importing.close();
		}
	};

	try {
		// A followed file never ends, so they are followed side by side.
		if (follow) await Promise.all(files.map(readOne));
		else for (const file of files) await readOne(file);
	} finally {
		await queue.close();
	}
};
