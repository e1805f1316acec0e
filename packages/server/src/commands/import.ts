import { readFileSync } from "node:fs";
import type { ImportState } from "@footfall/api";
import {
	GOOGLE_PLATFORMS,
	openZipContent,
	PLAIN_FIELDS,
	PLATFORMS,
	PlainMapping,
	type PlatformName,
	readBatch,
	readerOf,
	UnreadableFileError,
} from "@footfall/imports";
import { commandLine } from "@footfall/shared/command-line";
import { EnvironmentError } from "@footfall/shared/environment";
import type { ExportedDefinition } from "@footfall/shared/imported-hit";
import { pause } from "@footfall/shared/waiting/pause";
import type { ImportClient } from "../backend-calls/local-import-calls.ts";
import { openImportCalls } from "../backend-calls/open-import-calls.ts";
import { requireData } from "../configuration/require-data.ts";
import { fileFault } from "../faults/file-fault.ts";
import { UnusableInputError } from "../faults/unusable-input-error.ts";
import { checkFiles } from "../import/check-files.ts";
import { fingerprintOf, type ImportFile, importFiles } from "../import/import-files.ts";
import { type GoogleImportOptions, importFromGoogle } from "../import/import-google.ts";
import { importSummary } from "../import/import-summary.ts";
import { createProgress } from "../import/progress.ts";
import { readBatches } from "../import/read-batches.ts";
import { type CommandContext, print, type RunCommand, usageError } from "./command.ts";

const POLL_MS = 500;
const EVER = { from: Date.UTC(2000), to: Number.POSITIVE_INFINITY };

interface ImportOptions {
	platform: PlatformName;
	paths: readonly string[];
	site: string;
	mapping: PlainMapping;
	isDryRun: boolean;
}

const ACCEPTED = {
	allowPositionals: true,
	options: {
		site: { type: "string" },
		mapping: { type: "string" },
		"dry-run": { type: "boolean" },
		property: { type: "string" },
		"key-file": { type: "string" },
		from: { type: "string" },
		to: { type: "string" },
	},
} as const;

const mappingIn = (path: string | undefined): PlainMapping => {
	if (path === undefined) return {};
	let content: unknown;
	try {
		content = JSON.parse(readFileSync(path, "utf8"));
	} catch (error) {
		throw new EnvironmentError(`${path}: ${(error as Error).message}`);
	}
	const checked = PlainMapping.safeParse(content);
	if (!checked.success) {
		const known: readonly string[] = PLAIN_FIELDS;
		const unknown = Object.keys(Object(content)).find((field) => !known.includes(field));
		throw new UnusableInputError(
			`${path}: must map fields to columns${unknown === undefined ? "" : `; "${unknown}" is not a field`}. The fields are ${PLAIN_FIELDS.join(", ")}.`,
		);
	}
	return checked.data;
};

const isPlatform = (name: string): name is PlatformName =>
	(PLATFORMS as readonly string[]).includes(name);

/** @throws UsageError that says what is missing */
export const importOptions = (parameters: readonly string[]): ImportOptions => {
	const { values, positionals } = commandLine(parameters, ACCEPTED, usageError);
	const [name = "", ...paths] = positionals;
	const platform = name.replaceAll("-", "_");
	if (!isPlatform(platform)) throw usageError(`"${name}" is not a supported product.`);
	if (values.from !== undefined || values.to !== undefined)
		throw usageError("--from and --to need --property and --key-file: files are imported whole.");
	if (paths.length === 0) throw usageError("Name the exported files.");
	const isDryRun = values["dry-run"] ?? false;
	if (values.site === undefined && !isDryRun)
		throw usageError("Name the site to import into with --site.");
	return { platform, paths, site: values.site ?? "", mapping: mappingIn(values.mapping), isDryRun };
};

