import { createHmac } from "node:crypto";
import { z } from "zod";

/** No recovery code has a colon. */
const PREFIX = "hmac-sha256:";

const Codes = z.array(z.string());

/**
 * What is stored of a recovery code, and what a given one is compared as. The key keeps whoever tries codes from
 * choosing the digest, so the time of a comparison tells nothing; and a copy of the database does not suffice to try them.
 */
export const digestOfRecoveryCode = (secret: string, code: string): string =>
	PREFIX + createHmac("sha256", secret).update(`recovery code:${code}`).digest("base64url");

/** How the auth library stores recovery codes: as a JSON list of their digests. */
export const recoveryCodeStore = (secret: string) => ({
	encrypt: async (codes: string) =>
		JSON.stringify(
			Codes.parse(JSON.parse(codes)).map((code) =>
				// The library stores the remaining ones again after each use.
				code.startsWith(PREFIX) ? code : digestOfRecoveryCode(secret, code),
			),
		),
	decrypt: async (stored: string) => stored,
});
