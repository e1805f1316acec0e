import { createHash, timingSafeEqual } from "node:crypto";
import { ApiError } from "@footfall/shared/api-error";
import type { RequestHandler } from "express";

const digestOf = (text: string) => createHash("sha256").update(text).digest();

/**
 * Whether an `Authorization` header presents the internal token as a Bearer token, as the product's own processes do.
 */
export const createTokenCheck = (internalToken: string): ((authorization?: string) => boolean) => {
	// Digests have equal lengths, so comparing them reveals nothing about the token's length.
	const expected = digestOf(`Bearer ${internalToken}`);
	return (authorization = "") => timingSafeEqual(digestOf(authorization), expected);
};

/** Admits only the product's own processes. */
export const requireInternalToken = (internalToken: string): RequestHandler => {
	const isInternal = createTokenCheck(internalToken);
	return (request, _response, next) => {
		if (!isInternal(request.headers.authorization)) throw new ApiError("AUTHENTICATION_REQUIRED");
		next();
	};
};
