import { createHash } from "node:crypto";
import type { Request, Response } from "express";

/** A weak tag of content: equal content has equal tags, in every process. */
export const entityTagOf = (content: string | Buffer): string =>
	`W/"${createHash("sha256").update(content).digest("base64url").slice(0, 22)}"`;

const opaque = (tag: string) => tag.trim().replace(/^W\//, "");

/** Whether a client's `If-None-Match` names this tag, compared weakly. */
export const isKnown = (tag: string, ifNoneMatch = ""): boolean =>
	ifNoneMatch.split(",").some((one) => one.trim() === "*" || opaque(one) === opaque(tag));

/** Sets the tag, and answers 304 if the client already has this content. @returns whether it answered */
export const answerNotModified = (request: Request, response: Response, tag: string): boolean => {
	response.setHeader("ETag", tag);
	if (!isKnown(tag, request.headers["if-none-match"])) return false;
	response.status(304).end();
	return true;
};
