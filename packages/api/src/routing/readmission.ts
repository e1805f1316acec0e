import type { IncomingHttpHeaders } from "node:http";
import type { AnyGrant } from "../access/access.ts";

/** A revoked right ends what lasts so much later than without sharing. */
const SHARED_MS = 3_000;

/** All that decides who a request comes from and what it may see; where its client goes on is no part of that. */
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

/** Checks rights again and again for answers that last: one check serves all who present the same for a moment. */
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
		// A refusal says nothing of who is admitted after it, such as visitors of a site that is public again.
		admission.catch(forget);
		return admission;
	};
};
export type Readmission = ReturnType<typeof createReadmission>;
