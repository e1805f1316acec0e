import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import { type LogImport, openLogImport } from "@footfall/gateway/access-log";
import { commandLine } from "@footfall/shared/command-line";
import { EnvironmentError } from "@footfall/shared/environment";
import { requireDataDirectory } from "../configuration/require-data.ts";
import { fileFault } from "../faults/file-fault.ts";
import { killAfter, onStopSignals } from "../processes/signals.ts";
import { openQueue } from "../storage/queue.ts";
import { print, type RunCommand, usageError } from "./command.ts";
import { createTerminalLogger } from "./terminal-logger.ts";

/** Further errors of one kind add nothing. */
const MAX_FAULTS_SHOWN = 20;
/** After this time without an answer from the queue, lines are abandoned; the next run reads them again. */
const STOP_WITHIN_MS = 9_000;

interface ImportLogsOptions {
	files: string[];
	site: string | undefined;
	hosts: Record<string, string>;
	follow: boolean;
}

const ACCEPTED = {
	allowPositionals: true,
	options: {
		site: { type: "string" },
		host: { type: "string", multiple: true },
		follow: { type: "boolean" },
	},
} as const;

const isCompressed = (file: string) => file.endsWith(".gz");

/** @throws UsageError that says what is missing */
export const importLogsOptions = (parameters: readonly string[]): ImportLogsOptions => {
	const { values, positionals: files } = commandLine(parameters, ACCEPTED, usageError);
	const hosts = Object.fromEntries(
		(values.host ?? []).map((pair) => {
			const [name = "", id = "", ...more] = pair.split("=");
			if (name === "" || id === "" || more.length > 0)
				throw usageError(
					`--host must be a host and a site, such as shop.example=3, not "${pair}".`,
				);
			return [name.toLowerCase(), id];
		}),
	);
	const { site, follow = false } = values;
	if (files.length === 0) throw usageError("Name the log to read, or - for standard input.");
	if (site === undefined && values.host === undefined)
		throw usageError("Name the site that the log belongs to with --site or --host.");
	if (follow && files.includes("-"))
		throw usageError("Standard input is always read to its end; remove --follow.");
	const compressed = files.find(isCompressed);
	if (follow && compressed !== undefined)
		throw usageError(
			`${compressed} is compressed, so nothing can be appended to it; remove --follow.`,
		);
	return { files, site, hosts, follow };
};

/** The text of a compressed log. */
const decompressed = (file: string): AsyncIterable<Buffer> => {
	const compressed = createReadStream(file);
	const text = createGunzip();
	// `pipe` does not forward errors.
	compressed.on("error", (error) => text.destroy(error));
	return compressed.pipe(text);
};

/** Why a log could not be read to its end. */
const faultIn = (error: unknown, file: string): EnvironmentError => {
	const fault = fileFault(error);
	if (fault instanceof EnvironmentError) return fault;
	return new EnvironmentError(
		isCompressed(file)
			? `${file}: ${(error as Error).message}: it is not a gzip file, or it is damaged.`
			: `${file}: ${(error as Error).message}. Run the command again: it continues where it stopped.`,
	);
};

const summaryOf = ({ counts }: LogImport): string => {
	const { lines, bots, others, excluded, otherHosts, expired, malformed } = counts();
	return `${lines} lines: ${bots} by bots recorded, ${others} by others, ${excluded} excluded by the site, ${otherHosts} of other hosts, ${expired} older than the retention of bots, ${malformed} unreadable\n`;
};

/** Prints the errors in a log's lines, up to a limit. */
const createFaultPrinter = () => {
	let faults = 0;
	return (file: string) => (lineNumber: number, reason: string) => {
		faults++;
		if (faults <= MAX_FAULTS_SHOWN) process.stderr.write(`${file}:${lineNumber}: ${reason}\n`);
		if (faults === MAX_FAULTS_SHOWN) process.stderr.write("Further errors are only counted.\n");
	};
};

/** Resolves once everything is in the queue, or a signal stops following. */
export const run: RunCommand = async (parameters, { configuration, log: logger }) => {
	const { files, site, hosts, follow } = importLogsOptions(parameters);
	requireDataDirectory(configuration);
	const { visitors, internalToken } = configuration.secrets();
	const log = createTerminalLogger(logger);
	const queue = openQueue(configuration, log);
	const stopping = new AbortController();
	// Following never ends by itself; an interrupted read is continued by the next run.
	if (follow)
		onStopSignals(() => {
			if (stopping.signal.aborted) return;
			stopping.abort();
			killAfter(STOP_WITHIN_MS);
		});

	const printFaults = createFaultPrinter();
	const readOne = async (file: string): Promise<void> => {
		const importing = await openLogImport({
			dataDirectory: configuration.dataDirectory,
			secret: visitors,
			producer: queue.producer(),
			backend: configuration.backend,
			internalToken,
			...configuration.lookups,
			site,
			hosts,
			botRetentionDays: configuration.BOT_RETENTION_DAYS,
			malformed: printFaults(file),
			log,
		});
		try {
			if (file === "-") await importing.stream(process.stdin);
			else if (isCompressed(file)) await importing.stream(decompressed(file));
			else await importing.file(file, { follow, signal: stopping.signal });
		} catch (error) {
			throw faultIn(error, file);
		} finally {
			print(`${file}: ${summaryOf(importing)}`);
			await importing.close();
		}
	};

	try {
		// Following a file never ends, so the files are followed concurrently.
		if (follow) await Promise.all(files.map(readOne));
		else for (const file of files) await readOne(file);
	} finally {
		await queue.close();
	}
	return 0;
};
