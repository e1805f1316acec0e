import { createHash } from "node:crypto";

/** Identifies a script, now and in later releases. */
export interface ScriptAddress {
	/** Of its content, as in `0123456789abcdef0123456789abcdef.js`. */
	fileName: string;
	/** For a tag's `integrity` attribute. */
	integrity: string;
}

/** 128 bits rule out collisions, and the tag carries the whole digest anyway. */
const NAME_CHARACTERS = 32;

/** The format of every script's file name. */
export const SCRIPT_FILE_NAME = /^[0-9a-f]{32}\.js$/;

/** Names a script after its content, with the digest that sites publish most: https://www.w3.org/TR/sri-2/ */
export const scriptAddress = (source: string): ScriptAddress => {
	const digest = createHash("sha384").update(source).digest();
	return {
		fileName: `${digest.toString("hex").slice(0, NAME_CHARACTERS)}.js`,
		integrity: `sha384-${digest.toString("base64")}`,
	};
};

/** The path of a script that never changes, below `/api`. */
export const pinnedPath = (source: string): string => `/s/${scriptAddress(source).fileName}`;
