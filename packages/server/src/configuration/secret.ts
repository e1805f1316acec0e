import { hkdfSync, randomBytes } from "node:crypto";
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { EnvironmentError } from "@footfall/shared/environment";
import { unlessMissing } from "@footfall/shared/files/unless-missing";

/** Shorter secrets can be guessed. */
export const MIN_SECRET_LENGTH = 32;

const isTaken = (error: unknown) => (error as NodeJS.ErrnoException).code === "EEXIST";

/** `undefined` if none is stored yet. @throws EnvironmentError for one that is too short */
const keptSecret = (path: string): string | undefined => {
	const secret = unlessMissing(() => readFileSync(path, "utf8").trim());
	if (secret === undefined) return undefined;
	if (secret.length >= MIN_SECRET_LENGTH) return secret;
	throw new EnvironmentError(
		`${path}: ${secret === "" ? "is empty" : `has only ${secret.length} characters`}; a secret has at least ${MIN_SECRET_LENGTH}. Restore the previous file from a backup, or set SECRET. To start with a new secret, remove the file: everybody has to sign in again, and returning visitors count as new.`,
	);
};

/**
 * The installation's secret: `given` when the operator sets one, else the one stored in `directory/secret`, generated
 * at the first call. The file appears atomically: written to a temporary file, synced, then linked into place.
 * @throws EnvironmentError for a stored one that is too short, as after a failed restore: replacing it would sign
 * everybody out and count every visitor as new
 */
export const installationSecret = (directory: string, given?: string): string => {
	if (given !== undefined) return given;
	const path = join(directory, "secret");
	const kept = keptSecret(path);
	if (kept !== undefined) return kept;
	const draft = `${path}.${process.pid}`;
	try {
		const file = openSync(draft, "w", 0o600);
		try {
			writeSync(file, randomBytes(32).toString("base64url"));
			fsyncSync(file);
		} finally {
			closeSync(file);
		}
		linkSync(draft, path);
	} catch (error) {
		if (!isTaken(error)) throw error;
	} finally {
		rmSync(draft, { force: true });
	}
	return keptSecret(path) ?? installationSecret(directory);
};

/** One key per use, so that none reveals another: 43 base64url characters. */
export const derivedKey = (secret: string, use: string): string =>
	Buffer.from(hkdfSync("sha256", secret, "footfall", use, 32)).toString("base64url");
