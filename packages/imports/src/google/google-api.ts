import { type GoogleAnswer, type GoogleWait, isQuota, quotaWait } from "./google-answer.ts";
import { GoogleFault } from "./google-fault.ts";
import { type ServiceAccount, signedAssertion } from "./service-account.ts";

/** Where Google answers; tests have their own. A key file never names them. */
export interface GoogleAddresses {
	token: string;
	analytics: string;
	searchConsole: string;
}
export const GOOGLE_ADDRESSES: GoogleAddresses = {
	token: "https://oauth2.googleapis.com/token",
	analytics: "https://analyticsdata.googleapis.com",
	searchConsole: "https://searchconsole.googleapis.com",
};

/** A page of 50,000 rows has about 20 MB. */
const MAX_ANSWER_BYTES = 128 * 1024 * 1024;
/** A token is renewed this long before it ends. */
const RENEWED_BEFORE_MS = 60_000;
const LONGEST_BACK_OFF_MS = 64_000;
/** While a quota is used up, it is looked again and reported at least this often. */
const WAITING_STEP_MS = 10 * 60_000;

/** How often a failed request is repeated, and whether used-up quotas are waited for. */
export interface Patience {
	failures: number;
	waits: boolean;
	/** For each answer. */
	answerWithinMs: number;
}
/** For a person who waits for an answer. */
export const BRIEF: Patience = { failures: 2, waits: false, answerWithinMs: 20_000 };
/** For work in the background: about five minutes of errors, and any quota. */
export const PATIENT: Patience = { failures: 9, waits: true, answerWithinMs: 120_000 };

export interface GoogleApiOptions {
	account: ServiceAccount;
	scope: string;
	tokenAddress: string;
	/** Ends requests and pauses. */
	signal?: AbortSignal | undefined;
	clock?: () => number;
	/** Resolves to false once the signal is aborted. */
	pause(ms: number): Promise<boolean>;
	/** Random, 0 to 1: many clients must not return at once. */
	jitter?: () => number;
	/** Called when a wait for a quota begins, again while it lasts. */
	onWait?(wait: GoogleWait): Promise<void> | void;
}

export interface GoogleCall {
	/** Who is asked, for messages. */
	service: string;
	method: "GET" | "POST";
	url: string;
	body?: object;
	patience: Patience;
	/** What a refusal means for the caller's request. */
	faultOf(answer: GoogleAnswer): GoogleFault;
}

const textOf = async (response: Response): Promise<string> => {
	const pieces: Uint8Array[] = [];
	let bytes = 0;
	for await (const piece of response.body ?? []) {
		bytes += piece.byteLength;
		if (bytes > MAX_ANSWER_BYTES)
			throw new Error(`the answer has more than ${MAX_ANSWER_BYTES} bytes`);
		pieces.push(piece);
	}
	return Buffer.concat(pieces).toString("utf8");
};

const jsonOf = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
};

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** Why a token was refused, as a sentence. */
const tokenFault = (account: ServiceAccount, body: unknown, status: number): GoogleFault => {
	const { error, error_description: description } = objectOf(body);
	const said = String(description ?? error ?? `status ${status}`).slice(0, 200);
	const remedy = /timeframe|short-lived/i.test(said)
		? "set this machine's clock"
		: /signature/i.test(said)
			? "the key may have been deleted: make a new one"
			: "check that the account exists and is not disabled, or make a new key";
	return new GoogleFault("key", `Google refused the key of ${account.email} (${said}): ${remedy}.`);
};

const endingWith = (signal: AbortSignal | undefined, ms: number): AbortSignal =>
	signal === undefined
		? AbortSignal.timeout(ms)
		: AbortSignal.any([signal, AbortSignal.timeout(ms)]);

const RETRIED: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);

/** Truncated exponential back-off, as Google asks for; jitter comes on top. */
const backOffMs = (failures: number): number =>
	Math.min(LONGEST_BACK_OFF_MS, 1000 * 2 ** (failures - 1));

