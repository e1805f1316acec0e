import { createHash } from "node:crypto";

/** Tells whether two products have the same secret, and nothing about it. @param internalToken derived from the secret */
export const secretDigest = (internalToken: string): string =>
	createHash("sha256").update(`backup ${internalToken}`).digest("hex");
