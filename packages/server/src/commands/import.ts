import { readFileSync } from "node:fs";
import type { ImportState } from "@footfall/api";
import {
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
import { pause } from "@footfall/shared/pause";
import type { Logger } from "pino";
import type { ImportCalls } from "../backend-calls/import-calls.ts";
import { openImportCalls } from "../backend-calls/open-import-calls.ts";
import type { Configuration } from "../configuration/configuration.ts";
import { requireData } from "../configuration/require-data.ts";
import { fileFault } from "../faults/file-fault.ts";
import { fingerprintOf, type ImportFile, importFiles } from "../import/import-files.ts";
import { summaryOf } from "../import/import-summary.ts";
import { createProgress } from "../import/progress.ts";
import { readBatches } from "../import/read-batches.ts";
import { USAGE } from "./commands.ts";
import { misuse } from "./usage-error.ts";

const POLL_MS = 500;
const EVER = { from: Date.UTC(2000), to: Number.POSITIVE_INFINITY };

interface Asked {
	platform: PlatformName;
	paths: readonly string[];
	site: string;
	mapping: PlainMapping;
	isDryRun: boolean;
}

const unusable = misuse(USAGE.import);

const ACCEPTED = {
	allowPositionals: true,
	options: {
		site: { type: "string" },
		mapping: { type: "string" },
		"dry-run": { type: "boolean" },
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
	if (!checked.success)
		throw new EnvironmentError(
			`${path}: its keys are fields and its values columns. The fields are ${PLAIN_FIELDS.join(", ")}.`,
		);
	return checked.data;
};

const isPlatform = (name: string): name is PlatformName =>
	(PLATFORMS as readonly string[]).includes(name);

/** What a command line asks for. @throws EnvironmentError that says what is missing */
export const importAsked = (parameters: readonly string[]): Asked => {
	const { values, positionals } = commandLine(parameters, ACCEPTED, unusable);
	const [name = "", ...paths] = positionals;
	const platform = name.replaceAll("-", "_");
	if (!isPlatform(platform)) throw unusable(`"${name}" is none of the products that can be read.`);
	if (paths.length === 0) throw unusable("Name the files that were exported.");
	const isDryRun = values["dry-run"] ?? false;
	if (values.site === undefined && !isDryRun)
		throw unusable("Say which site it is for, with --site.");
	return { platform, paths, site: values.site ?? "", mapping: mappingIn(values.mapping), isDryRun };
};

const say = (text: string) => void process.stdout.write(text);

const bytesOf = (files: readonly ImportFile[]) =>
	Math.max(
		1,
		files.reduce((sum, { bytes }) => sum + bytes, 0),
	);

const addTo = (sum: Record<string, number>, counts: Readonly<Record<string, number>>): void => {
	for (const [reason, count] of Object.entries(counts)) sum[reason] = (sum[reason] ?? 0) + count;
};

/** Which of them the site lacks is known once they are taken in. */
const linesOfKind = ({ kind }: ExportedDefinition) => ({ [`lines that define a ${kind}`]: 1 });

const ONLY_SUMS =
	"All rows are sums of days and no single events: the reports of events would stay empty for these days.\n";

const dryRun = async ({ platform, mapping }: Asked, files: readonly ImportFile[]) => {
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
	say(`Nothing was changed.\n${summaryOf("would be imported", counts)}`);
	if (figures > 0 && figures === counts.importedEvents) say(ONLY_SUMS);
};

/** So many batches are on their way: one is taken apart while another is stored, and the next is read meanwhile. */
const BATCHES_ON_THE_WAY = 2;

/** Sends batches while the next is read; each has its place, so that it does not matter which is stored first. */
const sendAll = async (
	{ ask }: ImportCalls,
	{ platform, mapping }: Asked,
	files: readonly ImportFile[],
	begun: ImportState,
): Promise<void> => {
	const read = readerOf(platform, mapping);
	const progress = createProgress(process.stderr);
	const total = bytesOf(files);
	const { importId, range } = begun;
	const onTheWay: Promise<unknown>[] = [];
	try {
		for await (const { firstRow, rows, bytesRead } of readBatches(files)) {
			if (firstRow + rows.length <= begun.nextRow) continue;
			const batch = readBatch(read, rows, firstRow, range);
			if (onTheWay.length === BATCHES_ON_THE_WAY) await onTheWay.shift();
			const sending = ask({ call: "take", importId, firstRow, rows: rows.length, read: batch });
			// Awaited above or below; until then a failure must not count as one that nobody handles.
			sending.catch(() => undefined);
			onTheWay.push(sending);
			progress.show(bytesRead / total, firstRow + rows.length);
		}
		await Promise.all(onTheWay);
	} finally {
		// An import that is given up must not be added to any more.
		await Promise.allSettled(onTheWay);
	}
	progress.end();
};

const settled = async ({ ask }: ImportCalls, importId: string): Promise<ImportState> => {
	for (;;) {
		const state = await ask({ call: "state", importId });
		if (state.state === "done") return state;
		if (state.failure !== null)
			throw new EnvironmentError(
				`All rows came, but they could not be made visible: ${state.failure}. The product tries it again.`,
			);
		await pause(POLL_MS);
	}
};

const giveUp = async ({ ask }: ImportCalls, importId: string, error: unknown): Promise<void> => {
	const reason = error instanceof Error ? error.message : String(error);
	await ask({ call: "giveUp", importId, reason });
	process.stderr.write("Nothing of it was kept.\n");
};

const importAll = async (calls: ImportCalls, asked: Asked, files: readonly ImportFile[]) => {
	const { platform, site, mapping } = asked;
	const fingerprint = fingerprintOf(platform, mapping, files);
	const begun = await calls.ask({ call: "begin", site, platform, mapping, fingerprint });
	if (begun.state === "done")
		return say(
			`These files were imported already, as ${begun.importId}. Delete that import first.\n`,
		);
	if (begun.nextRow > 0) process.stderr.write(`Going on at row ${begun.nextRow + 1}\n`);
	if (begun.state === "receiving") {
		try {
			await sendAll(calls, asked, files, begun);
		} catch (error) {
			// What could not be asked can be asked again; a file that cannot be read stays so.
			if (!(error instanceof EnvironmentError)) await giveUp(calls, begun.importId, error);
			throw error;
		}
		await calls.ask({ call: "complete", importId: begun.importId });
	}
	const done = await settled(calls, begun.importId);
	say(`${summaryOf("imported", done)}The import is ${done.importId}.\n`);
	if (done.note !== null) say(`${done.note}\n`);
};

/**
 * `footfall import`: resolves when everything is in the reports.
 * @throws EnvironmentError for what a person can set right
 */
export const importExport = async (
	parameters: readonly string[],
	configuration: Configuration,
	log: Logger,
): Promise<void> => {
	const asked = importAsked(parameters);
	try {
		const files = importFiles(asked.paths);
		if (asked.isDryRun) return await dryRun(asked, files);
		requireData(configuration);
		const calls = await openImportCalls(configuration, log);
		try {
			await importAll(calls, asked, files);
		} finally {
			await calls.close();
		}
	} catch (error) {
		throw error instanceof UnreadableFileError
			? new EnvironmentError(error.message)
			: fileFault(error);
	}
};
