/** `EX_CONFIG` of sysexits.h: a restart would fail the same way. */
export const EXIT_UNUSABLE = 78;
/** `EX_DATAERR` of sysexits.h: a file given to the command is invalid. */
export const EXIT_DATA = 65;
/** `EX_OSERR` of sysexits.h: out of memory, which may be temporary. */
export const EXIT_SHORTAGE = 71;
/**
 * `EX_TEMPFAIL` of sysexits.h, between processes of the product only: a disk or a server is unusable, which may be
 * temporary. The caller of the product sees `EXIT_UNUSABLE`.
 */
export const EXIT_MAY_PASS = 75;

/** The exit code shown to the caller of the product. */
export const outwardExitCode = (code: number): number =>
	code === EXIT_MAY_PASS ? EXIT_UNUSABLE : code;

/**
 * The exit code of a child that was asked to stop; one killed by a signal before it had started also counts as
 * stopped.
 */
export const exitCodeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
	code ?? (signal === "SIGTERM" || signal === "SIGINT" ? 0 : 1);
