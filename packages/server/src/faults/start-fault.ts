import { EnvironmentError, UnreachableError } from "@footfall/shared/environment";
import { ProcessLockError } from "@footfall/shared/files/process-lock";
import { ShortageError } from "@footfall/shared/shortage";
import { EXIT_DATA, EXIT_MAY_PASS, EXIT_SHORTAGE, EXIT_UNUSABLE } from "./exit-codes.ts";
import { fileFault } from "./file-fault.ts";
import { UnusableInputError } from "./unusable-input-error.ts";

/** The engines' messages for system errors; their own errors have no code. */
const WORDED: readonly (readonly [code: string, pattern: RegExp])[] = [
	["ENOSPC", /ENOSPC|no space left on device|NOT_ENOUGH_SPACE/i],
	["EDQUOT", /EDQUOT|disk quota exceeded/i],
	["EROFS", /EROFS|read-only file system/i],
	[
		"ENOMEM",
		/ENOMEM|cannot allocate memory|could not allocate memory|allocation failed|bad_alloc/i,
	],
];
const OF_DISKS = new Set("ENOSPC EDQUOT EROFS EACCES EPERM ENOTDIR EISDIR EIO".split(" "));
/** Error codes about an address, not a file. */
const OF_CONNECTIONS = new Set(["listen", "bind", "connect", "getaddrinfo"]);

export const OUT_OF_MEMORY =
	"There is not enough memory for this process: the product needs about 600 MB, and 1 GB briefly at its first start. Raise the limit of the container or the machine.";

interface Circumstances {
	HOST: string;
	PORT: number;
	HEALTH_PORT?: number | undefined;
	dataDirectory: string;
	/** Set if the accounts or events are on a server, which has its own disk and memory. */
	DATABASE_URL?: string | undefined;
	CLICKHOUSE_URL?: string | undefined;
}

const codeOf = (error: Error, mayBeAnEngine: boolean): string => {
	const { code = "" } = error as NodeJS.ErrnoException;
	if (OF_DISKS.has(code) || code === "ENOMEM" || !mayBeAnEngine) return code;
	return WORDED.find(([, pattern]) => pattern.test(error.message))?.[0] ?? "";
};

interface StartFault {
	/** One sentence that says what to change; for invalid variables, a line each. */
	message: string;
	/** `EXIT_MAY_PASS` if a supervisor may retry. */
	exitCode: number;
}

const shortageIn = (error: unknown, circumstances: Circumstances): StartFault | undefined => {
	if (!(error instanceof Error)) return undefined;
	const { dataDirectory, DATABASE_URL, CLICKHOUSE_URL } = circumstances;
	const { syscall = "", path } = error as NodeJS.ErrnoException;
	if (OF_CONNECTIONS.has(syscall)) return undefined;
	if (error instanceof ShortageError) return { message: error.message, exitCode: EXIT_SHORTAGE };
	const mayBeAnEngine = DATABASE_URL === undefined || CLICKHOUSE_URL === undefined;
	const code = codeOf(error, mayBeAnEngine);
	if (code === "ENOMEM") return { message: OUT_OF_MEMORY, exitCode: EXIT_SHORTAGE };
	if (!OF_DISKS.has(code)) return shortageIn(error.cause, circumstances);
	const fault = fileFault(Object.assign(new Error(error.message), { code }), path ?? dataDirectory);
	return fault instanceof EnvironmentError
		? { message: fault.message, exitCode: EXIT_MAY_PASS }
		: undefined;
};

/** The variable that sets a port. */
const portVariable = (port: number | undefined, { PORT, HEALTH_PORT }: Circumstances) =>
	port !== undefined && port !== PORT && port === HEALTH_PORT ? "HEALTH_PORT" : "PORT";

/**
 * The reason of a failed start if a person can fix it, and the exit code that tells a supervisor whether to retry;
 * `undefined` for everything else.
 */
export const startFault = (
	error: unknown,
	circumstances: Circumstances,
): StartFault | undefined => {
	const { HOST } = circumstances;
	const unusable = (message: string) => ({ message, exitCode: EXIT_UNUSABLE });
	if (error instanceof UnreachableError) return { message: error.message, exitCode: EXIT_MAY_PASS };
	if (error instanceof UnusableInputError) return { message: error.message, exitCode: EXIT_DATA };
	if (error instanceof EnvironmentError || error instanceof ProcessLockError)
		return unusable(error.message);
	const { code, syscall, port } = error as NodeJS.ErrnoException & { port?: number };
	const variable = portVariable(port, circumstances);
	if (code === "EADDRINUSE")
		return unusable(
			`Port ${port ?? circumstances.PORT} of ${HOST} is in use: stop the program that listens there, or set ${variable} to another port.`,
		);
	if (code === "EADDRNOTAVAIL")
		return unusable(`This machine has no address ${HOST}: set HOST to one of its addresses.`);
	if (code === "EACCES" && syscall === "listen")
		return unusable(
			`This user may not listen on port ${port ?? circumstances.PORT}: set ${variable} to a port above 1023.`,
		);
	return shortageIn(error, circumstances);
};
