import type { Response } from "express";
import type { ErrorBody } from "../errors.ts";

/** Sends JSON that no cache keeps, unless a header set before says otherwise. */
export const sendJson = (response: Response, status: number, body: unknown): void => {
	if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "no-store");
	response.setHeader("X-Content-Type-Options", "nosniff");
	response.status(status).json(body);
};

/** Sends an error body; whatever was prepared for a success is not cached either. */
export const sendError = (response: Response, status: number, body: ErrorBody): void => {
	response.setHeader("Cache-Control", "no-store");
	sendJson(response, status, body);
};
