import { createHash } from "node:crypto";
import { closeSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";

/** How much of a file's start and end goes into its fingerprint; exports differ in both. */
const FINGERPRINT_BYTES = 1024 * 1024;
const READABLE = /\.((csv|tsv|json|jsonl|ndjson|parquet)(\.gz)?|zip)$/i;

/** A file to import. */
export interface ImportFile {
	path: string;
	bytes: number;
}

/**
 * The files to import: those named, and those in the named directories, by name.
 * @throws EnvironmentError for a missing path, an unsupported kind of file, and a directory without files
 */
export const importFiles = (paths: readonly string[]): ImportFile[] =>
	paths.flatMap((path) => {
		if (path === "-")
			throw new EnvironmentError(
				"Standard input cannot be imported, because a resumed import reads its files again. Save it to a file first",
			);
		const found = statSync(path, { throwIfNoEntry: false });
		if (found === undefined) throw new EnvironmentError(`${path}: does not exist`);
		if (!found.isDirectory()) {
			if (READABLE.test(path)) return [{ path, bytes: found.size }];
			throw new EnvironmentError(
				`${path}: unknown file type; rename it to .csv, .tsv, .json, .jsonl, .ndjson, .parquet or .zip, followed by .gz if it is compressed`,
			);
		}
		const names = readdirSync(path);
		const unfinished = names.find((name) => name.endsWith(".part"));
		if (unfinished !== undefined)
			throw new EnvironmentError(
				`${path}: ${unfinished} is incomplete; wait until it is written, or export again`,
			);
		const inside = names
			.filter((name) => READABLE.test(name))
			.sort()
			.map((name) => join(path, name));
		if (inside.length === 0) throw new EnvironmentError(`${path}: it contains nothing to import`);
		return inside.map((one) => ({ path: one, bytes: statSync(one).size }));
	});

const addContent = ({ path, bytes }: ImportFile, hash: ReturnType<typeof createHash>): void => {
	const file = openSync(path, "r");
	try {
		for (const from of [0, Math.max(0, bytes - FINGERPRINT_BYTES)]) {
			const buffer = Buffer.alloc(FINGERPRINT_BYTES);
			hash.update(buffer.subarray(0, readSync(file, buffer, 0, FINGERPRINT_BYTES, from)));
		}
	} finally {
		closeSync(file);
	}
};

/** Equal for equal files of the same product, wherever they are. */
export const fingerprintOf = (platform: string, mapping: object, files: readonly ImportFile[]) => {
	const hash = createHash("sha256").update(JSON.stringify([platform, mapping]));
	for (const file of files) {
		hash.update(JSON.stringify([basename(file.path), file.bytes]));
		addContent(file, hash);
	}
	return hash.digest("hex");
};