/** Asks one of Google's services as a service account. */
export const createGoogleApi = ({
	account,
	scope,
	tokenAddress,
	signal,
	clock = Date.now,
	pause,
	jitter = Math.random,
	onWait,
}: GoogleApiOptions) => {
	let token: { value: string; until: number } | undefined;

	const rest = async (ms: number): Promise<void> => {
		if (!(await pause(ms)))
			throw new GoogleFault("later", "The import was stopped; it can be continued.");
	};
	const waitFor = async ({ reason, until }: GoogleWait): Promise<void> => {
		while (clock() < until) {
			await onWait?.({ reason, until });
			await rest(Math.min(WAITING_STEP_MS, until - clock()));
		}
	};
	const request = async (
		url: string,
		{
			method,
			headers,
			body,
			answerWithinMs,
		}: {
			method: string;
			headers: Record<string, string>;
			body?: string;
			answerWithinMs: number;
		},
	): Promise<GoogleAnswer> => {
		try {
			const response = await fetch(url, {
				method,
				headers,
				...(body !== undefined && { body }),
				// A redirect could lead to another host, with the token.
				redirect: "error",
				signal: endingWith(signal, answerWithinMs),
			});
			const content = jsonOf(await textOf(response));
			return {
				status: response.status,
				body: content,
				// 200 with something else than JSON is a proxy's page.
				failure: response.ok && content === undefined ? "its answer is not JSON" : undefined,
				retryAfter: Number(response.headers.get("retry-after")) || 0,
			};
		} catch (error) {
			if (signal?.aborted)
				throw new GoogleFault("later", "The import was stopped; it can be continued.");
			const { message, cause } = error as Error;
			const failure = cause instanceof Error ? cause.message : message;
			return { status: 0, body: undefined, failure, retryAfter: 0 };
		}
	};

	/** Repeats what may succeed later. */
	const persistently = async (
		service: string,
		{ failures: most, waits }: Patience,
		send: () => Promise<GoogleAnswer>,
	): Promise<GoogleAnswer> => {
		for (let failures = 1; ; failures++) {
			const answer = await send();
			const { status, failure, retryAfter } = answer;
			const wait = quotaWait(answer, clock());
			if (wait !== undefined && waits) {
				await waitFor(wait);
				failures = 0;
				continue;
			}
			if (wait !== undefined)
				throw new GoogleFault(
					"later",
					`${wait.reason}: try again after ${new Date(wait.until).toISOString().slice(0, 16).replace("T", " ")} UTC.`,
				);
			if (failure === undefined && !RETRIED.has(status) && !isQuota(answer)) return answer;
			if (failures >= most)
				throw new GoogleFault(
					"later",
					`${service} does not answer (${failure ?? `status ${status}`}): check the network, or try again later.`,
				);
			if (retryAfter > 0) await rest(Math.min(retryAfter * 1000, WAITING_STEP_MS));
			else await rest(backOffMs(failures) + Math.round(1000 * jitter()));
		}
	};

	const currentToken = async (patience: Patience): Promise<string> => {
		if (token !== undefined && clock() < token.until - RENEWED_BEFORE_MS) return token.value;
		const answer = await persistently("Google's sign-in", patience, () => {
			const assertion = signedAssertion(account, { scope, audience: tokenAddress, now: clock() });
			return request(tokenAddress, {
				method: "POST",
				answerWithinMs: patience.answerWithinMs,
				headers: { "content-type": "application/x-www-form-urlencoded" },
				body: new URLSearchParams({
					grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
					assertion,
				}).toString(),
			});
		});
		const { access_token: value, expires_in: seconds } = objectOf(answer.body);
		if (answer.status !== 200 || typeof value !== "string")
			throw tokenFault(account, answer.body, answer.status);
		token = { value, until: clock() + 1000 * (Number(seconds) || 3600) };
		return value;
	};

	/** @throws GoogleFault for every answer but a success */
	const call = async ({ service, method, url, body, patience, faultOf }: GoogleCall) => {
		for (let isRenewed = false; ; isRenewed = true) {
			const answer = await persistently(service, patience, async () =>
				request(url, {
					method,
					answerWithinMs: patience.answerWithinMs,
					headers: {
						authorization: `Bearer ${await currentToken(patience)}`,
						"content-type": "application/json",
					},
					...(body && { body: JSON.stringify(body) }),
				}),
			);
			if (answer.status === 200) return objectOf(answer.body);
			if (answer.status !== 401 || isRenewed) throw faultOf(answer);
			// It may have been revoked, or this machine's clock is slow.
			token = undefined;
		}
	};
	return { call, waitFor };
};
export type GoogleApi = ReturnType<typeof createGoogleApi>;