/** @returns undefined for an import of files. @throws UsageError that says what is missing */
export const googleImportOptions = (
	parameters: readonly string[],
): GoogleImportOptions | undefined => {
	const { values, positionals } = commandLine(parameters, ACCEPTED, usageError);
	const [name = "", ...paths] = positionals;
	const platform = GOOGLE_PLATFORMS.find((known) => known === name.replaceAll("-", "_"));
	const { property, "key-file": keyFile, site, from, to } = values;
	const isNamed = property !== undefined || keyFile !== undefined;
	if (platform !== "search_console" && !isNamed) return undefined;
	if (platform === undefined)
		throw usageError(
			`--property and --key-file are for ga4 and search-console, not for "${name}".`,
		);
	if (property === undefined) throw usageError("Name the property to read with --property.");
	if (keyFile === undefined)
		throw usageError("Name the service account's key file with --key-file.");
	if (site === undefined) throw usageError("Name the site to import into with --site.");
	if (paths.length > 0)
		throw usageError(`${paths[0]} cannot be imported together with a property: leave one out.`);
	if (values["dry-run"] || values.mapping !== undefined)
		throw usageError("--dry-run and --mapping are for files.");
	return { platform, property, keyFile, site, from, to };
};

/** Lists what is skipped in archives before anything is read. */
const nameSkipped = async (files: readonly ImportFile[]): Promise<void> => {
	for (const { path } of files.filter((file) => file.path.toLowerCase().endsWith(".zip"))) {
		const { skipped, close } = await openZipContent(path);
		close();
		for (const name of skipped) process.stderr.write(`${path}: skipped ${name}: not a data file\n`);
	}
};

const bytesOf = (files: readonly ImportFile[]) =>
	files.reduce((sum, { bytes }) => sum + bytes, 0) || 1;

const addTo = (sum: Record<string, number>, counts: Readonly<Record<string, number>>): void => {
	for (const [reason, count] of Object.entries(counts)) sum[reason] = (sum[reason] ?? 0) + count;
};

// Only the import shows which of them the site lacks.
const linesOfKind = ({ kind }: ExportedDefinition) => ({ [`lines that define a ${kind}`]: 1 });

const ONLY_SUMS =
	"All rows are daily totals, not single events: they would count in the overview and its breakdowns for days before the site's first event.\n";

const dryRun = async ({ platform, mapping }: ImportOptions, files: readonly ImportFile[]) => {
	const read = readerOf(platform, mapping);
	const progress = createProgress(process.stderr);
	const total = bytesOf(files);
	const counts = { importedEvents: 0, definitions: {}, skipped: {}, invalid: {} };
	let figures = 0;
	for await (const { firstRow, rows, bytesRead } of readBatches(files)) {
		const batch = readBatch(read, rows, firstRow, { ...EVER, to: Date.now() });
		counts.importedEvents += batch.hits.length + batch.events.length + batch.figures.length;
		figures += batch.figures.length;
		for (const { value } of batch.definitions) addTo(counts.definitions, linesOfKind(value));
		addTo(counts.skipped, batch.skipped);
		addTo(counts.invalid, batch.invalid);
		progress.show(bytesRead / total, firstRow + rows.length);
	}
	progress.end();
	print(`Nothing was changed.\n${importSummary("would be imported", counts)}`);
	if (figures > 0 && figures === counts.importedEvents) print(ONLY_SUMS);
};

/** One batch is parsed while another is stored and the next is read. */
const MAX_IN_FLIGHT = 2;

