import { ApiError, type Issue } from "@footfall/shared/api-error";
import { fromNodeHeaders } from "better-auth/node";
import type { Request as ExpressRequest } from "express";
import { checked, issueDetails, requireKnownFields } from "../http/invalid-body.ts";
import type { Peer } from "../http/peer.ts";
import { firstValues, searchOf } from "../http/search.ts";
import { requireStorable } from "../http/storable.ts";
import type { AuthOperation } from "./auth-operation.ts";
import { CLIENT_ADDRESS_HEADER } from "./client-of-headers.ts";

/** An error in the library's own form. */
const refuse = (place: "body" | "query") => (issues: readonly Issue[]) => {
	const details = issueDetails(issues);
	const message = details
		.map(({ path, message }) => `[${[place, path].filter(Boolean).join(".")}] ${message}`)
		.join("; ");
	return new ApiError("INVALID_REQUEST", message, { code: "VALIDATION_ERROR", message, details });
};

/** @throws ApiError 400 for an unknown field */
export const requireKnownBody = ({ body: schema }: AuthOperation, body: unknown): void => {
	if (schema) requireKnownFields(schema, body, { refuse: refuse("body") });
};

/** @throws ApiError 400 */
export const checkedBody = ({ body: schema }: AuthOperation, body: unknown): unknown =>
	schema ? checked(schema, body, refuse("body")) : {};

/** @throws ApiError 400 */
export const checkedQuery = ({ query: schema }: AuthOperation, request: ExpressRequest) => {
	if (!schema) return {};
	const given = firstValues(searchOf(request));
	requireStorable(Object.values(given));
	return checked(schema, given, refuse("query")) as Record<string, string>;
};

/** The request for the library, with the checked body and query only. */
export const libraryRequest = (
	request: ExpressRequest,
	{ address, origin }: Peer,
	{ body, query }: { body: unknown; query: Readonly<Record<string, string>> },
): Request => {
	const headers = fromNodeHeaders(request.headers);
	headers.set(CLIENT_ADDRESS_HEADER, address);
	const hasBody = request.method !== "GET" && request.method !== "HEAD";
	// The body was read whatever its declared type, and is serialized again for the library.
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
