import { createHash, timingSafeEqual } from "node:crypto";
import { ApiError } from "@footfall/shared/api-error";
import type { RequestHandler } from "express";

const digestOf = (text: string) => createHash("sha256").update(text).digest();

/** Admits only the product's own processes, which present the internal token as Bearer. */
export const requireInternalToken = (internalToken: string): RequestHandler => {
	// Digests have equal lengths, so comparing them reveals nothing about the token's length.
	const expected = digestOf(`Bearer ${internalToken}`);
	return (request, _response, next) => {
		if (!timingSafeEqual(digestOf(request.headers.authorization ?? ""), expected))
			throw new ApiError("AUTHENTICATION_REQUIRED");
		next();
	};
};
