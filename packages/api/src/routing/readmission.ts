import type { IncomingHttpHeaders } from "node:http";
import type { AnyGrant } from "../access/access.ts";

/** A revoked right ends what lasts so much later than without sharing. */
const SHARED_MS = 3_000;

/** All that decides who a request comes from. */
const presented = (target: string, { cookie, authorization, ...headers }: IncomingHttpHeaders) =>
	JSON.stringify([target, cookie, authorization, headers["x-private-key"]]);

/** Checks rights again and again for answers that last: one check serves all who present the same for a moment. */
export const createReadmission = (sharedMs = SHARED_MS) => {
	const recent = new Map<string, Promise<AnyGrant>>();
	return (
		{ originalUrl, headers }: { originalUrl: string; headers: IncomingHttpHeaders },
		admit: () => Promise<AnyGrant>,
	): Promise<AnyGrant> => {
		const key = presented(originalUrl, headers);
		const known = recent.get(key);
		if (known !== undefined) return known;
		const admission = admit();
		recent.set(key, admission);
		setTimeout(() => recent.delete(key), sharedMs).unref();
		return admission;
	};
};
export type Readmission = ReturnType<typeof createReadmission>;
