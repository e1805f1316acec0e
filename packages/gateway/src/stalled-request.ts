import type { ServerResponse } from "node:http";
import type { Refusal } from "./errors.ts";
import { refuse } from "./receive/reply.ts";

const STALLED: Refusal = { code: "REQUEST_TIMEOUT", error: "The request's body stopped coming" };

/** Called by the server when a connection was silent: a sender that stalls is cut off, one that waits for us is not. */
function onSilence(this: ServerResponse): void {
	if (this.req.complete || this.headersSent) return;
	this.shouldKeepAlive = false;
	refuse(this, STALLED, []);
}

export const watchForStalls = (response: ServerResponse): void => {
	response.on("timeout", onSilence);
};
