import { ApiError } from "@footfall/shared/api-error";
import * as scrypt from "better-auth/crypto";
import { createTaskLimit } from "../http/task-limit.ts";

/**
 * One limit for the whole process. A hash takes some 60 ms of a core and 32 MB: two at a time leave a machine with two
 * cores room for reports, and 64 are some two seconds' worth.
 */
const limited = createTaskLimit({
	atOnce: 2,
	maxWaiting: 64,
	busy: () =>
		new ApiError("UNAVAILABLE", "Too many passwords are being checked", { retryAfter: 2 }),
});

/** Hashes a password slowly, with a salt. @throws ApiError 503 when too many are waiting */
export const hashPassword = (password: string): Promise<string> =>
	limited(() => scrypt.hashPassword(password));

/** Whether a password is the hashed one. @throws ApiError 503 when too many are waiting */
export const verifyPassword = (given: { hash: string; password: string }): Promise<boolean> =>
	limited(() => scrypt.verifyPassword(given));
