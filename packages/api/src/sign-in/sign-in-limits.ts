import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "@footfall/shared/api-error";
import { networkOf } from "@footfall/shared/ip-range";
import { LRUCache } from "lru-cache";
import { normalisedEmail } from "../database/normalised-email.ts";

/** How failures become a delay: none at first, then doubling. */
interface Backoff {
	freeFailures: number;
	firstMs: number;
	maxMs: number;
	/** Without a failure for this long, counting starts again. */
	forgetAfterMs: number;
}

const MINUTE_MS = 60_000;

/** One network at one account: it must wait before its next attempt. */
const PAIR: Backoff = {
	freeFailures: 5,
	firstMs: 1_000,
	maxMs: 15 * MINUTE_MS,
	forgetAfterMs: 60 * MINUTE_MS,
};
/** One network, which many people may share, at any account. */
const NETWORK: Backoff = {
	freeFailures: 30,
	firstMs: 1_000,
	maxMs: MINUTE_MS,
	forgetAfterMs: 60 * MINUTE_MS,
};
/** All networks at one account: attempts are delayed, but not refused. */
const ACCOUNT: Backoff = {
	freeFailures: 10,
	firstMs: 100,
	maxMs: 5_000,
	forgetAfterMs: 15 * MINUTE_MS,
};

/** Attempts that wait for a delayed answer. */
const MAX_WAITING_AT_ACCOUNT = 25;
const MAX_WAITING = 250;

/** Each takes a few hundred bytes; to evict one, an attacker pays for as many password hashes. */
const MAX_ENTRIES = 20_000;

const digestOf = (email: string) =>
	createHash("sha256").update(normalisedEmail(email)).digest("base64url");

/** Counts failures and derives the delay of the next attempt. */
const createFailures = (
	{ freeFailures, firstMs, maxMs, forgetAfterMs }: Backoff,
	clock: () => number,
) => {
	const entries = new LRUCache<string, { failures: number; lastAt: number }>({ max: MAX_ENTRIES });
	const recent = (key: string) => {
		const found = entries.get(key);
		return found && clock() - found.lastAt < forgetAfterMs ? found : undefined;
	};
	const delayMs = (key: string): number => {
		const failures = recent(key)?.failures ?? 0;
		return failures < freeFailures ? 0 : Math.min(maxMs, firstMs * 2 ** (failures - freeFailures));
	};
	return {
		delayMs,
		/** The remaining delay after the last failure. */
		remainingMs: (key: string): number => {
			const lastAt = recent(key)?.lastAt ?? 0;
			return Math.max(0, lastAt + delayMs(key) - clock());
		},
		add: (key: string): void => {
			entries.set(key, { failures: (recent(key)?.failures ?? 0) + 1, lastAt: clock() });
		},
		takeBack: (key: string): void => {
			const found = recent(key);
			if (found) entries.set(key, { ...found, failures: Math.max(0, found.failures - 1) });
		},
		clearWhere: (matches: (key: string) => boolean): void => {
			for (const key of [...entries.keys()].filter(matches)) entries.delete(key);
		},
		clear: (key: string): void => {
			entries.delete(key);
		},
	};
};

/** Delays attempts, up to a maximum number. */
const createDelay = (wait: (ms: number) => Promise<unknown>) => {
	const waitingAt = new Map<string, number>();
	let waiting = 0;
	const count = (account: string, change: 1 | -1) => {
		const here = (waitingAt.get(account) ?? 0) + change;
		waiting += change;
		if (here > 0) waitingAt.set(account, here);
		else waitingAt.delete(account);
	};
	/** @throws ApiError 503 when too many wait already */
	return async (account: string, ms: number): Promise<void> => {
		if (ms === 0) return;
		if (waiting >= MAX_WAITING || (waitingAt.get(account) ?? 0) >= MAX_WAITING_AT_ACCOUNT)
			throw new ApiError("UNAVAILABLE", "Too many sign-ins are waiting to be checked", {
				retryAfter: Math.ceil(ms / 1000),
			});
		count(account, 1);
		try {
			await wait(ms);
		} finally {
			count(account, -1);
		}
	};
};

/**
 * Slows down password guessing. A network that fails at an account must wait ever longer before its next attempt
 * there; from other networks the account remains accessible. When failures at one account come from many networks, all
 * attempts at it are delayed by some seconds. Addresses without an account are treated alike, so that no answer
 * reveals which have one. Failures are counted in this process and not stored.
 */
export const createSignInLimits = ({
	clock = () => Date.now(),
	wait = sleep,
	refusal = "Too many failed sign-ins from this address",
}: {
	clock?: () => number;
	wait?: (ms: number) => Promise<unknown>;
	/** The error text for a network that must wait. */
	refusal?: string;
} = {}) => {
	const atPair = createFailures(PAIR, clock);
	const atNetwork = createFailures(NETWORK, clock);
	const atAccount = createFailures(ACCOUNT, clock);
	const delay = createDelay(wait);
	return {
		/**
		 * Counts an attempt as failed before it is made, so that concurrent ones do not all pass. It stays failed until it
		 * succeeds.
		 * @throws ApiError 429 for a network that must wait, 503 when too many wait already
		 */
		attempt: async (email: string, address: string) => {
			const account = digestOf(email);
			const network = networkOf(address);
			const pair = `${account} ${network}`;
			const remainingMs = Math.max(atPair.remainingMs(pair), atNetwork.remainingMs(network));
			if (remainingMs > 0)
				throw new ApiError("RATE_LIMITED", refusal, {
					retryAfter: Math.ceil(remainingMs / 1000),
				});
			const delayMs = atAccount.delayMs(account);
			const counted = [
				[atPair, pair],
				[atNetwork, network],
				[atAccount, account],
			] as const;
			for (const [failures, key] of counted) failures.add(key);
			const takeBack = () => {
				for (const [failures, key] of counted) failures.takeBack(key);
			};
			try {
				await delay(account, delayMs);
			} catch (error) {
				takeBack();
				throw error;
			}
			return {
				/** For an attempt that neither succeeded nor failed. */
				takeBack,
				succeeded: () => {
					takeBack();
					atPair.clear(pair);
				},
			};
		},
		/** Forgets the failures at an account whose password was reset. */
		forget: (email: string): void => {
			const account = digestOf(email);
			atPair.clearWhere((key) => key.startsWith(`${account} `));
			atAccount.clear(account);
		},
	};
};
export type SignInLimits = ReturnType<typeof createSignInLimits>;
