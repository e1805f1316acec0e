/** Longer than the API lets a report wait and run, so that the API's own error arrives first. */
export const TIMEOUT_SECONDS = 30;

/** Aborts a request whose response has not started within that time. */
export const inTime = (): AbortSignal => AbortSignal.timeout(TIMEOUT_SECONDS * 1000);

export interface ApiRequest {
	method: string;
	/** Below the product's URL, with its query. */
	path: string;
	headers: Record<string, string>;
	/** JSON. */
	body?: string | null;
	signal?: AbortSignal | undefined;
}

/** The URL that the API's paths are relative to, without a trailing slash. */
export const apiBase = (): string => new URL(".", document.baseURI).href.replace(/\/$/, "");

const fetchInTime = ({ path, signal, ...rest }: ApiRequest): Promise<Response> => {
	const timeout = inTime();
	return fetch(apiBase() + path, {
		...rest,
		signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
	});
};

interface SentAhead {
	answer: Promise<Response>;
	abort(): void;
}

const sentAhead = new Map<string, SentAhead>();

const keyOf = ({ method, path, headers, body }: ApiRequest) =>
	JSON.stringify([method, path, headers, body ?? null]);

/** Sends a request before the code that needs it is loaded; that code's identical request gets this response. */
export const sendAhead = (request: ApiRequest): void => {
	const controller = new AbortController();
	const answer = fetchInTime({ ...request, signal: controller.signal });
	// The caller that takes the request reports its failure.
	answer.catch(() => {});
	sentAhead.set(keyOf(request), { answer, abort: () => controller.abort() });
};

/** Aborts the requests that were sent ahead and never used. */
export const endSentAhead = (): void => {
	for (const { abort } of sentAhead.values()) abort();
	sentAhead.clear();
};

/** Sends a request; rejects when no response starts in time, and when its signal aborts. */
export const send = (request: ApiRequest): Promise<Response> => {
	const key = keyOf(request);
	const ahead = sentAhead.get(key);
	if (!ahead || request.signal?.aborted) return fetchInTime(request);
	sentAhead.delete(key);
	request.signal?.addEventListener("abort", ahead.abort, { once: true });
	return ahead.answer;
};
