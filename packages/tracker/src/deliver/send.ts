import { nativeProperty } from "../browser/native-property.ts";
import { json } from "../guard/json.ts";

/** How long to wait where the server does not say. */
const RETRY_MS = 1000;

/**
 * The only network call that carries data. Resolves to 0 when the server has answered for good, else to how many ms to
 * wait before trying again.
 *
 * The body is text without a content type of ours, which no browser asks leave for: a preflight would not survive
 * `pagehide`. `keepalive` lets the request outlive the page.
 */
export const send = async (url: string, content: object): Promise<number> => {
	const body = json(content);
	const beacon = () => navigator.sendBeacon?.(url, body);
	try {
		const answer = await fetch(url, {
			method: "POST",
			body,
			keepalive: true,
			credentials: "omit",
		}).catch(() => null);
		if (answer !== null) {
			const { status, headers } = answer;
			// Until its answer is read to the end, a request takes its room in the pool of those that outlive the page.
			await answer.text().catch(() => {});
			return status < 500 && status !== 429
				? 0
				: Number(headers.get("retry-after")) * 1000 || RETRY_MS;
		}
		// A page on its way out gets no second try. A beacon promises nothing, so it never counts as an answer.
		if (nativeProperty("hidden")) beacon();
	} catch {
		// The page has taken `fetch` away, or put something else in its place: a beacon is all there is.
		if (beacon()) return 0;
	}
	return RETRY_MS;
};
