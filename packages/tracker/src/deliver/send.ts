import { nativeProperty } from "../browser/native-property.ts";
import { warn } from "../guard/attempt.ts";

let hasSaid = false;

/**
 * The only network call that carries data. Resolves to 0 after a final answer, else to the seconds to wait at least before a retry: also
 * after a 400, which is how an older gateway answers to what only newer ones understand. Says once per page why the
 * gateway has taken less than it was given.
 *
 * The body is text without a custom content type, which needs no preflight: a preflight would not survive `pagehide`.
 * `keepalive` lets the request outlive the page.
 */
export const send = async (url: string, body: string): Promise<number> => {
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
			const said = await answer.text().catch(() => "");
			// JSON with 200 is from an older gateway, which took only what older scripts had kept.
			if (/^(400|429|5|200{)/.test(status + said)) return Number(headers.get("retry-after")) || 1;
			if (said && !hasSaid) {
				hasSaid = true;
				warn("not sent", said);
			}
			return 0;
		}
		// A closing page has no second try. A beacon confirms nothing, so it never counts as an answer.
		if (nativeProperty("hidden")) beacon();
	} catch {
		// The page has removed or replaced `fetch`, so only a beacon is left.
		if (beacon()) return 0;
	}
	return 1;
};
