import { hkdfSync } from "node:crypto";

/**
 * A key of 32 bytes for one use, so that what it made is worth nothing elsewhere.
 * @param use names the use; another text gives another key
 */
export const derivedKey = (installationKey: string, use: string): Buffer =>
	Buffer.from(hkdfSync("sha256", installationKey, "footfall", use, 32));
