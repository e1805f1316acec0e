import { z } from "zod";

/** The zone's own spelling; `undefined` when the text names no IANA zone. Bare offsets such as `+02:00` are no zone. */
export const timeZoneOf = (text: string): string | undefined => {
	if (!/^[A-Za-z]/.test(text)) return undefined;
	try {
		return new Intl.DateTimeFormat("en-US", { timeZone: text }).resolvedOptions().timeZone;
	} catch {
		// The constructor throws for an unknown zone.
		return undefined;
	}
};

/** A time zone by its IANA name. */
export const timeZoneName = z
	.string()
	.max(64)
	.refine(
		(text) => timeZoneOf(text) !== undefined,
		"must be an IANA time zone such as Europe/Berlin or UTC",
	);
