const UNITS = [
	["year", 31_557_600],
	["month", 2_629_800],
	["day", 86_400],
	["hour", 3600],
	["minute", 60],
] as const;

/** How long ago: `20 minutes ago`. `then` as ISO 8601, `now` in ms since the epoch. */
export const agoText = (then: string, now: number, locale: string): string => {
	const seconds = Math.max(0, (now - Date.parse(then)) / 1000);
	const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
	const [unit, length] = UNITS.find(([, one]) => seconds >= one) ?? (["second", 1] as const);
	return format.format(-Math.floor(seconds / length), unit);
};
