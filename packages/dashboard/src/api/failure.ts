/** Why a request has no answer. */
export type FailureKind = "refused" | "unreachable" | "too-slow";

interface FailureFields {
	kind: FailureKind;
	/** Of the answer; 0 without one. */
	status?: number;
	code?: string;
	message?: string;
	/** What helps, in the api's words. */
	resolution?: string;
	/** Seconds. */
	retryAfter?: number;
	/** More of the answer: which fields or parameters are at fault. */
	details?: readonly string[];
	/** What is wrong with each field of the body, by its name. */
	fields?: Readonly<Record<string, string>>;
}

/** A request without an answer: refused by the api, too slow, or not reaching it at all. */
export class RequestFailure extends Error {
	override name = "RequestFailure";
	readonly kind: FailureKind;
	readonly status: number;
	readonly code: string;
	readonly resolution: string;
	readonly retryAfter: number | undefined;
	readonly details: readonly string[];
	readonly fields: Readonly<Record<string, string>>;

	constructor(fields: FailureFields) {
		super(fields.message ?? "");
		this.kind = fields.kind;
		this.status = fields.status ?? 0;
		this.code = fields.code ?? "";
		this.resolution = fields.resolution ?? "";
		this.retryAfter = fields.retryAfter;
		this.details = fields.details ?? [];
		this.fields = fields.fields ?? {};
	}

	/** It may go away by itself: asking again later makes sense. */
	get isPassing(): boolean {
		return this.kind !== "refused" || this.status === 429 || this.status >= 500;
	}
}

const textIn = (body: object, name: string) => {
	const value: unknown = (body as Record<string, unknown>)[name];
	return typeof value === "string" ? value : "";
};

const textsIn = (body: object, name: string): string[] => {
	const value: unknown = (body as Record<string, unknown>)[name];
	return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
};

/** Of refused bodies: `{path: ["name"], message: "must not be empty"}`, of which the first of each field counts. */
const fieldsIn = ({ details }: { details?: unknown }): Record<string, string> => {
	const found: Record<string, string> = {};
	for (const detail of Array.isArray(details) ? details : []) {
		const { path, message } = (detail ?? {}) as { path?: unknown; message?: unknown };
		if (!Array.isArray(path) || typeof message !== "string") continue;
		found[String(path[0] ?? "")] ??= message;
	}
	return found;
};

/**
 * A failure from an answer of 400 and above; a proxy's may have a body of any kind.
 * @param retryAfter in seconds, where it is known
 */
export const refusalOf = (
	status: number,
	body: unknown,
	retryAfter = Number.NaN,
): RequestFailure => {
	const object = typeof body === "object" && body !== null ? body : {};
	return new RequestFailure({
		kind: "refused",
		status,
		code: textIn(object, "code"),
		message: textIn(object, "message"),
		resolution: textIn(object, "resolution"),
		...(Number.isFinite(retryAfter) && { retryAfter }),
		details: textsIn(object, "details"),
		fields: fieldsIn(object),
	});
};

/** A failure from whatever a request threw. */
export const failureOf = (error: unknown): RequestFailure => {
	if (error instanceof RequestFailure) return error;
	const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
	return new RequestFailure({ kind: isTimeout ? "too-slow" : "unreachable" });
};
