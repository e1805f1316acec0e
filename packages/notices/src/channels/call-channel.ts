import { reasonOfFailure } from "@footfall/shared/destinations/reason-of-failure";
import { type Answer, sendRequest } from "@footfall/shared/destinations/send-request";
import type { ChannelRequest } from "./channel-request.ts";
import { shorten } from "./shorten.ts";

/** What came of a request. */
export interface CallOutcome {
	isAccepted: boolean;
	/** Whether the server wants nothing any more (410). */
	isGone: boolean;
	/** How long the server asks to wait. */
	retryAfterMs: number | undefined;
	/** The status and the beginning of the server's answer, or why there is none; without the channel's secrets. */
	answer: string;
}

const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;
const MAX_ANSWER = 500;
const MAX_RETRY_AFTER_MS = 6 * 60 * 60 * 1000;
/** 303 asks for a page, which would not take the message. */
const REDIRECTS: readonly number[] = [301, 302, 307, 308];
const ASKS_TO_WAIT: readonly number[] = [429, 503];

/** What a status means for whoever set the channel up. */
const ADVICE: Readonly<Record<number, string>> = {
	401: "it does not accept the token: enter it again",
	403: "it does not permit this: check the address and the token",
	404: "there is nothing at this address: check it",
	410: "it wants no messages any more",
};

/** A redirect that is not followed, in words. */
class RedirectError extends Error {}

const headerOf = ({ headers }: Answer, name: string): string | undefined =>
	headers.find(([header]) => header === name)?.[1];

const waitOf = (answer: Answer, now: number): number | undefined => {
	if (!ASKS_TO_WAIT.includes(answer.status)) return undefined;
	const header = headerOf(answer, "retry-after") ?? telegramWait(answer.body.toString()) ?? "";
	const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
	return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : undefined;
};

/** Telegram says it in the body alone. */
const telegramWait = (body: string): string | undefined => /"retry_after":\s*(\d+)/.exec(body)?.[1];

/**
 * Where a redirect leads to: another page of the same host.
 * @throws RedirectError for another host, or one that is no longer encrypted
 */
const followed = (from: URL, answer: Answer): URL => {
	const location = headerOf(answer, "location") ?? "";
	const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
	if (to?.hostname !== from.hostname || !["http:", "https:"].includes(to.protocol))
		throw new RedirectError(
			`it redirects (${answer.status}) to another server, which is not followed: enter that address`,
		);
	if (from.protocol === "https:" && to.protocol === "http:")
		throw new RedirectError(
			`it redirects (${answer.status}) from https to http, which is not followed`,
		);
	// Another port can be another person's server.
	const isUpgrade = from.protocol === "http:" && to.protocol === "https:";
	if (to.port !== from.port && !isUpgrade)
		throw new RedirectError(
			`it redirects (${answer.status}) to another port, which is not followed: enter that address`,
		);
	return to;
};

const send = async (
	{ url, headers, body }: ChannelRequest,
	privateNetworks: boolean,
): Promise<Answer> => {
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	let at = new URL(url);
	for (let redirects = 0; ; redirects += 1) {
		const answer = await sendRequest(at, {
			method: "POST",
			headers: {
				"user-agent": "Footfall",
				"content-length": String(Buffer.byteLength(body)),
				...headers,
			},
			...{ body, signal, privateNetworks },
			// After a status of 2xx the message is accepted, whatever becomes of the rest.
			cutAnswer: true,
		});
		if (!REDIRECTS.includes(answer.status)) return answer;
		if (redirects === MAX_REDIRECTS) throw new RedirectError("it redirects again and again");
		at = followed(at, answer);
	}
};

/** A text from outside, as it may be stored and shown. */
const shownText = (text: string, secrets: readonly string[]): string => {
	const paths = secrets.flatMap((secret) => {
		if (!URL.canParse(secret)) return [secret];
		const { pathname, search } = new URL(secret);
		return [secret, pathname + search, pathname];
	});
	// A path of a few characters is no secret.
	const hidden = paths.filter((path) => path.length >= 8);
	const without = hidden.reduce((shown, secret) => shown.replaceAll(secret, "•••"), text);
	return shorten(without.replaceAll(/[\p{Cc}\s]+/gu, " ").trim(), { max: MAX_ANSWER });
};

/**
 * Sends a request: within 10 s in all, with at most 64 kB of answer, and to no private address unless they are
 * permitted, also after a redirect.
 */
export const callChannel = async (
	request: ChannelRequest,
	{ privateNetworks }: { privateNetworks: boolean },
): Promise<CallOutcome> => {
	const nothing = { isAccepted: false, isGone: false, retryAfterMs: undefined };
	try {
		const answer = await send(request, privateNetworks);
		const { status } = answer;
		const advice = ADVICE[status];
		const text = shownText(answer.body.toString(), request.secrets);
		return {
			isAccepted: status >= 200 && status < 300,
			isGone: status === 410,
			retryAfterMs: waitOf(answer, Date.now()),
			answer: [String(status), ...(advice === undefined ? [] : [`(${advice})`]), text]
				.join(" ")
				.trim(),
		};
	} catch (error) {
		const { host } = new URL(request.url);
		return { ...nothing, answer: shownText(`${host}: ${reasonOfFailure(error)}`, request.secrets) };
	}
};
