import type { ServerResponse } from "node:http";
import type { Refusal } from "../../errors/errors.ts";
import { errorCorsHeaders } from "../reply/cors.ts";
import { refuse } from "../reply/reply.ts";

const STALLED: Refusal = { code: "REQUEST_TIMEOUT", error: "The request's body stopped coming" };

/** How long a client may read nothing of its answer: longer than a phone needs to find another cell. */
export const UNREAD_TIMEOUT_MS = 20_000;

/** Responses whose clients were silent once: the next, longer silence ends them. */
const unread = new WeakSet<ServerResponse>();

/** Called when a connection was silent: a client that stalls is cut off, one that waits for its answer is not. */
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

/** Cuts off clients that stop in the middle of a request or of reading its answer. */
export const watchForStalls = (response: ServerResponse): void => {
	response.on("timeout", onSilence);
};
