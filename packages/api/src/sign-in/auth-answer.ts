import { ApiError, codeOfStatus, errorBodyOf } from "@footfall/shared/api-error";
import type { Response as ExpressResponse } from "express";
import { z } from "zod";
import { sendError } from "../http/answer.ts";
import type { AuthOperation } from "./auth-operation.ts";

/** An answer of the auth library, or a replacement for one. */
export interface AuthAnswer {
	status: number;
	headers: Headers;
	text: string;
}

export const isSuccess = ({ status }: AuthAnswer): boolean => status < 400;

const Refusal = z.object({ code: z.string().optional(), message: z.string().optional() }).catch({});

const refusalIn = (text: string) => {
	try {
		return Refusal.parse(JSON.parse(text));
	} catch {
		return {};
	}
};

/** Refusals of signed-in callers for other reasons that the library answers with 401. */
const statusOf = ({ status }: AuthAnswer, { access }: AuthOperation, code: string | undefined) =>
	status === 401 && access === "session" && code !== undefined && code !== "UNAUTHORIZED"
		? 403
		: status;

/** Set for every answer, because the library declares some of its errors as plain text. */
const REPLACED_HEADERS = ["set-cookie", "content-length", "content-type"];

const copyHeaders = (from: Headers, to: ExpressResponse): void => {
	for (const [name, value] of from) if (!REPLACED_HEADERS.includes(name)) to.setHeader(name, value);
	const cookies = from.getSetCookie();
	if (cookies.length > 0) to.setHeader("Set-Cookie", cookies);
};

/**
 * Sends an answer: an error in the usual form, with the library's own code and message.
 * @throws Error for an internal failure of the library
 */
export const sendAuthAnswer = (
	response: ExpressResponse,
	operation: AuthOperation,
	answer: AuthAnswer,
): void => {
	if (answer.status >= 500)
		throw new Error(
			`${operation.path} failed with ${answer.status}: ${refusalIn(answer.text).code}`,
		);
	copyHeaders(answer.headers, response);
	response.setHeader("Cache-Control", "no-store");
	response.setHeader("X-Content-Type-Options", "nosniff");
	if (isSuccess(answer)) {
		response.setHeader("Content-Type", "application/json; charset=utf-8");
		response.status(answer.status).send(answer.text);
		return;
	}
	const own = refusalIn(answer.text);
	const status = statusOf(answer, operation, own.code);
	const general = errorBodyOf(new ApiError(codeOfStatus(status)));
	const { code = general.code, message = general.message } = own;
	sendError(response, status, { ...general, error: message, code, message });
};
