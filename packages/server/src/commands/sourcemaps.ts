import { unlinkSync } from "node:fs";
import { commandLine } from "@footfall/shared/command-line";
import { sizeText } from "../backup/size-text.ts";
import { fileFault } from "../faults/file-fault.ts";
import { type FoundMap, findMaps } from "../source-maps/find-maps.ts";
import { print, type RunCommand, usageError } from "./command.ts";
import { INSTANCE_OPTIONS, instanceOf } from "./instance.ts";
import { missingMaps, uploadMaps } from "./upload-maps.ts";

const ACCEPTED = {
	allowPositionals: true,
	options: {
		...INSTANCE_OPTIONS,
		site: { type: "string" },
		release: { type: "string" },
		"delete-after": { type: "boolean", default: false },
		"dry-run": { type: "boolean", default: false },
	},
} as const;

const printLine = (line: string) => print(`${line}\n`);

const counted = (number: number) => `${number} source ${number === 1 ? "map" : "maps"}`;

const deleteMaps = (maps: readonly FoundMap[]): void => {
	for (const { mapPath } of maps)
		try {
			unlinkSync(mapPath);
		} catch (error) {
			// Two files may name one map.
			if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw fileFault(error, mapPath);
		}
	printLine(`Deleted ${counted(maps.length)} here, so that nobody deploys them.`);
};

/** Uploads the source maps of a build. */
export const run: RunCommand = async (parameters, { configuration }) => {
	const { values, positionals } = commandLine(parameters, ACCEPTED, usageError);
	const [action, directory, more] = positionals;
	if (action !== "upload") throw usageError('Say "upload".');
	if (directory === undefined) throw usageError("Name the directory of the build.");
	if (more !== undefined) throw usageError(`Unexpected argument "${more}".`);
	const { site, release = "" } = values;
	if (release.trim() === "") throw usageError("Name the release with --release.");
	if (site === undefined) throw usageError("Name the site with --site.");
	const { maps, leftOut } = findMaps(directory);
	for (const line of leftOut) printLine(`left out ${line}`);
	if (values["dry-run"]) {
		for (const { file, mapBytes } of maps)
			printLine(`would upload the map of ${file}, ${sizeText(mapBytes)}`);
		printLine(`Nothing was sent. ${counted(maps.length)} found for release ${release}.`);
		return 0;
	}
	const instance = instanceOf(values, configuration);
	const missing = await missingMaps(instance, { site, release, maps });
	await uploadMaps(instance, { site, release, maps: missing }, (stored) => {
		for (const { file, sources, warning } of stored) {
			printLine(`uploaded the map of ${file}, ${sources} ${sources === 1 ? "source" : "sources"}`);
			if (warning !== null) printLine(`  ${warning}`);
		}
	});
	const known = maps.length - missing.length;
	printLine(
		`Uploaded ${counted(missing.length)} for release ${release}${known > 0 ? `; ${known} ${known === 1 ? "was" : "were"} there already` : ""}.`,
	);
	if (values["delete-after"]) deleteMaps(maps);
	return 0;
};
