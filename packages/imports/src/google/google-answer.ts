import { GoogleFault } from "./google-fault.ts";

/** Why nothing is asked for the moment, and until when: ms since the epoch. */
export interface GoogleWait {
	reason: string;
	until: number;
}

/** What Google answered. */
export interface GoogleAnswer {
	/** 0 = no answer. */
	status: number;
	body: unknown;
	/** Why there is no usable answer. */
	failure: string | undefined;
	/** Seconds; 0 = not said. */
	retryAfter: number;
}

interface GoogleError {
	message?: unknown;
	status?: unknown;
	details?: unknown;
	errors?: unknown;
}

const errorOf = ({ body }: GoogleAnswer): GoogleError => {
	const { error } = (typeof body === "object" && body !== null ? body : {}) as { error?: unknown };
	return typeof error === "object" && error !== null ? error : {};
};

const MAX_MESSAGE_LENGTH = 300;

/** Google's own words, bounded. */
export const messageOf = (answer: GoogleAnswer): string => {
	const { message } = errorOf(answer);
	return typeof message === "string"
		? message.replaceAll(/\s+/g, " ").trim().slice(0, MAX_MESSAGE_LENGTH)
		: `status ${answer.status}`;
};

/** The reasons of both forms of Google's errors. */
const reasonsOf = (answer: GoogleAnswer): string[] => {
	const { details, errors } = errorOf(answer);
	return [details, errors].flatMap((list) =>
		Array.isArray(list)
			? list.flatMap((one: unknown) => {
					const reason = (one as { reason?: unknown } | null)?.reason;
					return typeof reason === "string" ? [reason] : [];
				})
			: [],
	);
};

/** Search Console says 403 where others say 429. */
export const isQuota = (answer: GoogleAnswer): boolean =>
	answer.status === 429 ||
	(answer.status === 403 &&
		reasonsOf(answer).some((reason) => /quota|rateLimitExceeded/i.test(reason)));

/** An hour's tokens return bit by bit. */
const HOUR_STEP_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

const pacificTime = new Intl.DateTimeFormat("en-GB", {
	timeZone: "America/Los_Angeles",
	hour: "2-digit",
	minute: "2-digit",
	second: "2-digit",
	hourCycle: "h23",
});

/** The next midnight in California, where Google's days of quotas begin. */
export const nextPacificMidnight = (now: number): number => {
	const [hours = 0, minutes = 0, seconds = 0] = pacificTime.format(now).split(":").map(Number);
	return now - (now % 1000) + DAY_MS - 1000 * (3600 * hours + 60 * minutes + seconds);
};

/** How long a used-up quota lasts; undefined for an answer that is no quota, or one of seconds. */
export const quotaWait = (answer: GoogleAnswer, now: number): GoogleWait | undefined => {
	if (!isQuota(answer)) return undefined;
	const message = messageOf(answer);
	if (/per hour|an hour/i.test(message))
		return { reason: "Google's quota for this hour is used up", until: now + HOUR_STEP_MS };
	if (/per day|24 hours|daily/i.test(message))
		return { reason: "Google's quota for this day is used up", until: nextPacificMidnight(now) };
	if (/load quota/i.test(message))
		return { reason: "Google's load quota is used up", until: now + HOUR_STEP_MS };
	return undefined;
};

/** What a refusal of a service means, without what is special to it. */
export const commonFault = (
	answer: GoogleAnswer,
	{ service, email }: { service: string; email: string },
): GoogleFault => {
	const message = messageOf(answer);
	if (reasonsOf(answer).some((reason) => /SERVICE_DISABLED|accessNotConfigured/.test(reason)))
		return new GoogleFault(
			"access",
			`${service} is not enabled in the Google Cloud project of ${email}: enable it there under APIs & Services, and try again some minutes later.`,
		);
	if (answer.status === 401)
		return new GoogleFault(
			"key",
			`${service} does not accept the key of ${email}: make a new key.`,
		);
	return new GoogleFault("request", `${service} refused a request: ${message}`);
};
