/** Wall-clock time in IANA time zones, from the tables that Node carries. Wall times are ms as if the wall clock were UTC. */

const DAY_MS = 86_400_000;

const formatters = new Map<string, Intl.DateTimeFormat>();

const formatterOf = (zone: string): Intl.DateTimeFormat => {
	const known = formatters.get(zone);
	if (known) return known;
	const made = new Intl.DateTimeFormat("en-US", {
		timeZone: zone,
		calendar: "gregory",
		hourCycle: "h23",
		year: "numeric",
		month: "numeric",
		day: "numeric",
		hour: "numeric",
		minute: "numeric",
		second: "numeric",
	});
	formatters.set(zone, made);
	return made;
};

/** The wall-clock time in a zone at an instant. */
export const wallTimeOf = (instant: number, zone: string): number => {
	if (zone === "UTC") return instant;
	const part: Record<string, number> = {};
	for (const { type, value } of formatterOf(zone).formatToParts(instant))
		part[type] = Number(value);
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
	const milliseconds = ((instant % 1000) + 1000) % 1000;
	return Date.UTC(year, month - 1, day, hour, minute, second) + milliseconds;
};

const offsetAt = (instant: number, zone: string): number => wallTimeOf(instant, zone) - instant;

/** The first instant in [from, to] at which the offset differs from that of `from`. */
const changeBetween = (from: number, to: number, zone: string): number => {
	const before = offsetAt(from, zone);
	let unchanged = from;
	let changed = to;
	while (changed - unchanged > 1) {
		const middle = Math.floor((unchanged + changed) / 2);
		if (offsetAt(middle, zone) === before) unchanged = middle;
		else changed = middle;
	}
	return changed;
};

/** The first instant at which the wall clock shows this time, or, if that time is skipped, the first one after it. */
export const instantAtWall = (wall: number, zone: string): number => {
	const offsets = [offsetAt(wall - DAY_MS, zone), offsetAt(wall + DAY_MS, zone)];
	const shown = offsets
		.map((offset) => wall - offset)
		.filter((instant) => wallTimeOf(instant, zone) === wall);
	if (shown.length > 0) return Math.min(...shown);
	return changeBetween(wall - DAY_MS, wall + DAY_MS, zone);
};

/** The first instant of the day that begins with the given midnight. */
export const startOfDay = (midnight: number, zone: string): number => instantAtWall(midnight, zone);

/** A stretch of time with a constant offset: wall time = instant + offset. */
export interface EvenStretch {
	from: number;
	to: number;
	offset: number;
}

const stretchesBetween = (from: number, to: number, zone: string): EvenStretch[] => {
	// No zone has changed its offset twice within a week.
	const probeMs = 7 * DAY_MS;
	const stretches: EvenStretch[] = [];
	let start = from;
	let probed = from;
	let offset = offsetAt(from, zone);
	while (probed < to) {
		const next = Math.min(probed + probeMs, to);
		if (offsetAt(next, zone) !== offset) {
			const change = changeBetween(probed, next, zone);
			stretches.push({ from: start, to: change, offset });
			start = change;
			probed = change;
			offset = offsetAt(change, zone);
		} else probed = next;
	}
	if (start < to) stretches.push({ from: start, to, offset });
	return stretches;
};

/** The instants that the store's time column can hold and that print as buckets: 1970 to 2100. */
export const FIRST_INSTANT = 0;
export const LAST_INSTANT = Date.UTC(2100, 0, 1);

/** Ranges up to this length are cheaper to scan than computing a zone's whole history. */
const SHORT_MS = 1000 * DAY_MS;
const known = new Map<string, EvenStretch[]>();

/** [from, to) cut at every change of the zone's offset. */
export const evenStretches = (from: number, to: number, zone: string): EvenStretch[] => {
	if (to - from <= SHORT_MS) return stretchesBetween(from, to, zone);
	const all = known.get(zone) ?? stretchesBetween(FIRST_INSTANT, LAST_INSTANT, zone);
	// Bounded by the number of zones, since names are normalised.
	known.set(zone, all);
	return all
		.filter((stretch) => stretch.to > from && stretch.from < to)
		.map(({ offset, ...stretch }) => ({
			from: Math.max(stretch.from, from),
			to: Math.min(stretch.to, to),
			offset,
		}));
};
