import { EnvironmentError, UnreachableError } from "@footfall/shared/environment";
import { whyUnreachable } from "@footfall/shared/unreachable";

/** Temporary faults, by Node's code or the server's. */
const PASSING: Readonly<Record<string, string>> = {
	ENOENT: "the socket or file does not exist; correct the address, or start the server",
	EACCES: "permission denied for the socket or file; change its permissions",
	"53300": "the server has no free connection",
	"57P03": "the server is starting or stopping",
	"53100": "the server's disk is full; free up space",
	"53200": "the server has too little memory; raise its limit",
	"57014": "the server cancelled a statement that took too long; raise its statement_timeout",
	"25006": "the server is read-only, probably a standby; use the address of the primary",
};

/** Faults that an operator can fix, by Node's code or the server's. */
const ADVICE: Readonly<Record<string, string>> = {
	"28000": "the server rejects the user, or requires TLS",
	"28P01": "the server rejects the user or the password",
	"3D000": "the database does not exist; create it",
	"42501": "the user lacks a privilege; it must own the database or its schema",
	CERT_HAS_EXPIRED: "the server's certificate has expired; renew it",
	ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is for a different name; use that name",
};

/** Faults that the client reports without a code. */
const WORDED: readonly (readonly [RegExp, advice: string, mayPass: boolean])[] = [
	[/timeout/i, "the server does not respond; correct the address, or start the server", true],
	[/terminated unexpectedly/i, "the server closes the connection", true],
	[/invalid response|unexpected message/i, "the server there is not PostgreSQL", false],
	[/does not support SSL/i, "the server does not use TLS; remove sslmode", false],
	[
		/self.signed|unable to (get|verify)/i,
		"the server's certificate is not signed by an authority that this machine trusts; add sslrootcert=FILE",
		false,
	],
];

/**
 * Turns the failure to open a PostgreSQL server into one sentence that says what to change; returns any other error
 * unchanged.
 */
export const explainDatabaseFault = (error: unknown): unknown => {
	if (!(error instanceof Error) || error instanceof EnvironmentError) return error;
	// Node tries all addresses of a host name, and reports the reason for each.
	const [first = error] = error instanceof AggregateError ? (error.errors as Error[]) : [];
	const { code = "" } = first as NodeJS.ErrnoException;
	const explained = (advice: string, mayPass: boolean) => {
		const Explained = mayPass ? UnreachableError : EnvironmentError;
		return new Explained(`DATABASE_URL: ${advice} (${first.message}).`, { cause: error });
	};
	const unreachable = whyUnreachable(code) ?? PASSING[code];
	if (unreachable !== undefined) return explained(unreachable, true);
	const advice = ADVICE[code];
	if (advice !== undefined) return explained(advice, false);
	const worded = WORDED.find(([pattern]) => pattern.test(first.message));
	if (worded !== undefined) return explained(worded[1], worded[2]);
	// The server's own errors have five-character codes.
	return /^(?=.*\d)[0-9A-Z]{5}$/.test(code)
		? explained("the server rejects a statement that the product needs; check its log", true)
		: error;
};
