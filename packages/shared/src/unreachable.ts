const REASONS: Readonly<Record<string, string>> = {
	ENOTFOUND: "the host name does not exist",
	EAI_AGAIN: "the host name cannot be resolved",
	ECONNREFUSED: "the connection is refused; correct the address, or start the server",
	ECONNRESET: "the server closes the connection; correct the address",
	EHOSTUNREACH: "no route to the address; correct the address or the network",
	ENETUNREACH: "no route to the address; correct the address or the network",
	ETIMEDOUT: "the server does not respond; correct the address, or start the server",
};

/** Why no server answers, by Node's error code: its address is wrong, or it is unavailable. `undefined` for others. */
export const whyUnreachable = (code: string): string | undefined =>
	Object.hasOwn(REASONS, code) ? REASONS[code] : undefined;

const WITHOUT_TLS = new Set(["EPROTO", "ERR_SSL_WRONG_VERSION_NUMBER"]);

/** Why an https address fails where the server speaks plain HTTP, by Node's error code. `undefined` for others. */
export const whyNoTls = (code: string): string | undefined =>
	WITHOUT_TLS.has(code)
		? "the server does not use TLS on this port; use http:// or its HTTPS port"
		: undefined;
