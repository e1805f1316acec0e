import { randomUUID } from "node:crypto";
import { SESSION_IDLE_MS } from "@footfall/shared/limits";

/** The ids in Umami's answers, with the token by which its client returns them. */
export interface UmamiSession {
	cache: string;
	sessionId: string;
	visitId: string;
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** Scripts before 2.11 return the whole answer, with the token in it. */
const TOKEN = new RegExp(`^(?:{"cache":")?(${UUID})\\.(${UUID})\\.(\\d{1,15})(?:$|")`);

/**
 * The ids for a client's next answer. They are its own to keep: visitors and sessions are counted as everywhere else, so
 * the token proves nothing and needs no signature.
 * @param now ms since the epoch
 */
export const umamiSessionOf = (token: unknown, now: number): UmamiSession => {
	const [, session, visit, at] = TOKEN.exec(typeof token === "string" ? token : "") ?? [];
	const idleMs = now - Number(at);
	const sessionId = session ?? randomUUID();
	const visitId =
		visit !== undefined && idleMs >= 0 && idleMs < SESSION_IDLE_MS ? visit : randomUUID();
	return { cache: `${sessionId}.${visitId}.${now}`, sessionId, visitId };
};
