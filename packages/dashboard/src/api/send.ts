/** Longer than the api lets a report wait and run, so that its own explanation arrives first. */
export const TIMEOUT_SECONDS = 30;

/** Aborts what has not begun to be answered in that time. */
export const inTime = (): AbortSignal => AbortSignal.timeout(TIMEOUT_SECONDS * 1000);

export interface ApiRequest {
	method: string;
	/** Below the address of the product, with its query. */
	path: string;
	headers: Record<string, string>;
	/** JSON. */
	body?: string | null;
	signal?: AbortSignal | undefined;
}

/** The address below which the api's paths are, without a slash at its end. */
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

/** Sends a request whose like will soon be sent by code that is not loaded yet, and then gets this one's answer. */
export const sendAhead = (request: ApiRequest): void => {
	const controller = new AbortController();
	const answer = fetchInTime({ ...request, signal: controller.signal });
	// Whoever takes it says so.
	answer.catch(() => {});
	sentAhead.set(keyOf(request), { answer, abort: () => controller.abort() });
};

/** Ends the requests that were sent ahead in vain. */
export const endSentAhead = (): void => {
	for (const { abort } of sentAhead.values()) abort();
	sentAhead.clear();
};

/** Sends a request; rejects where no answer begins in time, and when its signal aborts. */
export const send = (request: ApiRequest): Promise<Response> => {
	const key = keyOf(request);
	const ahead = sentAhead.get(key);
	if (!ahead || request.signal?.aborted) return fetchInTime(request);
	sentAhead.delete(key);
	request.signal?.addEventListener("abort", ahead.abort, { once: true });
	return ahead.answer;
};
