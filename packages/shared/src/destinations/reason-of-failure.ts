const REASONS: Readonly<Record<string, string>> = {
	ENOTFOUND: "its name cannot be resolved",
	ECONNREFUSED: "it refuses the connection",
	ECONNRESET: "it broke the connection",
	ETIMEDOUT: "it does not answer",
};

/** Why a server gave no answer, as the end of a sentence about it. */
export const reasonOfFailure = (error: unknown): string => {
	const { name, code = "", message } = error as NodeJS.ErrnoException;
	if (name === "TimeoutError" || name === "AbortError") return "it does not answer within 10 s";
	return REASONS[code] ?? message;
};
