import { z } from "zod";
import { LENGTHS } from "../http/typed-fields.ts";
import type { Operation } from "../routing/operation.ts";

/** An operation that the auth library serves. */
export interface AuthOperation extends Operation {
	method: "get" | "post";
	/** The action under which a success is recorded in the organization's audit log. */
	audit?: string;
	/** Whether it concerns the caller's own account only: served before a required second factor is set up. */
	withoutFactor?: true;
	/** Whether what a refused attempt has written stays, such as the count of wrong codes. */
	keepsRefusals?: true;
}

/** An id or another name that identifies one record. */
export const id = z.string().max(LENGTHS.id);

/** The library checks the address itself, with its own codes. */
export const email = z.string().max(LENGTHS.email).meta({ format: "email" });

type OperationDetails = Omit<AuthOperation, "method" | "path" | "tags" | "access">;

/** Returns a function that describes operations under `/api/auth`. */
export const createOperation =
	(tag: string, access: "anyone" | "session", shared: Pick<AuthOperation, "withoutFactor"> = {}) =>
	(method: "get" | "post", path: string, rest: OperationDetails): AuthOperation => ({
		method,
		path: `/api/auth${path}`,
		tags: [tag],
		access,
		...shared,
		...rest,
	});
