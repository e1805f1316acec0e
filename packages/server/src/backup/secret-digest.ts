import { createHash } from "node:crypto";

/**
 * Shows whether two products have the same secret, without revealing it. @param internalToken derived from the secret
 */
export const secretDigest = (internalToken: string): string =>
	createHash("sha256").update(`backup ${internalToken}`).digest("hex");
