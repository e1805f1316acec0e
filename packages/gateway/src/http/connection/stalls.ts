import type { ServerResponse } from "node:http";
import type { Refusal } from "../../errors/errors.ts";
import { errorCorsHeaders } from "../reply/cors.ts";
import { refuse } from "../reply/reply.ts";

const STALLED: Refusal = { code: "REQUEST_TIMEOUT", error: "The request's body stopped coming" };

/** So long an answer may wait for its reader to take the next piece of it, which is more than a phone needs to find another cell. */
export const UNREAD_TIMEOUT_MS = 20_000;

/** Responses whose readers were silent once already: then the next silence, which is a longer one, ends them. */
const unread = new WeakSet<ServerResponse>();

/** Called by the server when a connection was silent: a sender that stalls is cut off, one that waits for us is not. */
function onSilence(this: ServerResponse): void {
	const { socket } = this;
	if (this.headersSent && socket && socket.writableLength > 0) {
		if (unread.has(this)) socket.destroy();
		unread.add(this);
		socket.setTimeout(UNREAD_TIMEOUT_MS);
		return;
	}
	if (this.req.complete || this.headersSent) return;
	this.shouldKeepAlive = false;
	refuse(this, STALLED, errorCorsHeaders(this.req));
}

/** Cuts off who stops in the middle of a request, or of an answer. */
export const watchForStalls = (response: ServerResponse): void => {
	response.on("timeout", onSilence);
};
