import { z } from "zod";
import { LENGTHS } from "../http/typed-fields.ts";
import type { Operation } from "../routing/openapi.ts";

/** An operation that the auth library serves. */
export interface AuthOperation extends Operation {
	method: "get" | "post";
	/** What the organization's audit log calls a success. */
	audit?: string;
}

/** An id, or something else that names one record. */
export const id = z.string().max(LENGTHS.id);

/** The library says itself what is wrong with an address, by codes of its own. */
export const email = z.string().max(LENGTHS.email).meta({ format: "email" });

/** `/organization/invite-member` → `postApiAuthOrganizationInviteMember`. */
const operationIdOf = (method: string, path: string) =>
	method +
	path
		.split(/[^a-zA-Z]+/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join("");

type Described = Pick<
	AuthOperation,
	"summary" | "description" | "response" | "body" | "query" | "audit" | "refusals"
>;

/** Describes operations under `/api/auth`. */
export const described =
	(tag: string, access: "anyone" | "session") =>
	(method: "get" | "post", path: string, rest: Described): AuthOperation => ({
		method,
		path: `/api/auth${path}`,
		operationId: operationIdOf(method, `/api/auth${path}`),
		tags: [tag],
		access,
		...rest,
	});
