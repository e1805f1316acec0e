import { warn } from "../guard/attempt.ts";

let hasSaid = false;

/** Logs to the console, once, why the server has not accepted everything that was sent. */
export const explain = (url: string, status: number, said: string): void => {
	if (hasSaid) return;
	hasSaid = true;
	// The gateway's own responses are short.
	const isOwn = /^(200|413|422)$/.test(`${status}`);
	warn("not sent", isOwn ? said : `${url} returns ${status}: is this the server's address?`);
};
