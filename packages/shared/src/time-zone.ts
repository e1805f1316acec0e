import { z } from "zod";

/** Zones in canonical spelling, some hundreds at most: the engine takes 100 µs to look one up. */
const known = new Set<string>();

/** The zone's canonical spelling; `undefined` if the text is not an IANA zone. Offsets like `+02:00` are not zones. */
export const timeZoneOf = (text: string): string | undefined => {
	if (known.has(text)) return text;
	if (!/^[A-Za-z]/.test(text)) return undefined;
	try {
		const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: text }).resolvedOptions();
		if (timeZone === text) known.add(text);
		return timeZone;
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
