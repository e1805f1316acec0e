/** How long to wait where the server does not say. */
const RETRY_MS = 1000;

/**
 * The only network call that carries data. Resolves to 0 when the server has answered for good, else to how many ms to
 * wait before trying again.
 *
 * The body is text without a content type of ours, which no browser asks leave for: a preflight would not survive
 * `pagehide`. `keepalive` lets the request outlive the page.
 */
export const send = (url: string, content: object): Promise<number> => {
	const body = JSON.stringify(content);
	return fetch(url, { method: "POST", body, keepalive: true, credentials: "omit" }).then(
		(answer) => {
			const pauseMs = () =>
				answer.status < 500 && answer.status !== 429
					? 0
					: Number(answer.headers.get("retry-after")) * 1000 || RETRY_MS;
			// Until its answer is read to the end, a request takes its room in the pool of those that outlive the page.
			return answer.text().then(pauseMs, pauseMs);
		},
		() => {
			// A page on its way out gets no second try. A beacon promises nothing, so it never counts as an answer.
			if (document.hidden) navigator.sendBeacon(url, body);
			return RETRY_MS;
		},
	);
};
