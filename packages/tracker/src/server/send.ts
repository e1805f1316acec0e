/** What became of one message of a request. `refused` is final. */
export interface Result {
	kind: "accepted" | "refused" | "retry";
	/** Why it was refused or is retried; for an accepted one, what was stored differently, if anything. */
	reason: string;
}

export interface Answer {
	/** Of HTTP; 0 if there was no answer. */
	status: number;
	/** The server's `Retry-After`; 0 without one. */
	retryAfterMs: number;
	/** One for each message, in their order. */
	results: readonly Result[];
}

/** One result of a batch, as the server writes it. */
interface BatchResult {
	status?: unknown;
	error?: unknown;
	retry?: unknown;
	time?: unknown;
	revenue_refused?: unknown;
	ignored?: unknown;
}

interface Body extends BatchResult {
	success?: unknown;
	details?: unknown;
	results?: unknown;
}

/** The longest wait that a server may ask for. */
const MAX_RETRY_AFTER_MS = 10 * 60_000;

const MAX_REASON_LENGTH = 500;

/** A `Retry-After` in seconds or as a date. */
const retryAfterMsOf = (header: string | null): number => {
	const ms = /^\d+$/.test(header ?? "")
		? Number(header) * 1000
		: Date.parse(header ?? "") - Date.now();
	return Math.min(Math.max(ms || 0, 0), MAX_RETRY_AFTER_MS);
};

const isPassing = (status: number) => status === 408 || status === 429 || status >= 500;

const bodyOf = (text: string): Body => {
	try {
		return Object(JSON.parse(text));
	} catch {
		// Of something else than our server, such as a proxy.
		return {};
	}
};

const resultOf = (result: BatchResult): Result => {
	const { status, error, retry, time, revenue_refused, ignored } = Object(result) as BatchResult;
	if (status === "rejected")
		return { kind: retry === true ? "retry" : "refused", reason: `${error}` };
	const changes = [
		time && `stored at ${time}, not at its own time`,
		revenue_refused && `stored without its money: ${revenue_refused}`,
		ignored && `unknown fields were ignored: ${ignored}`,
	];
	return { kind: "accepted", reason: changes.filter(Boolean).join("; ") };
};

/** The result for all messages of an answer that does not say more. */
const commonResult = (status: number, { success, error, details }: Body): Result => {
	const reason = [`the server answered ${status}`, error, details && JSON.stringify(details)];
	if (isPassing(status)) return { kind: "retry", reason: reason.filter(Boolean).join(": ") };
	if (status === 200 && success === true) return { kind: "accepted", reason: "" };
	// A redirect would lose the body; and a page that answers 200 is no Footfall server.
	if (status < 400) reason.push("is `host` the address of a Footfall server?");
	return { kind: "refused", reason: reason.filter(Boolean).join(": ").slice(0, MAX_REASON_LENGTH) };
};

/** Sends messages with a key, and waits for what the server says of each. Never throws: what failed may be retried. */
export const send = async (
	url: string,
	apiKey: string,
	body: string,
	count: number,
	signal: AbortSignal,
): Promise<Answer> => {
	const all = (result: Result) => Array.from({ length: count }, () => result);
	try {
		const response = await fetch(url, {
			method: "POST",
			headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
			body,
			redirect: "manual",
			signal,
		});
		const { status } = response;
		const answer = bodyOf(await response.text());
		const { results } = answer;
		return {
			status,
			retryAfterMs: retryAfterMsOf(response.headers.get("retry-after")),
			results:
				Array.isArray(results) && results.length === count
					? results.map(resultOf)
					: all(commonResult(status, answer)),
		};
	} catch (error) {
		const { message, cause } = error as Error;
		const reason = cause instanceof Error ? `${message}: ${cause.message}` : message;
		return { status: 0, retryAfterMs: 0, results: all({ kind: "retry", reason }) };
	}
};
