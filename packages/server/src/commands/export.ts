import { mkdirSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { commandLine } from "@footfall/shared/command-line";
import { EnvironmentError } from "@footfall/shared/environment";
import { adminLines } from "../backend-calls/admin-lines.ts";
import { requireData } from "../configuration/require-data.ts";
import { DESCRIPTION_FILE, describeExport, type ExportedFile } from "../export/describe-export.ts";
import { pagesOfKind, type RowsOfFile } from "../export/pages-of-kind.ts";
import {
	EXPORT_FORMATS,
	type ExportFormat,
	type ExportRow,
	writeExportFile,
} from "../export/write-export-file.ts";
import { UNFINISHED, writeWholeFile } from "../export/write-whole-file.ts";
import { fileFault } from "../faults/file-fault.ts";
import { print, type RunCommand, usageError } from "./command.ts";

interface ExportOptions {
	site: string;
	to: string;
	format: ExportFormat;
}

const isFormat = (text: string): text is ExportFormat =>
	(EXPORT_FORMATS as readonly string[]).includes(text);

const ACCEPTED = {
	options: {
		site: { type: "string" },
		to: { type: "string" },
		format: { type: "string", default: "jsonl" },
	},
} as const;

/** @throws UsageError that says what is missing */
export const exportOptions = (parameters: readonly string[]): ExportOptions => {
	const { site, to, format } = commandLine(parameters, ACCEPTED, usageError).values;
	if (site === undefined) throw usageError("Name the site to export with --site.");
	if (to === undefined) throw usageError("Name the directory to write to with --to.");
	if (!isFormat(format)) throw usageError(`--format must be jsonl or parquet, not "${format}".`);
	return { site, to, format };
};

/** @throws EnvironmentError unless the directory is empty or can be created */
const requireEmpty = (directory: string): void => {
	try {
		mkdirSync(directory, { recursive: true, mode: 0o700 });
		const names = readdirSync(directory);
		if (names.some((name) => name.endsWith(UNFINISHED)))
			throw new EnvironmentError(
				`${directory}: contains an interrupted export; remove it, or name another directory`,
			);
		if (names.length > 0)
			throw new EnvironmentError(`${directory}: is not empty; name an empty directory`);
	} catch (error) {
		throw fileFault(error, directory);
	}
};

/** Writes an export's files, and then their description. If one fails, all are removed. */
const writeAll = async (tables: AsyncIterable<RowsOfFile>, { to, format }: ExportOptions) => {
	const files: ExportedFile[] = [];
	let site: ExportRow = {};
	let path = to;
	try {
		for await (const { file: table, pages } of tables) {
			const written = table === "definitions" ? "jsonl" : format;
			const name = `${table}.${written}`;
			path = join(to, name);
			let rows = 0;
			const counted = async function* () {
				for await (const page of pages) {
					if (rows === 0 && table === "definitions") site = page[0] ?? {};
					rows += page.length;
					yield page;
				}
			};
			await writeExportFile(path, written, counted());
			files.push({ name, table, rows });
			print(`${path}: ${rows} rows\n`);
		}
		path = join(to, DESCRIPTION_FILE);
		await writeWholeFile(path, [describeExport(site, files, new Date())]);
	} catch (error) {
		for (const { name } of files) await rm(join(to, name), { force: true });
		if (files.length > 0) process.stderr.write("The incomplete export was removed.\n");
		throw fileFault(error, path);
	}
};

export const run: RunCommand = async (parameters, { configuration, log }) => {
	const options = exportOptions(parameters);
	requireData(configuration);
	requireEmpty(options.to);
	const lines = adminLines(["export-site", "--site", options.site], configuration, log);
	await writeAll(pagesOfKind(lines), options);
	return 0;
};
