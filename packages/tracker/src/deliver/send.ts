import { nativeProperty } from "../browser/native-property.ts";
import { json } from "../guard/json.ts";

/** Default pause if the server gives none. */
const RETRY_MS = 1000;

/**
 * The only network call that carries data. Resolves to 0 after a final answer, else to the ms to wait before a retry.
 *
 * The body is text without a custom content type, which needs no preflight: a preflight would not survive `pagehide`.
 * `keepalive` lets the request outlive the page.
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
			// A request counts towards the limit of those that outlive the page until its answer is read to the end.
			await answer.text().catch(() => {});
			return status < 500 && status !== 429
				? 0
				: Number(headers.get("retry-after")) * 1000 || RETRY_MS;
		}
		// A closing page has no second try. A beacon confirms nothing, so it never counts as an answer.
		if (nativeProperty("hidden")) beacon();
	} catch {
		// The page has removed or replaced `fetch`, so only a beacon is left.
		if (beacon()) return 0;
	}
	return RETRY_MS;
};
