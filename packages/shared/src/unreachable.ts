const REASONS: Readonly<Record<string, string>> = {
	ENOTFOUND: "there is no host of this name",
	EAI_AGAIN: "the host's name cannot be looked up",
	ECONNREFUSED: "nothing listens at this address; correct it, or start the server",
	ECONNRESET: "the server at this address closes the connection; correct it",
	EHOSTUNREACH: "there is no way to this address; correct it, or the network",
	ENETUNREACH: "there is no way to this address; correct it, or the network",
	ETIMEDOUT: "nothing answers at this address; correct it, or start the server",
};

/** Why no server answers, by Node's error code: its address is wrong, or it is unavailable. `undefined` for others. */
export const whyUnreachable = (code: string): string | undefined =>
	Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;
