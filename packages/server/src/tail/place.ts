import { isPositionText, type ReadFrom } from "@footfall/queue";

const UNIT_MS: Readonly<Record<string, number>> = {
	s: 1000,
	m: 60_000,
	h: 3_600_000,
	d: 86_400_000,
};
const DURATION = /^(\d{1,9})([smhd])$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** The forms of a place in the log, for messages. */
export const PLACES =
	"beginning, now, a time with a zone such as 2026-11-28T09:30:00Z, a day (UTC), how long ago such as 10m, 2h or 3d, or a position that an earlier run printed";

/** A place in the log from a command line; `undefined` for other text. `now` is in ms since the epoch. */
export const placeOf = (text: string, now: number): ReadFrom | undefined => {
	if (text === "beginning") return "beginning";
	if (text === "now") return "end";
	if (isPositionText(text)) return { position: text };
	const [, count, unit] = DURATION.exec(text) ?? [];
	if (unit !== undefined) return { appendedAt: now - Number(count) * (UNIT_MS[unit] ?? 0) };
	const instant = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(instant) ? undefined : { appendedAt: instant };
};
