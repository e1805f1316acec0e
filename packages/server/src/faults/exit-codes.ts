/** `EX_CONFIG` of sysexits.h: starting again would fail the same way. */
export const EXIT_UNUSABLE = 78;
/** `EX_DATAERR` of sysexits.h: a file that the command was given is not what it has to be. */
export const EXIT_DATA = 65;
/** `EX_OSERR` of sysexits.h: memory was missing, which may pass. */
export const EXIT_SHORTAGE = 71;
/**
 * `EX_TEMPFAIL` of sysexits.h, between processes of the product only: a disk or a server cannot be used, which may pass.
 * Whoever started the product sees `EXIT_UNUSABLE`.
 */
export const EXIT_MAY_PASS = 75;

/** The exit code that whoever started the product sees. */
export const outwardExitCode = (code: number): number =>
	code === EXIT_MAY_PASS ? EXIT_UNUSABLE : code;

/** The exit code of a child that was told to stop: one that a signal ended before it had begun has stopped, too. */
export const exitCodeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
	code ?? (signal === "SIGTERM" || signal === "SIGINT" ? 0 : 1);
