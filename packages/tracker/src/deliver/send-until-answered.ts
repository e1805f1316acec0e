import { send } from "./send.ts";

/** Sends what is no event, and again at growing intervals for as long as the page lives and nobody answers. */
export const sendUntilAnswered = (url: string, body: string, backoffMs = 1000): void => {
	send(url, body).then((pauseMs) => {
		if (pauseMs)
			setTimeout(sendUntilAnswered, Math.max(pauseMs, backoffMs), url, body, backoffMs * 2);
	});
};
