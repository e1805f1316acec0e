import type { IncomingHttpHeaders } from "node:http";
import type { AnyGrant } from "../access/access.ts";

/** Sharing delays the effect of a revoked right by this much. */
const SHARED_MS = 3_000;

/** Everything that determines a request's caller and rights; the point at which its client resumes does not. */
export const presentedBy = ({
	originalUrl,
	headers: { cookie, authorization, ...headers },
}: {
	originalUrl: string;
	headers: IncomingHttpHeaders;
}): string => {
	const [path = "", query = ""] = originalUrl.split("?", 2);
	const parameters = new URLSearchParams(query);
	parameters.delete("since_timestamp");
	return JSON.stringify([
		path,
		String(parameters),
		cookie,
		authorization,
		headers["x-private-key"],
	]);
};

/**
 * Periodically rechecks rights for long-lived answers: for a moment, one check serves all requests with the same
 * credentials.
 */
export const createReadmission = (sharedMs = SHARED_MS) => {
	const recent = new Map<string, Promise<AnyGrant>>();
	return (presented: string, admit: () => Promise<AnyGrant>): Promise<AnyGrant> => {
		const known = recent.get(presented);
		if (known !== undefined) return known;
		const admission = admit();
		recent.set(presented, admission);
		const forget = () => {
			if (recent.get(presented) === admission) recent.delete(presented);
		};
		setTimeout(forget, sharedMs).unref();
		// A refusal must not be cached: later visitors may be admitted, for example once a site is public again.
		admission.catch(forget);
		return admission;
	};
};
export type Readmission = ReturnType<typeof createReadmission>;
