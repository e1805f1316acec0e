/** Why a request failed. `incomplete`: the response lacks the field that `message` names. */
export type FailureKind = "refused" | "unreachable" | "too-slow" | "incomplete";

interface FailureFields {
	kind: FailureKind;
	/** HTTP status; 0 without a response. */
	status?: number;
	code?: string;
	message?: string;
	/** How to fix it, in the API's words. */
	resolution?: string;
	/** Seconds. */
	retryAfter?: number;
	/** Details from the response: which fields or parameters are invalid. */
	details?: readonly string[];
	/** The error of each field of the body, by field name. */
	fields?: Readonly<Record<string, string>>;
}

/** A failed request: rejected by the API, too slow, or unable to reach it. */
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

	/** The failure may be temporary: a later retry makes sense. */
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

/** From a rejected body: `{path: ["name"], message: "must not be empty"}`; the first error of each field is kept. */
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
 * A failure from a response with status 400 or above; a proxy's response may have any body.
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

/** A failure from any value that a request threw. */
export const failureOf = (error: unknown): RequestFailure => {
	if (error instanceof RequestFailure) return error;
	const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
	return new RequestFailure({ kind: isTimeout ? "too-slow" : "unreachable" });
};
