const WITHOUT_ZONE = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)$/;
const WITH_ZONE =
	/^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?) ?(Z|UTC|[+-]\d{2}(?::?\d{2})?)$/;
const NUMBER = /^\d{9,17}(\.\d+)?$/;

const offsetOf = (zone: string): string => {
	if (zone === "Z" || zone === "UTC") return "Z";
	const digits = zone.replace(":", "");
	return `${digits.slice(0, 3)}:${digits.slice(3) || "00"}`;
};

/** Seconds, milliseconds or microseconds, by magnitude: from 2001 to 2286 the three cannot be confused. */
const ofNumber = (value: number): number =>
	value < 1e11 ? value * 1000 : value < 1e14 ? value : value / 1000;

/**
 * Parses a text or a number to ms since the epoch: ISO 8601, with or without a zone, or a Unix time in seconds,
 * milliseconds or microseconds. Without a zone it is UTC. `undefined` for anything else.
 */
export const timeOf = (value: unknown): number | undefined => {
	if (typeof value === "number")
		return Number.isFinite(value) && value >= 1e8 ? Math.trunc(ofNumber(value)) : undefined;
	if (typeof value !== "string") return undefined;
	const text = value.trim();
	if (NUMBER.test(text)) return Math.trunc(ofNumber(Number(text)));
	const [, date, time, zone] = WITH_ZONE.exec(text) ?? WITHOUT_ZONE.exec(text) ?? [];
	if (date === undefined || time === undefined) return undefined;
	const at = Date.parse(`${date}T${time.replace(",", ".")}${offsetOf(zone ?? "Z")}`);
	return Number.isNaN(at) ? undefined : at;
};
