import type { ServerResponse } from "node:http";
import type { Refusal } from "../../errors/errors.ts";
import { errorCorsHeaders } from "../reply/cors.ts";
import { refuse } from "../reply/reply.ts";

const STALLED: Refusal = { code: "REQUEST_TIMEOUT", error: "The request body stalled" };

/**
 * Called when a connection was silent: a client that stalls is disconnected; one that waits for or reads its answer is
 * not.
 */
function onSilence(this: ServerResponse): void {
	if (this.req.complete || this.headersSent) return;
	this.shouldKeepAlive = false;
	refuse(this, STALLED, errorCorsHeaders(this.req));
}

/** Disconnects clients that stop in the middle of a request. */
export const watchForStalls = (response: ServerResponse): void => {
	response.on("timeout", onSilence);
};
