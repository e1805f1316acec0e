/** `EX_CONFIG` of sysexits.h: starting again would fail the same way. */
export const EXIT_UNUSABLE = 78;
/** `EX_OSERR` of sysexits.h: memory or a disk was missing, which may pass. */
export const EXIT_SHORTAGE = 71;

/** The exit code of a child that was told to stop: one that a signal ended before it had begun has stopped, too. */
export const exitCodeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
	code ?? (signal === "SIGTERM" || signal === "SIGINT" ? 0 : 1);
