import { createHash } from "node:crypto";

/**
 * SHA-256, base64url: how keys and the tokens of mails are kept. They are long and random, so a fast hash is as good
 * as a slow one.
 */
export const hashOfToken = (token: string): string =>
	createHash("sha256").update(token).digest("base64url");
