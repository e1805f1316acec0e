import { EnvironmentError, UnreachableError } from "@footfall/shared/environment";
import { whyUnreachable } from "@footfall/shared/unreachable";

/** Temporary faults, by Node's code or the server's. */
const PASSING: Readonly<Record<string, string>> = {
	ENOENT: "there is no such socket or file; correct it, or start the server",
	EACCES: "this user may not open the socket or file; change its rights",
	"53300": "the server has no connection left",
	"57P03": "the server is starting or stopping",
	"53100": "the server's disk is full; make room",
	"53200": "the server's memory does not suffice; raise its limit",
	"57014": "the server broke off a statement that took too long; raise its statement_timeout",
	"25006": "the server only answers questions, as a standby does; use the address of the primary",
};

/** Faults that an operator can fix, by Node's code or the server's. */
const ADVICE: Readonly<Record<string, string>> = {
	"28000": "the server refuses the user, or wants TLS",
	"28P01": "the server refuses the user or the password",
	"3D000": "the server has no database of this name; create it",
	"42501": "the user lacks a right; it must own the database or its schema",
	CERT_HAS_EXPIRED: "the server's certificate has expired; renew it",
	ERR_TLS_CERT_ALTNAME_INVALID:
		"the server's certificate is for another name; use the name that it has",
};

/** Faults that the client reports without a code. */
const WORDED: readonly (readonly [RegExp, advice: string, mayPass: boolean])[] = [
	[/timeout/i, "nothing answers at this address; correct it, or start the server", true],
	[/terminated unexpectedly/i, "the server at this address closes the connection", true],
	[/invalid response|unexpected message/i, "no PostgreSQL answers at this address", false],
	[/does not support SSL/i, "the server does not speak TLS; remove sslmode", false],
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
		? explained("the server refuses a statement that the product needs; see its log", true)
		: error;
};
