import { hkdfSync, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === "EEXIST";

/**
 * The installation's secret: `given` when the operator sets one, else the one kept in `directory/secret`,
 * made at the first call. It appears whole or not at all: written aside, synced, then linked into place.
 */
export const installationSecret = (directory: string, given?: string): string => {
	if (given !== undefined) return given;
	const path = join(directory, "secret");
	const draft = `${path}.${process.pid}`;
	const file = openSync(draft, "w", 0o600);
	writeSync(file, randomBytes(32).toString("base64url"));
	fsyncSync(file);
	closeSync(file);
	try {
		linkSync(draft, path);
	} catch (error) {
		if (!isTaken(error)) throw error;
	} finally {
		rmSync(draft);
	}
	return readFileSync(path, "utf8").trim();
};

/** One key per use, so that none of them tells anything about another: 43 base64url characters. */
export const derivedKey = (secret: string, use: string): string =>
	Buffer.from(hkdfSync("sha256", secret, "footfall", use, 32)).toString("base64url");
