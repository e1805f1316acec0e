import { warn } from "../guard/attempt.ts";

let hasSaid = false;

/** Says on the console, once, why the server has not taken all that it was given. */
export const explain = (url: string, status: number, said: string): void => {
	if (hasSaid) return;
	hasSaid = true;
	// The gateway's own answers are of few words.
	const isOwn = /^(200|413|422)$/.test(`${status}`);
	warn("not sent", isOwn ? said : `${url} answers ${status}: is this the server's address?`);
};
