import { createHash } from "node:crypto";

/** A weak tag of a body: equal content has equal tags, in every process. */
export const entityTagOf = (body: string): string =>
	`W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;

const opaque = (tag: string) => tag.trim().replace(/^W\//, "");

/** Whether a client's `If-None-Match` names this tag, compared weakly. */
export const isKnown = (tag: string, ifNoneMatch = ""): boolean =>
	ifNoneMatch.split(",").some((one) => one.trim() === "*" || opaque(one) === opaque(tag));
