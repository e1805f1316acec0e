import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { commandLine } from "@footfall/shared/command-line";
import { EnvironmentError } from "@footfall/shared/environment";
import type { Logger } from "pino";
import type { Configuration } from "../configuration.ts";
import { pagesOfKind } from "../export/pages-of-kind.ts";
import { EXPORT_FORMATS, type ExportFormat, writeExportFile } from "../export/write-export-file.ts";
import { adminLines } from "./admin-lines.ts";
import { misuse } from "./misuse.ts";

const HELP = `footfall export --site ID --to DIRECTORY [--format jsonl|parquet]

  Writes everything of a site: events, sessions, bots, users' traits and devices, and what was defined for it.
  "footfall import footfall --site ID DIRECTORY" takes it in again.

  --to DIRECTORY   made where it is missing; it has to be empty
  --format         jsonl unless given; definitions are always JSON lines
`;

interface Asked {
	site: string;
	to: string;
	format: ExportFormat;
}

const unusable = misuse(HELP);

const isFormat = (text: string): text is ExportFormat =>
	(EXPORT_FORMATS as readonly string[]).includes(text);

const ACCEPTED = {
	options: {
		site: { type: "string" },
		to: { type: "string" },
		format: { type: "string", default: "jsonl" },
		help: { type: "boolean" },
	},
} as const;

/** What a command line asks for; `undefined` for help. @throws EnvironmentError that says what is missing */
export const exportAsked = (parameters: readonly string[]): Asked | undefined => {
	const { site, to, format, help } = commandLine(parameters, ACCEPTED, unusable).values;
	if (help) return undefined;
	if (site === undefined) throw unusable("Say which site to export, with --site.");
	if (to === undefined) throw unusable("Say where to write it, with --to.");
	if (!isFormat(format)) throw unusable(`"${format}" is neither jsonl nor parquet.`);
	return { site, to, format };
};

/**
 * `footfall export`: resolves when all files are complete.
 * @throws EnvironmentError for what a person can set right
 */
export const exportSite = async (
	parameters: readonly string[],
	configuration: Configuration,
	log: Logger,
): Promise<void> => {
	const asked = exportAsked(parameters);
	if (asked === undefined) return void process.stdout.write(HELP);
	const { site, to, format } = asked;
	mkdirSync(to, { recursive: true, mode: 0o700 });
	if (readdirSync(to).length > 0)
		throw new EnvironmentError(`${to}: there is something in it already; name an empty directory`);
	const lines = adminLines(["export-site", "--site", site], configuration, log);
	for await (const { file, pages } of pagesOfKind(lines)) {
		const written = file === "definitions" ? "jsonl" : format;
		let count = 0;
		const counted = async function* () {
			for await (const page of pages) {
				count += page.length;
				yield page;
			}
		};
		const path = join(to, `${file}.${written}`);
		await writeExportFile(path, written, counted());
		process.stdout.write(`${path}: ${count} rows\n`);
	}
};
