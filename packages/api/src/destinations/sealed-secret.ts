import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { derivedKey } from "../access/derived-key.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyFrom = (installationKey: string): Buffer => derivedKey(installationKey, "destinations");

/** Encrypts the secret of a destination, which must be read again to send events; "" stays "". */
export const sealSecret = (secret: string, installationKey: string): string => {
	if (secret === "") return "";
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv(CIPHER, keyFrom(installationKey), nonce);
	const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
	return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
};

/** The secret; `undefined` if it was sealed with another key, or is damaged. */
export const openSecret = (sealed: string, installationKey: string): string | undefined => {
	if (sealed === "") return "";
	const bytes = Buffer.from(sealed, "base64url");
	const nonce = bytes.subarray(0, NONCE_BYTES);
	const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
	try {
		const decipher = createDecipheriv(CIPHER, keyFrom(installationKey), nonce, {
			authTagLength: TAG_BYTES,
		});
		decipher.setAuthTag(tag);
		const rest = bytes.subarray(NONCE_BYTES + TAG_BYTES);
		return Buffer.concat([decipher.update(rest), decipher.final()]).toString("utf8");
	} catch {
		return undefined;
	}
};
