import { ApiError, codeOfStatus, errorBodyOf } from "@footfall/shared/api-error";
import type { Response as ExpressResponse } from "express";
import { z } from "zod";
import { sendError } from "../http/answer.ts";
import type { AuthOperation } from "./auth-operation.ts";

/** What the auth library answered, or what was answered in its place. */
export interface AuthAnswer {
	status: number;
	headers: Headers;
	text: string;
}

const Refusal = z.object({ code: z.string().optional(), message: z.string().optional() }).catch({});

const refusalIn = (text: string) => {
	try {
		return Refusal.parse(JSON.parse(text));
	} catch {
		return {};
	}
};

/** Whoever is signed in is known, and was refused for another reason; the library says 401 to some of them. */
const statusOf = ({ status }: AuthAnswer, { access }: AuthOperation, code: string | undefined) =>
	status === 401 && access === "session" && code !== undefined && code !== "UNAUTHORIZED"
		? 403
		: status;

/** What is sent as JSON has its own type; the library calls some of its errors plain text. */
const OWN_HEADERS = ["set-cookie", "content-length", "content-type"];

const copyHeaders = (from: Headers, to: ExpressResponse): void => {
	for (const [name, value] of from) if (!OWN_HEADERS.includes(name)) to.setHeader(name, value);
	const cookies = from.getSetCookie();
	if (cookies.length > 0) to.setHeader("Set-Cookie", cookies);
};

/**
 * Sends what came of an operation: a refusal in the form of every other, with the library's own code and message.
 * @throws Error for a failure of the library's, which the caller is not told
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
	if (answer.status < 400) {
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