/** Sends batches while the next is read; each has its position, so that they may be stored in any order. */
const sendAll = async (
	{ send }: ImportClient,
	{ platform, mapping }: ImportOptions,
	files: readonly ImportFile[],
	begun: ImportState,
): Promise<void> => {
	const read = readerOf(platform, mapping);
	const progress = createProgress(process.stderr);
	const total = bytesOf(files);
	const { importId, range } = begun;
	const inFlight: Promise<unknown>[] = [];
	try {
		for await (const { firstRow, rows, bytesRead } of readBatches(files)) {
			if (firstRow + rows.length <= begun.nextRow) continue;
			const batch = readBatch(read, rows, firstRow, range);
			if (inFlight.length === MAX_IN_FLIGHT) await inFlight.shift();
			const sending = send({ call: "take", importId, firstRow, rows: rows.length, read: batch });
			// Awaited above or below; until then a failure must not count as unhandled.
			sending.catch(() => undefined);
			inFlight.push(sending);
			progress.show(bytesRead / total, firstRow + rows.length);
		}
		await Promise.all(inFlight);
	} finally {
		// An abandoned import must not receive anything more.
		await Promise.allSettled(inFlight);
	}
	progress.end();
};

const settled = async ({ send }: ImportClient, importId: string): Promise<ImportState> => {
	for (;;) {
		const state = await send({ call: "state", importId });
		if (state.state === "done") return state;
		if (state.failure !== null)
			throw new EnvironmentError(
				`All rows were received, but they could not be made visible: ${state.failure}. The product will retry.`,
			);
		await pause(POLL_MS);
	}
};

const printResult = async (calls: ImportClient, importId: string): Promise<void> => {
	const done = await settled(calls, importId);
	print(`${importSummary("imported", done)}The import is ${done.importId}.\n`);
	if (done.note !== null) print(`${done.note}\n`);
};

const giveUp = async ({ send }: ImportClient, importId: string, error: unknown): Promise<void> => {
	const reason = error instanceof Error ? error.message : String(error);
	await send({ call: "giveUp", importId, reason });
	process.stderr.write("The incomplete import was removed.\n");
};

const importAll = async (
	calls: ImportClient,
	options: ImportOptions,
	files: readonly ImportFile[],
) => {
	const { platform, site, mapping } = options;
	const fingerprint = fingerprintOf(platform, mapping, files);
	const begun = await calls.send({ call: "begin", site, platform, mapping, fingerprint });
	if (begun.state === "done")
		return print(
			`These files have already been imported, as ${begun.importId}. Delete that import first.\n`,
		);
	if (begun.nextRow > 0) process.stderr.write(`Continuing at row ${begun.nextRow + 1}\n`);
	if (begun.state === "receiving") {
		try {
			await sendAll(calls, options, files, begun);
		} catch (error) {
			// A failed call can be retried; an unreadable file cannot.
			if (!(error instanceof EnvironmentError)) await giveUp(calls, begun.importId, error);
			throw error;
		}
		await calls.send({ call: "complete", importId: begun.importId });
	}
	await printResult(calls, begun.importId);
};

const importGoogle = async (
	options: GoogleImportOptions,
	{ configuration, log }: CommandContext,
): Promise<void> => {
	requireData(configuration);
	const calls = await openImportCalls(configuration, log);
	try {
		const begun = await importFromGoogle(calls, options, configuration);
		if (begun.state === "done")
			print(
				`These days have already been imported, as ${begun.importId}. Delete that import first.\n`,
			);
		else await printResult(calls, begun.importId);
	} finally {
		await calls.close();
	}
};

export const run: RunCommand = async (parameters, context) => {
	const { configuration, log } = context;
	const ofGoogle = googleImportOptions(parameters);
	if (ofGoogle !== undefined) {
		await importGoogle(ofGoogle, context);
		return 0;
	}
	const options = importOptions(parameters);
	try {
		const files = importFiles(options.paths);
		await nameSkipped(files);
		await checkFiles(options.platform, options.mapping, files);
		if (options.isDryRun) {
			await dryRun(options, files);
			return 0;
		}
		requireData(configuration);
		const calls = await openImportCalls(configuration, log);
		try {
			await importAll(calls, options, files);
		} finally {
			await calls.close();
		}
		return 0;
	} catch (error) {
		throw error instanceof UnreadableFileError
			? new EnvironmentError(error.message)
			: fileFault(error);
	}
};
