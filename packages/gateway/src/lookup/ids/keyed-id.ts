import { createHmac, createSecretKey, hkdfSync } from "node:crypto";

const ID_CHARACTERS = 16;

/**
 * Makes a function that turns text into 16 hex characters, which cannot be computed or traced back without the
 * installation's secret. Each use has a key of its own.
 */
export const createKeyedId = (secret: string, use: string): ((text: string) => string) => {
	const key = createSecretKey(new Uint8Array(hkdfSync("sha256", secret, "footfall", use, 32)));
	return (text) =>
		createHmac("sha256", key)
			.update(text)
			.digest()
			.toString("hex", 0, ID_CHARACTERS / 2);
};
