import { ApiError } from "@footfall/shared/api-error";
import * as scrypt from "better-auth/crypto";

/** A hash takes some 60 ms of a core and 32 MB: two at a time leave a machine of two cores room for reports. */
const MAX_AT_ONCE = 2;
/** Some two seconds' worth. */
const MAX_WAITING = 64;
const RETRY_AFTER_SECONDS = 2;

/**
 * Runs a few tasks at a time and lets a bounded number wait for them.
 * @throws ApiError 503 when too many wait
 */
export const createGate = ({ atOnce, waiting }: { atOnce: number; waiting: number }) => {
	const queue: (() => void)[] = [];
	let running = 0;
	const enter = async (): Promise<void> => {
		if (running < atOnce) {
			running += 1;
			return;
		}
		if (queue.length >= waiting)
			throw new ApiError("UNAVAILABLE", "Too many passwords are being checked", {
				retryAfter: RETRY_AFTER_SECONDS,
			});
		// Whoever leaves hands its place on, so that nobody slips in between.
		await new Promise<void>((resolve) => queue.push(resolve));
	};
	const leave = (): void => {
		const next = queue.shift();
		if (next) next();
		else running -= 1;
	};
	return async <Result>(task: () => Promise<Result>): Promise<Result> => {
		await enter();
		try {
			return await task();
		} finally {
			leave();
		}
	};
};

/** One for the whole process: however passwords come in, they cost the same cores. */
const gate = createGate({ atOnce: MAX_AT_ONCE, waiting: MAX_WAITING });

/** Hashes a password slowly, with a salt. @throws ApiError 503 when too many are waiting */
export const hashPassword = (password: string): Promise<string> =>
	gate(() => scrypt.hashPassword(password));

/** Whether a password is the hashed one. @throws ApiError 503 when too many are waiting */
export const verifyPassword = (given: { hash: string; password: string }): Promise<boolean> =>
	gate(() => scrypt.verifyPassword(given));
