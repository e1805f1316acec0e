/** `EX_CONFIG` of sysexits.h: starting again would fail the same way. */
export const EXIT_UNUSABLE = 78;
