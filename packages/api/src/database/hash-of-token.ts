import { createHash } from "node:crypto";

/**
 * SHA-256, base64url: the form in which API keys and mailed tokens are stored. They are long and random, so a fast hash
 * is as safe as a slow one.
 */
export const hashOfToken = (token: string): string =>
	createHash("sha256").update(token).digest("base64url");
