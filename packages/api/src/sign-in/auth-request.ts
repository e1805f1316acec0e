import { ApiError } from "@footfall/shared/api-error";
import { fromNodeHeaders } from "better-auth/node";
import type { Request as ExpressRequest } from "express";
import type { z } from "zod";
import type { Peer } from "../http/peer.ts";
import { requireStorable } from "../http/storable.ts";
import { firstValues, searchOf } from "../routing/mount.ts";
import { CLIENT_ADDRESS_HEADER } from "./auth.ts";
import type { AuthOperation } from "./auth-operation.ts";

/** A request that fits its operation's description; only what that names gets to the auth library. */
export interface CheckedRequest {
	body: unknown;
	query: Readonly<Record<string, string>>;
}

/** In the words and with the code that the library has for it. */
const refuse = (place: "body" | "query", issues: readonly z.core.$ZodIssue[]): ApiError => {
	const faults = issues.map(({ path, message }) => ({ path: path.join("."), message }));
	const said = faults.map(
		({ path, message }) => `[${[place, path].filter(Boolean).join(".")}] ${message}`,
	);
	return new ApiError("INVALID_REQUEST", said.join("; "), {
		code: "VALIDATION_ERROR",
		message: said.join("; "),
		details: faults,
	});
};

/** @throws ApiError 400 */
export const checkedBody = ({ body: schema }: AuthOperation, body: unknown): unknown => {
	if (!schema) return {};
	const checked = schema.safeParse(body);
	if (!checked.success) throw refuse("body", checked.error.issues);
	return checked.data;
};

/** @throws ApiError 400 */
export const checkedQuery = (
	{ query: schema }: AuthOperation,
	request: ExpressRequest,
): Record<string, string> => {
	if (!schema) return {};
	const given = firstValues(searchOf(request));
	requireStorable(Object.values(given));
	const checked = schema.safeParse(given);
	if (!checked.success) throw refuse("query", checked.error.issues);
	return checked.data as Record<string, string>;
};

/** A request as the library takes it. */
export const libraryRequest = (
	request: ExpressRequest,
	{ address, origin }: Peer,
	{ body, query }: CheckedRequest,
): Request => {
	const headers = fromNodeHeaders(request.headers);
	headers.set(CLIENT_ADDRESS_HEADER, address);
	const hasBody = request.method !== "GET" && request.method !== "HEAD";
	// The body was read whatever type it claimed, and is written anew.
	for (const name of ["content-type", "content-length", "content-encoding"]) headers.delete(name);
	if (hasBody) headers.set("content-type", "application/json");
	const url = new URL(request.baseUrl + request.path, origin || "http://localhost");
	url.search = new URLSearchParams(query).toString();
	return new Request(url, {
		method: request.method,
		headers,
		...(hasBody ? { body: JSON.stringify(body) } : {}),
	});
};
