import { ApiError } from "@footfall/shared/api-error";
import { fromNodeHeaders } from "better-auth/node";
import type { Request as ExpressRequest } from "express";
import type { z } from "zod";
import { issueDetails } from "../http/invalid-body.ts";
import type { Peer } from "../http/peer.ts";
import { firstValues, searchOf } from "../http/search.ts";
import { requireStorable } from "../http/storable.ts";
import { CLIENT_ADDRESS_HEADER } from "./auth.ts";
import type { AuthOperation } from "./auth-operation.ts";

/** An error in the library's own form. */
const refuse = (place: "body" | "query", issues: readonly z.core.$ZodIssue[]): ApiError => {
	const details = issueDetails(issues);
	const message = details
		.map(({ path, message }) => `[${[place, path].filter(Boolean).join(".")}] ${message}`)
		.join("; ");
	return new ApiError("INVALID_REQUEST", message, { code: "VALIDATION_ERROR", message, details });
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

/** The request for the library, with the checked body and query only. */
export const libraryRequest = (
	request: ExpressRequest,
	{ address, origin }: Peer,
	{ body, query }: { body: unknown; query: Readonly<Record<string, string>> },
): Request => {
	const headers = fromNodeHeaders(request.headers);
	headers.set(CLIENT_ADDRESS_HEADER, address);
	const hasBody = request.method !== "GET" && request.method !== "HEAD";
	// The body was read whatever its declared type, and is serialized again.
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
